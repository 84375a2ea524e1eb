"""What a table is doing, and for whom it waits, for the first row of a screen."""

from __future__ import annotations

from collections.abc import Callable

from protocol.game import Seat
from protocol.peer.status import Activity, Status

from ...drawing.style import Line, text
from ...words import sentences_shared as sentences
from ...words import words_shared as words
from ...words.i18n import _
from ..device import Device
from ..game.table_players import Players
from ..seat.table_snapshot import SeatSnapshot
from . import absence

PATIENT_S = 3.0
"""Shorter waits are not shown."""
LONG_S = 5.0
"""After this time, the screen shows what is awaited."""
STILL_S = 0.5
"""How long the first row stays after a move; otherwise it would flicker while the others agree."""


class StatusLine:
    """Tracks since when the current round is open, and so for how long the table has `waited`.
    `clock` is in seconds."""

    def __init__(
        self, players: Players, clock: Callable[[], float], device: Device = Device.KEY
    ) -> None:
        self._device = device
        self._players = players
        self._clock = clock
        self._round = -1
        self._since = 0.0
        self.waited = 0.0
        self._mover: Seat | None = None
        self._moves: Line = ()

    def look(self, status: Status) -> None:
        now = self._clock()
        if status.round_number != self._round:
            self._round, self._since = status.round_number, now
        self.waited = now - self._since

    def headline(self, now: SeatSnapshot) -> Line:
        """Return whose turn it is, or what the table is doing."""
        status = now.status
        if now.ending is not None:
            self._mover = None
            return text(_("The game has ended."), "strong")
        if status.activity is Activity.MOVING and now.seat in status.waiting_for:
            self._mover = None
            return text(_("YOUR TURN"), "turn")
        others = [seat for seat in status.waiting_for if seat != now.seat]
        return self._others(status, others, frozenset(now.missing))

    def _others(self, status: Status, others: list[Seat], away: frozenset[Seat]) -> Line:
        names = [self._players.name(seat) for seat in others]
        if status.activity is Activity.MOVING and names and not away.intersection(others):
            self._mover = others[0]
            self._moves = text(words.thinks(names[0], self.waited))
            return self._moves
        step = status.step
        who = None if step is None else self._players.other(Seat(step[0] - 1))
        if not status.hands_dealt and (sentence := sentences.set_up(status.activity, who, step)):
            return text(sentence)
        if not names or (self.waited < PATIENT_S and not away):
            return text(_("One moment..."), "dim") if self.still_moves is None else self._moves
        style = "strong" if away.intersection(others) else ""
        return text(words.waits(names, self.waited), style)

    def absence_sentence(self, now: SeatSnapshot) -> str:
        """Return whose program does not fit, or which awaited player is away, and since when, once
        that takes long; else empty. It may be shown beside other messages."""
        if found := absence.incompatible(now):
            return found[0]
        sentence = absence.who_is_away(now) if self.waited >= LONG_S else None
        return sentence or ""

    def sentence(self, now: SeatSnapshot) -> str:
        """Return whose program does not fit, or what the table is waiting for, once that takes
        long; else empty."""
        if found := absence.incompatible(now):
            return found[0]
        status, away = now.status, now.missing
        others = [seat for seat in status.waiting_for if seat != now.seat]
        is_thinking = status.activity is Activity.MOVING and not any(
            seat in away for seat in others
        )
        if not others or is_thinking or self.waited < LONG_S:
            return ""
        if sentence := self.absence_sentence(now):
            return sentence
        names = [self._players.name(seat) for seat in others]
        return sentences.waiting(names, self.waited, status.activity)

    @property
    def still_moves(self) -> Seat | None:
        """Who has just moved, and is still shown as to move; None if nobody."""
        return self._mover if self.waited < STILL_S else None

    def what_can_be_done(self, now: SeatSnapshot) -> str | None:
        """Return what can be done about an awaited player who has been away for long; None if a
        program has to be updated."""
        if absence.incompatible(now):
            return None
        if self.waited < absence.LONG_S or not absence.is_long_away(now):
            return None
        return absence.hint(now.status, now.missing, self._players, self._device)
