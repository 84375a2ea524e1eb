"""What is new at a table since one last looked: each event once, in the order of the game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from p2p_hanabi.games.hanabi_state import Hinted
from p2p_hanabi.games.hanabi_view import HanabiView
from protocol.game import Seat
from protocol.status import Doing, Status

from . import sentences, table_painter
from .loop import Report
from .narrator import drawn, story
from .port import Company, TablePort
from .style import Line, text

WAITING_S = (5, 15, 30, 60)
THINKING_S = (30, 60)
THEN_EVERY_S = 60


class News:
    """Remembers what it has told. `clock` is in seconds."""

    def __init__(self, company: Company, clock: Callable[[], float]) -> None:
        self._company = company
        self._clock = clock
        self._missing: frozenset[Seat] = frozenset()
        self._activity: tuple[Doing, tuple[int, int] | None] | None = None
        self._told_words = False
        self._game = _GameNews(company)
        self._waits = _Waits(company)

    def look(self, port: TablePort) -> Report:
        status, view = port.status(), port.view()
        lines = [*self._links(frozenset(port.missing())), *self._set_up(status)]
        calls = False
        if isinstance(view, HanabiView) and any(view.hands):
            report = self._game.look(view)
            lines += report.lines
            calls = report.calls
        if port.ending() is None:
            lines += self._waits.look(status, self._missing, self._clock())
        return Report(tuple(lines), calls)

    def _links(self, missing: frozenset[Seat]) -> list[Line]:
        before, self._missing = self._missing, missing
        gone = [sentences.link_lost(self._company.name(s)) for s in sorted(missing - before)]
        back = [sentences.link_back(self._company.name(s)) for s in sorted(before - missing)]
        return [*(text(each, "alarm") for each in gone), *map(text, back)]

    def _set_up(self, status: Status) -> list[Line]:
        lines: list[Line] = []
        if status.words is not None and not self._told_words:
            self._told_words = True
            lines.append(text(sentences.table_words(status.words), "strong"))
            lines.append(text(sentences.compare_words()))
        activity = (status.doing, status.step)
        if not status.hands_dealt and activity != self._activity:
            self._activity = activity
            step = status.step
            who = None if step is None else self._company.other(Seat(step[0] - 1))
            if (told := sentences.set_up(status.doing, who, step)) is not None:
                lines.append(text(told))
        return lines


class _GameNews:
    """What the view of the game tells."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._last: HanabiView | None = None
        self._pile = 0
        self._drawer: Seat | None = None
        self._turn_told = -1

    def look(self, view: HanabiView) -> Report:
        last, self._last = self._last, view
        if last is view:
            return Report(())
        lines = self._first(view) if last is None else self._since(last, view)
        lines += self._turn(view)
        calls = view.actor == view.seat and self._turn_told != view.turn
        if view.actor is not None:
            self._turn_told = view.turn
        if view.outcome is not None and (last is None or last.outcome is None):
            lines += table_painter.result(view)
        return Report(tuple(lines), calls)

    def _first(self, view: HanabiView) -> list[Line]:
        self._pile = view.pile
        lines = [text(sentences.dealt())]
        if view.log:
            lines.append(text(sentences.moves_before(len(view.log))))
            if not isinstance(view.log[-1], Hinted) and view.actor is None:
                self._drawer = view.log[-1].seat
        return [*lines, *table_painter.hands(view, self._company), table_painter.tokens(view)]

    def _since(self, last: HanabiView, view: HanabiView) -> list[Line]:
        told = list(story(view, self._company))
        lines: list[Line] = []
        for entry, sentence in zip(view.log[len(last.log) :], told[len(last.log) :], strict=True):
            lines += self._draw(view)
            lines.append(text(sentence))
            self._drawer = None if isinstance(entry, Hinted) else entry.seat
        lines += self._losses(last, view)
        return lines + self._draw(view)

    def _draw(self, view: HanabiView) -> list[Line]:
        """The card that followed the move told last, if it is dealt by now."""
        if self._drawer is None or self._pile == view.pile:
            return []
        seat, self._drawer = self._drawer, None
        self._pile -= 1
        lines = [text(drawn(view, self._company, seat, self._pile))]
        return lines if self._pile else [*lines, text(sentences.last_lap(), "strong")]

    def _losses(self, last: HanabiView, view: HanabiView) -> list[Line]:
        reach = enumerate(zip(last.reachable, view.reachable, strict=True))
        lower = [(colour, now) for colour, (before, now) in reach if now < before]
        return [text(sentences.out_of_reach(colour, now), "alarm") for colour, now in lower]

    def _turn(self, view: HanabiView) -> list[Line]:
        line = table_painter.whose_turn(view, self._company)
        return [] if line is None or self._turn_told == view.turn else [line]


class _Waits:
    """For whom the table waits, told less and less often."""

    def __init__(self, company: Company) -> None:
        self._company = company
        self._round = -1
        self._since = 0.0
        self._told = 0.0

    def look(self, status: Status, missing: frozenset[Seat], now: float) -> list[Line]:
        if status.round_number != self._round:
            self._round, self._since, self._told = status.round_number, now, 0.0
        others = [seat for seat in status.waiting_for if seat != self._company.me]
        thinks = status.doing is Doing.MOVING and not missing.intersection(others)
        waited = now - self._since
        due = _last_mark(THINKING_S if thinks else WAITING_S, waited)
        if not others or due <= self._told:
            return []
        self._told = due
        names = [self._company.name(seat) for seat in others]
        if thinks:
            return [text(sentences.thinking(names[0], waited))]
        return [text(sentences.waiting(names, waited))]


def _last_mark(marks: tuple[int, ...], waited: float) -> float:
    """The last moment at which something was due; after the marks of the list every minute."""
    if waited >= marks[-1]:
        return waited - (waited - marks[-1]) % THEN_EVERY_S
    return next((float(a) for a, b in pairwise((0, *marks)) if a <= waited < b), 0.0)
