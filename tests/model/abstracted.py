"""States of the model as states of the invariant, and the steps that both allow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import product
from typing import Any

from .ballots import NIL, STOOD, Column, Table, place_of
from .invariant import INVARIANT, NONE, STEPS, VILLAIN, State, Step, ballots_of
from .walks import takes_part

Rules = dict[str, Callable[..., Step]]


def abstracted(table: Table, column: Column) -> State:
    """Return what the honest seats have said and taken; a villain's statement is one, whichever."""
    seats = table.rules.seats
    honest = range(1, seats)
    place = {i: place_of(column, i) for i in honest}

    def values_of(i: int, word: str) -> dict[int, Any]:
        each = ((b, getattr(ballot, word)) for b, ballot in enumerate(place[i].ballots))
        return {b: one for b, one in each if one is not None}

    vote = {i: values_of(i, "vote") for i in honest}
    decision = {i: values_of(i, "commit") for i in honest}
    left = {i: values_of(i, "next") for i in honest}

    def last_vote(i: int, x: int, b: int) -> int:
        return max((a for a, about in vote[i].items() if about == x and a <= b), default=NONE)

    pairs = [(i, x) for i in honest for x in range(seats)]
    top = table.rules.bounds[0]
    took = {
        (i, x): bool(place[i].taken >> x & 1) and last_vote(i, x, top) <= place[i].base
        for i, x in pairs
        if x != i
    }
    stood = {i: place[i].over == STOOD for i in honest}
    held = {i: all(took[i, x] for x in range(seats) if x != i) for i in honest}
    return State(
        seats,
        vote={i: partial(_of, vote[i], NONE) for i in honest},
        decision={i: partial(_of, decision[i], NONE) for i in honest},
        has_left={i: left[i].__contains__ for i in honest},
        report={i: partial(_report, left[i]) for i in honest},
        last_vote={pair: partial(last_vote, *pair) for pair in pairs},
        current={i: table.current(place[i]) for i in honest},
        base={i: place[i].base for i in honest},
        took=took,
        stood=stood,
        late={i: stood[i] and not held[i] for i in honest},
    )


def _of(values: Mapping[int, int], nothing: int, b: int) -> int:
    return values.get(b, nothing)


def _report(left: Mapping[int, tuple[int, int]], b: int) -> int:
    return left[b][0] if b in left else NONE


def broken(s: State, ballots: range) -> list[str]:
    """Return the parts of the invariant that do not hold."""
    return [
        name
        for name, part in INVARIANT.items()
        if not all(
            all(part(s, *chosen)) for chosen in product(ballots, repeat=len(ballots_of(part)))
        )
    ]


def words(s: State, i: int, ballots: range, rules: Rules = STEPS) -> set[str]:
    """Return what seat i may say in ballots, and find of them, in the words of the model."""
    return set(_votes(s, i, rules)) | set(_others(s, i, ballots, rules))


def _votes(s: State, i: int, rules: Rules) -> Iterator[str]:
    b = s.current[i]
    for x in range(NIL, s.seats):
        if s.vote[i](b) == NONE:
            afresh = x not in (NIL, i) and rules["votes_afresh"](s, i, x).guard
            is_later = b > s.base[i] + 1
            if afresh or (is_later and _may(rules["votes_again"], s, i, x)):
                yield f"votes [{b}, {x}]"
        if s.decision[i](b) == NONE and _may(rules["decides"], s, i, x):
            yield f"commits [{b}, {x}]"


def _may(rule: Callable[..., Step], s: State, i: int, x: int) -> bool:
    """Return whether there are ballots, before the current one, by which the seat may do so."""
    named = ballots_of(rule)
    chosen = product(range(-1, s.current[i]), repeat=len(named))
    return any(rule(s, i, x, **dict(zip(named, each, strict=True))).guard for each in chosen)


def _others(s: State, i: int, ballots: range, rules: Rules) -> Iterator[str]:
    for last in ballots:
        step = rules["says_next"](s, i, last)
        if step.guard and all(step.always(a) for a in ballots):
            x = s.decision[i](last) if last > s.base[i] else NIL
            yield f"says next [{s.current[i]}, {(last, x)}]"
    for b in ballots:
        if rules["finds_that_the_round_won"](s, i, b).guard:
            yield f"finds that nil has won ballot {b}"


def taken(s: State, i: int, seats: Iterable[int], rules: Rules = STEPS) -> set[int]:
    """Return those of the seats whose statement seat i may take, or go on with after all others."""
    if rules["goes_on_after_all_others"](s, i).guard:
        return {*seats}
    ballots = range(-1, s.current[i] + 1)
    steps = {x: rules["takes_statement"](s, i, x) for x in seats}
    return {x for x, step in steps.items() if all(step.always(b) for b in ballots)}


def active(table: Table, column: Column) -> list[int]:
    """Return the honest seats that still speak in ballots, within the model's bound."""
    seats = [i for i, place in enumerate(column) if i != VILLAIN and takes_part(place)]
    return [i for i in seats if table.current(place_of(column, i)) < table.rules.bounds[0]]


def exchanged(s: State, one: int, other: int) -> State:
    """Return the same state with two honest seats exchanged."""
    swap = {one: other, other: one}

    def seat(i: int) -> int:
        return swap.get(i, i)

    def by_seat(of: Mapping[int, Any]) -> dict[int, Any]:
        return {seat(i): value for i, value in of.items()}

    def about(of: Mapping[int, Any]) -> dict[int, Any]:
        return {i: lambda b, value=value: seat(value(b)) for i, value in by_seat(of).items()}

    def by_two(of: Mapping[tuple[int, int], Any]) -> dict[tuple[int, int], Any]:
        return {(seat(i), seat(x)): value for (i, x), value in of.items()}

    return State(
        s.seats,
        vote=about(s.vote),
        decision=about(s.decision),
        has_left=by_seat(s.has_left),
        report=by_seat(s.report),
        last_vote=by_two(s.last_vote),
        current=by_seat(s.current),
        base=by_seat(s.base),
        took=by_two(s.took),
        stood=by_seat(s.stood),
        late=by_seat(s.late),
    )
