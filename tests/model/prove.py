"""Prove the invariant of the ballots with z3: `make invariant`.

    python -m tests.model.prove [--seats N ...]    (at four and at five seats)

A claim about all ballots is proven by assuming its opposite for two ballots, and the invariant for
these, for those that the step names, and for the last votes that they lead to: if these few
assumptions contradict each other, so do all. Honest seats are alike, so it is enough that seat 1
takes each step, about the villain, itself or one other (`test_invariant.py` exchanges seats).
"""

from __future__ import annotations

import argparse
import inspect
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

from .invariant import (
    INVARIANT,
    NIL,
    SAFETY,
    STEPS,
    State,
    Step,
    ballots_of,
    last_votes_are_last,
    start,
    takes_block,
    votes_again,
)
from .logic import Formula, Term

Part = Callable[..., Iterator[Formula]]
ACTOR = 1
ABOUT = (NIL, 0, ACTOR, 2)
LIMIT_MS = 60_000
UNDECIDED = " (not decided)"
SEATS = (4, 5)


def z3() -> Any:
    try:
        import z3
    except ImportError:
        sys.exit("z3 is not installed: python -m pip install --editable '.[invariant]'")
    return z3


def anything(seats: int) -> State:
    """Return a state of which nothing is known."""
    z = z3()
    whole, truth = z.IntSort(), z.BoolSort()
    honest, pairs = range(1, seats), [(i, x) for i in range(1, seats) for x in range(seats)]

    def by_ballot(name: str, sort: Any) -> dict[int, Any]:
        return {i: z.Function(f"{name}{i}", whole, sort) for i in honest}

    return State(
        seats,
        vote=by_ballot("vote", whole),
        decision=by_ballot("decision", whole),
        has_left=by_ballot("has_left", truth),
        report=by_ballot("report", whole),
        last_vote={(i, x): z.Function(f"last_vote{i}_{x}", whole, whole) for i, x in pairs},
        current={i: z.Int(f"current{i}") for i in honest},
        base={i: z.Int(f"base{i}") for i in honest},
        took={(i, x): z.Bool(f"took{i}_{x}") for i, x in pairs if x != i},
        stood={i: z.Bool(f"stood{i}") for i in honest},
        late={i: z.Bool(f"late{i}") for i in honest},
    )


def claims(part: Part, s: State, terms: Sequence[Term]) -> Iterator[Formula]:
    """Yield what a part of the invariant says of these ballots."""
    for chosen in product(terms, repeat=len(ballots_of(part))):
        yield from part(s, *chosen)


class Proof:
    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.any_two = z3().Ints("b c")

    def solver(self, s: State, terms: Sequence[Term]) -> Any:
        solver = z3().SolverFor("QF_UFLIA")
        solver.set("timeout", LIMIT_MS)
        for part in INVARIANT.values():
            solver.add(*claims(part, s, terms))
        return solver

    def gap(self, solver: Any, part: Part, s: State) -> str | None:
        """Return whether the opposite of what the part says is possible, or not decided in time;
        None if it is refuted."""
        z = z3()
        for claim in part(s, *self.any_two[: len(ballots_of(part))]):
            solver.push()
            solver.add(z.Not(claim))
            result = solver.check()
            solver.pop()
            if result != z.unsat:
                return part.__name__ if result == z.sat else part.__name__ + UNDECIDED
        return None

    def gaps(self) -> Iterator[tuple[str, list[str]]]:
        """Yield each thing to prove, with the parts that are not proven of it."""
        yield "at the beginning", self.unproven(z3().Solver(), INVARIANT, start(self.seats))
        s = anything(self.seats)
        yield "safety", self.unproven(self.at_rest(s), SAFETY, s)
        for text, take in moves(STEPS):
            unknown = {one: z3().Int(one) for one in ballots_of(take)}
            named = [*self.any_two, s.current[ACTOR], s.base[ACTOR], *unknown.values()]
            if take.func is votes_again:
                named.append(s.current[ACTOR] - 1)
            step = take(s, **unknown)
            solver = self.solver(s, named)
            solver.add(step.guard, *(step.always(b) for b in named))
            yield text, self.unproven(solver, INVARIANT, step.after)

    def unproven(self, solver: Any, parts: dict[str, Part], s: State) -> list[str]:
        gaps = (self.gap(solver, part, s) for part in parts.values())
        return [gap for gap in gaps if gap is not None]

    def at_rest(self, s: State) -> Any:
        """No step: the ballots after which votes count, and the last votes."""
        b, c = self.any_two
        solver = self.solver(s, [b, c, -1, *s.base.values(), *s.current.values()])
        for part in (takes_block, last_votes_are_last):
            for last in s.last_vote.values():
                solver.add(*claims(part, s, [last(b), b]))
        return solver


def moves(rules: Mapping[str, Callable[..., Step]]) -> Iterator[tuple[str, partial[Step]]]:
    """Yield the steps of seat 1, with the ballots of which they speak still open."""
    for name, rule in rules.items():
        if "x" not in inspect.signature(rule).parameters:
            yield name, partial(rule, i=ACTOR)
            continue
        for x in ABOUT:
            if x not in barred(name):
                who = {NIL: "the round", 0: "the villain", ACTOR: "itself", 2: "another"}[x]
                yield f"{name}, {who}", partial(rule, i=ACTOR, x=x)


def barred(name: str) -> tuple[int, ...]:
    return (NIL, ACTOR) if name in ("votes_afresh", "takes_statement") else ()


def prove(seats: int) -> int:
    began, wrong = time.process_time(), 0
    for what, gaps in Proof(seats).gaps():
        write(f"  {what:<40} {'not proven: ' + ', '.join(gaps) if gaps else 'proven'}")
        wrong += len(gaps)
    write(f"{seats} seats: {wrong} not proven ({time.process_time() - began:.0f} s)")
    return wrong


def write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description="prove the invariant of the ballots")
    parser.add_argument("--seats", type=int, nargs="*", default=SEATS, help="(4 5)")
    return 1 if sum(map(prove, parser.parse_args().seats)) else 0


if __name__ == "__main__":
    sys.exit(main())
