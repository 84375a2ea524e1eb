"""Objections that cannot be judged, and stops (docs/protocol.md 4), over two rounds with a villain.

The villain is the last seat and says anything. Honest seats speak, go on, and may each say a stop
in which all others are missing, or all but one, since any links may be broken; with `again` they
say further ones when others come or go, and for earlier rounds for which others have said one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple


class Seat(NamedTuple):
    round: int = 0
    spoke: bool = False
    silent: bool = False
    warned: int = -1  # the round for which an objection waits to be judged
    stops: frozenset[tuple[int, frozenset[int]]] = frozenset()
    ended: str | None = None


State = tuple[Seat, ...]


@dataclass(frozen=True)
class Words:
    seats: int
    unjudged_silences: bool = False
    lone_stop_is_consent: bool = False
    objections: bool = True
    stops: bool = True
    rounds: int = 2
    mended: bool = False
    again: bool = False

    def start(self) -> State:
        return tuple(Seat() for _ in range(self.seats - 1))

    def moves(self, state: State) -> Iterator[tuple[str, State]]:
        for i, seat in enumerate(state):
            if seat.ended is None:
                for text, after in (*self.plays(state, seat), *self.receives(state, i, seat)):
                    yield f"{i} {text}", (*state[:i], after, *state[i + 1 :])

    def plays(self, state: State, seat: Seat) -> Iterator[tuple[str, Seat]]:
        """Section 4: a round is complete with the statements of all."""
        if seat.round == self.rounds:
            return
        if not seat.spoke and not seat.silent:
            yield "speaks", seat._replace(spoke=True)
        if self.is_complete(state, seat.round):
            yield "goes on", seat._replace(round=seat.round + 1, spoke=False)

    def is_complete(self, state: State, k: int) -> bool:
        return all(p.round > k or (p.round == k and p.spoke) for p in state)

    def receives(self, state: State, i: int, seat: Seat) -> Iterator[tuple[str, Seat]]:
        """Section 4, "Objections" (far ahead or under an unknown head: dropped) and stops."""
        if self.objections and self.unjudged_silences and not seat.silent:
            yield "hears an objection of a round far ahead", seat._replace(silent=True)
        ripens = seat.round < self.rounds and self.is_complete(state, seat.round)
        if self.objections and seat.warned < 0 and ripens:
            after = seat._replace(warned=seat.round + 1)
            yield "hears an objection of the coming round", after
        elif seat.warned < 0 and (number := max(p.warned for p in state)) >= 0:
            yield "is told of the objection", seat._replace(warned=number)
        if 0 <= seat.warned <= seat.round:
            yield "judges it: a withdrawal", seat._replace(ended="the villain withdrew")
        if self.stops and not self.mended and not seat.silent:
            others = [j for j in range(self.seats) if j != i]
            for k in self.to_stop_in(state, seat):
                for missing in (*combinations(others, self.seats - 2), others):
                    stop = (k, frozenset(missing))
                    if stop not in seat.stops:
                        text = f"says a stop for round {k}, missing {list(missing)}"
                        yield text, seat._replace(stops=seat.stops | {stop})
        for k in range(seat.round + 1 if self.stops else 0):
            if (by := next(self.ends(state, k), None)) is not None:
                end = self.name(by)
                yield f"finds the table ended: {end}", seat._replace(ended=end)

    def to_stop_in(self, state: State, seat: Seat) -> list[int]:
        if not self.again:
            return [] if seat.stops else [seat.round]
        others = {k for p in state for k, _ in p.stops if k < seat.round}
        return sorted({seat.round, *others})

    def ends(self, state: State, k: int) -> Iterator[frozenset[int]]:
        """Section 4, "Ending by common consent". The villain finds missing whom it likes."""
        villain = self.seats - 1
        stops = [[missing for of, missing in p.stops if of == k] for p in state]
        everyone = frozenset(range(self.seats))
        for bits in range(1, 1 << self.seats):
            by = frozenset(i for i in range(self.seats) if bits >> i & 1)
            honest = by - {villain}
            if all(any(everyone - by <= missing for missing in stops[i]) for i in honest):
                yield by

    def name(self, by: frozenset[int]) -> str:
        villain = self.seats - 1
        if len(by) == 1 and not self.lone_stop_is_consent:
            return "the villain withdrew" if by == {villain} else f"{min(by)} withdrew"
        return "nobody wanted it" if by == {villain} else "consent"

    def fault(self, state: State) -> str | None:
        """B6: a villain's word alone is no consent, and the file must name it."""
        if any(seat.ended == "nobody wanted it" for seat in state):
            return "the villain alone ends the table, and nobody is named"
        return None

    def is_past(self, state: State) -> bool:
        return all(seat.ended is not None or seat.round == self.rounds for seat in state)
