"""Play the tables of docs/bots.md again: if a figure does not hold, report it and exit with 1.

`python -m tests.arena.tables [GAMES]` (`make arena`). The figures are read from that page. One
holds if the games played now differ from it by at most three standard errors, of both together.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot, sqrt

import click

from p2p_hanabi.arena.match import Match
from p2p_hanabi.arena.measures import Measured, difference
from p2p_hanabi.arena.tournament import measure
from tests.arena.documented import Figure, figures, percents

SEED = 1
USUAL_GAMES = 200
ERRORS = 3
LOST_GAMES = 2000
"""In how many games the documented losses were counted."""


@dataclass(frozen=True)
class Row:
    """A documented mean of a style, or its difference from another style on the same cards."""

    seats: int
    documented: Figure
    style: str
    game: str = "hanabi"
    options: tuple[tuple[str, int], ...] = ()
    lost: float = 0.0  # the documented fraction of all games
    against: str | None = None

    def fault(self, games: int) -> str | None:
        """Play, and return what is wrong."""
        own = self._measure(self.style, games)
        if own.lost > most_lost(self.lost, games):
            return f"{own.lost} of {games} games lost"
        if self.against is None:
            found = Figure(own.mean, own.standard_error)
        else:
            apart = difference(own, self._measure(self.against, games))
            found = Figure(apart.mean, apart.standard_error)
        click.echo(f"{self}: {found.mean:.2f} ({found.error:.2f})")
        return fault_of(self.documented, found)

    def _measure(self, style: str, games: int) -> Measured:
        match = Match(self.game, self.options, self.seats, style, SEED, games)
        return measure(match, os.cpu_count() or 1, lambda _more: None)

    def __str__(self) -> str:
        options = " ".join(f"{key}={value}" for key, value in self.options)
        other = f" less {self.against}" if self.against else ""
        return " ".join(filter(None, (self.game, options, f"{self.seats}", self.style + other)))


def fault_of(documented: Figure, found: Figure) -> str | None:
    """Return what is wrong with a documented figure, given what was found now."""
    if abs(found.mean - documented.mean) <= ERRORS * hypot(documented.error, found.error):
        return None
    return f"{found.mean:.2f} is not the {documented.mean:.2f} of docs/bots.md"


def most_lost(documented: float, games: int) -> float:
    """Return how many games may be lost where this fraction of them is documented."""
    expected = documented * games
    return expected + ERRORS * sqrt(expected * (1 + games / LOST_GAMES))


PLAYERS = "tests.beginners"


def rows() -> Iterator[Row]:
    """Yield what the page documents. Raise `NotDocumented`."""
    yield from _alone()
    for who in ("literal", "beginner"):
        player = f"{PLAYERS}:{who}"
        with_bot = f"human+{player}"
        yield from _for_seats(f"`{who}` in all seats", player)
        yield from _for_seats(f"`human+{who}` (", with_bot)
        yield from _for_seats(f"`human+{who}` less", with_bot, against=player)
    for who in ("protector", "fives_first", "chatterbox"):
        partner = f"{PLAYERS}:{who}"
        others = ((other, seats) for other in ("literal", "informed") for seats in (2, 3))
        for (other, seats), figure in zip(others, figures(f"beside `{who}`"), strict=True):
            yield Row(seats, figure, f"human+{partner}", against=f"{PLAYERS}:{other}+{partner}")
    for who in ("greedy", "never_koi"):
        (figure,) = figures(f"against `{who}`")
        yield Row(2, figure, f"human+{PLAYERS}.koikoi:{who}", game="koikoi")


def _alone() -> Iterator[Row]:
    """Yield the tables where all seats play one style of the program."""
    yield from _for_seats("`human` (", "human")
    yield from _for_seats("`information` (", "information")
    strict = figures("`human` with `--option red=1`")
    lost = percents("of these games it lost")
    for seats, (figure, share) in enumerate(zip(strict, lost, strict=True), 2):
        yield Row(seats, figure, "human", options=(("red", 1),), lost=share / 100)


def _for_seats(row: str, style: str, against: str | None = None) -> Iterator[Row]:
    for seats, figure in enumerate(figures(row), 2):
        yield Row(seats, figure, style, against=against)


def main(games: int) -> int:
    faults = [f"{row}: {fault}" for row in rows() if (fault := row.fault(games))]
    click.echo("\n".join(faults) or "All tables hold.")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main(int(next(iter(sys.argv[1:]), USUAL_GAMES))))
