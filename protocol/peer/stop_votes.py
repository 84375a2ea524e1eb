"""The stops that a seat has said and received, and whether some of them end the table.

Source: docs/protocol.md, section 4, "Ending by common consent".
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from ..encoding import Value
from ..errors import Dropped
from ..game import Seat
from ..ledger.consent import Consent, consent_of, read_stop, stop_body
from ..ledger.history import History, Statement, is_long_over
from ..reasons import Ignored
from ..rounds.state import Stage
from .effects import Effect, Persist, publish
from .own_seat import SigningSeat

MAX_SAVED = 64
"""How many stops of one other seat are saved when they are heard: far more than a seat says that
does not flood the others."""

_Place = tuple[int, bytes]


@dataclass
class Stops:
    """The stops that a seat has received, and its own.

    For each seat only those of the latest rounds are kept, and for each round one for each set of
    missing seats: so there are never many, whatever a seat signs. On disk there are not many
    either: beyond `MAX_SAVED` of another seat only those that end the table, or let the seat leave.
    So what is restored is never more than was known, and leads to the same end.
    """

    me: Seat
    _stops: dict[_Place, dict[Seat, list[Statement]]] = field(default_factory=dict)
    _news: set[_Place] = field(default_factory=set)
    _saved: dict[Seat, int] = field(default_factory=dict)
    _unsaved: list[Statement] = field(default_factory=list)
    _left: set[Seat] = field(default_factory=set)
    _has_ended: bool = False

    def receive(self, statement: Statement, history: History) -> bool:
        """Record a stop; return False if it is known already. Raises `Dropped` if it is malformed,
        too old, of a future round (it will be sent again), or of a seat that is gone."""
        missing = read_stop(statement, history.stage.seating)
        stage = history.stage_of(statement.round_number)
        if stage is None:
            raise Dropped(Ignored.NOT_YET)
        # §14: a seat that is gone ends nothing.
        if statement.seat not in stage.active:
            raise Dropped(Ignored.STOP_OF_GONE)
        # §4: no honest seat can still be at that round.
        if is_long_over(stage, history.stage):
            raise Dropped(Ignored.LONG_OVER)
        place = (statement.round_number, statement.head)
        known = self._stops.get(place, {}).get(statement.seat, [])
        # §4: one is kept for each set of missing seats, so nobody's memory can be filled.
        if any(missing == read_stop(stop, stage.seating) for stop in known):
            return False
        self._stops.setdefault(place, {}).setdefault(statement.seat, []).append(statement)
        self._news.add(place)
        return True

    def round_opened(self, history: History) -> None:
        """Forget the stops of rounds at which no active seat can still be."""
        for place in [*self._stops]:
            stage = history.stage_of(place[0])
            # §14: one of a round that was taken back may count again, under the same head.
            if stage is not None and is_long_over(stage, history.stage):
                del self._stops[place]
        # What is forgotten ends nothing any more, so it need not wait here to be saved.
        self._unsaved = [s for s in self._unsaved if (s.round_number, s.head) in self._stops]

    def to_save(self, stop: Statement, history: History) -> list[Persist]:
        """Return what to write to the journal now that this stop was heard, in the order in which
        it was heard."""
        stage = history.stage_of(stop.round_number)
        agreed = consent_of(self._stops[stop.round_number, stop.head], stage) if stage else None
        saved = self._saved.get(stop.seat, 0)
        self._unsaved.append(stop)
        # §11: after the first 64 of a seat only those that change something are saved, so nobody's
        # disk can be filled.
        due = {stop.digest} if stop.seat == self.me or saved < MAX_SAVED else set()
        if agreed is not None and not self._has_had_effect(agreed):
            # §11: all of them: what is read back after a crash must lead to the same end.
            due |= {one.digest for one in agreed.stops}
        now = [one for one in self._unsaved if one.digest in due]
        self._unsaved = [one for one in self._unsaved if one.digest not in due]
        for one in now:
            self._saved[one.seat] = self._saved.get(one.seat, 0) + 1
        return [Persist(one.data, is_proven=True) for one in now]

    def _has_had_effect(self, consent: Consent) -> bool:
        """Return whether an earlier consent had the same effect; note this one if none had."""
        match consent.by:
            case [alone]:
                # §14: with escrow a lone stop lets its speaker leave and the table goes on, so each
                # such seat is one effect.
                is_known = self._has_ended or alone in self._left
                self._left.add(alone)
            case _:
                # §4: a table ends once; who else agrees changes nothing.
                is_known, self._has_ended = self._has_ended, True
        return is_known

    def stop(self, me: SigningSeat, reach: AbstractSet[Seat], history: History) -> list[Effect]:
        """Stop in the open round, and in earlier ones in which others have stopped; nothing if all
        of it was said. It is said again when links come up or go down: the missing seats are signed
        (§4)."""
        effects: list[Effect] = []
        for stage, body in self.unsaid(me.seat, reach, history):
            stop = me.sign(stage, body)
            self.receive(stop, history)
            # §11: without its `Persist`: `to_save` saves it, with the stops that it needs.
            effects += [*self.to_save(stop, history), *publish(stop)[1:]]
        return effects

    def unsaid(
        self, seat: Seat, reach: AbstractSet[Seat], history: History
    ) -> list[tuple[Stage, Value]]:
        """Return the stops that the seat, which can reach `reach`, has not said yet, each with the
        stage of its round."""
        # §4: over any number of links: a seat that can be reached through others is not missing.
        body = stop_body(tuple(s for s in history.stage.seating.seats if s not in reach))
        # §4: for earlier rounds too: seats that have stopped there may never come further.
        stages = [stage for stage in self._stages(history) if seat in stage.active]
        return [(stage, body) for stage in stages if not self._holds(seat, stage, body)]

    def all(self) -> list[Statement]:
        """Return all stops that are kept, this seat's own among them."""
        return [
            stop for by_seat in self._stops.values() for stops in by_seat.values() for stop in stops
        ]

    def _stages(self, history: History) -> list[Stage]:
        """Return the stages of the open round, and of those with stops."""
        numbers = {history.stage.round_number, *(number for number, _ in self._stops)}
        known = (history.stage_of(number) for number in sorted(numbers))
        return [stage for stage in known if stage is not None]

    def _holds(self, seat: Seat, stage: Stage, body: Value) -> bool:
        """Return whether the seat has said exactly this in that round."""
        stops = self._stops.get((stage.round_number, stage.head), {}).get(seat, ())
        return any(stop.body == body for stop in stops)

    def stopped_in(self, history: History) -> tuple[Seat, ...]:
        """Return the seats that have stopped in the open round."""
        return tuple(sorted(self._stops.get((history.stage.round_number, history.stage.head), ())))

    def consent(self, history: History) -> Consent | None:
        """Return the consent that the stops received since the last call complete, for the first
        such round, open or complete; None if there is none. The work does not grow with earlier
        stops."""
        # §4: the lowest round first, or the end would depend on what arrived first.
        news, self._news = sorted(self._news), set()
        for place in news:
            stage = history.stage_of(place[0])
            # §4: a stop ends only the history that its speaker had.
            if stage is not None and stage.head == place[1]:
                agreed = consent_of(self._stops.get(place, {}), stage)
                if agreed is not None:
                    return agreed
        return None
