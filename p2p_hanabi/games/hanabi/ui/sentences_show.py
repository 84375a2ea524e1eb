"""The short English texts of the table of Hanabi that `show` prints."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.games.common.firework_cards import BASE_COLOURS
from p2p_hanabi.ui.kit.i18n import N_, _, ngettext
from p2p_hanabi.ui.kit.sentences import SEMICOLON, cards_left

from ..state import Rules

EMPTY_HAND = N_("no cards")


def knowledge(told: Sequence[str], excluded: Sequence[str]) -> str:
    parts = [
        *([_("told {what}").format(what=" ".join(told))] if told else []),
        *([_("not {what}").format(what=" ".join(excluded))] if excluded else []),
    ]
    return _(SEMICOLON).join(parts) or _("told nothing")


def hand_title(who: str | None, number: int) -> str:
    if who is None:
        return _("You, player {n}, oldest card first:").format(n=number)
    return _("{who}, player {n}, oldest card first:").format(who=who, n=number)


def tokens(blue: tuple[int, int], red: tuple[int, int], pile: int) -> str:
    return _("Blue tokens: {blue} of {most}. Red tokens: {red} of {limit}. {pile}").format(
        blue=blue[0], most=blue[1], red=red[0], limit=red[1], pile=cards_left(pile)
    )


def turns_left(count: int) -> str:
    return ngettext("One turn is left.", "{n} turns are left.", count).format(n=count)


LAST_MARK = "!"


def variants(rules: Rules) -> str:
    """Empty for the base game."""
    played = [
        *([_("a sixth colour")] if rules.colours > BASE_COLOURS else []),
        *([_("colours may be announced")] if rules.announce else []),
        *([_("finale")] if rules.finale else []),
        *([_("hints may touch no card")] if rules.empty_hints else []),
    ]
    return _("Variants: {played}.").format(played=", ".join(played)) if played else ""
