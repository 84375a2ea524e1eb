"""Ending a table by common consent of those who are there.

A stop is signed under a round and head, and names the seats that its speaker has no link to. It
silences nobody. The table ends for everybody once all have signed one for the same round but seats
that each of the others finds missing.
Source: docs/protocol.md, section 4, "Ending by common consent".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations

from .encoding import Value
from .errors import Dropped
from .game import Seat
from .history import Course, Statement
from .seating import Seating
from .stage import Stage


@dataclass(frozen=True, slots=True)
class Consent:
    """Everybody's stop but of those that each of them finds missing; in seat order."""

    stops: tuple[Statement, ...]

    @property
    def by(self) -> tuple[Seat, ...]:
        return tuple(stop.seat for stop in self.stops)

    def standing(self, course: Course) -> tuple[Statement, ...]:
        """The stops; none if whoever holds this has had to take back the round that they end."""
        place = self.stops[0]
        stage = course.stage_of(place.round_number)
        return self.stops if stage is not None and stage.head == place.head else ()


@dataclass
class Stops:
    """The stops that a seat has said and heard, its own among them."""

    _said: dict[tuple[int, bytes], dict[Seat, list[Statement]]] = field(default_factory=dict)

    def hear(self, statement: Statement, course: Course) -> bool:
        """Keep it; False if it is known already. `Dropped` if it is none, or of a round to come:
        it is said again."""
        read_stop(statement, course.stage.seating)
        if course.stage_of(statement.round_number) is None:
            raise Dropped("of a round to come")
        place = (statement.round_number, statement.head)
        known = self._said.setdefault(place, {}).setdefault(statement.seat, [])
        if any(stop.body == statement.body for stop in known):
            return False
        known.append(statement)
        return True

    def all(self) -> list[Statement]:
        return [stop for said in self._said.values() for stops in said.values() for stop in stops]

    def stages(self, course: Course) -> list[Stage]:
        """The rounds for which somebody has said it, and the open one."""
        known = (course.stage_of(number) for number, _ in self._said)
        places = {stage.round_number: stage for stage in known if stage is not None}
        return list({**places, course.stage.round_number: course.stage}.values())

    def holds(self, seat: Seat, stage: Stage, body: Value) -> bool:
        """Whether the seat has said just this for that round."""
        said = self._said.get((stage.round_number, stage.head), {}).get(seat, ())
        return any(stop.body == body for stop in said)

    def said_by(self, course: Course) -> tuple[Seat, ...]:
        """Who has said so in the open round."""
        return tuple(sorted(self._said.get((course.stage.round_number, course.stage.head), ())))

    def consent(self, course: Course) -> Consent | None:
        """The first round, open or complete, for which it is complete; absent if none."""
        for (number, head), said in sorted(self._said.items()):
            stage = course.stage_of(number)
            if stage is None or stage.head != head:
                continue
            # Any of those who have said it may be enough, whatever another has said beside them:
            # else it would depend on what is heard first.
            for some in _parts(said):
                if (consent := _complete(some, course.stage.seating)) is not None:
                    return consent
        return None


def stop_body(missing: tuple[Seat, ...]) -> Value:
    return ("stop", missing)


def read_stop(statement: Statement, seating: Seating) -> frozenset[Seat]:
    """The seats that it calls missing; `Dropped` if it is not of this form."""
    match statement.body:
        case ("stop", tuple(missing)) if all(type(seat) is int for seat in missing):
            seats = [seat for seat in seating.seats if seat in missing and seat != statement.seat]
            if list(missing) == seats:
                return frozenset(seats)
    raise Dropped("no stop")


def is_consent(stops: list[Statement], seating: Seating) -> bool:
    """Whether these, one of each seat and all for one round, are enough."""
    return _complete({stop.seat: [stop] for stop in stops}, seating) is not None


def _parts(said: Mapping[Seat, list[Statement]]) -> Iterator[Mapping[Seat, list[Statement]]]:
    """Every choice of speakers, the larger first."""
    for count in range(len(said), 0, -1):
        for seats in combinations(sorted(said), count):
            yield {seat: said[seat] for seat in seats}


def _complete(said: Mapping[Seat, list[Statement]], seating: Seating) -> Consent | None:
    others = frozenset(seating.seats) - said.keys()
    chosen = []
    for seat in sorted(said):
        enough = [stop for stop in said[seat] if others <= read_stop(stop, seating)]
        if not enough:
            return None
        chosen.append(enough[0])
    return Consent(tuple(chosen))
