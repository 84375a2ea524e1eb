"""Choosing a move in a line of a replay, with the keys of a table, for whoever is to move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic

from protocol.game import Move, Seat, View

from ..kit.legend import Legend
from ..kit.questions import Prompt
from ..model.game.game_screen import GameScreen
from ..model.replay_actions import PlayInLine
from ..model.replies import Explains
from ..model.shown_replay import ShownReplay
from ..model.table.table_actions import AtTable, MakeMove
from .table.choosing import Draft, MoveChooser, MoveInput
from .table.game_table import LineInput


@dataclass(frozen=True, slots=True)
class _Chosen(Generic[Draft, View, Move]):
    side: Seat
    keys: MoveInput[Draft, View, Move]
    choosing: MoveChooser[Draft, View, Move]


class LineMoves(Generic[Draft, View, Move]):
    """Implements `MoveTable`. What is being chosen belongs to one side of the table."""

    def __init__(
        self,
        replay: ShownReplay[View, Move],
        prompt: Prompt,
        line_input: LineInput[View, Move, Draft],
    ) -> None:
        self.prompt = prompt
        self.screen: GameScreen[View, Move] = replay.played_game.screen.on_board
        self._replay = replay
        self._line_input = line_input
        self._chosen: _Chosen[Draft, View, Move] | None = None

    @property
    def choosing(self) -> MoveChooser[Draft, View, Move]:
        """What is being chosen, from the side that is shown."""
        return self._of_side().choosing

    def _of_side(self) -> _Chosen[Draft, View, Move]:
        players = self._replay.players
        if self._chosen is None or self._chosen.side != players.me:
            keys = self._line_input(self.screen, players)
            self._chosen = _Chosen(players.me, keys, MoveChooser(keys, self))
        return self._chosen

    def legend(self) -> Legend:
        """Return the game's own keys for the moves that can be played here."""
        view = self._replay.view
        return self._of_side().keys.legend(view, is_past=not view.moves)

    def do(self, action: AtTable[Move]) -> object:
        if not isinstance(action, MakeMove):
            return None
        reply = self._replay.do(action)
        if isinstance(reply, Explains):
            self.prompt.refuse_with(reply.lines[-1])
        return reply

    def play(self, move: Move) -> bool:
        reply = self._replay.do(PlayInLine(move))
        if isinstance(reply, Explains):
            self.prompt.refuse_with(reply.lines[-1])
        return reply is None

    def why_no_move(self) -> str | None:
        return self._replay.why_no_move()
