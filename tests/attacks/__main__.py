"""`make attacks`: mount every attack in the catalogue, and report where it was refused.

    python -m tests.attacks
    python -m tests.attacks --markdown    as docs/threats.md shows it

For each: the attack, the table sizes, where it was refused and by which check, which seat is
named for it, and whether every honest seat's file passes its audit and names the same.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from .catalogue import ATTACKS, Attack
from .mounting import Result

HEAD = ("attack", "seats", "refused where", "by", "blamed", "audited")
WIDTHS = (32, 8, 22, 42, 9, 7)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="mount every attack")
    parser.add_argument("--markdown", action="store_true", help="as a table for a page")
    given = parser.parse_args(arguments)
    tell = _cells if given.markdown else _line
    tell(HEAD)
    tell(["---"] * len(HEAD) if given.markdown else ["-" * width for width in WIDTHS])
    for attack in ATTACKS:
        for row in rows(attack):
            tell(row)
    return 0


def rows(attack: Attack) -> Iterator[Sequence[str]]:
    """One row for all tables with the same result."""
    found: dict[Result, list[int]] = {}
    for seats in attack.seats:
        found.setdefault(attack.mount(seats), []).append(seats)
    for result, tables in found.items():
        audited = "-" if result.audited is None else "yes"
        seats_told = ", ".join(str(seats) for seats in tables)
        yield attack.name, seats_told, result.where, result.check, result.blamed, audited


def _cells(cells: Sequence[str]) -> None:
    sys.stdout.write(markdown(cells) + "\n")
    sys.stdout.flush()


def markdown(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _line(cells: Sequence[str]) -> None:
    sentence = "  ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS, strict=True))
    sys.stdout.write(sentence.rstrip() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
