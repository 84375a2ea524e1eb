"""The board of a table at the moment that is shown, with what is said and asked below it, and its
keys."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic

from protocol.game import Move, View

from ..kit import words_shared as words
from ..kit.i18n import _
from ..kit.legend import Legend
from ..kit.questions import Prompt
from ..kit.style import Line, joined, text
from . import available_keys, table_painter
from .board_frame import NO_CARDS, Board
from .chat_line import ChatLine
from .choosing import Draft, MoveChooser
from .game_table import GameTable, TextLine
from .looking_back import LookingBack
from .machines import to_compare
from .past_views import settled
from .port import TablePort
from .result_pages import RoundPages
from .round_result import RoundResult
from .status_line import StatusLine
from .table_end import TableEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBoard(Generic[Draft, View, Move]):
    """It is made of what the other parts of the scene know."""

    port: TablePort[View, Move]
    game: GameTable[Draft, View, Move]
    prompt: Prompt
    choosing: MoveChooser[Draft, View, Move]
    end: TableEnd[Draft, View, Move]
    waits: StatusLine
    chat: ChatLine[View, Move]
    rounds: RoundPages[View]
    past: LookingBack[View, Move]

    @property
    def typing(self) -> TextLine | None:
        """The text that is being typed, to which all keys go; None if none is."""
        lines = (self.chat, self.game.typing)
        return next((line for line in lines if line is not None and line.is_open), None)

    @property
    def result(self) -> RoundResult | None:
        """The first that is not closed, or of the moment that one looks back at; else None."""
        view = settled(self.port)
        if view is None or not self.past.is_shown:
            return self.rounds.held
        return self.rounds.of_past(self.past.view(view))

    def of(self, now: View, *, greets: bool) -> Board[View]:
        """Return it; it `greets` with the words to compare, if nothing else is to be said."""
        view, waits = self.past.view(now), self.waits.headline(self.port)
        is_drafted = self.choosing.is_open and view is now and self.rounds.held is None
        return Board(
            view=self._with_mover(view),
            players=self.game.players,
            headline=self.past.headline() or waits,
            asked=self._asked(view, greets=greets),
            buttons=self._buttons(view, is_drafted=is_drafted),
            missing={} if self.end.has_come else self.port.missing(),
            stepped_out=self.port.stepped_out(),
            chosen=self.choosing.touched(view) if is_drafted else NO_CARDS,
            is_live=not self.end.has_come,
        )

    def _with_mover(self, view: View) -> View:
        mover = self.waits.still_moves
        is_past = self.past.is_shown or view.actor is not None
        return view if is_past or mover is None else replace(view, actor=mover)

    def _buttons(self, view: View, *, is_drafted: bool) -> Legend:
        """The keys in the last row."""
        if self.typing is not None:
            return self.prompt.legend(self.typing.keys())
        if is_drafted:
            return self.choosing.next_keys(view)
        return self.prompt.legend(self._offered(view))

    def _offered(self, view: View) -> Legend:
        is_past, has_ended = self.past.is_shown, self.end.has_come
        keys = self.game.keys.legend(view, is_past=is_past or has_ended)
        if has_ended and (is_past or self.rounds.held is None):
            again = self.end.offers_again
            return available_keys.looking_back_at_the_end(keys, self.past.number, again=again)
        if is_past:
            return available_keys.looking_back(keys, self.past.number)
        if self.rounds.held is not None:
            return available_keys.below_result(keys, self.port)
        return available_keys.in_play(keys, self.port, has_past=self.past.last > 0)

    def _asked(self, view: View, *, greets: bool) -> tuple[Line, ...]:
        says = self.prompt.says
        if self.prompt.is_open:
            return self.prompt.asked()
        if self.typing is not None:
            return self.typing.asked()
        if not self.past.is_shown and (held := self.rounds.held) is not None:
            told = self.rounds.meanwhile(held, view, has_ended=self.end.has_come)
            return (says or told,)
        if (move := self.choosing.move) is not None:
            told = text(self.game.screen.preview(move, view, self.game.players), "strong")
            return (told, *([says] if says else []), *self.game.keys.beside(move, view))
        if self.choosing.is_open:
            asked = text(self.choosing.question(view))
            return (joined([says, asked], " ") if says else asked,)
        away = self.waits.told_of_absence(self.port) if not self.past.is_shown else ""
        if says and not (away and says == text(_(words.SENT))):
            return (says, text(away)) if away else (says,)
        if self.past.is_shown:
            return (text(_("The game at that time; Left and Right step, End returns."), "dim"),)
        spoken = to_compare(self.port.status().words, self.port.machines)
        if greets and spoken and not away:
            return table_painter.words(spoken)
        if (done := self.waits.what_can_be_done(self.port)) is not None:
            return (text(done),)
        return (text(self.waits.told(self.port) or self.game.waits_for(view)),)
