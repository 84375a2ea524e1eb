"""Ending a table by common consent of those who are there.

A stop is signed under a round and head, and names the seats that its speaker cannot reach. It
silences nobody. The table ends for everybody once some have signed one for the same round and every
other seat is missing for each of them. Whoever is alone in that has left the table.
Source: docs/protocol.md, section 4, "Ending by common consent".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from ..encoding import Value
from ..errors import Dropped
from ..game import Seat
from ..identity.seating import Seating
from ..ledger.history import Course, Statement
from ..rounds.state import Stage

_Place = tuple[int, bytes]


@dataclass(frozen=True, slots=True)
class Consent:
    """The stops of all seats but those that each of these finds missing; in seat order."""

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
    """The stops that a seat has said and heard, its own among them.

    Of each seat only those of the latest rounds are kept, and of each round those that name other
    seats missing: so there are never many, whatever anybody signs.
    """

    _said: dict[_Place, dict[Seat, list[Statement]]] = field(default_factory=dict)
    _news: set[_Place] = field(default_factory=set)

    def hear(self, statement: Statement, course: Course) -> bool:
        """Keep it; False if it is known already. `Dropped` if it is none, or of a round to come
        (it is said again), or of a seat that has no part in the table any more."""
        missing = read_stop(statement, course.stage.seating)
        stage = course.stage_of(statement.round_number)
        if stage is None:
            raise Dropped("of a round to come")
        if statement.seat not in stage.active:
            raise Dropped("a stop of a seat that is gone")
        place = (statement.round_number, statement.head)
        known = self._said.get(place, {}).get(statement.seat, [])
        if any(missing == read_stop(stop, stage.seating) for stop in known):
            return False
        self._forget_old(statement, _most(stage.seating))
        self._said.setdefault(place, {}).setdefault(statement.seat, []).append(statement)
        self._news.add(place)
        return True

    def _forget_old(self, statement: Statement, most: int) -> None:
        """Keep so many rounds of this seat; an older one than all of these is not kept."""
        seat = statement.seat
        places = sorted(p for p, said in self._said.items() if seat in said)
        numbers = {statement.round_number, *(number for number, _ in places)}
        if len(numbers) <= most:
            return
        if statement.round_number == min(numbers):
            raise Dropped("of a round long over")
        for place in places:
            if place[0] == min(numbers):
                del self._said[place][seat]
                if not self._said[place]:
                    del self._said[place]

    def all(self) -> list[Statement]:
        return [stop for said in self._said.values() for stops in said.values() for stop in stops]

    def stages(self, course: Course) -> list[Stage]:
        """The open round, and those for which somebody has said it: of the latest only, no more
        than are kept of one seat."""
        numbers = {course.stage.round_number, *(number for number, _ in self._said)}
        latest = sorted(numbers)[-_most(course.stage.seating) :]
        known = (course.stage_of(number) for number in latest)
        return [stage for stage in known if stage is not None]

    def holds(self, seat: Seat, stage: Stage, body: Value) -> bool:
        """Whether the seat has said just this for that round."""
        said = self._said.get((stage.round_number, stage.head), {}).get(seat, ())
        return any(stop.body == body for stop in said)

    def said_by(self, course: Course) -> tuple[Seat, ...]:
        """Who has said so in the open round."""
        return tuple(sorted(self._said.get((course.stage.round_number, course.stage.head), ())))

    def consent(self, course: Course) -> Consent | None:
        """The first round, open or complete, for which what was heard since the last call makes it
        complete; absent if none. The work does not grow with what was heard before."""
        news, self._news = sorted(self._news), set()
        for place in news:
            stage = course.stage_of(place[0])
            if stage is not None and stage.head == place[1]:
                agreed = _agreed(self._said.get(place, {}), stage)
                if agreed is not None:
                    return agreed
        return None


def _most(seating: Seating) -> int:
    """Of so many rounds the stops of one seat are kept."""
    return len(seating.places) + 2


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


def is_consent(stops: list[Statement], stage: Stage) -> bool:
    """Whether these, one of each seat and all for this round, are enough."""
    consent = _agreed({stop.seat: [stop] for stop in stops}, stage)
    return consent is not None and list(consent.stops) == stops


def _agreed(said: Mapping[Seat, Sequence[Statement]], stage: Stage) -> Consent | None:
    """The largest part of these that ends the table.

    Whoever does not find everybody outside of it missing is not part of it: what is left after
    taking away all of these, until nothing changes, is the largest. So it does not depend on what
    is heard first.
    """
    part = {seat: stops for seat, stops in said.items() if seat in stage.active}
    while part:
        chosen = {seat: _enough(stops, part.keys(), stage) for seat, stops in part.items()}
        stops = [chosen[seat] for seat in sorted(chosen)]
        found = tuple(stop for stop in stops if stop is not None)
        if len(found) == len(stops):
            return Consent(found)
        part = {stop.seat: part[stop.seat] for stop in found}
    return None


def _enough(stops: Sequence[Statement], part: AbstractSet[Seat], stage: Stage) -> Statement | None:
    """The first that finds every active seat missing that is not in this part."""
    others = set(stage.active) - part
    return next((s for s in stops if others <= read_stop(s, stage.seating)), None)
