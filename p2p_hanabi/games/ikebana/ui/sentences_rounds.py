"""What is said at the end of a round of Ikebana, in English."""

from __future__ import annotations

from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.sentences_shared import COLON


def bouquet_of(who: str | None) -> str:
    return f"{_('You') if who is None else who}{_(COLON)}"


def prestige(terms: str, now: int) -> str:
    """Say what came and went; `terms` are the sum."""
    return _("prestige {terms} = {now}").format(terms=terms, now=now)


def refused(price: int) -> str:
    return _("- {n} (refused)").format(n=price) if price else ""


def bought(price: int) -> str:
    return _("- {n} (bought)").format(n=price) if price else ""


def received(price: int) -> str:
    return _("+ {n} (from others)").format(n=price) if price else ""


def begins_next(who: str | None, *, is_tie: bool) -> str:
    if is_tie:
        if who is None:
            return _("You begin the next round; the best bouquet was a tie.")
        return _("{who} begins the next round; the best bouquet was a tie.").format(who=who)
    if who is None:
        return _("You had the best bouquet and begin the next round.")
    return _("{who} had the best bouquet and begins the next round.").format(who=who)
