"""Questions and answers during a Koi-Koi turn, in English."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.words_joined import either


def your_choice(card: str, matches: Sequence[str], *, was_turned: bool) -> str:
    words = (
        _(
            "Your turn: the pile has turned {card}, which takes 1 ({one}) or 2 ({other}). "
            "Type take 1 or take 2."
        )
        if was_turned
        else _("Your turn: {card} takes 1 ({one}) or 2 ({other}). Type take 1 or take 2.")
    )
    return words.format(card=card, one=matches[0], other=matches[1])


def their_choice(who: str, card: str, *, was_turned: bool) -> str:
    words = (
        _("{who} turns {card}, and chooses which of two cards to take.")
        if was_turned
        else _("{who} plays {card}, and chooses which of two cards to take.")
    )
    return words.format(who=who, card=card)


def which_of_yours(typed: str, cards: Sequence[tuple[int, str]]) -> str:
    """Ask which of several cards with that name is meant, by their numbers."""
    numbered = [f"{number} {card}" for number, card in cards]
    return _('"{typed}" can be {cards} in your hand; type the number.').format(
        typed=typed, cards=either(numbered)
    )


def no_such_card(typed: str, size: int) -> str:
    if size == 0:
        return _("You have no cards left.")
    return _("You have no card {n}; your cards are 1 to {size}.").format(n=typed, size=size)
