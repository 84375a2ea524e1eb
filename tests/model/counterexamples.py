"""Find where the invariant breaks once a part is left out, or a rule is weakened.

    python -m tests.model.counterexamples needed      leave out each part
    python -m tests.model.counterexamples weakened    weaken each rule

z3 looks for a state with few ballots in which all parts hold, for all its ballots, and a step after
which one does not. What it finds is read, and checked again with plain numbers. That nothing is
found does not show that a part is not needed: more ballots may be.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import product
from typing import Any

from .invariant import INVARIANT, NIL, NONE, SAFETY, STEPS, State, Step, ballots_of
from .logic import Formula, choose, every, no
from .prove import Part, claims, moves, write, z3
from .weakened import WEAKENED, Rule

Parts = dict[str, Part]

FEW = 3  # the last ballot of which anything is said
BITS = 5  # more than any number here needs, with its sign
WITHIN = range(NIL, FEW + 1)
BALLOTS = range(NONE, FEW + 3)  # nothing is said of those outside `WITHIN`
LIMIT_MS = 120_000


class Undecided(Exception):
    """z3 did not answer in time."""


def first_gap(seats: int, parts: Parts, rules: Mapping[str, Rule]) -> str | None:
    """Return a step by these rules, and what does not hold after it; None if no such state has few
    ballots. Without all parts, what must never happen may hold even before a step.

    Raises Undecided.
    """
    s = few(seats)
    undecided = []
    is_whole = parts is INVARIANT
    at_rest = [] if is_whole else [("safety", partial(no_step))]
    for text, take in (*at_rest, *moves(rules)):
        unknown = {one: number(one) for one in ballots_of(take)}
        step = take(s, **unknown)
        goal = SAFETY if take.func is no_step else parts
        solver = solver_for(s, parts, unknown.values(), step)
        solver.add(z3().Or(*(no(claim) for claim in held(step.after, goal))))
        if is_whole:  # then only a step that the rules do not allow can break it
            usual = STEPS[text.partition(",")[0]](s, **take.keywords, **unknown)
            solver.add(no(every(usual.guard, *(usual.always(b) for b in BALLOTS))))
        result = solver.check()
        if result == z3().sat:
            model = solver.model()
            ballots = {name: value(model, one) for name, one in unknown.items()}
            broken = checked(plain(model, s), parts, partial(take, **ballots), goal)
            return f"{text}: {', '.join(broken)}"
        if result == z3().unknown:
            undecided.append(text)
    if undecided:
        raise Undecided(", ".join(undecided))
    return None


def no_step(s: State) -> Step:
    return Step(True, s)


def checked(s: State, parts: Parts, take: Callable[[State], Step], goal: Parts) -> list[str]:
    """Return the parts of the goal that do not hold after the step."""
    step = take(s)
    assert all(held(s, parts))
    assert step.guard
    assert all(step.always(b) for b in BALLOTS)
    return [name for name, part in goal.items() if not all(held(step.after, {name: part}))]


def plain(model: Any, s: State) -> State:
    """Return what z3 has found, in plain numbers."""

    def of(words: Mapping[Any, Any]) -> dict[Any, Any]:
        return {
            at: {b: value(model, word(b)) for b in (*BALLOTS, FEW + 3)}.__getitem__
            for at, word in words.items()
        }

    def each(terms: Mapping[Any, Any]) -> dict[Any, Any]:
        return {at: value(model, term) for at, term in terms.items()}

    return State(
        s.seats,
        vote=of(s.vote),
        decision=of(s.decision),
        has_left=of(s.has_left),
        report=of(s.report),
        last_vote=of(s.last_vote),
        current=each(s.current),
        base=each(s.base),
        took=each(s.took),
        stood=each(s.stood),
        late=each(s.late),
    )


def value(model: Any, term: Any) -> int | bool:
    found = model.eval(term, model_completion=True)
    return bool(z3().is_true(found)) if z3().is_bool(found) else int(found.as_signed_long())


def number(name: str) -> Any:
    return z3().BitVec(name, BITS)


def few(seats: int) -> State:
    """Return a state of which nothing is known but that it has few ballots."""
    z = z3()
    honest, pairs = range(1, seats), [(i, x) for i in range(1, seats) for x in range(seats)]

    def words(name: str, kind: Callable[[str], Any], nothing: Any) -> Callable[[Any], Any]:
        said = {b: kind(f"{name} {b}") for b in WITHIN}

        def word(at: Any) -> Any:
            if isinstance(at, int):
                return said.get(at, nothing)
            found = nothing
            for b, one in said.items():
                found = choose(at == b, one, found)
            return found

        return word

    def numbers(name: str) -> Callable[[Any], Any]:
        return words(name, number, z.BitVecVal(NONE, BITS))

    def last(name: str) -> Callable[[Any], Any]:
        until = numbers(name)
        return lambda at: until(choose(at > FEW, z.BitVecVal(FEW, BITS), at))

    return State(
        seats,
        vote={i: numbers(f"vote{i}") for i in honest},
        decision={i: numbers(f"decision{i}") for i in honest},
        has_left={i: words(f"has_left{i}", z.Bool, z.BoolVal(False)) for i in honest},
        report={i: numbers(f"report{i}") for i in honest},
        last_vote={(i, x): last(f"last_vote{i}_{x}") for i, x in pairs},
        current={i: number(f"current{i}") for i in honest},
        base={i: number(f"base{i}") for i in honest},
        took={(i, x): z.Bool(f"took{i}_{x}") for i, x in pairs if x != i},
        stood={i: z.Bool(f"stood{i}") for i in honest},
        late={i: z.Bool(f"late{i}") for i in honest},
    )


def solver_for(s: State, parts: Parts, unknown: Iterable[Any], step: Step) -> Any:
    """Return a solver that assumes the parts, and that the step is taken."""
    solver = z3().SolverFor("QF_BV")
    solver.set("timeout", LIMIT_MS)
    for one in (*unknown, *s.current.values(), *s.base.values()):
        solver.add(one >= NIL, one <= FEW)
    for i, b in product(s.honest, WITHIN):
        for word in (s.vote[i](b), s.decision[i](b)):
            solver.add(word >= NONE, word < s.seats)
        for of in (s.report[i](b), *(s.last_vote[i, x](b) for x in range(s.seats))):
            solver.add(of >= NONE, of <= FEW)
    solver.add(*held(s, parts))
    solver.add(step.guard, *(step.always(b) for b in BALLOTS))
    return solver


def held(s: State, parts: Parts) -> list[Formula]:
    return [claim for part in parts.values() for claim in claims(part, s, BALLOTS)]


def without_each(seats: int) -> int:
    """Return how many parts of the invariant are not seen to be needed."""
    idle = 0
    for name in INVARIANT:
        rest = {other: part for other, part in INVARIANT.items() if other != name}
        idle += not shown(f"without {name}", seats, rest, STEPS)
    return idle


def weakened(seats: int) -> int:
    """Return how many weakened rules are not seen to break the invariant."""
    changed = ((text, {name: rule}) for text, (name, rule) in WEAKENED.items())
    return sum(not shown(text, seats, INVARIANT, rules) for text, rules in changed)


def shown(text: str, seats: int, parts: Parts, rules: Mapping[str, Rule]) -> bool:
    try:
        gap = first_gap(seats, parts, rules)
    except Undecided as error:
        write(f"  {text:<64} NOT DECIDED in {LIMIT_MS // 1000} s: {error}")
        return False
    write(f"  {text:<64} {gap or f'NOT SEEN to be needed in ballots up to {FEW}'}")
    return gap is not None


def main() -> int:
    parser = argparse.ArgumentParser(description="show that each part and each rule is needed")
    parser.add_argument("what", choices=["needed", "weakened"])
    parser.add_argument("--seats", type=int, default=4, help="(4)")
    given = parser.parse_args()
    work = without_each if given.what == "needed" else weakened
    began = time.process_time()
    idle = work(given.seats)
    write(f"{given.seats} seats: {idle} not shown ({time.process_time() - began:.0f} s)")
    return 1 if idle else 0


if __name__ == "__main__":
    sys.exit(main())
