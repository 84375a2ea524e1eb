"""Ending a table by common consent: what a stop says, and which stops are enough.

A stop is signed under a round and head, and lists the seats that its speaker cannot reach. It
silences nobody. The table ends for everybody once a group of seats have signed one for the same
round, and each of them calls every seat outside the group missing. A group of one seat has left the
table.
Source: docs/protocol.md, section 4, "Ending by common consent".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from ..encoding import Integer, Value
from ..errors import Dropped
from ..game import Seat
from ..identity.seating import Seating
from ..reasons import Ignored
from ..rounds.state import Stage
from .history import History, Statement


@dataclass(frozen=True, slots=True)
class Consent:
    """The stops of all seats except those that each of these calls missing, in seat order."""

    stops: tuple[Statement, ...]

    @property
    def by(self) -> tuple[Seat, ...]:
        """The seats that have signed the stops, ascending."""
        return tuple(stop.seat for stop in self.stops)

    def standing(self, history: History) -> tuple[Statement, ...]:
        """Return the stops; none if this history has rolled back the round that they end."""
        place = self.stops[0]
        stage = history.stage_of(place.round_number)
        return self.stops if stage is not None and stage.head == place.head else ()


def stop_body(missing: tuple[Seat, ...]) -> Value:
    """Return the body of a stop, ["stop", missing]; the missing seats are ascending."""
    return ("stop", missing)


def read_stop(statement: Statement, seating: Seating) -> frozenset[Seat]:
    """Return the seats that a stop calls missing. Raises `Dropped` if it is malformed."""
    match statement.body:
        # §2: `true` is refused: it equals 1 in Python, and one meaning would have two forms.
        case ("stop", tuple(missing)) if all(isinstance(seat, Integer) for seat in missing):
            seats = [seat for seat in seating.seats if seat in missing and seat != statement.seat]
            # §4: ascending and without its speaker, so that one meaning has one form.
            if list(missing) == seats:
                return frozenset(seats)
    raise Dropped(Ignored.NO_STOP)


def is_consent(stops: list[Statement], stage: Stage) -> bool:
    """Return whether these stops, one of each seat and all for this round, are enough. Raises
    `Dropped` if one is malformed."""
    consent = consent_of({stop.seat: [stop] for stop in stops}, stage)
    # §7: all of them, so a file has no stop that ended nothing.
    return consent is not None and list(consent.stops) == stops


def consent_of(kept: Mapping[Seat, Sequence[Statement]], stage: Stage) -> Consent | None:
    """Return the largest set of these that ends the table; None if none does. Raises `Dropped` if a
    stop is malformed.

    A seat that does not call every seat outside the set missing is removed, again and again until
    nothing changes: what remains is the largest set. So the result does not depend on the order in
    which stops arrive.
    """
    # §14: a seat that is gone says no stops, and need not be called missing.
    part = {seat: stops for seat, stops in kept.items() if seat in stage.active}
    while part:
        chosen = {seat: _enough(stops, part.keys(), stage) for seat, stops in part.items()}
        # §7: in seat order, as they stand in the file.
        stops = [chosen[seat] for seat in sorted(chosen)]
        found = tuple(stop for stop in stops if stop is not None)
        if len(found) == len(stops):
            return Consent(found)
        # §4: whoever is removed here can reach a seat outside the set, which may still be playing.
        part = {stop.seat: part[stop.seat] for stop in found}
    return None


def _enough(stops: Sequence[Statement], part: AbstractSet[Seat], stage: Stage) -> Statement | None:
    """Return a stop that calls every active seat outside this set missing: of several the one with
    the smallest payload."""
    others = set(stage.active) - part
    # §4: it may also call seats of the set missing: they agree by their own stops.
    fitting = [stop for stop in stops if others <= read_stop(stop, stage.seating)]
    # §7: a choice that does not depend on what arrived first.
    return min(fitting, key=lambda stop: stop.payload, default=None)
