"""The news at a table: each event once, in the order of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from protocol.game import Move, Seat, View
from protocol.peer.status import Activity, Status

from ...drawing.style import Line, text
from ...words import sentences_shared as sentences
from ...words.i18n import _
from ..device import Device
from ..game.game_screen import GameScreen
from ..game.numbered_moves import rows
from ..game.table_players import Players
from ..seat.table_snapshot import SeatSnapshot, TableSnapshot
from . import table_painter
from .absence import AbsenceNews, incompatible
from .machines import at_table, to_compare
from .sentences_absence import can_end

READING_EVERY_S = 2


class News(Generic[View, Move]):
    """Tracks what has been reported. `clock` is in seconds."""

    def __init__(
        self, screen: GameScreen[View, Move], players: Players, clock: Callable[[], float]
    ) -> None:
        self._screen = screen
        self._players = players
        self._clock = clock
        self._missing: frozenset[Seat] = frozenset()
        self._was_linked: set[Seat] = set()
        self._out: frozenset[Seat] = frozenset()
        self._incompatible: list[str] = []
        self._activity: tuple[Activity, tuple[int, int] | None] | None = None
        self._has_shown_words = False
        self._shuffled: int | None = None
        self._journal = _Journal(clock())
        self._game = _GameNews(screen, players)
        self._absence = AbsenceNews(players)

    def look(self, now: TableSnapshot[View]) -> list[Line]:
        if (reading := now.reading) is not None:
            return self._journal.look(reading, self._clock())
        status, view = now.status, now.view
        dealt = None if view is None or not self._screen.is_dealt(view) else view
        lines = self._links(now, frozenset(status.left))
        if dealt is None or not self._has_shown_words:  # later shuffles are not news
            lines += self._set_up(status, now.machines)
        if dealt is not None:
            lines += self._game.look(dealt)
        lines += [text(sentence, "alarm") for sentence in self._absence.look(status)]
        return lines

    def _links(self, now: SeatSnapshot, left: frozenset[Seat]) -> list[Line]:
        """Return lost and restored connections, except to those who have left for good."""
        before, missing, stepped_out = self._missing, frozenset(now.missing), now.stepped_out
        self._missing = missing
        gone, back = sorted(missing - before - left), sorted(before - missing)
        lines = [self._link_lost(seat, has_left=seat in stepped_out) for seat in gone]
        for seat in back:
            is_back = seat in self._was_linked
            sentence = _("{who} is connected again.") if is_back else _("{who} is connected.")
            lines.append(text(sentence.format(who=self._players.name(seat))))
        lines += self._stepped_out(frozenset(stepped_out) - missing - left, missing)
        known, self._incompatible = self._incompatible, incompatible(now)
        lines += [
            text(sentence, "alarm") for sentence in self._incompatible if sentence not in known
        ]
        self._was_linked |= {seat for seat in self._players.from_next if seat not in missing}
        return lines

    def _stepped_out(self, out: frozenset[Seat], missing: frozenset[Seat]) -> list[Line]:
        """Return who has left while the seat stays connected, and who of them is back."""
        before, self._out = self._out, out
        lines = [
            text(sentences.stepped_out(self._players.name(seat)), "strong")
            for seat in sorted(out - before)
        ]
        return lines + [
            text(_("{who} is back.").format(who=self._players.name(seat)))
            for seat in sorted(before - out - missing)
        ]

    def _link_lost(self, seat: Seat, *, has_left: bool) -> Line:
        """Report a missing player; one who was never connected here is not away, as oneself may
        have come back."""
        who = self._players.name(seat)
        if seat in self._was_linked:
            return text(sentences.link_lost(who, has_left=has_left), "strong")
        return text(_("Looking for {who}...").format(who=who))

    def _set_up(self, status: Status, machines: Sequence[Seat]) -> list[Line]:
        lines: list[Line] = []
        if status.words is not None and not self._has_shown_words:
            self._has_shown_words = True
            if spoken := to_compare(status.words, machines):
                lines += table_painter.words(spoken)
            lines += at_table(self._players, machines)
        activity, skipped = (status.activity, status.step), self._skipped_shuffles(status)
        if not status.hands_dealt and activity != self._activity:
            self._activity = activity
            lines += map(text, skipped)
            step = status.step
            sentence = sentences.set_up(status.activity, self._shuffler(step), step)
            if sentence is not None:
                lines.append(text(sentence))
        return lines

    def _skipped_shuffles(self, status: Status) -> list[str]:
        """Return those that began and ended between two looks, such as one's own, which is ready
        before its turn."""
        of = len(self._players.names)
        before_all = status.activity in (
            Activity.COMMITTING,
            Activity.REVEALING,
            Activity.ESCROWING,
        )
        begun = status.step[0] if status.step else 0 if before_all else of
        known, self._shuffled = self._shuffled, begun
        ended = begun - 1 if status.step else begun
        steps = () if known is None else [(n, of) for n in range(known + 1, ended + 1)]
        reports = (
            sentences.set_up(Activity.SHUFFLING, self._shuffler(each), each) for each in steps
        )
        return [each for each in reports if each is not None]

    def _shuffler(self, step: tuple[int, int] | None) -> str | None:
        return None if step is None else self._players.other(Seat(step[0] - 1))


class _GameNews(Generic[View, Move]):
    """News from the view of the game: what happened, who is to act, how it ended."""

    def __init__(self, screen: GameScreen[View, Move], players: Players) -> None:
        self._screen = screen
        self._players = players
        self._teller = screen.teller(players)
        self._last: View | None = None
        self._asked: tuple[int, int] | None = None

    def look(self, view: View) -> list[Line]:
        last, self._last = self._last, view
        if last is view:
            return []
        lines = self._teller.look(view)
        left = self._screen.nothing_left(view)
        if left and (last is None or not self._screen.nothing_left(last)):
            lines.append(text(can_end(left, Device.KEY), "strong"))
        turn = self._screen.whose_turn(view, self._players)
        asked = (view.turn, len(view.log))
        is_new = turn is not None and asked != self._asked
        if turn is not None and is_new:
            self._asked = asked
            lines.append(turn)
            if self._screen.numbers_moves:
                lines += rows(self._screen, view, self._players)
        if view.outcome is not None and (last is None or last.outcome is None):
            lines += self._screen.result(view, self._players)
        return lines


class _Journal:
    """Progress of reading one's own journal, if that takes time."""

    def __init__(self, now: float) -> None:
        self._reported = now

    def look(self, reading: tuple[int, int], now: float) -> list[Line]:
        if now - self._reported < READING_EVERY_S:
            return []
        self._reported = now
        return [text(sentences.reading_journal(*reading))]
