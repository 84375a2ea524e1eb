"""News about seats that are gone, and about ending the table, each reported once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from protocol.errors import NotNow
from protocol.game import Seat
from protocol.peer.status import Activity, Status
from protocol.reasons import NotPossible

from ...words import sentences_questions as questions
from ...words import sentences_shared as sentences
from ...words.i18n import _
from ...words.sentences_reasons import why
from ..device import Device
from ..game.table_players import Players
from ..seat.table_snapshot import SeatSnapshot
from . import sentences_absence as texts

LONG_S = 30.0
"""After this time, the screen shows what can be done about an absent player."""
FEW = 3
"""With this many seats, one player could play on with each of the others."""


class AbsenceNews:
    """Tracks what has been reported."""

    def __init__(self, players: Players, device: Device = Device.KEY) -> None:
        self._device = device
        self._players = players
        self._gone: Seat | None = None
        self._absent: set[tuple[int, Seat, Seat]] = set()
        self._stops: set[tuple[int, Seat]] = set()
        self._left: set[Seat] = set()

    def look(self, status: Status) -> list[str]:
        new = [seat for seat in status.left if seat not in self._left]
        descriptions = [
            _(
                "{who} has left for good. When it is that player's turn, the game goes on "
                "without {who}."
            ).format(who=self._players.name(seat))
            for seat in new
        ]
        self._left |= {*new}
        if status.gone is not None and status.gone != self._gone:
            self._gone = status.gone
            descriptions.append(self._goes_on(status.gone))
        for about, seats in status.called_gone:
            descriptions += self._absences(status, about, seats)
        stops = () if status.activity is Activity.ENDED else status.stopped_by
        for seat in [seat for seat in stops if seat not in self._left]:
            if (status.round_number, seat) not in self._stops:
                self._stops.add((status.round_number, seat))
                descriptions.append(texts.said_stop(self._players.other(seat), self._device))
        return descriptions

    def _goes_on(self, gone: Seat) -> str:
        if gone in self._left:
            return _("The game goes on without {who}, whose turns are skipped.").format(
                who=self._players.name(gone)
            )
        return texts.goes_on_without(self._players.other(gone))

    def _absences(self, status: Status, about: Seat, seats: tuple[Seat, ...]) -> list[str]:
        """Report votes that a seat is gone, but not again at each of its turns, and not for a seat
        that has left for good, about which votes are automatic."""
        other = self._players.other(about)
        descriptions: list[str] = []
        for by in seats:
            key = (status.round_number, about, by)
            if key not in self._absent and about != status.gone and about not in self._left:
                descriptions.append(texts.said_gone(self._players.other(by), other))
            self._absent.add(key)
        if descriptions and other is not None and self._players.me not in seats:
            descriptions.append(texts.agree_that_gone(other, self._device))
        if descriptions and len(self._players.names) == FEW:
            descriptions.append(
                _(
                    "With three players this takes trust: a cheater could tell each of the other "
                    "two that the other one is gone. Ask that player yourself, in person or by "
                    "phone."
                )
            )
        return descriptions


def awaited(now: SeatSnapshot) -> Seat | None:
    """Return the first awaited seat that is disconnected; None if there is none."""
    away = now.missing
    return next((seat for seat in now.status.waiting_for if seat in away), None)


def is_long_away(now: SeatSnapshot) -> bool:
    """Return whether an awaited player has been away so long that the screen shows what can be
    done."""
    seat = awaited(now)
    return seat is not None and now.missing[seat] >= LONG_S


def incompatible(now: SeatSnapshot) -> list[str]:
    """Return which missing players have programs that do not fit this one."""
    found = sorted(now.incompatible.items())
    return [sentences.incompatible(now.names[seat], why(reason)) for seat, reason in found]


def who_is_away(now: SeatSnapshot) -> str | None:
    """Return that the awaited player left, or lost the connection, and since when, or that the
    program there does not fit; None if no awaited player is away, or if that player has left for
    good."""
    seat = awaited(now)
    if seat is None:
        out = [seat for seat in now.status.waiting_for if seat in now.stepped_out]
        return sentences.stepped_out(now.names[out[0]]) if out else None
    if seat in now.status.left:
        return None
    if (reason := now.incompatible.get(seat)) is not None:
        return sentences.incompatible(now.names[seat], why(reason))
    has_left = seat in now.stepped_out
    return sentences.not_connected(now.names[seat], now.missing[seat], has_left=has_left)


def hint(
    status: Status, missing: Iterable[Seat], players: Players, device: Device = Device.KEY
) -> str | None:
    """Return what can be done about an awaited player who is disconnected."""
    away = set(missing)
    seat = next((seat for seat in status.waiting_for if seat in away), None)
    if seat is None:
        return None
    if status.activity is Activity.CLOSING:
        return texts.may_have_the_end(players.name(seat), device)
    if seat in status.left:
        return texts.goes_on_once_all_are_here(players.name(seat), device)
    if len(players.names) > 2 and len(away) == len(players.names) - 1:
        return texts.all_away(device)
    goes_on = status.has_escrow and (status.gone == seat or status.gone not in away)
    return texts.what_can_be_done(players.name(seat), device=device, goes_on=goes_on)


def why_not_gone(now: SeatSnapshot, seat: Seat) -> str | None:
    """Return why the seat cannot be declared gone, if that is known in advance."""
    status = now.status
    if not status.has_escrow:
        return texts.refused(NotPossible.NO_ESCROW)
    if seat in status.left:
        return texts.refused(NotPossible.HAS_LEFT)
    if seat not in now.missing:
        return texts.refused(NotPossible.LINKED)
    if status.gone not in (None, seat) and status.gone in now.missing:
        return texts.refused(NotPossible.OTHERS_MISSING)
    return None if seat in status.waiting_for else texts.refused(NotPossible.NOT_AWAITED)


def before_stop(now: SeatSnapshot, nothing_left: str = "") -> str:
    """Return the question before a stop; nobody can agree alone. `nothing_left`: that no more
    points are possible."""
    status, away = now.status, now.missing
    others = set(range(len(now.names))) - {now.seat, *status.left}
    if others - away.keys():
        if nothing_left:
            question = _("Agree to end the game with this score? You cannot undo this.")
            return f"{nothing_left} {question}"
        return _(
            "Agree to end the game? It ends once everybody who is here agrees. You "
            "cannot undo this."
        )
    return questions.stop_alone(goes_on=status.has_escrow)


def before_abandon(now: SeatSnapshot) -> str:
    """Return the question before leaving for good: with escrow, the others play on if nobody else
    is gone."""
    status, away = now.status, now.missing
    if not status.has_escrow:
        return _("End the game for everybody? They are told that it was you. You cannot undo this.")
    is_first = status.gone in (None, now.seat) or status.gone not in away
    gone = None if status.gone is None or is_first else now.names[status.gone]
    return questions.leave_for_good(gone)


def refused(word: Callable[[], None]) -> str | None:
    """Make an announcement to all; return why it was refused, or None."""
    try:
        word()
    except NotNow as why:
        return texts.refused(why.reason.code)
    return None
