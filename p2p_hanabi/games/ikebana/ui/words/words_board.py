"""Words of the full screen at an Ikebana table; a `who` of None is the viewer."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.i18n import N_, _, ngettext

# -- the table


HEADS = (N_("Prestige"), N_("Bouquet"), N_("Counts"), N_("Discards"), N_("Rounds"))


def below(cards: int) -> str:
    """Return the number of discards below the top."""
    return _("+{n}").format(n=cards)


def below_in_words(cards: int) -> str:
    """Return the same as a sentence would; empty for none."""
    return ngettext("{n} more below", "{n} more below", cards).format(n=cards) if cards else ""


def counts(gain: int, reach: int, total: int, missing: int) -> str:
    """Return what a bouquet gains, and what can still multiply it."""
    if not missing:
        return _("counts {total}").format(total=total)
    gains = (_("gains {gain} so far") if gain else _("gains nothing yet")).format(gain=gain)
    can = _("its colours can still multiply by {reach}").format(reach=reach)
    return f"{gains}, {can}" if reach > 1 else gains


# -- the decision to make


drawn = Addressed(N_("You have drawn {card}."), N_("{who} has drawn {card}."))


def if_refused(price: int, payee: str | None) -> str:
    if payee is None:
        return _("If refused: {price} to you.").format(price=price)
    return _("If refused: {price} to {payee}.").format(price=price, payee=payee)


def only_draw(*, is_any: bool) -> str:
    """Return that there is no choice; `is_any`: there are discards, all too dear."""
    if is_any:
        return _("Draw a card: you cannot pay for any discard.")
    return _("Draw a card: there is nothing to buy.")


# -- the last moves, short


drew = Addressed(N_("You draw {card}"), N_("{who} draws {card}"))
kept = Addressed(N_("You keep {card}"), N_("{who} keeps {card}"))


def refused(who: str | None, payee: str | None, card: str, price: int) -> str:
    """Return what was refused, and who was paid."""
    if who is None:
        words = _("You refuse {card}: {price} to {payee}")
    elif payee is None:
        words = _("{who} refuses {card}: {price} to you")
    else:
        words = _("{who} refuses {card}: {price} to {payee}")
    return words.format(who=who, payee=payee, card=card, price=price)


def bought(who: str | None, owner: str | None, card: str, price: int) -> str:
    if who is None:
        words = _("You buy {card} from {owner} for {price}")
    elif owner is None:
        words = _("{who} buys {card} from you for {price}")
    else:
        words = _("{who} buys {card} from {owner} for {price}")
    return words.format(who=who, owner=owner, card=card, price=price)


won = Addressed(N_("you {n}"), N_("{who} {n}"))


# -- choosing a move


def buy_from_whom(owners: Sequence[str]) -> str:
    if not owners:
        return _("Nobody has discards; Escape cancels.")
    return _("Buy from whom? {owners}; Escape cancels.").format(owners=", ".join(owners))


HELP = (
    N_("KEYS"),
    N_("d            draw the next card; then Enter"),
    N_("b 2          buy player 2's top discard, for its value; then Enter"),
    N_("k            keep the drawn card; then Enter"),
    N_("r            refuse it, pay, and draw another one; then Enter"),
    N_("Escape       cancel the move (Backspace: delete the last key)"),
    N_("Left, Right  step through the game (Up and Down too); End returns"),
    N_("PageUp/Down  ten steps; Home goes to the beginning"),
    N_('q, Ctrl-C/D  leave; "resume" brings you back. A leaves for good'),
    N_("Mouse        click what is offered, or a player whose discard you buy"),
    "",
    N_("SIGNS"),
    N_("R Y G B K J  red, yellow, green, blue, black, and jokers of any colour"),
    N_("8 (x4)       the bouquet's score so far (and its possible colour bonus)"),
    N_("8 x2 = 16    the score of a complete bouquet"),
    N_("Y4 +2        a yellow 4 that can be bought, and two discards below it"),
    "",
    N_("RULES"),
)
