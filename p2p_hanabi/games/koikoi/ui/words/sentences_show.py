"""The short English texts of the Koi-Koi table that `show` prints."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.i18n import N_, _, ngettext

from ...hanafuda import Kind

EMPTY_HAND = N_("no cards")


def standing(number: int, rounds: int, pile: int) -> str:
    return _("Round {n} of {all}. Cards in the pile: {pile}.").format(
        n=number, all=rounds, pile=pile
    )


def taken_title(who: str | None, others_cards: int) -> str:
    """Return a title; `others_cards` is the number of cards that another player still holds."""
    if who is None:
        return _("You have taken:")
    return ngettext(
        "{who} holds one card and has taken:",
        "{who} holds {n} cards and has taken:",
        others_cards,
    ).format(who=who, n=others_cards)


def hand_of(who: str | None) -> str:
    return _("Your hand:") if who is None else _("{who}'s hand:").format(who=who)


def of_kind(kind: Kind, cards: Sequence[str]) -> str:
    names = {
        Kind.BRIGHT: _("brights"),
        Kind.TANE: _("tane"),
        Kind.RIBBON: _("ribbons"),
        Kind.SIMPLE: _("simples"),
    }
    return _("  {kind} ({n}): {cards}").format(
        kind=names[kind], n=len(cards), cards=", ".join(cards)
    )


def shown_before(cards: str) -> str:
    return _("  still in hand, and shown before: {cards}").format(cards=cards)


def taken_by(who: str) -> str:
    return _("{who} has taken:").format(who=who)


def koi_said(who: str | None, times: int) -> str:
    if who is None:
        words = ngettext("  You have said koi.", "  You have said koi {n} times.", times)
    else:
        words = ngettext("  {who} has said koi.", "  {who} has said koi {n} times.", times)
    return words.format(who=who, n=times)


yaku_title = Addressed(
    N_("Your yaku count {points}; with shobu now you would score {worth}."),
    N_("{who}'s yaku count {points}; with shobu now they would score {worth}."),
)
yaku_must_grow = Addressed(
    N_("Your yaku count {points}; after your koi they must grow before you can say shobu."),
    N_("{who}'s yaku count {points}; after a koi they must grow before shobu can be said."),
)
yaku_counted = Addressed(N_("Your yaku counted {points}."), N_("{who}'s yaku counted {points}."))
"""For a finished round."""
no_yaku = Addressed(N_("You have no yaku yet."), N_("{who} has no yaku yet."))
