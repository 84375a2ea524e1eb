"""The interfaces through which a screen uses a lobby or a search for tables, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from p2p_hanabi.gathering import Change, LobbyView, Notice

from ..game.game_screen import Games


class LobbyPort(Protocol):
    """Either side of a lobby. To leave it, cancel the task that runs it."""

    def view(self) -> LobbyView | None:
        """Return the lobby; None until the host has admitted this player."""

    def ready(self, is_ready: bool) -> None: ...

    def free(self, number: int) -> None:
        """Free the seat of a disconnected guest; only for the host."""

    def arrange(self, change: Change) -> None:
        """Change the seats, if the view allows it; only for the host."""

    def leave(self) -> None:
        """Leave on purpose, and tell the others."""

    async def changed(self) -> None: ...


class SearchPort(Protocol):
    """A search for tables on the network."""

    @property
    def games(self) -> Games: ...

    @property
    def has_unfinished(self) -> bool:
        """Whether the player who searches has a game to go back to."""

    def notices(self) -> Sequence[Notice]: ...

    def dial(self, typed: str) -> bool:
        """Join the table at an address, HOST:PORT, rather than one of these; return whether it is
        an address."""

    async def changed(self) -> None: ...
