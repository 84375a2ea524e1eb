"""Many games added up: how they ended and how they were played, by game, players and options."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

TEN = 10
MOST_GROUPS = 10
"""Of players, or of options; those with the most games."""


class KeptStatistic(NamedTuple):
    """A `Statistic` of one game, with its fact by name, as it is kept on disk. `is_measured`: a
    screen may have measured it, or not; what is counted is known of every game."""

    fact: str
    total: int
    seats: Sequence[int] | None = None
    per: int | None = None
    is_measured: bool = False


@dataclass(frozen=True, slots=True)
class PastGame:
    """One game. `number` is its number in the list, `others` are those who played it besides the
    player at this computer, and `identities` what identifies them; `seat` is that player's own,
    None if somebody else's file was copied here.

    `value` is the score, or the player's own points if each player has some; None if the game is
    not finished, or has only other players' points. `won` is None if nobody wins such a game alone.
    `statistics` are empty if nothing was counted.
    """

    number: int
    when: datetime
    game: str
    options: tuple[tuple[str, str], ...]
    others: tuple[str, ...]
    identities: frozenset[str]
    seat: int | None
    is_finished: bool
    value: int | None
    won: bool | None
    statistics: tuple[KeptStatistic, ...] = ()


@dataclass(frozen=True, slots=True)
class Totals:
    """Games that are added up, the oldest first."""

    games: tuple[PastGame, ...]

    @property
    def finished(self) -> int:
        return sum(game.is_finished for game in self.games)

    @property
    def valued(self) -> tuple[PastGame, ...]:
        """The games with a value."""
        return tuple(game for game in self.games if game.value is not None)

    @property
    def values(self) -> list[int]:
        return [game.value for game in self.games if game.value is not None]

    @property
    def mean(self) -> float | None:
        values = self.values
        return sum(values) / len(values) if values else None

    @property
    def won(self) -> int | None:
        """How many the player has won; None if nobody wins such games alone."""
        known = [game.won for game in self.games if game.won is not None]
        return sum(known) if known else None

    @property
    def best(self) -> tuple[PastGame, ...]:
        """The games with the highest values, at most ten; of equal ones the first."""
        return tuple(sorted(self.valued, key=lambda game: -(game.value or 0))[:TEN])

    @property
    def last(self) -> tuple[PastGame, ...]:
        """The last games, at most ten."""
        return self.valued[-TEN:]


@dataclass(frozen=True, slots=True)
class AddedUp:
    """A fact of all `game_count` games of which it is known how they were played; in some it may
    never have happened. `mine` adds up the parts of the player at this computer, who had a seat in
    `own` of these games; None if the fact is about the table alone."""

    fact: str
    game_count: int
    total: int
    per: int | None = None
    mine: int | None = None
    own: int = 0


@dataclass(frozen=True, slots=True)
class GameTotals:
    """All games of one kind. Those by `players` and by `options` are the groups with the most
    games, the largest first."""

    game: str
    all: Totals
    by_players: tuple[Totals, ...] = ()
    by_options: tuple[Totals, ...] = ()
    statistics: tuple[AddedUp, ...] = ()


def totals_of(games: Iterable[PastGame]) -> tuple[GameTotals, ...]:
    """Return the totals of each kind of game, the one played most first."""
    in_order = sorted(games, key=attrgetter("number"))
    return tuple(
        GameTotals(
            of.games[0].game,
            of,
            _grouped(of.games, attrgetter("identities"))[:MOST_GROUPS],
            _grouped(of.games, attrgetter("options"))[:MOST_GROUPS],
            tuple(_added_up(of.games)),
        )
        for of in _grouped(in_order, attrgetter("game"))
    )


def _grouped(games: Sequence[PastGame], key: Callable[[PastGame], Hashable]) -> tuple[Totals, ...]:
    groups: dict[Hashable, list[PastGame]] = {}
    for game in games:
        groups.setdefault(key(game), []).append(game)
    totals = (Totals(tuple(group)) for group in groups.values())
    return tuple(sorted(totals, key=lambda each: -len(each.games)))


def _added_up(games: Sequence[PastGame]) -> Iterable[AddedUp]:
    counted = [game for game in games if game.statistics]
    found: dict[str, AddedUp] = {}
    for game in counted:
        for each in game.statistics:
            so_far = found.get(each.fact) or _nothing_yet(each, counted)
            found[each.fact] = _plus(so_far, each, game.seat)
    return found.values()


def _nothing_yet(of: KeptStatistic, counted: Sequence[PastGame]) -> AddedUp:
    """Return the fact, of all games of which it is known."""
    if of.is_measured:
        counted = [game for game in counted if of.fact in (each.fact for each in game.statistics)]
    own = sum(game.seat is not None for game in counted)
    return AddedUp(of.fact, len(counted), 0, own=own)


def _plus(so_far: AddedUp, each: KeptStatistic, seat: int | None) -> AddedUp:
    mine, per = so_far.mine, so_far.per
    if each.seats is not None and seat is not None:
        mine = (mine or 0) + each.seats[seat]
    if each.per is not None:
        per = (per or 0) + each.per
    return replace(so_far, total=so_far.total + each.total, per=per, mine=mine)
