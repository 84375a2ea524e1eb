"""Whole games at every table there can be: played in memory, sensibly, now and then at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice, pairwise
from typing import Any

from p2p_hanabi.registry import OPTIONS
from protocol.encoding import Value
from protocol.errors import BadOptions
from protocol.game import Card, Face, Known, Options, Seat
from tests.any_game import BOTS, RULES
from tests.builders import Step, at_random, beacon, dice, walk


@dataclass(frozen=True)
class PlayedTable:
    """A table of a game, and what was played there: sensibly, but now and then at random."""

    game: str
    options: Options
    seats: int
    folly: float = 0.2

    def __str__(self) -> str:
        chosen = "".join(f" {key}={value!s}" for key, value in self.options.items())
        return f"{self.game} {self.seats}{chosen}"

    @property
    def steps(self) -> Sequence[Step]:
        return self._game.steps

    @property
    def moves(self) -> Sequence[Any]:
        return self._game.moves

    def view(self, step: Step, seat: int) -> Any:
        return RULES[self.game].view(step.state, Seat(seat), step.known[seat])

    def views(self) -> Iterator[Any]:
        for step in self.steps:
            yield from (self.view(step, seat) for seat in range(self.seats))

    def again(self, faces: dict[Card, Face], until: int) -> Step:
        """The step to which the same moves lead, if these were the cards in the piles."""
        piles, moves = iter(faces.values()), iter(self.moves)
        steps = walk(
            *self._table,
            choose=lambda _: next(moves),
            shuffle=lambda listed: list(islice(piles, len(listed))),
        )
        return next(islice(steps, until, None))

    @property
    def _table(self) -> tuple[Any, Options, int, int]:
        return RULES[self.game], self.options, self.seats, self.seats

    @cached_property
    def _game(self) -> WholeGame:
        return whole_game(self.game, tuple(self.options.items()), self.seats, self.folly)


@dataclass(frozen=True)
class WholeGame:
    """What was played at a table."""

    steps: Sequence[Step]
    moves: Sequence[Any]


@cache
def whole_game(
    game: str, options: tuple[tuple[str, Value], ...], seats: int, folly: float
) -> WholeGame:
    """Play it, once for all tests."""
    random, source = at_random(seats), dice("players", seats)
    moves: list[Any] = []

    def choose(view: Any) -> Any:
        moves.append(random(view) if source.random() < folly else BOTS[game](view))
        return moves[-1]

    return WholeGame([*walk(RULES[game], dict(options), seats, seats, choose=choose)], moves)


def usual() -> Iterator[PlayedTable]:
    """Every game with every number of players."""
    for game, rules in RULES.items():
        yield from (PlayedTable(game, {}, seats) for seats in rules.seats)


def tables() -> Iterator[PlayedTable]:
    """These, and every game with every value of each of its options."""
    yield from usual()
    for game in RULES:
        for option in OPTIONS[game]:
            for value in option.allowed:
                table = {option.key: value}
                seats = [n for n in RULES[game].seats if is_played(game, table, n)]
                if seats:  # `first` can name a seat that this game does not have
                    yield PlayedTable(game, table, seats[-1], folly=0.5)


def is_played(game: str, options: Options, seats: int) -> bool:
    try:
        RULES[game].start(options, seats, beacon(0))
    except BadOptions:
        return False
    return True


def other_faces(table: PlayedTable, step: Step, seat: int) -> dict[Card, Face]:
    """Each card that the seat has not seen is what the next such one of its pile was."""
    return others_than(table, step, step.known[seat])


def others_than(table: PlayedTable, step: Step, known: Known) -> dict[Card, Face]:
    """Each card that is not known is what the next such one of its pile was."""
    faces = dict(step.faces)
    sizes = sorted({len(each.faces) for each in table.steps})
    for first, after in pairwise(sizes):
        pile = range(first, after)
        unseen = [Card(n) for n in pile if n in faces and n not in known]
        faces |= {card: step.faces[unseen[n - 1]] for n, card in enumerate(unseen)}
    return faces
