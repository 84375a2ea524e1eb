"""Why ballots of any length agree: their steps, and an invariant that each of them keeps.

A state has what each honest seat has said and taken in one round: functions of the ballot, any
whole number. Seat 0 is the villain and has no state: it may have said anything to anybody. As in
`ballots.py`, what an honest seat has said may have been heard by another, or not yet; so a step
needs that words have been said, and nothing is sent. The steps are those of docs/protocol.md,
section 14, and of `Ballots`; where they differ, these allow more (a seat may leave its ballot at
any time, and may vote afresh whatever it can reach).

`prove.py` shows that the invariant holds at the beginning, that each step keeps it, and that all
that must never happen contradicts it. `test_invariant.py` compares the steps with the model's.

The argument: any two sets of n - 2 of the n - 1 honest seats share one, from four seats on. A vote
for y shows that no other seat can have been decided on before (`votes_block`); but the round may
have won, and everything begun afresh. A seat that does not know this may vote and decide by votes
from before. So whoever is still decided on then, all others have voted for since the round won
(`stale_votes`, `decisions_stand_on_votes`), and have not taken its statement (`takes_block`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from inspect import signature
from typing import Any, TypeVar

from .logic import (
    Formula,
    Term,
    all_but_one,
    changed,
    choose,
    every,
    implies,
    no,
    only,
    some,
)

NONE = -2  # nothing was said
NIL = -1  # the round stands
VILLAIN = 0

Key = TypeVar("Key")
Of = Mapping[int, Callable[[Term], Term]]  # of an honest seat, by ballot
OfTwo = Mapping[tuple[int, int], Any]  # of an honest seat about another


@dataclass(frozen=True)
class State:
    """What the honest seats have said and taken.

    `last_vote[i, x](b)` is the last ballot up to b in which i has voted for x, or a number below 0:
    so "i has voted for x after B, in b at the latest" is `last_vote[i, x](b) > B`.
    `stood`: gone on from the round by its statements; `late`: because all others had.
    """

    seats: int
    vote: Of
    decision: Of
    has_left: Of  # whether it has said `next` for the ballot
    report: Of  # the ballot of the decision in that `next`, or -1
    last_vote: OfTwo
    current: Mapping[int, Term]
    base: Mapping[int, Term]
    took: OfTwo
    stood: Mapping[int, Formula]
    late: Mapping[int, Formula]

    @property
    def honest(self) -> range:
        return range(1, self.seats)

    def others(self, *seats: int) -> list[int]:
        """Return the honest seats but for these."""
        return [i for i in self.honest if i not in seats]


def start(seats: int) -> State:
    honest, everyone = range(1, seats), range(seats)
    pairs = [(i, x) for i in honest for x in everyone if x != i]
    return State(
        seats,
        vote={i: lambda _: NONE for i in honest},
        decision={i: lambda _: NONE for i in honest},
        has_left={i: lambda _: False for i in honest},
        report={i: lambda _: NONE for i in honest},
        last_vote={(i, x): lambda _: NONE for i in honest for x in everyone},
        current=dict.fromkeys(honest, 0),
        base=dict.fromkeys(honest, -1),
        took=dict.fromkeys(pairs, False),
        stood=dict.fromkeys(honest, False),
        late=dict.fromkeys(honest, False),
    )


# -- what is counted (section 14, "What comes of a ballot"); the villain says whatever helps


def votes(s: State, b: Term, x: int) -> Formula:
    """n - 1 seats may have voted for x in b."""
    return all_but_one(s.vote[i](b) == x for i in s.honest)


def won(s: State, b: Term, x: int) -> Formula:
    return all_but_one(s.decision[i](b) == x for i in s.honest)


def can_win(s: State, b: Term, x: int) -> Formula:
    """n - 1 seats have decided for x in b, or still may."""
    return all_but_one(
        some(
            s.decision[i](b) == x,
            every(s.decision[i](b) == NONE, s.current[i] <= b),
        )
        for i in s.honest
    )


def quorum(s: State, b: Term, x: int, *, base: Term, before: Term) -> Formula:
    """A vote of x for itself counts if all others have voted for x in the ballot `before`."""
    if x == NIL:
        return votes(s, b, NIL)
    rest = [s.vote[i](b) == x for i in s.others(x)]
    own = True if x == VILLAIN else s.vote[x](b) == x
    may = all_but_one([*rest, True]) if x == VILLAIN else all_but_one(rest)
    return some(every(*rest), every(may, own, backs(s, before, x), base < before, before < b))


def backs(s: State, b: Term, x: int) -> Formula:
    return every(*(s.vote[i](b) == x for i in s.others(x)))


def may_support(s: State, i: int, x: int) -> Formula:
    return True if x in (NIL, i) else no(s.stood[i])


# -- the steps of an honest seat


@dataclass(frozen=True)
class Step:
    """`guard` must hold, and `always` for every ballot."""

    guard: Formula
    after: State
    always: Callable[[Term], Formula] = lambda _: True


def votes_afresh(s: State, i: int, x: int) -> Step:
    b = s.current[i]
    may = every(b == s.base[i] + 1, s.vote[i](b) == NONE, no(s.stood[i]), no(s.took[i, x]))
    return Step(may, with_vote(s, i, x))


def votes_again(s: State, i: int, x: int, *, top: Term, before: Term) -> Step:
    """Vote for the highest decision of n - 1 backed `next`: `top` is its ballot. The villain's may
    report any that is backed; so that of an honest seat only must not be higher."""
    b = s.current[i]
    all_left = all_but_one(every(s.has_left[j](b - 1), s.report[j](b - 1) <= top) for j in s.honest)
    is_backed = every(top > s.base[i], quorum(s, top, x, base=s.base[i], before=before))
    is_read = some(top <= s.base[i], is_backed) if x == NIL else is_backed
    due = every(b > s.base[i] + 1, top < b, s.vote[i](b) == NONE, all_left, is_read)
    return Step(every(due, may_support(s, i, x)), with_vote(s, i, x))


def decides(s: State, i: int, x: int, before: Term) -> Step:
    """The vote of x for itself helps only those who vote so too."""
    b = s.current[i]
    helps = True if x == NIL else some(s.vote[i](b) == x, backs(s, b, x))
    carried = quorum(s, b, x, base=s.base[i], before=before)
    due = every(s.decision[i](b) == NONE, carried, helps)
    after = put(s, decision=(i, changed(s.decision[i], only(b), x)))
    return Step(every(due, may_support(s, i, x)), after)


def says_next(s: State, i: int, last: Term) -> Step:
    """Report the last decision after base, or that the round won base."""
    b = s.current[i]
    is_own = every(s.base[i] < last, last <= b, no(s.decision[i](last) == NONE))
    after = put(
        s,
        has_left=(i, changed(s.has_left[i], only(b), True)),
        report=(i, changed(s.report[i], only(b), last)),
        current=(i, b + 1),
    )
    return Step(
        some(is_own, last == s.base[i]),
        after,
        lambda a: implies(every(last < a, a <= b), s.decision[i](a) == NONE),
    )


def finds_that_the_round_won(s: State, i: int, b: Term) -> Step:
    go = choose(s.current[i] > b, s.current[i], b + 1)
    after = put(s, base=(i, b), current=(i, go))
    return Step(every(b > s.base[i], b >= 0, won(s, b, NIL)), after)


def takes_statement(s: State, i: int, x: int) -> Step:
    after = put(s, took=((i, x), True))
    return Step(True, after, lambda b: implies(b > s.base[i], no(s.vote[i](b) == x)))


def goes_on(s: State, i: int) -> Step:
    taken = every(*(s.took[i, x] for x in range(s.seats) if x != i))
    return Step(every(taken, no(s.late[i])), put(s, stood=(i, True)))


def goes_on_after_all_others(s: State, i: int) -> Step:
    ahead = every(no(s.stood[i]), *(s.stood[j] for j in s.others(i)))
    return Step(ahead, put(put(s, stood=(i, True)), late=(i, True)))


def put(s: State, **new: tuple[Any, Any]) -> State:
    """Return the state with one entry changed in each of these fields."""
    fields: dict[str, Any] = {name: {**getattr(s, name), at: to} for name, (at, to) in new.items()}
    return replace(s, **fields)


def with_vote(s: State, i: int, x: int) -> State:
    b = s.current[i]
    after = put(s, vote=(i, changed(s.vote[i], only(b), x)))
    if x == NIL:
        return after
    return put(after, last_vote=((i, x), changed(s.last_vote[i, x], lambda c: c >= b, b)))


STEPS: dict[str, Callable[..., Step]] = {
    step.__name__: step
    for step in (
        votes_afresh,
        votes_again,
        decides,
        says_next,
        finds_that_the_round_won,
        takes_statement,
        goes_on,
        goes_on_after_all_others,
    )
}


def ballots_of(rule: Callable[..., Any]) -> list[str]:
    """Return the names of the ballots of which a step, or a part of the invariant, speaks."""
    return [name for name in signature(rule).parameters if name not in ("s", "i", "x")]


# -- the invariant: each yields formulas that hold for all ballots b, c


def form(s: State, b: Term) -> Iterator[Formula]:
    """A seat has left only ballots before its current one: else it could say one word twice."""
    for i in s.honest:
        yield every(s.base[i] >= -1, s.base[i] < s.current[i])
        yield implies(s.has_left[i](b), every(b >= 0, b < s.current[i]))


def last_votes_are_last(s: State, b: Term, c: Term) -> Iterator[Formula]:
    """`last_vote` says which vote was the last."""
    for last in s.last_vote.values():
        yield implies(b <= c, last(b) <= last(c))
    for (i, x), last in s.last_vote.items():
        yield last(b) <= s.current[i]
        yield implies(s.vote[i](b) == x, last(b) == b)
        yield implies(last(b) >= 0, s.vote[i](last(b)) == x)


def decisions_have_votes(s: State, b: Term) -> Iterator[Formula]:
    """Who has decided had the votes: so no two seats can be decided on in one ballot."""
    for i in s.honest:
        for x in values(s):
            yield implies(s.decision[i](b) == x, votes(s, b, x))


def base_has_won(s: State) -> Iterator[Formula]:
    """Nobody begins afresh before the round has won."""
    for i in s.honest:
        yield implies(s.base[i] >= 0, won(s, s.base[i], NIL))


def nexts_report(s: State, b: Term, c: Term) -> Iterator[Formula]:
    """A `next` hides no decision: so of n - 1 of them one reports what may have won."""
    for i in s.honest:
        has_decided = every(c >= 0, c <= b, no(s.decision[i](c) == NONE))
        yield implies(every(s.has_left[i](b), has_decided), c <= s.report[i](b))


def votes_block(s: State, b: Term, c: Term) -> Iterator[Formula]:
    """Who has voted for y, or for the round, has seen that no other seat can win an earlier
    ballot."""
    for i in s.honest:
        for x in range(s.seats):
            is_other = every(no(s.vote[i](b) == NONE), no(s.vote[i](b) == x))
            yield implies(every(is_other, c >= 0, c < b), no(can_win(s, c, x)))


def stale_votes(s: State, b: Term, c: Term) -> Iterator[Formula]:
    """Who votes for x, though the round may have won c since its base, has seen that all others
    have voted for x after c."""
    for j in s.honest:
        for x in range(s.seats):
            is_stale = every(s.base[j] < c, c >= 0, c < b, can_win(s, c, NIL))
            yield implies(every(s.vote[j](b) == x, is_stale), others_voted(s, j, x, after=c, to=b))


def decisions_stand_on_votes(s: State, b: Term, c: Term) -> Iterator[Formula]:
    """Whoever is decided on, all others have voted for: after any ballot c that the round may have
    won, too."""
    for j in s.honest:
        for x in range(s.seats):
            since = every(c < b, some(c == -1, every(c >= 0, can_win(s, c, NIL))))
            yield implies(every(s.decision[j](b) == x, since), others_voted(s, j, x, after=c, to=b))


def takes_block(s: State, b: Term) -> Iterator[Formula]:
    """Who has taken the statement of x has not voted for x since base."""
    for (i, x), took in s.took.items():
        yield implies(every(took, b > s.base[i]), no(s.vote[i](b) == x))


def stands_on_statements(s: State) -> Iterator[Formula]:
    """Who has gone on holds all statements; only the last to go on may do so without."""
    for i in s.honest:
        taken = every(*(s.took[i, x] for x in range(s.seats) if x != i))
        yield implies(every(s.stood[i], no(s.late[i])), taken)
        before = every(*(every(s.stood[j], no(s.late[j])) for j in s.others(i)))
        yield implies(s.late[i], every(s.stood[i], before))


def others_voted(s: State, j: int, x: int, *, after: Term, to: Term) -> Formula:
    """All honest seats but j and x have voted for x in ballots after the one, up to the other."""
    return every(*(s.last_vote[i, x](to) > after for i in s.others(j, x)))


def values(s: State) -> range:
    return range(NIL, s.seats)


INVARIANT: dict[str, Callable[..., Iterator[Formula]]] = {
    part.__name__: part
    for part in (
        form,
        last_votes_are_last,
        decisions_have_votes,
        base_has_won,
        nexts_report,
        votes_block,
        stale_votes,
        decisions_stand_on_votes,
        takes_block,
        stands_on_statements,
    )
}

# -- what must hold (section 14, "What follows from this")


def nobody_decides_otherwise(s: State, b: Term, c: Term) -> Iterator[Formula]:
    """If x wins a ballot, no other seat ever wins one, and the round none after it."""
    for x in range(s.seats):
        both = every(b >= 0, c >= 0, won(s, b, x))
        for y in range(s.seats):
            if y != x:
                yield no(every(both, won(s, c, y)))
        yield implies(every(both, won(s, c, NIL)), c < b)


def nobody_is_left_behind(s: State, b: Term) -> Iterator[Formula]:
    """If x wins a ballot, no honest seat but x has gone on from the round, or goes on ever."""
    for x in range(s.seats):
        for i in s.others(x):
            yield no(every(b >= 0, s.stood[i], won(s, b, x)))


def nobody_convicts_itself(s: State) -> Iterator[Formula]:
    """What a seat may say next it has not said yet: two words of a kind and ballot convict.

    A vote and a decision are guarded by this very condition.
    """
    for i in s.honest:
        yield no(s.has_left[i](s.current[i]))


SAFETY: dict[str, Callable[..., Iterator[Formula]]] = {
    part.__name__: part
    for part in (nobody_decides_otherwise, nobody_is_left_behind, nobody_convicts_itself)
}
