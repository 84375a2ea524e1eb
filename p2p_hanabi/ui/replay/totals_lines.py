"""Many games added up, in lines for any screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..drawing import curve
from ..words.i18n import _, ngettext
from ..words.words_joined import listing
from .totals import AddedUp, GameTotals, PastGame, Totals

FEWEST = 2
"""The totals of fewer games say nothing that their list does not."""


def summary(title: str, totals: GameTotals, *, draws: bool = True) -> list[str]:
    """Return how the games of one kind ended, with those by players and by options. `draws`: with a
    curve of the values from the first game to the latest."""
    return [
        _line(title, totals.all),
        *groups(totals),
        *last_games(totals.all),
        *(f"  {row}" for row in (chart(totals.all) if draws else ())),
    ]


def _line(which: str, totals: Totals) -> str:
    return _("{games}: {totals}").format(games=which, totals=in_short(totals))


def in_short(totals: Totals) -> str:
    """Return how many games there are, how they ended, and the best one."""
    parts = [ngettext("{n} game", "{n} games", len(totals.games)).format(n=len(totals.games))]
    if totals.finished < len(totals.games):
        parts.append(_("{n} finished").format(n=totals.finished))
    if totals.won is not None:
        parts.append(_("{n} won").format(n=totals.won))
    if (mean := totals.mean) is not None:
        best = totals.best[0]
        parts.append(_("best {n} (game {number})").format(n=best.value, number=best.number))
        parts.append(_("average {n}").format(n=number(mean)))
    return ", ".join(parts)


def groups(totals: GameTotals) -> list[str]:
    """Return the totals with each group of players, and with each choice of options, unless all
    games are in one group."""
    lines: list[str] = []
    for found, called in ((totals.by_players, with_whom), (totals.by_options, options)):
        if len(found) > 1:
            lines += [f"  {_line(called(each.games[-1]), each)}" for each in found]
    return lines


def with_whom(game: PastGame) -> str:
    return _("with {names}").format(names=listing(game.others))


def options(game: PastGame) -> str:
    """Return the options other than the usual ones."""
    chosen = ", ".join(f"{key}={value}" for key, value in game.options)
    return chosen or _("usual options")


def last_games(totals: Totals) -> list[str]:
    """Return the values of the last games and their average, if there are older ones."""
    last = totals.last
    if len(last) == len(totals.valued):
        return []
    values = [game.value for game in last if game.value is not None]
    each, mean = " ".join(map(str, values)), sum(values) / len(values)
    sentence = _("the last {count}: {each}; average {mean}")
    return [f"  {sentence.format(count=len(last), each=each, mean=number(mean))}"]


def chart(totals: Totals) -> list[str]:
    """Return a curve of the values, if there are enough."""
    return curve.as_text(totals.values) if len(totals.valued) >= FEWEST else []


def played(totals: Sequence[AddedUp], called: Callable[[str], str]) -> list[str]:
    """Return how the games were played, on average; `called` has the words for the facts."""
    return [_fact(each, called(each.fact)) for each in totals]


def _fact(each: AddedUp, fact: str) -> str:
    if each.per is not None:
        return _("{fact}: {n}").format(fact=fact, n=average(each))
    if each.mine is None:
        return _("{fact}: {n} per game").format(fact=fact, n=average(each))
    return _("{fact}: {n} per game, you {mine}").format(
        fact=fact, n=average(each), mine=my_average(each)
    )


def average(each: AddedUp) -> str:
    """Return the quotient of a fact that is one, else its number per game."""
    if each.per is None:
        return number(each.total / each.game_count)
    return number(each.total / each.per, 2) if each.per else "-"


def my_average(each: AddedUp) -> str:
    """Return the part per game of the player at this computer; empty if there is none."""
    return "" if each.mine is None else number(each.mine / each.own)


def number(value: float, digits: int = 1) -> str:
    return f"{value:.{digits}f}"
