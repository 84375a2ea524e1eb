"""A seat that has said anything in advance, in all ballots of a round, and is then lost for good.

The others must be able to go on all the same, though a round has only so many ballots: from one of
them on a seat leaves a ballot only if nothing can have a quorum in it any more (docs/protocol.md,
14). The numbers are parameters here, and small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, product

from .ballots import (
    BEGIN,
    NIL,
    STOOD,
    Ballot,
    Column,
    Heard,
    Mended,
    Place,
    Rules,
    State,
    Step,
    Table,
    place_of,
)

LOST = 0
ANOTHER = 1


@dataclass(frozen=True)
class Flood:
    """What the lost seat may have said in a ballot, and whether it has made its statement."""

    rules: Rules
    votes: tuple[int | None, ...] = (None, NIL, LOST)
    decisions: tuple[int | None, ...] = (None,)
    nexts: tuple[tuple[int, int] | None, ...] = (None, (-1, NIL))
    is_stated: bool = False
    kept: bool = True

    @property
    def words(self) -> list[Ballot]:
        return [Ballot(*each) for each in product(self.votes, self.decisions, self.nexts)]


@dataclass(frozen=True, eq=False)
class Before(Table):
    """Links break; anybody has heard any of what the seat says, or not yet.

    What it says in a ballot is chosen when the first of the others comes to it.
    """

    flood: Flood = field(kw_only=True)

    def start(self) -> State:
        lost = Place(BEGIN, taken=1 << LOST if self.flood.is_stated else 0)
        return (lost,), *((Place(BEGIN),) for _ in range(self.rules.seats - 1))

    @cache  # noqa: B019 - as in Table
    def steps(self, k: int, column: Column) -> tuple[Step, ...]:
        if said := [*self.said(k, column)]:
            return tuple(said)
        return tuple(step for step in super().steps(k, column) if step[0] != LOST)

    def said(self, k: int, column: Column) -> Iterator[Step]:
        lost = place_of(column, LOST)
        ahead = max(self.current(place) for place in column[1:] if place is not None)
        b = len(lost.ballots)
        if b <= ahead and b < self.rules.bounds[k]:
            for words in self.flood.words:
                after = lost._replace(ballots=(*lost.ballots, words))
                yield LOST, f"has said {words} in ballot {b}", after, None

    @property
    def alike(self) -> list[int]:
        spoken_of = {LOST, *self.flood.votes, *self.flood.decisions, *chain(*self.rules.late)}
        return [i for i in range(self.rules.seats) if i not in spoken_of]


@dataclass(frozen=True, eq=False)
class After(Before, Mended):
    """From now on links hold, and each does exactly what is due."""

    def start(self) -> State:
        raise NotImplementedError

    @cache  # noqa: B019 - as in Table
    def steps(self, k: int, column: Column) -> tuple[Step, ...]:
        if said := [*self.said(k, column)]:
            return tuple(said)
        # who leaves a ballot does not vote in it
        return tuple(
            step
            for step in Mended.steps(self, k, column)
            if not (step[1].startswith("votes") and self.may_say_next(k, column, step[0]))
        )

    def may_say_next(self, k: int, column: Column, i: int) -> bool:
        place = place_of(column, i)
        b = self.current(place)
        if b >= self.rules.bounds[k] or place.over not in (None, STOOD):
            return False
        is_open = b == place.base + 1 or any(self.readings(column, i, b))
        return is_open and self.has_all_nexts(column, place) and self.leads_nowhere(k, column, i, b)

    def must_say_next(self, column: Column, place: Place, known: bool) -> bool:
        return True

    def leads_nowhere(self, k: int, column: Column, i: int, b: int) -> bool:
        """Section 14, "leads nowhere", after everything that was said has been heard."""
        place = place_of(column, i)
        seats, is_fresh = range(self.rules.seats), b == place.base + 1
        is_lost = not self.is_known(k, column) and place.over is None
        opposed = [x for x in seats if x != LOST or not is_lost]
        ballots = {j: p.ballot(b) for j, p in enumerate(column) if p is not None}
        votes = {j: ballot.vote for j, ballot in ballots.items() if ballot.vote is not None}
        left = {j for j, ballot in ballots.items() if ballot.next is not None}
        if b >= self.rules.max_alone:
            return self.leaves_late(column, i, Heard(votes, left, opposed))
        cast = set(votes.values())
        if len(left) >= 2 or len(cast) > 1 or (left and cast):
            return True
        return is_fresh and any(x in opposed for x in cast)

    def counts_itself(self, column: Column, i: int, x: int) -> bool:
        place = place_of(column, i)
        return x != LOST and self.is_backed(column, self.current(place), x, place.base)

    def has_all_nexts(self, column: Column, place: Place) -> bool:
        b, base = self.current(place), place.base
        binding = product(range(base + 1, b), range(self.rules.seats))
        if not any(self.is_carried(column, a, x, base) for a, x in binding):
            return True
        there = [p.ballot(b - 1).next for p in column[1:] if p is not None]
        return all(c is not None and self.counts(column, c, base) for c in there)
