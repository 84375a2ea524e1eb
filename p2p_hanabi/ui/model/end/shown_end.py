"""The end of a table as its player sees it, on every screen: how it ended, who is still there, and
what can be done next.

A screen passes on what its player does (`do`), shows the reply, and calls `confirm` where it asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Generic, Protocol, TypeAlias, assert_never

from protocol.game import Move, View
from protocol.peer.status import Ending, EndingKind

from ...drawing.style import Line, text
from ...words.i18n import N_, _
from ...words.sentences_questions import Question
from ...words.words_shared import CHECKING
from ..replies import Asks, Explains, reply
from ..seat.table_port import TablePort
from ..seat.table_snapshot import SeatSnapshot
from .company import (
    CompanyNews,
    awaited,
    company_lines,
    others_here,
    still_here,
    would_play,
)
from .ended_table import EndedTable, EndText, end_text

NOT_SAVED = N_("The transcript of the game is not written yet.")
NOT_TOGETHER = N_(
    "The same players can play again only after they ended a game together; open a new table "
    "instead."
)
NO_CARDS = N_("This table ended before its cards were dealt.")
NOT_PLAYED_OUT = N_("This game has not ended, so its deal cannot be played again.")
NOT_REVEALED = N_(
    "Where a game ends by agreement, its pile stays hidden: its deal cannot be played again."
)
COMPARE = N_("Compare with the game, and keep it")
"""What a replay is for after practice: its label on every screen."""
NOT_IN_PRACTICE = N_("This was practice: it is in no file, and counts for nothing.")
NOT_DEALT = N_("This table ended before its cards were dealt; open a new table instead.")


class EndedAction(Enum):
    """What a player can do at the ended table, beside what is still possible at any table."""

    AGAIN = "again"
    CLOSE = "close table"


class Wish(Enum):
    """What a player may want next, which is done away from the table. By its typed word."""

    REPLAY = "replay"
    TOGETHER = "together"
    STATISTICS = "statistics"
    PAGE = "page"
    HISTORY = "history"
    WHAT_IF = "what-if"
    DEAL = "deal"


AtEnd: TypeAlias = EndedAction | Wish
_ALL: tuple[AtEnd, ...] = (EndedAction.AGAIN, *Wish, EndedAction.CLOSE)
_AFTER_PRACTICE = (EndedAction.AGAIN, Wish.REPLAY, EndedAction.CLOSE)


EndReply: TypeAlias = Explains | Asks | None


def why_not_again(ending: Ending, *, has_begun: bool, transcript: Path | None) -> str | None:
    """Return why the same players cannot go on to another game; None if they can. `has_begun`: the
    hands were dealt, so that all transcripts have the first round."""
    if ending.how not in (EndingKind.CLOSED, EndingKind.AGREED):
        return _(NOT_TOGETHER)
    if not has_begun:
        return _(NOT_DEALT)
    return _(NOT_SAVED) if transcript is None else None


def meanwhile(wish: Wish, *, goes_on: bool) -> str:
    """Return what is said while a wish is carried out; empty if that takes no time. `goes_on`: the
    player goes on at the table until then."""
    match wish:
        case Wish.REPLAY | Wish.WHAT_IF | Wish.DEAL | Wish.TOGETHER if goes_on:
            return _("The transcript is checked first; you can go on here meanwhile.")
        case Wish.REPLAY | Wish.WHAT_IF | Wish.DEAL | Wish.TOGETHER:
            return _(CHECKING)
        case Wish.STATISTICS:
            return _("The game is being counted up...")
        case Wish.PAGE if goes_on:
            return _("The web page is being written; you can go on here meanwhile.")
        case Wish.PAGE:
            return _("The web page is being written...")
        case Wish.HISTORY:
            return ""
    assert_never(wish)


class MeasuredTimes(Protocol):
    """See `ThinkingTimes`."""

    def beside_statistics(self, now: SeatSnapshot) -> Sequence[Line]: ...

    def to_keep(self, now: SeatSnapshot) -> Sequence[float] | None: ...


class ShownEnd(Generic[View, Move]):
    """What remains of the table, and what the player does next.

    `plays_again`: the next table is to be opened or joined now. `wish` is to be carried out, after
    which the end is shown again. `epilogue` replaces the text about the end of an unusual table.
    `times` are those that this screen has measured in the game.
    """

    def __init__(
        self,
        port: TablePort[View, Move],
        epilogue: Callable[[], EndText] | None = None,
        times: MeasuredTimes | None = None,
    ) -> None:
        self.has_come = False
        self.is_closed = False
        self.plays_again = False
        self.wish: Wish | None = None
        self.ended_table = EndedTable()
        self._port = port
        self._times = times
        self._epilogue = epilogue
        self._news = CompanyNews()

    @property
    def is_over(self) -> bool:
        """Whether the player is done here, at least until a wish is carried out."""
        return self.is_closed or self.plays_again or self.wish is not None

    def measured(self) -> Sequence[Line]:
        """Return what this screen alone has measured, to be read with the statistics."""
        return () if self._times is None else self._times.beside_statistics(self._port.now)

    def times(self) -> Sequence[float] | None:
        """Return the seconds that each player has thought; None if nobody wants to know."""
        return None if self._times is None else self._times.to_keep(self._port.now)

    def come(self, kept: EndedTable | None) -> None:
        """Record that the table has ended; `kept` is None if nothing more is known than before."""
        self.has_come = True
        if kept is not None:
            self.ended_table = kept

    def look(self) -> list[str]:
        """Return who has left, come back, or would play again; play again if the player would and
        nobody is awaited."""
        if self.is_practice:
            return []
        news = self._news.look(self._port.now)
        self.plays_again = self._would_play and not self.awaited
        return news

    @property
    def is_practice(self) -> bool:
        return self._port.now.practice is not None

    def take_wish(self) -> Wish | None:
        """Return the wish, if there is one, and forget it."""
        wish, self.wish = self.wish, None
        return wish

    # -- what can be done

    def offered(self) -> tuple[AtEnd, ...]:
        """Return what can be done now."""
        return tuple(action for action in _ALL if self.why_not(action) is None)

    def why_not(self, action: AtEnd) -> str | None:
        """Return why this cannot be done now; None if it can."""
        if self.is_practice:
            return None if action in _AFTER_PRACTICE else _(NOT_IN_PRACTICE)
        match action:
            case EndedAction.AGAIN:
                return self._why_not_again()
            case EndedAction.CLOSE:
                return None
            case Wish() if self.ended_table.transcript is None:
                return _(NOT_SAVED)
            case Wish.TOGETHER:
                return self._why_not_together()
            case Wish():
                return self._why_not_wish(action)
        assert_never(action)

    def do(self, action: AtEnd) -> EndReply:
        """Do it, or return what is to be shown or asked instead."""
        if (why_not := self.why_not(action)) is not None:
            return reply(why_not)
        match action:
            case EndedAction.AGAIN if self.is_practice:
                self.plays_again = True
                return None
            case EndedAction.CLOSE if self.is_practice:
                self.is_closed = True
                return None
            case EndedAction.AGAIN:
                return Asks(Question.AGAIN, _("Play again with the same players?"))
            case EndedAction.CLOSE:
                return Asks(Question.CLOSE, _("Close the table? The game is saved."))
            case Wish():
                self.wish = action
                return None
        assert_never(action)

    def confirm(self, question: Question) -> None:
        """Do what was confirmed."""
        match question:
            case Question.AGAIN:
                self._port.want_again()
            case Question.CLOSE:
                self.is_closed = True

    @property
    def _would_play(self) -> bool:
        now = self._port.now
        return now.seat in now.company.again

    def _why_not_wish(self, wish: Wish) -> str | None:
        now = self._port.now
        if self.ended_table.transcript is None:
            return _(NOT_SAVED)
        if wish is Wish.WHAT_IF and not now.status.hands_dealt:
            return _(NO_CARDS)
        if wish is Wish.DEAL and now.ending is not None and now.ending.how is EndingKind.AGREED:
            return _(NOT_REVEALED)
        if wish is Wish.DEAL and (now.ending is None or now.ending.how is not EndingKind.CLOSED):
            return _(NOT_PLAYED_OUT)
        return None

    def _why_not_together(self) -> str | None:
        now = self._port.now
        if now.ending is not None and now.ending.how not in (EndingKind.CLOSED, EndingKind.AGREED):
            return _("Only those who ended a game together can look at it together.")
        return None if others_here(now) else still_here([])

    def _why_not_again(self) -> str | None:
        now = self._port.now
        if now.ending is None:
            return _(NOT_SAVED)
        if self._would_play:
            return awaited(now) or would_play(None)
        has_begun = now.status.hands_dealt
        return why_not_again(
            now.ending, has_begun=has_begun, transcript=self.ended_table.transcript
        )

    # -- what is shown

    def company(self) -> list[Line]:
        """Return who is still there, and would play again."""
        return [] if self.is_practice else company_lines(self._port.now)

    @property
    def awaited(self) -> str:
        """Whom the player who would play again is waiting for, in a sentence; empty if nobody."""
        return awaited(self._port.now) if self._would_play else ""

    def text(self) -> EndText:
        """Return the text about the game; nothing before the end."""
        now = self._port.now
        if now.ending is None:
            return EndText((), ())
        if self._epilogue is not None:
            return self._epilogue()
        ended = end_text(self._port.screen, now, now.ending, self.ended_table)
        if now.practice is not None:
            return replace(ended, ended=[text(sentence) for sentence in now.practice.compared])
        return ended

    def lines(self) -> list[Line]:
        """Return who is still there, and the result."""
        company = self.company()
        return [*company, *([()] if company else []), *self.text().lines()]
