"""The stops that a seat has said and received, and whether some of them end the table.

Source: docs/protocol.md, section 4, "Ending by common consent".
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from ..encoding import Value
from ..errors import Dropped
from ..game import Seat
from ..identity.seating import Seating
from ..ledger.consent import Consent, consent_of, read_stop, stop_body
from ..ledger.history import History, Statement
from ..reasons import Ignored
from ..rounds.state import Stage
from .effects import Effect, saying
from .own_seat import SigningSeat

_Place = tuple[int, bytes]


@dataclass
class Stops:
    """The stops that a seat has received, and its own.

    For each seat only those of the latest rounds are kept, and for each round one for each set of
    missing seats: so there are never many, whatever a seat signs.
    """

    _said: dict[_Place, dict[Seat, list[Statement]]] = field(default_factory=dict)
    _news: set[_Place] = field(default_factory=set)

    def hear(self, statement: Statement, history: History) -> bool:
        """Record a stop; return False if it is known already. Raises `Dropped` if it is malformed,
        too old, of a future round (it will be sent again), or of a seat that is gone."""
        missing = read_stop(statement, history.stage.seating)
        stage = history.stage_of(statement.round_number)
        if stage is None:
            raise Dropped(Ignored.NOT_YET)
        if statement.seat not in stage.active:
            raise Dropped(Ignored.STOP_OF_GONE)
        place = (statement.round_number, statement.head)
        known = self._said.get(place, {}).get(statement.seat, [])
        if any(missing == read_stop(stop, stage.seating) for stop in known):
            return False
        self._forget_old(statement, _most(stage.seating))
        self._said.setdefault(place, {}).setdefault(statement.seat, []).append(statement)
        self._news.add(place)
        return True

    def _forget_old(self, statement: Statement, most: int) -> None:
        """Keep the stops of this seat's latest `most` rounds; raise `Dropped` for one of an older
        round."""
        seat = statement.seat
        places = sorted(p for p, said in self._said.items() if seat in said)
        numbers = {statement.round_number, *(number for number, _ in places)}
        if len(numbers) <= most:
            return
        if statement.round_number == min(numbers):
            raise Dropped(Ignored.LONG_OVER)
        for place in places:
            if place[0] == min(numbers):
                del self._said[place][seat]
                if not self._said[place]:
                    del self._said[place]

    def say(self, me: SigningSeat, reach: AbstractSet[Seat], history: History) -> list[Effect]:
        """Stop in the open round, and in earlier ones in which others have stopped; nothing if all
        of it was said. It is said again when links come up or go down: the missing seats are signed
        (§4)."""
        effects: list[Effect] = []
        for stage, body in self.unsaid(me.seat, reach, history):
            stop = me.sign(stage, body)
            self.hear(stop, history)
            effects += saying(stop)
        return effects

    def unsaid(
        self, seat: Seat, reach: AbstractSet[Seat], history: History
    ) -> list[tuple[Stage, Value]]:
        """Return the stops that the seat, which can reach `reach`, has not said yet, each with the
        stage of its round."""
        body = stop_body(tuple(s for s in history.stage.seating.seats if s not in reach))
        stages = [stage for stage in self._stages(history) if seat in stage.active]
        return [(stage, body) for stage in stages if not self._holds(seat, stage, body)]

    def all(self) -> list[Statement]:
        return [stop for said in self._said.values() for stops in said.values() for stop in stops]

    def _stages(self, history: History) -> list[Stage]:
        """Return the stages of the open round and of those with stops, no more than the latest that
        are kept of one seat."""
        numbers = {history.stage.round_number, *(number for number, _ in self._said)}
        latest = sorted(numbers)[-_most(history.stage.seating) :]
        known = (history.stage_of(number) for number in latest)
        return [stage for stage in known if stage is not None]

    def _holds(self, seat: Seat, stage: Stage, body: Value) -> bool:
        """Return whether the seat has said exactly this in that round."""
        said = self._said.get((stage.round_number, stage.head), {}).get(seat, ())
        return any(stop.body == body for stop in said)

    def said_by(self, history: History) -> tuple[Seat, ...]:
        """Return the seats that have stopped in the open round."""
        return tuple(sorted(self._said.get((history.stage.round_number, history.stage.head), ())))

    def consent(self, history: History) -> Consent | None:
        """Return the consent that the stops received since the last call complete, for the first
        such round, open or complete; None if there is none. The work does not grow with earlier
        stops."""
        news, self._news = sorted(self._news), set()
        for place in news:
            stage = history.stage_of(place[0])
            if stage is not None and stage.head == place[1]:
                agreed = consent_of(self._said.get(place, {}), stage)
                if agreed is not None:
                    return agreed
        return None


def _most(seating: Seating) -> int:
    """Return the number of rounds of which a seat's stops are kept."""
    return len(seating.places) + 2
