"""Sentences for the end of a Koi-Koi round, in English."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.i18n import N_, _, ngettext
from p2p_hanabi.ui.words.sentences_shared import COLON

from ...hanafuda import Kind
from ...state import Why
from ...yaku import Yaku
from .sentences import points, yaku_name

# -- why it ended


ENDED_BY = {
    Why.SHOBU: Addressed(N_("You say shobu."), N_("{who} says shobu.")),
    Why.LAST_CARD: Addressed(
        N_("That was your last card, so the round ends with your yaku."),
        N_("That was {who}'s last card, so the round ends with these yaku."),
    ),
    Why.KOI_SPENT: Addressed(
        N_("You have said koi already, so the round ends with your yaku."),
        N_("{who} has said koi already, so the round ends with these yaku."),
    ),
}
"""Who ended the round, by the reason."""
last_koi_scores = Addressed(
    N_("You said koi last, so your yaku count."), N_("{who} said koi last, so these yaku count.")
)
dealer_scores = Addressed(
    N_("Koi was said, so you score as the dealer; that is never doubled."),
    N_("Koi was said, so {who} scores as the dealer; that is never doubled."),
)
"""After a koi in an exhausted round."""


# -- what was counted


def counted(yaku: Yaku, least: int, further: int, kind: Kind | None) -> str:
    """Return what a yaku counts: `least`, and a point for each of its `further` cards of a kind."""
    if kind is None or not further:
        return f"{yaku_name(yaku)}{_(COLON)}{points(least)}"
    words = {
        Kind.SIMPLE: ngettext(
            "{yaku}: {least} and 1 for another simple, {points}",
            "{yaku}: {least} and {n} for {n} more simples, {points}",
            further,
        ),
        Kind.RIBBON: ngettext(
            "{yaku}: {least} and 1 for another ribbon, {points}",
            "{yaku}: {least} and {n} for {n} more ribbons, {points}",
            further,
        ),
        Kind.TANE: ngettext(
            "{yaku}: {least} and 1 for another tane, {points}",
            "{yaku}: {least} and {n} for {n} more tane, {points}",
            further,
        ),
    }[kind]
    return words.format(
        yaku=yaku_name(yaku), least=least, n=further, points=points(least + further)
    )


others_koi = Addressed(
    N_("Doubled, because you had said koi: {points}"),
    N_("Doubled, because {who} had said koi: {points}"),
)
"""The player who said koi did not win."""


# -- who scores


round_won = Addressed(
    N_("You win round {n} with {points}."), N_("{who} wins round {n} with {points}.")
)


def koi_in_vain(who: Sequence[str | None], number: int) -> str:
    """Return that `who` had said koi in a round in which nobody scored."""
    if len(who) > 1:
        words = _("Nobody scores in round {n}: both players had said koi, and nobody ended it.")
    elif None in who:
        words = _("Nobody scores in round {n}: you had said koi and made no further yaku.")
    else:
        words = _("Nobody scores in round {n}: {who} had said koi and made no further yaku.")
    return words.format(who=who[0], n=number)


def score_of(who: str | None, count: int, more: int = 0) -> str:
    """Return Ana 12, or Ana 12 (+5)."""
    added = f" (+{more})" if more else ""
    return f"{_('you') if who is None else who} {count}{added}"


deals_next = Addressed(
    N_("You deal the next round and begin it."), N_("{who} deals the next round and begins it.")
)
