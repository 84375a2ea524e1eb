"""Sentences for replays, exports and lists of finished games, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ..words.i18n import N_, _, ngettext
from ..words.words_joined import listing

UNSIGNED = N_("This game was imported: nobody has signed it, so nothing can be checked.")


def played_by(game: str, names: Sequence[str]) -> str:
    return _("{game}, played by {names}.").format(game=game, names=listing(names))


def in_short(names: Sequence[str], score: int | None, points: Sequence[int] | None) -> str:
    """Return the score, None for an unfinished game, or each player's points if there are any."""
    if score is None:
        return _("not finished")
    if points is None:
        return _("score {n}").format(n=score)
    each = zip(names, points, strict=True)
    return ", ".join(_("{who} {n}").format(who=who, n=count) for who, count in each)


def agreed(names: Sequence[str]) -> str:
    return _("{names} agreed to end the game.").format(names=listing(names))


def agreed_in_short(score: int | None) -> str:
    """Return how a game ended by agreement; `score` is None where there is none for all."""
    if score is None:
        return _("ended by agreement")
    return _("score {n}, ended by agreement").format(n=score)


def score_in_short(names: Sequence[str], points: object) -> str:
    """Return a score of all, or one for each player; empty if the game counts neither."""
    match points:
        case int():
            return str(points)
        case list() | tuple():
            each = zip(names, points, strict=True)
            return ", ".join(_("{who} {n}").format(who=who, n=count) for who, count in each)
    return ""


def result(game: str, names: Sequence[str], outcome: str, day: str) -> str:
    """Return the title of a finished game; `day` is empty if unknown."""
    facts = {"game": game, "names": listing(names), "outcome": outcome, "day": day}
    if not day:
        return _("{game}, played by {names}: {outcome}.").format(**facts)
    return _("{game}, played by {names} on {day}: {outcome}.").format(**facts)


def hand(who: str, cards: str, hidden: int) -> str:
    """Return a hand; `cards` are the names of the visible ones, empty if there are none."""
    if not hidden:
        return _("{who} holds: {cards}.").format(who=who, cards=cards or _("nothing"))
    if not cards:
        return ngettext(
            "{who} holds {n} hidden card.",
            "{who} holds {n} hidden cards.",
            hidden,
        ).format(who=who, n=hidden)
    return ngettext(
        "{who} holds: {cards}; and {n} hidden card.",
        "{who} holds: {cards}; and {n} hidden cards.",
        hidden,
    ).format(who=who, cards=cards, n=hidden)


# -- failures
