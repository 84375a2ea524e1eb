"""What a game adds to the scene of a table: its keys, its board, and extras."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Generic, NewType, Protocol, TypeAlias

from protocol.game import AnyMove, AnyView, Move, View

from ...drawing.canvas import Picture, Size
from ...drawing.style import Line
from ...drawing.theme import Theme
from ...kit.legend import Legend
from ...kit.questions import Prompt
from ...model.game.game_screen import GameScreen
from ...model.game.table_players import Players
from ...model.replies import Explains
from ...model.table.shown_table import ShownTable
from .board_frame import Board
from .choosing import Draft, MoveInput


class TextLine(Protocol):
    """A text being typed in the status line; it gets all keys while it is open."""

    @property
    def is_open(self) -> bool: ...

    def press(self, key: str) -> Explains | None:
        """Handle a key; return a message for the player, if any."""

    def add(self, words: str) -> bool:
        """Add pasted text; return whether a text is being typed."""

    def close(self) -> None:
        """Discard what was typed."""

    def asked(self) -> tuple[Line, ...]: ...

    def keys(self) -> Legend:
        """Return the keys that can be clicked."""


class GameTable(ABC, Generic[Draft, View, Move]):
    """One game at one table. `keys` are its own; `screen` provides its words there, and `typing` is
    a text that the player may type, None if there is none."""

    def __init__(
        self,
        table: ShownTable[View, Move],
        keys: MoveInput[Draft, View, Move],
        *,
        typing: TextLine | None = None,
    ) -> None:
        self.keys = keys
        self.screen = table.screen
        self.typing = typing
        self.players = table.players

    @abstractmethod
    def picture(self, board: Board[View], size: Size, theme: Theme) -> Picture: ...

    def keys_page(self, view: View | None) -> Sequence[str]:
        """Return the explanation of keys and signs, for the help."""
        return self.screen.help(view)

    def own_key(self, key: str, view: View, prompt: Prompt) -> bool:
        """Handle a key of the game that is not a move, with output in `prompt`; return whether it
        is one."""
        return False

    def waits_for(self, view: View) -> str:
        """Return what the player can do or see now, when nothing else is shown."""
        return self.screen.awaits(view, self.players)


ReplayBoard: TypeAlias = Callable[[Board[View], int, Size, Theme], Picture]
"""Paints a game's board in a replay, at one of the levels of its `GameReplay`."""
AnyReplayBoard: TypeAlias = ReplayBoard[AnyView]
LineInput: TypeAlias = Callable[[GameScreen[View, Move], Players], MoveInput[Draft, View, Move]]
"""Interprets a game's keys in a line of a replay, for one of the players."""
AnyDraft = NewType("AnyDraft", object)
"""Like `AnyMove`: for a game that is chosen at run time."""
AnyGameTable: TypeAlias = GameTable[AnyDraft, AnyView, AnyMove]
AnyLineInput: TypeAlias = Callable[
    [GameScreen[AnyView, AnyMove], Players], MoveInput[AnyDraft, AnyView, AnyMove]
]
