"""What shows a person one scene after another, and who makes the scenes: for a terminal, and for a
page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from p2p_hanabi.gathering import Notice
from p2p_hanabi.ui.kit.style import Line
from p2p_hanabi.ui.table.port import EndedTable, LobbyPort, SearchPort
from p2p_hanabi.ui.table.wishes import Wish

if TYPE_CHECKING:
    from p2p_hanabi.ui.replay.recording import Eyes

    from .playback import Playback
    from .session_port import SessionPort


class Lasting(Protocol):
    """A scene of any screen."""

    @property
    def is_over(self) -> bool: ...

    @property
    def has_left(self) -> bool: ...


class Stage(Protocol):
    """A scene is one that was made for this kind of stage."""

    @property
    def scene(self) -> Any: ...

    def show(self, scene: Any) -> None: ...

    def refresh(self) -> None:
        """Let the scene look at what has changed, and show it."""

    async def follow(self, scene: Any, changed: Callable[[], Awaitable[None]]) -> None:
        """Show the scene until it is over. `changed` waits for what its look could find."""


class BusyView(Lasting, Protocol):
    sentences: list[str]


class Gathering(Lasting, Protocol):
    def tell(self, sentence: str) -> None: ...


class Choice(Lasting, Protocol):
    """Its number from 0; None if nothing was chosen."""

    chosen: int | None


class TableChoice(Lasting, Protocol):
    chosen: Notice | None


class CodeEntry(Lasting, Protocol):
    code: bytes | None


class TableView(Lasting, Protocol):
    """See `TableScene`."""

    wish: Wish | None

    @property
    def plays_again(self) -> bool: ...

    def tell(self, sentence: str, style: str = "alarm") -> None: ...

    def read(self, lines: Sequence[Line]) -> None: ...

    def finish_table(self, kept: EndedTable) -> None: ...

    def result(self, kept: EndedTable) -> list[Line]: ...


class Scenes(Protocol):
    """Makes scenes for one kind of stage."""

    def busy(self, sentence: str = "") -> BusyView: ...

    def lobby(self, port: LobbyPort, why: str) -> Gathering: ...

    def choice(self, question: str, choices: Sequence[str]) -> Choice: ...

    def tables(self, search: SearchPort) -> TableChoice: ...

    def code(self, table: str, why: str) -> CodeEntry: ...

    def table(self, port: SessionPort, game: str) -> TableView: ...

    def replay(self, playback: Playback, eyes: Eyes) -> Lasting: ...
