"""What is said at the end of a round of Ikebana, in English."""

from __future__ import annotations

from p2p_hanabi.ui.kit.addressed import Addressed
from p2p_hanabi.ui.kit.i18n import N_, _
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


begins_next = Addressed(
    N_("You had the best bouquet and begin the next round."),
    N_("{who} had the best bouquet and begins the next round."),
)
begins_after_tie = Addressed(
    N_("You begin the next round; the best bouquet was a tie."),
    N_("{who} begins the next round; the best bouquet was a tie."),
)
