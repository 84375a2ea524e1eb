"""Two rounds and the ballots that find a seat gone (docs/protocol.md 14, "Finding a seat gone").

A state is, for each seat, what it has said and taken in each round that it has reached. There are
no messages: whatever has been said may be read by anybody, or not yet. So links that break, and
crashes after which a seat comes back with all that it had saved, are in every state. A villain has
no state at all: it may at any time have said anything to anybody.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import NamedTuple

from protocol.ledger.votes import MAX_BALLOTS
from protocol.peer.ballots import MAX_ALONE

NIL = -1
STOOD = -2  # gone on from the round by its statements

Head = tuple[int, int]
BEGIN: Head = (0, 0)


class Ballot(NamedTuple):
    vote: int | None = None
    commit: int | None = None
    next: tuple[int, int] | None = None  # the ballot and the choice of c; (-1, NIL) for none


class Place(NamedTuple):
    """One seat in one round. `taken`: a bit for each statement, bit n for a villain's other one."""

    head: Head
    taken: int = 0
    base: int = -1
    over: int | None = None
    ballots: tuple[Ballot, ...] = ()

    def ballot(self, b: int) -> Ballot:
        return self.ballots[b] if b < len(self.ballots) else Ballot()

    def put(self, b: int, **changes: object) -> Place:
        ballots = [self.ballot(a) for a in range(max(b + 1, len(self.ballots)))]
        ballots[b] = ballots[b]._replace(**changes)  # type: ignore[arg-type]
        return self._replace(ballots=tuple(ballots))


Seat = tuple[Place, ...]
State = tuple[Seat, ...]
Column = tuple[Place | None, ...]  # what each seat is in one round under one head
Step = tuple[int, str, Place, Head | None]  # who, what, the place after it, the head if it goes on


class Heard(NamedTuple):
    """What a seat may have heard of a late ballot, and the seats that it would not go on
    without."""

    votes: Mapping[int, int]
    left: Set[int]
    opposed: Collection[int]


@dataclass(frozen=True)
class Rules:
    """`late` has for each round the seats whose statement may come late, or never."""

    seats: int
    late: tuple[tuple[int, ...], ...]
    bounds: tuple[int, ...]
    villain: int | None = None
    own_vote_is_backed: bool = True
    claims_are_backed: bool = True
    own_next_is_known: bool = True
    max_ballots: int = MAX_BALLOTS
    max_alone: int = MAX_ALONE
    answers_late: bool = True


@dataclass(frozen=True, eq=False)
class Table:
    rules: Rules

    # -- the rounds (section 4, "Statements and heads")

    def start(self) -> State:
        villain = self.rules.villain
        return tuple(() if i == villain else (Place(BEGIN),) for i in range(self.rules.seats))

    def speakers(self, head: Head) -> list[int]:
        """All speak; after a void round, in the confirming round, all but who is gone."""
        return [i for i in range(self.rules.seats) if head != (2, i)]

    def late(self, k: int, column: Column) -> list[int]:
        return [i for i in self.speakers(head_of(column)) if i in self.rules.late[k]]

    def has_said(self, k: int, column: Column, j: int) -> bool:
        if j == self.rules.villain:
            return True
        place = column[j]
        return place is not None and (j not in self.rules.late[k] or bool(place.taken >> j & 1))

    def holds(self, k: int, column: Column, i: int, j: int) -> bool:
        """Whoever is never late has spoken as soon as it stands in the round, and all know it."""
        if j in self.rules.late[k]:
            return bool(place_of(column, i).taken >> j & 1)
        return self.has_said(k, column, j)

    def is_complete(self, k: int, column: Column, i: int) -> bool:
        return all(self.holds(k, column, i, j) for j in self.speakers(head_of(column)))

    def statements(self, k: int, column: Column, i: int) -> Iterator[Step]:
        """Section 4: each speaks once. Section 14, "Taking statements"."""
        place = place_of(column, i)
        for j in self.late(k, column) if place.over is None else []:
            after = place._replace(taken=place.taken | 1 << j)
            if place.taken >> j & 1:
                continue
            if j == i:
                yield self.at_once(k, column, (i, "says its statement", after, None))
            elif self.has_said(k, column, j) and not self.is_kept_aside(column, i, j):
                yield self.at_once(k, column, (i, f"takes {j}'s statement", after, None))
                if j == self.rules.villain:
                    other = after._replace(taken=after.taken | 1 << self.rules.seats)
                    yield self.at_once(k, column, (i, f"takes another of {j}", other, None))

    def at_once(self, k: int, column: Column, step: Step) -> Step:
        """Go on in the same breath, if that was the last statement of the round."""
        i, text, place, _ = step
        after = (*column[:i], place, *column[i + 1 :])
        if not self.is_complete(k, after, i):
            return step
        head = (1, place.taken >> self.rules.seats)
        return i, text + " and goes on", place._replace(over=STOOD), head

    def is_kept_aside(self, column: Column, i: int, j: int) -> bool:
        """Section 14, "who has voted for x": until the round wins, or all others have gone on."""
        place = place_of(column, i)
        others = [p for m, p in enumerate(column) if m not in (i, self.rules.villain)]
        if all(p is not None and p.over == STOOD for p in others):
            return False
        return any(ballot.vote == j for ballot in place.ballots[place.base + 1 :])

    def goes_on(self, k: int, column: Column, i: int) -> Iterator[Step]:
        """Section 4, heads; section 14, "won" and "Only v itself may have gone on"."""
        place = place_of(column, i)
        for b, x in self.won(column):
            if x == NIL and b > place.base and place.over in (None, STOOD):
                yield i, f"finds that nil has won ballot {b}", place._replace(base=b), None
            if x not in (NIL, place.over):
                yield i, f"finds the round void for {x}", place._replace(over=x), (2, x)
                return
        if place.over is None and self.is_complete(k, column, i):
            yield self.at_once(k, column, (i, "has all statements", place, None))

    # -- what is counted (section 14, "What counts")

    def voters(self, column: Column, b: int, x: int) -> set[int]:
        found = {i for i, p in enumerate(column) if p is not None and p.ballot(b).vote == x}
        return found | {self.rules.villain} if self.rules.villain is not None else found

    def is_backed(self, column: Column, b: int, x: int, base: int) -> bool:
        """A vote of x for itself counts after a ballot in which all the others voted for x."""
        others = set(range(self.rules.seats)) - {x}
        return any(others <= self.voters(column, a, x) for a in range(base + 1, b))

    def is_carried(self, column: Column, b: int, x: int, base: int) -> bool:
        """Votes of n-1 seats for x in ballot b."""
        voters = self.voters(column, b, x)
        if len(voters) < self.rules.seats - 1:
            return False
        if self.rules.own_vote_is_backed and x in voters:
            voters -= set() if self.is_backed(column, b, x, base) else {x}
        return len(voters) >= self.rules.seats - 1

    @cache  # noqa: B019 - a table lives as long as the run
    def won(self, column: Column) -> list[tuple[int, int]]:
        """Commits of n-1 seats in one ballot."""
        received = [
            (b, ballot.commit)
            for place in column
            if place is not None
            for b, ballot in enumerate(place.ballots)
            if ballot.commit is not None
        ]
        need = self.rules.seats - 1 - (self.rules.villain is not None)
        return [won for won in sorted(set(received)) if received.count(won) >= need]

    # -- what is said

    def current(self, place: Place) -> int:
        """Section 14, "current ballot": the lowest above base without a next of mine."""
        b = place.base + 1
        while place.ballot(b).next is not None:
            b += 1
        return b

    def last_word(self, place: Place) -> tuple[int, int]:
        """Section 14, "next": c, the highest of my commits and of the nil that I know has won."""
        for b in range(len(place.ballots) - 1, place.base, -1):
            if (x := place.ballots[b].commit) is not None:
                return b, x
        return place.base, NIL

    def readings(self, column: Column, i: int, b: int) -> Iterator[tuple[int, int]]:
        """The highest c in the nexts of n-1 seats, or of all, for ballot b - 1. A seat knows its
        own."""
        base = place_of(column, i).base
        nexts = {j: p.ballot(b - 1).next for j, p in enumerate(column) if p is not None}
        counted = {j: c for j, c in nexts.items() if c is not None and self.counts(column, c, base)}
        claims: list[tuple[int, int]] = []
        if self.rules.villain is not None:
            claims = [(-1, NIL), *self.claims(column, b, base)]
        least = self.rules.seats - 1
        for count in range(least - 1, self.rules.seats + 1):
            for some in combinations(counted, count):
                if self.rules.own_next_is_known and i in counted and i not in some:
                    continue
                entry = [counted[j] for j in some]
                if count >= least:
                    yield max(entry)
                yield from (max([*entry, claim]) for claim in claims)

    def counts(self, column: Column, c: tuple[int, int], base: int) -> bool:
        """Section 14, "backed": of ballots after base, only a c that n-1 votes stand behind."""
        return c[0] <= base or self.is_carried(column, *c, base)

    def claims(self, column: Column, b: int, base: int) -> Iterator[tuple[int, int]]:
        for a in range(b):
            for x in (NIL, *range(self.rules.seats)):
                if not self.rules.claims_are_backed or self.counts(column, (a, x), base):
                    yield a, x

    def votes(self, k: int, column: Column, i: int, wanted: list[int]) -> Iterator[int]:
        """Section 14, "vote": afresh above base; later what is forced, or nil."""
        place = place_of(column, i)
        b = self.current(place)
        if b > place.base + 1:
            yield from (x if a > place.base else NIL for a, x in self.readings(column, i, b))
        elif place.over is None and b < self.rules.max_ballots - 2:
            yield from (v for v in wanted if v != i and not self.holds(k, column, i, v))

    def acts(self, k: int, column: Column, i: int, wanted: list[int]) -> Iterator[Step]:
        """Vote and commit. Whoever has gone on does it for the round, or to be left behind."""
        place = place_of(column, i)
        b = self.current(place)
        if place.over not in (None, STOOD):
            return
        if b >= self.rules.bounds[k]:
            return
        may = (NIL, i) if place.over == STOOD else (NIL, *range(self.rules.seats))
        if place.ballot(b).commit is None:
            for x in may:
                if self.is_carried(column, b, x, place.base) and self.may_commit(column, i, b, x):
                    yield i, f"commits [{b}, {x}]", place.put(b, commit=x), None
        if place.ballot(b).vote is None:
            for x in sorted(set(self.votes(k, column, i, wanted)).intersection(may)):
                yield i, f"votes [{b}, {x}]", place.put(b, vote=x), None

    def may_commit(self, column: Column, i: int, b: int, x: int) -> bool:
        """Section 14, "decide": x's own vote helps only those who vote so too."""
        voters = self.voters(column, b, x)
        others = voters - {x} if self.rules.own_vote_is_backed else voters
        return place_of(column, i).ballot(b).vote == x or len(others) >= self.rules.seats - 1

    def next_of(self, i: int, place: Place) -> Step:
        b = self.current(place)
        c = self.last_word(place)
        return i, f"says next [{b}, {c}]", place.put(b, next=c), None

    def is_disturbed(self, column: Column, b: int) -> bool:
        """Section 14, "next": two different votes in b, or somebody has said next(b)."""
        ballots = [p.ballot(b) for p in column if p is not None]
        cast = {ballot.vote for ballot in ballots} - {None}
        return len(cast) > 1 or any(ballot.next is not None for ballot in ballots)

    def may_say_next(self, k: int, column: Column, i: int) -> bool:
        """At any fresh vote, whoever it is that can be reached; a villain gives reason always."""
        place = place_of(column, i)
        b = self.current(place)
        if b >= self.rules.bounds[k] or place.over not in (None, STOOD):
            return False
        if b > place.base + 1 and not any(self.readings(column, i, b)):
            return False  # not open yet
        if b >= self.rules.max_alone:
            return any(self.leaves_late(column, i, each) for each in self.heard(column, i, b))
        if self.rules.villain is not None or self.is_disturbed(column, b):
            return True
        fresh = b == place.base + 1
        return fresh and any(p is not None and p.ballot(b).vote is not None for p in column)

    def heard(self, column: Column, i: int, b: int) -> Iterator[Heard]:
        """What i may have heard of ballot b: each *next*, and some of the votes."""
        ballots = {j: p.ballot(b) for j, p in enumerate(column) if p is not None}
        left = {j for j, ballot in ballots.items() if ballot.next is not None}
        cast = {j: ballot.vote for j, ballot in ballots.items() if ballot.vote is not None}
        others = [j for j in cast if j != i]
        lies: list[dict[int, int]] = [{}]
        if (villain := self.rules.villain) is not None:
            left |= {villain}
            lies += [{villain: x} for x in (NIL, *range(self.rules.seats))]
        for count in range(len(others) + 1):
            for some in combinations(others, count):
                known = {j: x for j, x in cast.items() if j == i or j in some}
                yield from (Heard({**known, **lie}, left, range(self.rules.seats)) for lie in lies)

    def leaves_late(self, column: Column, i: int, heard: Heard) -> bool:
        """Section 14, "From ballot 32 on": no x that has a vote can still have a quorum."""
        place = place_of(column, i)
        votes, left, opposed = heard
        is_fresh = self.current(place) == place.base + 1
        if i not in votes and len({*votes, *left} - {i}) < 2:
            is_asked = is_fresh and any(x != NIL for x in votes.values())
            if not (self.rules.answers_late and is_asked and place.over == STOOD):
                return False
        for x in set(votes.values()):
            lost = {*left} | {j for j, vote in votes.items() if vote != x}
            if x != NIL and not self.counts_itself(column, i, x):
                lost |= {x}
            if is_fresh and (x in opposed if x != NIL else i not in votes):
                lost |= {i}
            if len(lost) < 2:
                return False
        return True

    def counts_itself(self, column: Column, i: int, x: int) -> bool:
        """Whether i must know that the vote of x for itself counts; another x may be out of reach.

        i votes for itself only after all others have, as it knows; so has who has decided by their
        votes, and who can only have been told of such a decision.
        """
        place = place_of(column, i)
        b, own = self.current(place), place.ballots[place.base + 1 :]
        has_heard = any(i in (one.vote, one.commit) for one in own)
        told = self.readings(column, i, b) if b > place.base + 1 else [(place.base, NIL)]
        return x == i and (has_heard or all(a > place.base and y == i for a, y in told))

    # -- every state

    @cache  # noqa: B019 - a table lives as long as the run
    def steps(self, k: int, column: Column) -> tuple[Step, ...]:
        found: list[Step] = []
        for i, place in enumerate(column):
            if place is not None:
                found += self.statements(k, column, i)
                found += self.acts(k, column, i, self.late(k, column))
                found += self.goes_on(k, column, i)
                if self.may_say_next(k, column, i):
                    found.append(self.next_of(i, place))
        return tuple(found)

    def moves(self, state: State) -> Iterator[tuple[str, State]]:
        for k, column in columns(state):
            for step in self.steps(k, column):
                yield self.after(state, k, step)

    def after(self, state: State, k: int, step: Step) -> tuple[str, State]:
        """Whoever finds a round void takes back all that it completed after it."""
        i, text, place, ahead = step
        rest = state[i][k + 1 :] if ahead is None else (Place(ahead),)
        if k + 1 == len(self.rules.bounds):
            rest = ()
        seat = (*state[i][:k], place, *rest)
        return f"{i}, round {k}: {text}", self.sorted((*state[:i], seat, *state[i + 1 :]))

    @cached_property
    def alike(self) -> list[int]:
        special = {i for late in self.rules.late for i in late} | {self.rules.villain}
        return [i for i in range(self.rules.seats) if i not in special]

    def sorted(self, state: State) -> State:
        """Seats that nobody is late for are all alike: their order is no state of its own."""
        seats = list(state)
        alike = self.alike
        ordered = sorted((seats[i] for i in alike), key=number)
        for i, seat in zip(alike, ordered, strict=True):
            seats[i] = seat
        return tuple(seats)

    @cache  # noqa: B019 - a table lives as long as the run
    def ends(self, k: int, column: Column) -> tuple[frozenset[int], frozenset[int]]:
        """For whom the round is void, and for whom it is complete."""
        gone = frozenset(x for _, x in self.won(column) if x != NIL)
        stood = (
            i for i, p in enumerate(column) if p is not None and self.is_complete(k, column, i)
        )
        return gone, frozenset(stood)

    def fault(self, state: State) -> str | None:
        """S2: a round has one end for all who are honest, but for the seat that is found gone."""
        passed: set[int] = set()
        for k, column in columns(state):
            gone, stood = self.ends(k, column)
            if len(gone) > 1:
                return f"round {k} is void for {min(gone)} and for {max(gone)}"
            if gone and stood - gone:
                return f"round {k} is void for {min(gone)}, and complete for {min(stood - gone)}"
            if (gone or stood) and k in passed:
                return f"round {k} ends under two heads"
            if gone or stood:
                passed.add(k)
        return None


def place_of(column: Column, i: int) -> Place:
    place = column[i]
    assert place is not None
    return place


def head_of(column: Column) -> Head:
    return next(place.head for place in column if place is not None)


def columns(state: State) -> Iterator[tuple[int, Column]]:
    for k in range(max(len(seat) for seat in state)):
        row = [seat[k] if k < len(seat) else None for seat in state]
        heads = {place.head for place in row if place is not None}
        if len(heads) == 1:
            yield k, tuple(row)
            continue
        for head in sorted(heads):
            yield k, tuple(p if p is not None and p.head == head else None for p in row)


_numbers: dict[Seat, int] = {}


def number(seat: Seat) -> int:
    return _numbers.setdefault(seat, len(_numbers))


@dataclass(frozen=True, eq=False)
class Mended(Table):
    """All links hold from now on, but `lost` is never heard of again, and the players call it gone.

    What can be heard is heard at once, before anybody votes, commits or says next, in any order.

    `kept`: somebody holds, aside, what the lost seat said and nobody took.
    """

    lost: int | None = None
    kept: bool = True

    @cache  # noqa: B019 - a table lives as long as the run
    def steps(self, k: int, column: Column) -> tuple[Step, ...]:
        known = self.is_known(k, column)
        wanted = [] if known or self.lost not in self.speakers(head_of(column)) else [self.lost]
        there = [i for i, place in enumerate(column) if place is not None and i != self.lost]
        found: list[Step] = []
        for i in there:
            found += self.goes_on(k, column, i)
            for step in self.statements(k, column, i):
                if known or not step[1].startswith(f"takes {self.lost}'s"):
                    found.append(step)
        for i in there:
            place = place_of(column, i)
            if self.has_all_nexts(column, place):
                found += self.acts(k, column, i, wanted)
            if self.may_say_next(k, column, i) and self.must_say_next(column, place, known):
                found.append(self.next_of(i, place))
        steps = [
            step for step in found if not step[1].startswith(("votes", "commits", "says next"))
        ]
        return tuple(steps[:1] or found)

    def is_known(self, k: int, column: Column) -> bool:
        """Whether one who is there has the lost seat's statement, which goes round before votes."""
        lost = self.lost
        if lost is None or not self.has_said(k, column, lost):
            return False
        there = [i for i, place in enumerate(column) if place is not None and i != lost]
        return self.kept or any(self.holds(k, column, i, lost) for i in there)

    def readings(self, column: Column, i: int, b: int) -> Iterator[tuple[int, int]]:
        """All that have been said have been heard."""
        nexts = [p.ballot(b - 1).next for p in column if p is not None]
        base = place_of(column, i).base
        valid = [c for c in nexts if c is not None and self.counts(column, c, base)]
        if len(valid) >= self.rules.seats - 1:
            yield max(valid)

    def has_all_nexts(self, column: Column, place: Place) -> bool:
        """Section 14, "In a later ballot": where a seat may have been decided on, those of all whom
        it can reach too, so that all read the same."""
        b = self.current(place)
        there = [p for j, p in enumerate(column) if p is not None and j != self.lost]
        if b == place.base + 1 or all(p.ballot(b - 1).next is not None for p in there):
            return True
        seats = range(self.rules.seats)
        before = range(place.base + 1, b)
        return not any(self.is_carried(column, a, x, place.base) for a in before for x in seats)

    def must_say_next(self, column: Column, place: Place, known: bool) -> bool:
        """Section 14, "next": of a fresh vote for one that is there, or whose statement is."""
        b = self.current(place)
        cast = {p.ballot(b).vote for p in column if p is not None} - {None}
        return self.is_disturbed(column, b) or any(x != self.lost or known for x in cast)

    def is_past(self, state: State) -> bool:
        last = len(self.rules.bounds)
        there = [seat for i, seat in enumerate(state) if i != self.lost]
        return all(len(seat) == last and seat[-1].over is not None for seat in there)
