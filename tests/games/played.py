"""A game as `CountedGame`, from its tables move by move, and what is counted in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from p2p_hanabi.seam.game_statistics import Count, CountedGame
from protocol.game import Seat, View

Laid = TypeVar("Laid")
Found = dict[str, int | tuple[int, ...]]


def played(
    tables: Sequence[Laid], movers: Sequence[int], view: Callable[[Laid, int | None], View]
) -> CountedGame[View]:
    """A game of two seats; the first table is the one before the first move."""
    return CountedGame(2, tuple(map(Seat, movers)), lambda moment, seat: view(tables[moment], seat))


def counted(count: Count[View], game: CountedGame[View]) -> Found:
    """Each fact: the parts of the seats; of the table alone the total, and what divides it."""
    found: Found = {}
    for each in count(game):
        assert each.seats is None or each.total == sum(each.seats)
        divided = each.total if each.per is None else (each.total, each.per)
        found[each.fact.value] = divided if each.seats is None else each.seats
    return found
