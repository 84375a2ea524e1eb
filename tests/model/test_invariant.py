"""The invariant's steps are the model's, and the invariant holds in the model's states.

That each step keeps it is proven by z3 (`make invariant`), which no other test needs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from inspect import signature

import pytest

from tests.lengths import sampled

from .abstracted import Rules, abstracted, active, broken, exchanged, taken, words
from .ballots import Column, Table, place_of
from .invariant import INVARIANT, NONE, SAFETY, STEPS, VILLAIN, State, ballots_of, start
from .logic import Term
from .walks import steps_of, table_of, walk, words_of
from .weakened import WEAKENED

WALKS, LENGTH = 40, 50
EACH = 12  # of how many moments one is looked at; each where the round has won


@cache
def moments(seats: int) -> tuple[Table, list[tuple[Column, State, range]]]:
    """Return moments of random walks, each with its ballots, and one more."""
    # the invariant lets a seat read fewer than all, and then not its own
    table = table_of(seats, own_next_is_known=False)
    found = []
    for seed in range(WALKS):
        for at, moment in enumerate(walk(table, seed, LENGTH)):
            has_won = any(place is not None and place.base >= 0 for place in moment.column)
            if at % EACH and not has_won:
                continue
            s = abstracted(table, moment.column)
            found.append((moment.column, s, range(-1, max(s.current.values()) + 2)))
    return table, found


@pytest.mark.parametrize("seats", [4, 5])
def test_the_invariant_holds_wherever_the_model_comes(seats: int) -> None:
    for column, s, ballots in moments(seats)[1][::40]:
        assert broken(s, ballots) == [], column


@pytest.mark.parametrize("seats", [4, 5])
def test_its_steps_are_those_of_the_model(seats: int) -> None:
    assert [*differences(seats, STEPS, each=6)] == []


@sampled(4)
@pytest.mark.parametrize("name", WEAKENED)
def test_a_weakened_step_is_not_one_of_the_model(name: str) -> None:
    step, rule = WEAKENED[name]
    assert any(differences(4, {**STEPS, step: rule}))


def test_a_last_vote_nobody_cast_would_leave_a_seat_behind() -> None:
    """Two seats have decided to go on without the villain, and the third has gone on. It has not
    voted; without the formula about last votes the invariant would allow that."""
    s = start(4)

    def cast(i: int) -> Callable[[Term], Term]:
        return lambda b: VILLAIN if i != 3 and b == 0 else NONE

    told = {(i, VILLAIN): (lambda b: 0 if b >= 0 else NONE) for i in s.honest}
    s = replace(
        s,
        vote={i: cast(i) for i in s.honest},
        decision={i: cast(i) for i in s.honest},
        last_vote={**s.last_vote, **told},
        took={**s.took, **{(3, x): True for x in range(3)}},
        stood={**s.stood, 3: True},
    )
    assert not all(all(SAFETY["nobody_is_left_behind"](s, b)) for b in range(2))
    assert broken(s, range(-1, 3)) == ["last_votes_are_last"]


def test_nothing_changes_if_two_honest_seats_are_exchanged() -> None:
    """So it is enough to prove the steps of one seat, about one of each kind."""
    chance = random.Random(0)  # noqa: S311 - no secret
    for _ in range(40):
        s = at_random(chance, 5)
        one, other = chance.sample(s.honest, 2)
        swap = {one: other, other: one}
        same = exchanged(s, one, other)
        for part in (*INVARIANT.values(), *SAFETY.values()):
            ballots = [chance.randrange(4) for _ in ballots_of(part)]
            assert sorted(part(s, *ballots)) == sorted(part(same, *ballots)), part
        for name, step in STEPS.items():
            ballots_named = {of: chance.randrange(4) for of in ballots_of(step)}
            i, x = chance.sample(s.honest, 2)
            about = [x] if "x" in signature(step).parameters else []
            moved = [swap.get(each, each) for each in about]
            here = step(s, i, *about, **ballots_named).guard
            assert here == step(same, swap.get(i, i), *moved, **ballots_named).guard, name


def at_random(chance: random.Random, seats: int) -> State:
    """Return a state that need not be reachable, with ballots -1 to 4."""

    def words(least: int, most: int) -> Callable[[int], int]:
        numbers = {b: chance.randint(least, most) for b in range(-2, 6)}
        return numbers.__getitem__

    s = start(seats)
    truth = chance.random()
    return replace(
        s,
        vote={i: words(-2, seats - 1) for i in s.honest},
        decision={i: words(-2, seats - 1) for i in s.honest},
        has_left={
            i: {b: chance.random() < truth for b in range(-2, 6)}.__getitem__ for i in s.honest
        },
        report={i: words(-1, 4) for i in s.honest},
        last_vote={pair: words(-2, 4) for pair in s.last_vote},
        current={i: chance.randint(0, 3) for i in s.honest},
        base={i: chance.randint(-1, 2) for i in s.honest},
        took={pair: chance.random() < truth for pair in s.took},
        stood={i: chance.random() < truth for i in s.honest},
        late={i: chance.random() < truth for i in s.honest},
    )


def differences(seats: int, rules: Rules, each: int = 1) -> Iterator[str]:
    """Yield what the invariant's steps allow and the model does not, or the other way round."""
    table, found = moments(seats)
    for column, s, ballots in found[::each]:
        for i in active(table, column):
            theirs = steps_of(table, column, i)
            received, ours = words_of(theirs), words(s, i, ballots, rules)
            if not any(word.startswith("says next") for word in received):
                # the invariant lets a seat leave its ballot before that is open
                ours = {word for word in ours if not word.startswith("says next")}
            yield from (f"{i} {word}" for word in ours ^ received)
            may = taken(s, i, waited_for(table, column, i), rules)
            takes = {
                int(text[6])
                for _, text, _, _ in theirs
                if text.startswith("takes") and text[7] == "'"
            }
            yield from (f"{i} takes {x}'s statement" for x in may ^ takes)


def waited_for(table: Table, column: Column, i: int) -> list[int]:
    """Return the seats whose statement has been said, and not been taken here."""
    place = place_of(column, i)
    seats = [x for x in range(table.rules.seats) if x != i and not place.taken >> x & 1]
    return [x for x in seats if place.over is None and table.has_said(0, column, x)]
