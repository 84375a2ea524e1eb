"""What a game adds to the scene of a table: its keys, its board, and what it has beside them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, NewType, Protocol, TypeAlias

from protocol.game import AnyMove, AnyView, Move, View

from ..kit.canvas import Picture, Size
from ..kit.legend import Legend
from ..kit.questions import Prompt
from ..kit.style import Line
from ..kit.theme import Theme
from .board_frame import Board
from .choosing import Draft, MoveInput
from .game_screen import GameScreen
from .port import TablePort
from .table_players import Players


class TextLine(Protocol):
    """A text that is typed in the status line: while it is open all keys are for it."""

    @property
    def is_open(self) -> bool: ...

    def press(self, key: str) -> str | None:
        """Take a key; return what the player is to be told, if anything."""

    def add(self, words: str) -> bool:
        """Add pasted words; return whether a text is being typed."""

    def close(self) -> None:
        """Forget what was typed."""

    def asked(self) -> tuple[Line, ...]: ...

    def keys(self) -> Legend:
        """Return the keys that can be clicked."""


class GameTable(ABC, Generic[Draft, View, Move]):
    """One game at one table. `keys` are its own; `screen` is how it speaks of its cards there, and
    `typing` a text that it lets its player type, None if there is none."""

    def __init__(
        self,
        port: TablePort[View, Move],
        keys: MoveInput[Draft, View, Move],
        *,
        screen: GameScreen[View, Move] | None = None,
        typing: TextLine | None = None,
    ) -> None:
        self.keys = keys
        self.screen = port.screen if screen is None else screen
        self.typing = typing
        self.players = Players(port.seat, port.names)

    @abstractmethod
    def picture(self, board: Board[View], size: Size, theme: Theme) -> Picture: ...

    def keys_page(self) -> Sequence[str]:
        """Return the keys and the signs, for the help."""
        return self.screen.help

    def own_key(self, key: str, view: View, prompt: Prompt) -> bool:  # noqa: ARG002 - a game can have some
        """Return whether the key did something that is no move, and that is told in `prompt`."""
        return False

    def waits_for(self, view: View) -> str:  # noqa: ARG002 - a game can have more to say
        """Say what the player can do now, or what there is to see, while nothing else is said."""
        return ""

    def calls_for(self, view: View) -> object:
        """Return what calls the player, if the seat is to act, whenever it changes."""
        return view.turn

    def account(self, view: View) -> list[Line]:  # noqa: ARG002 - a game can have one
        """Say how the result came about, when the game is over."""
        return []


AnyDraft = NewType("AnyDraft", object)
"""As `AnyMove`: of a game that is chosen when the program runs."""
AnyGameTable: TypeAlias = GameTable[AnyDraft, AnyView, AnyMove]
