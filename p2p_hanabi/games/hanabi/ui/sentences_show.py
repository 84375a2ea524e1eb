"""The short English texts of the table of Hanabi that `show` prints."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.games.common.firework_cards import BASE_COLOURS
from p2p_hanabi.ui.kit.i18n import _, ngettext
from p2p_hanabi.ui.kit.sentences import cards_left, semicolon

from ..state import Rules


def knowledge(told: Sequence[str], excluded: Sequence[str]) -> str:
    parts = [
        *([_("told {what}").format(what=" ".join(told))] if told else []),
        *([_("not {what}").format(what=" ".join(excluded))] if excluded else []),
    ]
    return semicolon().join(parts) or _("told nothing")


def anything() -> str:
    return _("can be anything")


def can_be(faces: str, *, certain: bool) -> str:
    return (_("is {faces}") if certain else _("can be {faces}")).format(faces=faces)


def useless() -> str:
    return _("of no use")


def last_copy() -> str:
    return _("last copy")


def hand_title(who: str | None, number: int) -> str:
    if who is None:
        return _("You, player {n}, oldest card first:").format(n=number)
    return _("{who}, player {n}, oldest card first:").format(who=who, n=number)


def empty_hand() -> str:
    return _("no cards")


def tokens(blue: tuple[int, int], red: tuple[int, int], pile: int) -> str:
    return _("Blue tokens: {blue} of {most}. Red tokens: {red} of {limit}. {pile}").format(
        blue=blue[0], most=blue[1], red=red[0], limit=red[1], pile=cards_left(pile)
    )


def turns_left(count: int) -> str:
    return ngettext("One turn is left.", "{n} turns are left.", count).format(n=count)


def fireworks_title() -> str:
    return _("Fireworks:")


def final_points(points: int) -> str:
    return _("Score {points}.").format(points=points)


def points(now: int, reachable: int) -> str:
    return _("Score {now}; {reachable} can be reached.").format(now=now, reachable=reachable)


def discards_title() -> str:
    return _("Discards ({mark} marks a last copy):").format(mark=LAST_MARK)


LAST_MARK = "!"


def firework_at(height: int) -> str:
    return _("at {height}").format(height=height)


def firework_complete() -> str:
    return _("complete")


def discarded_ranks(ranks: str) -> str:
    return _("discarded {ranks}").format(ranks=ranks)


def to_come(ranks: str) -> str:
    return _("to come {ranks}").format(ranks=ranks)


def ends_at(height: int, rank: int) -> str:
    return _("ends at {height}, no {rank} is left").format(height=height, rank=rank)


def variants(rules: Rules) -> str:
    """Empty for the base game."""
    played = [
        *([_("a sixth colour")] if rules.colours > BASE_COLOURS else []),
        *([_("colours may be announced")] if rules.announce else []),
        *([_("finale")] if rules.finale else []),
        *([_("hints may point at no card")] if rules.empty_hints else []),
    ]
    return _("Variants: {played}.").format(played=", ".join(played)) if played else ""
