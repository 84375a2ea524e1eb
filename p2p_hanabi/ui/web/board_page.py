"""A table on a big screen that has no seat: what everybody may see, as pages without moves.

The views passed to it are those of somebody without a seat (`protocol.peer.views.onlooker_view`):
they have no face of a card in a hand that was not shown to all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from p2p_hanabi.gathering import LobbyView
from protocol.game import Move, View

from ..drawing.style import Line, text
from ..model.end.company import who_would_play
from ..model.end.ended_table import EndedTable, end_text, ended_early
from ..model.game.game_page import Looking, NamedPage
from ..model.game.game_screen import NOBODY, Games, GameScreen
from ..model.game.log_filter import Event
from ..model.lobby import lobby_painter, lobby_seats
from ..model.lobby.lobby_seats import EmptySeat, ShownSeat
from ..model.lobby.sentences_lobby import TITLE
from ..model.seat.table_snapshot import TableSnapshot
from ..model.table import setup
from ..model.table.status_line import StatusLine
from ..words import words_shared
from ..words.aloud import drawn as drawn_cards
from ..words.i18n import N_, _
from .live_page import Page, PageKind, SeatToken
from .log_part import LOGGED
from .page_parts import qr_code, spoken, turning

FIRST_PHONE = N_("Scan this with the first phone: it opens the table.")
WAITING = N_("Waiting for the first phone")
ANOTHER = N_("Open another table")


def first_code(address: str) -> Page:
    """Return the page before there is a table; `address` is empty until a phone can come."""
    return Page(
        PageKind.BOARD,
        words_shared.title(""),
        heading=_(WAITING),
        codes=(qr_code(address, _(FIRST_PHONE)),) if address else (),
    )


def gathering(roster: LobbyView, games: Games) -> Page:
    """Return who sits at a gathering table, how others can join, and the code of the next phone."""
    code = next((each.address for each in lobby_seats.awaited_phones(roster)), "")
    is_full = len(roster.members) == roster.config.seats
    return Page(
        PageKind.BOARD,
        words_shared.title(_(TITLE)),
        heading=spoken([lobby_painter.offer(roster.config, games)])[0].text,
        messages=spoken(lobby_painter.awaited(roster)),
        seats=tuple(_token(one) for one in lobby_seats.seats(roster)),
        room_code="" if is_full else lobby_painter.room_code(roster),
        codes=(qr_code(code),) if code else (),
        quoted=turning([roster.config.name, *(one.name for one in roster.members)]),
    )


def reviewing(page: Page) -> Page:
    """Return a replay without what can be done in it: what its leader shows to all."""
    result, above = page.dialog, page.lines
    if result is not None:
        above = (*spoken([text(result.title, "title")]), *result.lines)
    return Page(
        PageKind.BOARD,
        page.title,
        heading=page.heading,
        messages=(*page.messages, *above),
        game=page.game,
        areas=page.areas,
        log=page.log,
        quoted=page.quoted,
    )


def _token(one: ShownSeat | EmptySeat) -> SeatToken:
    if isinstance(one, EmptySeat):
        return SeatToken(one.state, is_free=True)
    name = spoken([text(one.name)])[0].text
    return SeatToken(name, one.state, is_ready=one.is_ready, is_away=not one.is_here)


@dataclass(frozen=True, slots=True)
class BoardTable(Generic[View, Move]):
    """A game on the big screen. `clock` is in seconds."""

    screen: GameScreen[View, Move]
    named_page: NamedPage[View, Move]
    waits: StatusLine

    @classmethod
    def of(
        cls,
        screen: GameScreen[View, Move],
        drawn: NamedPage[View, Move],
        now: TableSnapshot[View],
        clock: Callable[[], float] = time.monotonic,
    ) -> BoardTable[View, Move]:
        return cls(screen, drawn, StatusLine(now.players, clock))

    def page(self, now: TableSnapshot[View]) -> Page:
        """Return the table at this moment. Raise `ValueError` if `now` is any seat's."""
        with drawn_cards():
            return self._page(now)

    def _page(self, now: TableSnapshot[View]) -> Page:
        if now.seat != NOBODY:
            raise ValueError(now.seat)
        self.waits.look(now.status)
        view, players, title = now.view, now.players, words_shared.title(self.screen.title)
        if view is None or not self.screen.is_dealt(view):
            return Page(
                PageKind.BOARD,
                title,
                heading=_(words_shared.SETTING_UP),
                lines=spoken([*setup.progress_lines(now, self.waits)[1:], *_ending(self, now)]),
                quoted=turning(now.names),
            )
        events = self.screen.events(view, players)
        log = [line for event in events[-LOGGED:] for line in _rows(event.sentence)]
        ended = _ending(self, now)
        return Page(
            PageKind.BOARD,
            title,
            heading=self._heading(now),
            messages=spoken(ended or [*_latest(events), *self._away(now)]),
            game=self.named_page.game,
            areas=tuple(self.named_page.cards.areas(view, players, Looking())),
            log=spoken(log),
            quoted=turning(now.names),
        )

    def _heading(self, now: TableSnapshot[View]) -> str:
        if ended_early(now):
            return self.screen.title
        return spoken([self.waits.headline(now)])[0].text

    def _away(self, now: TableSnapshot[View]) -> list[Line]:
        sentence = self.waits.absence_sentence(now)
        return [text(sentence, "strong")] if sentence else []


def _latest(events: Sequence[Event]) -> list[Line]:
    return [line for event in events[-1:] for line in _rows(event.brief or event.sentence)]


def _rows(sentence: str) -> list[Line]:
    """Return the rows of what happened: of the end of a round there are several."""
    return [text(row.strip()) for row in sentence.split("\n")]


def _ending(table: BoardTable[View, Move], now: TableSnapshot[View]) -> list[Line]:
    """Return how the game and the table ended, the most important first, and who would play again;
    nothing before the end. How the result came about is in the log."""
    if now.ending is None:
        return []
    ended = end_text(table.screen, now, now.ending, EndedTable())
    first = ended.in_short()
    others = [line for line in (*ended.result, *ended.ended) if line is not first]
    return [first, *others, *map(text, who_would_play(now, now.company.again))]
