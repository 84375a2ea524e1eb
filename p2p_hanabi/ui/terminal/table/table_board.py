"""The board of a table at the moment shown, with messages, questions and keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic, assert_never

from protocol.game import Move, View

from ...drawing.style import Line, joined, text
from ...kit.legend import Legend
from ...model.game.round_result import RoundResult
from ...model.table.away_players import missed_players
from ...model.table.followed_table import FollowedTable
from ...model.table.table_messages import (
    Absent,
    Answered,
    Compare,
    InThePast,
    Meanwhile,
    Objected,
    Thinking,
    WaitsFor,
)
from ...words.i18n import _
from . import available_keys, result_pages
from .board_frame import NO_CARDS, Board
from .chat_line import ChatLine
from .choosing import Draft, MoveChooser
from .end_keys import looking_back_at_the_end
from .game_table import GameTable, TextLine


@dataclass(frozen=True, slots=True)
class TableBoard(Generic[Draft, View, Move]):
    """Builds the board from the state of the other parts of the scene."""

    followed: FollowedTable[View, Move]
    game_table: GameTable[Draft, View, Move]
    choosing: MoveChooser[Draft, View, Move]
    chat: ChatLine[View, Move]

    @property
    def typing(self) -> TextLine | None:
        """The text being typed, which gets all keys; None if there is none."""
        lines = (self.chat, self.game_table.typing)
        return next((line for line in lines if line is not None and line.is_open), None)

    @property
    def result(self) -> RoundResult | None:
        """The first result that is not closed, or that of the past moment shown; else None."""
        view = self.followed.now
        if view is None or not self.followed.past.is_shown:
            return self.followed.rounds.held
        return self.followed.rounds.of_past(self.followed.past.view(view))

    def of(self, now: View) -> Board[View]:
        table = self.followed
        view = table.past.view(now)
        is_drafted = self.choosing.is_open and view is now and table.rounds.held is None
        return Board(
            view=self._with_mover(view),
            players=table.players,
            headline=table.shown.headline(),
            asked=self._asked(view),
            asked_in_full=self._asked_in_full(view) if is_drafted else (),
            buttons=self._buttons(view, is_drafted=is_drafted),
            away=missed_players(table.port.now),
            chosen=self.choosing.touched(view) if is_drafted else NO_CARDS,
        )

    def _with_mover(self, view: View) -> View:
        mover = self.followed.waits.still_moves
        is_past = self.followed.past.is_shown or view.actor is not None
        return view if is_past or mover is None else replace(view, actor=mover)

    def _buttons(self, view: View, *, is_drafted: bool) -> Legend:
        """Return the keys in the last row."""
        if self.typing is not None:
            return self.followed.prompt.legend(self.typing.keys())
        if is_drafted:
            return self.choosing.next_keys(view)
        return self.followed.prompt.legend(self._offered(view))

    def _offered(self, view: View) -> Legend:
        table = self.followed
        is_past, has_ended = table.past.is_shown, table.end.has_come
        keys = self.game_table.keys.legend(view, is_past=is_past or has_ended)
        if has_ended and (is_past or table.rounds.held is None):
            return looking_back_at_the_end(keys, table)
        if is_past:
            return available_keys.looking_back(keys, table.shown)
        if table.rounds.held is not None:
            return available_keys.below_result(table.shown)
        return available_keys.in_play(keys, table.shown)

    def _asked_in_full(self, view: View) -> tuple[Line, ...]:
        asked = self.choosing.question_in_full(view)
        if not asked or self.typing is not None or self.followed.prompt.is_open:
            return ()
        return (text(asked),)

    def _asked(self, view: View) -> tuple[Line, ...]:
        table = self.followed
        if table.prompt.is_open:
            return table.prompt.asked()
        if self.typing is not None:
            return self.typing.asked()
        if table.past.is_shown or table.rounds.held is None:
            says = table.prompt.message
            if (move := self.choosing.move) is not None:
                line = text(table.screen.preview(move, view, table.players), "strong")
                return (line, *([says] if says else []), *self.game_table.keys.beside(move, view))
            if self.choosing.is_open:
                asked = text(self.choosing.question(view))
                return (joined([says, asked], " ") if says else asked,)
        return self._most_important(view)

    def _most_important(self, view: View) -> tuple[Line, ...]:
        """Return the most important message, for which there is room; an answer also with who is
        away."""
        messages = self.followed.messages(view)
        if not messages:
            return ()
        match messages[0]:
            case Answered(line):
                away = [each for each in messages if isinstance(each, Absent)]
                return (line, *(text(each.sentence or each.remedy) for each in away))
            case InThePast():
                sentence = _("The game at that time; Left and Right step, End returns.")
                return (text(sentence, "dim"),)
            case Meanwhile() as what:
                return (result_pages.meanwhile(what),)
            case Absent(sentence, remedy):
                return (text(remedy or sentence),)
            case Compare(lines):
                return lines
            case Objected(sentence):
                return (text(sentence, "alarm"),)
            case WaitsFor(sentence):
                return (text(sentence),)
            case Thinking():
                return (text(self.game_table.waits_for(view)),)
        assert_never(messages[0])
