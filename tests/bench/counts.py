"""The recorded cost of all work, in `counts.json` and in docs/performance.md.

python -m tests.bench.counts            count everything and print the differences
python -m tests.bench.counts --write    record the current counts (`make counts`)
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.bench.clock import out
from tests.bench.counting import OPERATIONS, Cost, units
from tests.bench.works import GAMES, SIZE, Game, Works, works_of, works_of_shuffles
from tests.remembered import remember_answers

WRITTEN = Path(__file__).with_name("counts.json")
DOCUMENT = Path(__file__).parents[2] / "docs" / "performance.md"
BLOCK = re.compile(r"(?<=<!-- counts -->\n).*?(?=<!-- end of counts -->)", re.DOTALL)
SHUFFLES = "one shuffle"
IN_DETAIL = str(Game("hanabi", 5))
WORTH_ROWS = 300
"""Units over all seats, from which on the document adds the cost with a machine for each seat."""

Counts = Mapping[str, Works]
"""The work of each game, and of a shuffle."""


def main() -> None:
    remember_answers()
    counts = count()
    for line in table_of(counts):
        out(line)
    different = list(differences(read(), counts))
    for line in different:
        out(line)
    if "--write" in sys.argv:
        write(counts)
    elif different:
        out("These are not the recorded counts. If that is intended: make counts")


def count() -> Counts:
    return {SHUFFLES: works_of_shuffles(), **{str(game): works_of(game) for game in GAMES}}


def differences(written: Counts, counted: Counts) -> Iterator[str]:
    """Yield a line for each operation whose count differs from the recorded one."""
    for game, works in counted.items():
        known = written.get(game, {})
        for work in (*known, *(work for work in works if work not in known)):
            before, now = known.get(work), works.get(work)
            if before is None or now is None:
                what = "not recorded" if before is None else "no longer occurs"
                yield f"{game}: {work}: {what}"
                continue
            for name in sorted(before | now):
                if before[name] != now[name]:
                    yield f"{game}: {work}: {name}: {before[name]} recorded, {now[name]} counted"


# The file.


def read() -> Counts:
    if not WRITTEN.exists():
        return {}
    loaded = json.loads(WRITTEN.read_text(encoding="utf-8"))
    return {
        game: {work: Counter(cost) for work, cost in works.items()}
        for game, works in loaded.items()
    }


def write(counts: Counts) -> None:
    games = (
        f"{json.dumps(game)}: {{\n"
        + ",\n".join(f"  {json.dumps(work)}: {_cost(works[work])}" for work in works)
        + "\n}"
        for game, works in counts.items()
    )
    WRITTEN.write_text("{\n" + ",\n".join(games) + "\n}\n", encoding="utf-8")
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(BLOCK.sub(lambda _: in_document(counts), text), encoding="utf-8")


def _cost(cost: Mapping[str, int]) -> str:
    return json.dumps({name: cost[name] for name in (*OPERATIONS, "moves", "bytes") if cost[name]})


# The document.


def in_document(counts: Counts) -> str:
    return "\n" + "".join(f"{line}\n" for line in table_of(counts)) + "\n"


def table_of(counts: Counts) -> Iterator[str]:
    """Yield units, with multiplications of points in brackets; then one game by its operations."""
    yield from _by_cards(counts[SHUFFLES])
    for name in dict.fromkeys(game.name for game in GAMES):
        games = [game for game in GAMES if game.name == name]
        yield ""
        yield from _by_seats(name, {_column(game): counts[str(game)] for game in games})
    yield ""
    yield from _by_operations(counts[IN_DETAIL])


def _column(game: Game) -> str:
    return str(game).removeprefix(f"{game.name}, ").replace(", escrow True", ", escrow")


def _by_cards(works: Works) -> Iterator[str]:
    yield from _head("one shuffle", ("units", *OPERATIONS))
    for work, cost in works.items():
        yield _row(work, [_number(units(cost)), *(_number(cost[name]) for name in OPERATIONS)])


def _by_seats(name: str, games: Mapping[str, Works]) -> Iterator[str]:
    yield from _head(name, tuple(games))
    for work in _rows(*games.values()):
        yield _row(work, [_cell(works.get(work)) for works in games.values()])


def _rows(*games: Works) -> Iterator[str]:
    """Yield set-up first; audit, resume and size last; moves by their names in between."""
    ends = {"points, once in a process": 0, "set-up": 1, "audit": 3, "resume": 4, SIZE: 5}
    for work in sorted(
        {work for works in games for work in works},
        key=lambda work: (ends.get(work.partition(":")[0], 2), work),
    ):
        of = work.partition(": ")[0]
        if of == work or max(units(works[of]) for works in games if of in works) >= WORTH_ROWS:
            yield work


def _cell(cost: Cost | None) -> str:
    if cost is None:
        return ""
    if cost["moves"]:
        return f"{cost['moves']} moves, {cost['bytes'] / 1024:.0f} KiB"
    return f"{_number(units(cost))} ({_number(cost['mul'])})"


def _by_operations(works: Works) -> Iterator[str]:
    yield from _head(IN_DETAIL, ("units", *OPERATIONS))
    for work in _rows(works):
        cost = works[work]
        if work != SIZE:
            yield _row(work, [_number(units(cost)), *(_number(cost[name]) for name in OPERATIONS)])


def _head(first: str, columns: tuple[str, ...]) -> Iterator[str]:
    yield _row(first, list(columns))
    yield "|---|" + "---:|" * len(columns)


def _row(first: str, cells: list[str]) -> str:
    return f"| {' | '.join((first, *cells))} |"


def _number(value: float) -> str:
    return f"{value:,.0f}"


if __name__ == "__main__":
    main()
