"""What a table is doing, and for whom it waits, for the first row of a screen."""

from __future__ import annotations

from collections.abc import Callable

from protocol.game import Seat
from protocol.peer.status import Activity, Status

from ...drawing.style import Line, text
from ...words import sentences_shared as sentences
from ...words import words_shared as words
from ...words.i18n import _
from ...words.words_joined import listing
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
            return text(_(words.ENDED), "strong")
        if status.activity is Activity.MOVING and now.seat in status.waiting_for:
            self._mover = None
            return text(_("YOUR TURN"), "turn")
        others, away = self.others(now), now.missing.keys()
        names = [self._players.name(seat) for seat in others]
        if (mover := self.thinks(now)) is not None:
            self._mover, self._moves = mover, text(words.thinks(names[0], self.waited))
            return self._moves
        step = status.step
        who = None if step is None else self._players.other(Seat(step[0] - 1))
        if not status.hands_dealt and (sentence := sentences.set_up(status.activity, who, step)):
            return text(sentence)
        if not names or (self.waited < PATIENT_S and not away):
            return text(_("One moment..."), "dim") if self.still_moves is None else self._moves
        style = "" if away.isdisjoint(others) else "strong"
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
        others = self.others(now)
        if not others or self.thinks(now) is not None or self.waited < LONG_S:
            return ""
        if sentence := self.absence_sentence(now):
            return sentence
        names = [self._players.name(seat) for seat in others]
        return sentences.waiting(names, self.waited, now.status.activity)

    def objection(self, now: SeatSnapshot) -> str:
        """Return who has objected without a proof so far, once that takes long; else empty."""
        others = self.others(now)
        is_open = now.status.activity is Activity.DISPUTING
        if not is_open or not others or self.waited < LONG_S:
            return ""
        names = listing([self._players.name(seat) for seat in others])
        return _(
            "{names} objected, but the proof has not arrived yet; until then nobody can move. You "
            "can leave the table."
        ).format(names=names)

    @staticmethod
    def others(now: SeatSnapshot) -> list[Seat]:
        """Return for whom the table waits, apart from this player."""
        return [seat for seat in now.status.waiting_for if seat != now.seat]

    def thinks(self, now: SeatSnapshot) -> Seat | None:
        """Return who is to move and connected; None if nobody, or this player."""
        others = self.others(now)
        is_here = now.missing.keys().isdisjoint(others)
        return others[0] if others and is_here and now.status.activity is Activity.MOVING else None

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
