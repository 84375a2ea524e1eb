"""Rules of ballots with one condition left out: a fork, or a way to one, follows from each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from . import invariant
from .invariant import (
    NIL,
    NONE,
    State,
    Step,
    may_support,
    quorum,
    takes_statement,
    votes,
    votes_again,
    with_vote,
)
from .logic import Term, all_but_one, every, implies, no, some

Rule = Callable[..., Step]


def afresh_later(s: State, i: int, x: int) -> Step:
    b = s.current[i]
    return Step(every(s.vote[i](b) == NONE, no(s.stood[i]), no(s.took[i, x])), with_vote(s, i, x))


def afresh_with_its_statement(s: State, i: int, x: int) -> Step:
    b = s.current[i]
    may = every(b == s.base[i] + 1, s.vote[i](b) == NONE, no(s.stood[i]))
    return Step(may, with_vote(s, i, x))


def decides_by_old_votes(s: State, i: int, x: int, before: Term) -> Step:
    """Let the own vote of x be backed by votes before the round won."""
    b = s.current[i]
    due = every(s.decision[i](b) == NONE, quorum(s, b, x, base=-1, before=before))
    after = invariant.decides(s, i, x, before).after
    return Step(every(due, may_support(s, i, x)), after)


def decides_by_own_vote(s: State, i: int, x: int, before: Term) -> Step:
    b = s.current[i]
    rest = [s.vote[j](b) == x for j in s.others(x)]
    may = votes(s, b, NIL) if x == NIL else all_but_one([*rest, True])
    own = x in (NIL, invariant.VILLAIN) or s.vote[x](b) == x
    due = every(s.decision[i](b) == NONE, may, own)
    return Step(every(due, may_support(s, i, x)), invariant.decides(s, i, x, before).after)


def reports_nothing(s: State, i: int, last: Term) -> Step:
    step = invariant.says_next(s, i, last)
    return replace(step, guard=last == s.base[i], always=lambda _: True)


def reports_any(s: State, i: int, last: Term) -> Step:
    return replace(invariant.says_next(s, i, last), always=lambda _: True)


def again_for_old_decisions(s: State, i: int, x: int, *, top: Term, before: Term) -> Step:
    """Vote again also for what is reported of ballots before the round won."""
    b = s.current[i]
    all_left = all_but_one(every(s.has_left[j](b - 1), s.report[j](b - 1) <= top) for j in s.honest)
    is_backed = quorum(s, top, x, base=-1, before=before)
    is_read = some(top == -1, is_backed) if x == NIL else is_backed
    due = every(b > s.base[i] + 1, top < b, s.vote[i](b) == NONE, all_left, is_read)
    return Step(every(due, may_support(s, i, x)), with_vote(s, i, x))


def again_by_old_votes(s: State, i: int, x: int, *, top: Term, before: Term) -> Step:
    """Let the own vote of x be backed by votes before the round won."""
    b = s.current[i]
    all_left = all_but_one(every(s.has_left[j](b - 1), s.report[j](b - 1) <= top) for j in s.honest)
    is_backed = every(top > s.base[i], quorum(s, top, x, base=-1, before=before))
    is_read = some(top <= s.base[i], is_backed) if x == NIL else is_backed
    due = every(b > s.base[i] + 1, top < b, s.vote[i](b) == NONE, all_left, is_read)
    return Step(every(due, may_support(s, i, x)), with_vote(s, i, x))


def again_for_false_claims(s: State, i: int, x: int, *, top: Term, before: Term) -> Step:
    b = s.current[i]
    all_left = all_but_one(every(s.has_left[j](b - 1), s.report[j](b - 1) <= top) for j in s.honest)
    due = every(b > s.base[i] + 1, top < b, s.vote[i](b) == NONE, all_left)
    return Step(every(due, may_support(s, i, x)), with_vote(s, i, x))


def again_after_fewer(s: State, i: int, x: int, *, top: Term, before: Term) -> Step:
    """Wait for n - 2 `next`, of which one is the villain's."""
    step = votes_again(s, i, x, top=top, before=before)
    b = s.current[i]
    left = [every(s.has_left[j](b - 1), s.report[j](b - 1) <= top) for j in s.honest]
    few = some(*(all_but_one(left[:k] + left[k + 1 :]) for k in range(len(left))))
    is_backed = every(top > s.base[i], quorum(s, top, x, base=s.base[i], before=before))
    is_read = some(top <= s.base[i], is_backed) if x == NIL else is_backed
    due = every(b > s.base[i] + 1, top < b, s.vote[i](b) == NONE, few, is_read)
    return replace(step, guard=every(due, may_support(s, i, x)))


def takes_though_it_voted(s: State, i: int, x: int) -> Step:
    """Look at the vote of the current ballot alone."""
    step = takes_statement(s, i, x)
    return replace(step, always=lambda b: implies(b == s.current[i], no(s.vote[i](b) == x)))


def wins_by_votes(s: State, i: int, b: Term) -> Step:
    """Take the votes for the round for its decisions."""
    step = invariant.finds_that_the_round_won(s, i, b)
    return replace(step, guard=every(b > s.base[i], b >= 0, votes(s, b, NIL)))


def goes_on_after_some(s: State, i: int) -> Step:
    step = invariant.goes_on_after_all_others(s, i)
    return replace(step, guard=every(no(s.stood[i]), all_but_one(s.stood[j] for j in s.others(i))))


WEAKENED: dict[str, tuple[str, Rule]] = {
    "votes afresh in a later ballot": ("votes_afresh", afresh_later),
    "votes afresh for a seat whose statement it holds": ("votes_afresh", afresh_with_its_statement),
    "decides by an own vote that older votes back": ("decides", decides_by_old_votes),
    "decides by an own vote that no votes back": ("decides", decides_by_own_vote),
    "votes again by an own vote that older votes back": ("votes_again", again_by_old_votes),
    "votes again for what was reported of before base": ("votes_again", again_for_old_decisions),
    "votes again for a claim without votes": ("votes_again", again_for_false_claims),
    "votes again after n - 2 seats said next": ("votes_again", again_after_fewer),
    "next reports no decision": ("says_next", reports_nothing),
    "next reports any decision, not the last": ("says_next", reports_any),
    "takes a statement though it voted before": ("takes_statement", takes_though_it_voted),
    "takes votes for the round for its decisions": ("finds_that_the_round_won", wins_by_votes),
    "goes on after all others but one": ("goes_on_after_all_others", goes_on_after_some),
}
