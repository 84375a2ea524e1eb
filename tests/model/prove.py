"""Prove the invariant of the ballots with z3: `make invariant`.

    python -m tests.model.prove              at four and at five seats
    python -m tests.model.prove --needed     leave out each part: what can no longer be proven
    python -m tests.model.prove --weakened   weaken each rule: what can no longer be proven

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
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from .invariant import INVARIANT, NIL, NONE, SAFETY, STEPS, State, Step, ballots_of, start
from .logic import Formula, Term, every
from .weakened import WEAKENED, Rule

Part = Callable[..., Iterator[Formula]]
ACTOR = 1
ABOUT = (NIL, 0, ACTOR, 2)
LIMIT_MS = 60_000
FEW = 4
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


def small(s: State, terms: Sequence[Term]) -> Iterator[Formula]:
    """Yield what holds of a state with few ballots, in which words are about the table's seats."""
    every_term = [*terms, *s.current.values(), *s.base.values()]
    for i in s.honest:
        for b in every_term:
            for word in (s.vote[i](b), s.decision[i](b)):
                yield every(word >= NONE, word < s.seats)
            yield every(s.report[i](b) >= NONE, s.report[i](b) <= FEW)
    for b in every_term:
        yield every(b >= -1, b <= FEW)
    for last in s.last_vote.values():
        yield from (every(last(b) >= NONE, last(b) <= FEW) for b in every_term)


class Proof:
    """`parts` are those of the invariant that are assumed and proven.

    `is_small`: only states with few ballots are looked at. What is possible in these is possible.
    """

    def __init__(
        self, seats: int, parts: dict[str, Part], rules: dict[str, Rule], *, is_small: bool = False
    ) -> None:
        self.seats, self.parts, self.rules, self.is_small = seats, parts, rules, is_small
        self.any_two = z3().Ints("b c")

    def solver(self, s: State, terms: Sequence[Term]) -> Any:
        solver = z3().SolverFor("QF_UFLIA")
        solver.set("timeout", LIMIT_MS)
        for part in self.parts.values():
            solver.add(*claims(part, s, terms))
        if self.is_small:
            solver.add(*small(s, terms))
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
        yield "at the beginning", self.unproven(z3().Solver(), self.parts, start(self.seats))
        s = anything(self.seats)
        yield "safety", self.unproven(self.at_rest(s), SAFETY, s)
        for name in STEPS:
            for text, terms, step in self.steps(name, s):
                named = [*self.any_two, s.current[ACTOR], s.base[ACTOR], *terms]
                solver = self.solver(s, named)
                solver.add(step.guard, *(step.always(b) for b in named))
                yield text, self.unproven(solver, self.parts, step.after)

    def unproven(self, solver: Any, parts: dict[str, Part], s: State) -> list[str]:
        gaps = (self.gap(solver, part, s) for part in parts.values())
        return [gap for gap in gaps if gap is not None]

    def at_rest(self, s: State) -> Any:
        """No step: the ballots after which votes count, and the last votes."""
        b, c = self.any_two
        solver = self.solver(s, [b, c, -1, *s.base.values(), *s.current.values()])
        for name in ("takes_block", "last_votes_are_last"):
            for last in s.last_vote.values() if name in self.parts else ():
                solver.add(*claims(self.parts[name], s, [last(b), b]))
        return solver

    def steps(self, name: str, s: State) -> Iterator[tuple[str, list[Term], Step]]:
        """Yield the steps of seat 1 of that name, each with the ballots that it speaks of."""
        step = self.rules[name]
        unknown = {one: z3().Int(one) for one in ballots_of(step)}
        terms = [*unknown.values()]
        if name == "votes_again":
            terms.append(s.current[ACTOR] - 1)
        if "x" not in inspect.signature(step).parameters:
            yield name, terms, step(s, ACTOR, **unknown)
            return
        for x in ABOUT:
            if x not in barred(name):
                who = {NIL: "the round", 0: "the villain", ACTOR: "itself", 2: "another"}[x]
                yield f"{name}, {who}", terms, step(s, ACTOR, x, **unknown)


def barred(name: str) -> tuple[int, ...]:
    return (NIL, ACTOR) if name in ("votes_afresh", "takes_statement") else ()


def prove(seats: int) -> int:
    began, wrong = time.process_time(), 0
    for what, gaps in Proof(seats, INVARIANT, STEPS).gaps():
        write(f"  {what:<40} {'not proven: ' + ', '.join(gaps) if gaps else 'proven'}")
        wrong += len(gaps)
    write(f"{seats} seats: {wrong} not proven ({time.process_time() - began:.0f} s)")
    return wrong


def first_gap(seats: int, parts: dict[str, Part], rules: dict[str, Rule]) -> str | None:
    """Return the first claim of which a state with few ballots shows that it does not follow."""
    proof = Proof(seats, parts, rules, is_small=True)
    found = ((what, gap) for what, gaps in proof.gaps() for gap in gaps if UNDECIDED not in gap)
    return next((f"{what}: {gap}" for what, gap in found), None)


def without_each(seats: int) -> int:
    """Return how many parts of the invariant are not seen to be needed."""
    idle = 0
    for name in INVARIANT:
        rest = {other: part for other, part in INVARIANT.items() if other != name}
        gap = first_gap(seats, rest, STEPS)
        write(f"  without {name:<28} {gap or 'nothing found that it is needed for'}")
        idle += gap is None
    return idle


def weakened(seats: int) -> int:
    """Return how many weakened rules are not seen to break the proof."""
    idle = 0
    for text, (name, rule) in WEAKENED.items():
        gap = first_gap(seats, INVARIANT, {**STEPS, name: rule})
        write(f"  {text:<64} {gap or 'nothing found that it is needed for'}")
        idle += gap is None
    return idle


def write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description="prove the invariant of the ballots")
    parser.add_argument("--seats", type=int, nargs="*", help="(4 5; else 4)")
    parser.add_argument("--needed", action="store_true", help="leave out each part")
    parser.add_argument("--weakened", action="store_true", help="weaken each rule")
    given = parser.parse_args()
    work = without_each if given.needed else weakened if given.weakened else prove
    seats = given.seats or (SEATS if work is prove else SEATS[:1])
    return 1 if sum(map(work, seats)) else 0


if __name__ == "__main__":
    sys.exit(main())
