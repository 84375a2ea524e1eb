"""Protocols of a stage, which shows one scene after another, and of its scenes, for a terminal and
for a page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from p2p_hanabi.ui.drawing.style import Line
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.end.shown_end import ShownEnd
from p2p_hanabi.ui.model.inputs import Input
from p2p_hanabi.ui.model.lobby.lobby_port import LobbyPort
from p2p_hanabi.ui.model.lobby.tables_found import TablesFound
from p2p_hanabi.ui.model.wait_notice import WaitNotice

if TYPE_CHECKING:
    from p2p_hanabi.ui.model.seat.table_port import TablePort
    from p2p_hanabi.ui.model.shown_replay import ShownReplay
    from protocol.game import AnyMove, AnyView


class StageView(Protocol):
    """A scene for any stage."""

    @property
    def is_over(self) -> bool: ...

    @property
    def has_left(self) -> bool: ...


class SceneStage(Protocol):
    """Shows scenes that were created for this kind of stage."""

    @property
    def scene(self) -> Any: ...

    @property
    def is_on_phone(self) -> bool:
        """Whether it is not at this computer."""

    def show(self, scene: Any) -> None: ...

    def refresh(self) -> None:
        """Update the scene and show it."""

    async def follow(self, scene: Any, changed: Callable[[], Awaitable[None]]) -> None:
        """Show the scene until it is over. `changed` waits for the next change."""


class LobbySceneView(StageView, Protocol):
    def notify(self, sentence: str) -> None: ...


class TableSceneView(StageView, Protocol):
    """See `TableScene`."""

    @property
    def logged(self) -> int:
        """How many entries the log has at the moment shown."""

    @property
    def end(self) -> ShownEnd[Any, Any]: ...

    def step_out(self) -> bool:
        """Return whether the game can go on while its player is away; if so, forget that the player
        has left."""

    def notify(self, sentence: str, style: str = "alarm") -> None: ...

    def show_lines(self, lines: Sequence[Line]) -> None: ...

    def offer(self, name: str, content: str) -> bool:
        """Offer the page of the game to the player's own device; return whether this screen can,
        which others save on this computer instead."""

    def finish_table(self, kept: EndedTable) -> None: ...


@dataclass(frozen=True, slots=True)
class Scenes:
    """Creates the scenes for one kind of stage. `lobby` takes a sentence to show first, `table` and
    `replay` the name of the game. `load_replay` loads in advance what `replay` needs."""

    device: Device
    waiting: Callable[[WaitNotice], StageView]
    input: Callable[[Input], StageView]
    tables: Callable[[TablesFound], StageView]
    lobby: Callable[[LobbyPort, str], LobbySceneView]
    table: Callable[[TablePort[AnyView, AnyMove], str], TableSceneView]
    replay: Callable[[ShownReplay[AnyView, AnyMove], str], StageView]
    load_replay: Callable[[], object]
