"""Play the tables of docs/bots.md again: if a row misses its target, report it and exit with 1.

`python -m tests.arena.tables [GAMES]` (`make arena`). Two standard errors are allowed, since few
games vary.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from math import sqrt

import click

from p2p_hanabi.arena.match import Match
from p2p_hanabi.arena.measures import Measured, difference
from p2p_hanabi.arena.tournament import measure

SEED = 1
USUAL_GAMES = 200


@dataclass(frozen=True)
class Row:
    """With this many seats a style reaches this mean, or is no worse than another style."""

    seats: int
    floor: float
    style: str = "human"
    game: str = "hanabi"
    options: tuple[tuple[str, int], ...] = ()
    lost: float = 0.0  # the maximum fraction of all games
    against: str | None = None

    def fault(self, games: int) -> str | None:
        """Play, and return what is wrong."""
        own = self._measure(self.style, games)
        allowed = self.lost * games
        if own.lost > allowed + 2 * sqrt(allowed):
            return f"{own.lost} of {games} games lost"
        if self.against is None:
            mean, error = own.mean, own.standard_error
        else:
            apart = difference(own, self._measure(self.against, games))
            mean, error = apart.mean, apart.standard_error
        click.echo(f"{self}: {mean:.2f} ({error:.2f})")
        return None if mean + 2 * error >= self.floor else f"{mean:.2f} is below {self.floor}"

    def _measure(self, style: str, games: int) -> Measured:
        match = Match(self.game, self.options, self.seats, style, SEED, games)
        return measure(match, os.cpu_count() or 1, lambda _more: None)

    def __str__(self) -> str:
        options = " ".join(f"{key}={value}" for key, value in self.options)
        other = f" less {self.against}" if self.against else ""
        return " ".join(filter(None, (self.game, options, f"{self.seats}", self.style + other)))


BEGINNERS = ("tests.beginners:literal", "tests.beginners:beginner")
KOIKOI = "tests.beginners.koikoi"
ROWS = (
    *(Row(seats, floor) for seats, floor in ((2, 22.8), (3, 23.2), (4, 22.8), (5, 21.9))),
    *(Row(s, floor, "information") for s, floor in ((2, 22.4), (3, 24.7), (4, 24.85), (5, 24.85))),
    *(Row(seats, 19.5, options=(("red", 1),), lost=0.05) for seats in (2, 3, 4, 5)),
    *(Row(s, 0.0, f"human+{who}", against=who) for who in BEGINNERS for s in (2, 3)),
    Row(2, 65, f"human+{KOIKOI}:greedy", game="koikoi"),
    Row(2, 58, f"human+{KOIKOI}:never_koi", game="koikoi"),
)


def main(games: int) -> int:
    faults = [f"{row}: {fault}" for row in ROWS if (fault := row.fault(games))]
    click.echo("\n".join(faults) or "All tables hold.")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(int(next(iter(sys.argv[1:]), USUAL_GAMES))))
