"""More ballots of one round than `cases.py` has, with states kept as numbers: `make model DEEP=1`.

python -m tests.model.deep --seats 4 --ballots 3
"""

from __future__ import annotations

import argparse
import sys
import time

from .ballots import Place, Rules, State, Table
from .search import Found

BITS = 24  # of each seat's number
EVERY = 20_000  # states, after which what was computed of columns is forgotten


class Numbers:
    """States as whole numbers: of each seat, which of all that were met it is."""

    def __init__(self) -> None:
        self._of: dict[tuple[Place, ...], int] = {}
        self._seats: list[tuple[Place, ...]] = []

    def number(self, state: State) -> int:
        found = 0
        for seat in state:
            if seat not in self._of:
                self._of[seat] = len(self._seats)
                self._seats.append(seat)
            found = found << BITS | self._of[seat]
        return found

    def state(self, number: int, seats: int) -> State:
        places = (number >> BITS * i & (1 << BITS) - 1 for i in reversed(range(seats)))
        return tuple(self._seats[place] for place in places)


def explore(table: Table, limit: float) -> Found:
    """Breadth first, for as long as `limit` seconds of processor time."""
    numbers, seats = Numbers(), table.rules.seats
    first = numbers.number(table.start())
    parents: dict[int, int] = {first: first}
    layer, steps, done = [first], 0, 0
    while layer:
        coming: list[int] = []
        for number in layer:
            done += 1
            if done % EVERY == 0:
                for cached in (Table.steps, Table.won, Table.ends):
                    cached.cache_clear()
                if time.process_time() > limit:
                    return Found(len(parents), False)
            for _, after in table.moves(numbers.state(number, seats)):
                found = numbers.number(after)
                if found in parents:
                    continue
                parents[found] = number
                coming.append(found)
                if (fault := table.fault(after)) is not None:
                    trace = traced(table, numbers, parents, found)
                    return Found(len(parents), False, fault, trace)
        layer, steps = coming, steps + 1
        write(f"  {steps} steps: {len(parents):,} states, {time.process_time():.0f} s")
    return Found(len(parents), True)


def traced(table: Table, numbers: Numbers, parents: dict[int, int], last: int) -> tuple[str, ...]:
    sentences: list[str] = []
    while (before := parents[last]) != last:
        state = numbers.state(before, table.rules.seats)
        sentences.append(next(text for text, s in table.moves(state) if numbers.number(s) == last))
        last = before
    return tuple(reversed(sentences))


def write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description="explore more ballots of one round")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--ballots", type=int, default=3)
    parser.add_argument("--villain", type=int, help="(the last seat)")
    parser.add_argument("--seconds", type=float, default=36_000)
    given = parser.parse_args()
    villain = given.seats - 1 if given.villain is None else given.villain
    rules = Rules(given.seats, ((0,),), (given.ballots,), villain=villain)
    found = explore(Table(rules), given.seconds)
    result = found.fault or ("holds" if found.whole else "holds as far as it was seen")
    write(f"{found.states:,} states: {result}")
    for step in found.trace:
        write(f"    {step}")
    return 0 if found.fault is None else 1


if __name__ == "__main__":
    sys.exit(main())
