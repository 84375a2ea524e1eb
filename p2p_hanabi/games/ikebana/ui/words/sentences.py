"""Sentences about an Ikebana table, in English.

A `who` of None is the viewer.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.model.game.rules_page import FIRST_ROW, TALK_ROW, Row, RowBy
from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.aloud import is_drawn
from p2p_hanabi.ui.words.i18n import N_, _, ngettext, pgettext
from p2p_hanabi.ui.words.sentences_shared import COLON
from p2p_hanabi.ui.words.words_joined import listing

BOUQUETS_TITLE = N_("Bouquets:")
PRESTIGE_TITLE = N_("Prestige:")

_COLOURS = (N_("red"), N_("yellow"), N_("green"), N_("blue"), N_("black"), N_("joker"))


def letters() -> str:
    """Return the letter of each colour in the player's language, and the sign of a joker."""
    return pgettext("letters", "RYGBKJ")


def signs() -> str:
    """Return how a sentence names each colour in one sign: by its mark where cards are drawn, else
    by its letter."""
    return "\u25c6\u25cf\u25b2\u25a0\u271a\u2605" if is_drawn() else letters()


def face(number: int, rank: int) -> str:
    if _COLOURS[number] == "joker":
        return _("joker {value}").format(value=rank)
    return _("{colour} {value}").format(colour=_(_COLOURS[number]), value=rank)


def face_in_english(number: int, rank: int) -> str:
    """Return a face as it may be typed in any language."""
    return f"{_COLOURS[number]} {rank}"


# -- moves


begins = Addressed(N_("You begin."), N_("{who} begins."))
"""In the first round, by the coin or the option (E18)."""
begins_as_best = Addressed(
    N_("You begin: you had the best bouquet."), N_("{who} begins, with the best bouquet.")
)
"""IK28"""
begins_after_tie = Addressed(
    N_("You begin; the best bouquet was a tie."), N_("{who} begins; the best bouquet was a tie.")
)
"""E15"""


drew = Addressed(N_("You draw {card}. {pile}"), N_("{who} draws {card}. {pile}"))
kept = Addressed(N_("You keep {card}: {all}."), N_("{who} keeps {card}: {all}."))
refused = Addressed(N_("You refuse {card}. {paid}"), N_("{who} refuses {card}. {paid}"))


def paid(payer: str | None, payee: str | None, price: int, left: tuple[int, int]) -> str:
    """Return who paid whom; `left` is what payer and payee then have."""
    if payer is None:
        words = _("You pay {price} to {payee}; you have {own} now, {payee} {other}.")
    elif payee is None:
        words = _("{payer} pays you {price} and has {own} now, you {other}.")
    else:
        words = _("{payer} pays {price} to {payee}; {payer} has {own} now, {payee} {other}.")
    return words.format(payer=payer, payee=payee, price=price, own=left[0], other=left[1])


def bought(who: str | None, owner: str | None, card: str, facts: tuple[str, str]) -> str:
    """Return what was bought; `facts` are the payment, and the bouquet with the card."""
    if who is None:
        words = _("You buy {card} from {owner}: {all}. {paid}")
    elif owner is None:
        words = _("{who} buys {card} from you: {all}. {paid}")
    else:
        words = _("{who} buys {card} from {owner}: {all}. {paid}")
    return words.format(who=who, owner=owner, card=card, all=facts[1], paid=facts[0])


def bouquet_now(cards: str, gain: int, missing: int, reach: int) -> str:
    """Return the current score of a bouquet, and the multiplier still possible."""
    gains = _("gains {gain} so far") if gain else _("gains nothing yet")
    colours = [_("its colours can still multiply by {reach}")] if reach > 1 else []
    to_come = ngettext("one flower to come", "{missing} flowers to come", missing)
    sentences = [
        each.format(gain=gain, reach=reach, missing=missing) for each in (gains, *colours, to_come)
    ]
    return ", ".join([cards, *sentences])


def combination(values: Sequence[int], gain: int) -> str:
    if len(set(values)) > 1:
        run = "-".join(map(str, values))
        return _("straight {run} gains {gain}").format(run=run, gain=gain)
    names = {
        2: _("a pair of {n}s gains {gain}"),
        3: _("three {n}s gain {gain}"),
        4: _("four {n}s gain {gain}"),
        5: _("five {n}s gain {gain}"),
    }
    return names[len(values)].format(n=values[0], gain=gain)


_MULTIPLIERS = {
    1: N_("no colour bonus"),
    2: N_("two colours, times 2"),
    3: N_("five colours, times 3"),
    4: N_("one colour, times 4"),
}


def scoring(combinations: Sequence[str], multiplier: int, doubled: str) -> str:
    return ", ".join(filter(None, (*combinations, _(_MULTIPLIERS[multiplier]), doubled)))


def jokers(colours: Sequence[int]) -> str:
    names = listing([_(_COLOURS[colour]) for colour in colours])
    return ngettext(
        "the joker counts as {names}", "the jokers count as {names}", len(colours)
    ).format(names=names)


# -- whose turn


def your_draw(can_buy: str) -> str:
    if can_buy:
        return _("Your turn: draw, or buy {offers}.").format(offers=can_buy)
    return _("Your turn: draw.")


OFFER = N_("{card} from {owner} for {price}")
ONLY_DRAWS = N_("{who} draws a card.")
"""There is nothing that this player could buy."""


# -- the table


def of_player(who: str | None, sentence: str) -> str:
    name = _("You") if who is None else who
    return f"  {name}{_(COLON)}{sentence}"


def top(card: str, below: int) -> str:
    if below == 0:
        return card
    return ngettext("{card}, on top of one card", "{card}, on top of {n} cards", below).format(
        card=card, n=below
    )


def prestige(now: int, won: Sequence[int]) -> str:
    if not won:
        return str(now)
    rounds = ", ".join(map(str, won))
    return _("{now}; bouquets so far: {rounds}").format(now=now, rounds=rounds)


# -- the end


def place(number: int, who: str | None, prestige: int, won: Sequence[int]) -> str:
    """Return a line of the ranking; `won` is what the bouquets scored, round by round."""
    name = _("You") if who is None else who
    return _("  {n}. {who}, {prestige} prestige; bouquets: {rounds}").format(
        n=number, who=name, prestige=prestige, rounds=", ".join(map(str, won))
    )


def winner(winners: Sequence[str], *, is_me: bool) -> str:
    """Return who has won; `winners` are the other winners, `is_me`: the viewer is one too."""
    if is_me and not winners:
        return _("You have won.")
    if is_me:
        return _("You share the victory with {names}.").format(names=listing(winners))
    if len(winners) == 1:
        return _("{name} has won.").format(name=winners[0])
    return _("{names} share the victory.").format(names=listing(winners))


# -- the long texts

HELP = (
    N_("draw            turn over the next card of the pile"),
    N_("keep            take the drawn card into your bouquet; your turn is over"),
    N_("refuse          pay, put the card on your discards, and draw another one"),
    N_("buy NAME        buy the top card of a player's discards, for its value"),
    N_("bouquets        all bouquets and what they count"),
    N_("discards        the cards that can be bought"),
    N_("scores          everybody's prestige, round by round"),
    N_(
        "You can abbreviate: dr, k, b ben. A card is a colour and a value: R red, Y "
        "yellow, G green, B blue, K black, and J for a joker, which can be any "
        "colour."
    ),
)

RULES: tuple[Row, ...] = (
    N_("The goal: the most prestige after four rounds. Everybody starts with 6."),
    N_("In each round everybody composes a bouquet of five cards, one per turn."),
    FIRST_ROW,
    N_("On your turn you draw a card or buy one."),
    N_(
        "Draw: keep the card, or refuse it and draw again. The first refusal of a "
        "turn costs 1 prestige, paid to the next player; the second costs 2, paid to "
        "the player after that, and so on round the table. Refused cards go on your "
        "discards."
    ),
    N_("Buy: take the top of another player's discards and pay its value to that player."),
    RowBy(
        "show buried",
        {
            False: N_("Of the discards, only the top cards are shown."),
            True: N_("You may look through all discards."),
        },
    ),
    N_("After drawing a card you cannot buy one that turn. You cannot go into debt."),
    N_(
        "Equal values score their sum: a pair of 4s scores 8. 1-2-3-4 scores 8, "
        "2-3-4-5 scores 12, 1-2-3-4-5 scores 15. Combinations that share no card are "
        "added up."
    ),
    N_(
        "The colours of the whole bouquet multiply: two colours by 2, five different ones "
        "by 3, a single one by 4."
    ),
    N_("A joker has its printed value; its colour is the one that scores most."),
    RowBy(
        "bouquet final",
        {False: "", True: N_("The bouquets of the last round count double.")},
    ),
    RowBy(
        "tie",
        {
            "turn": N_(
                "The player with the best bouquet begins the next round; of several, the first "
                "in the order of play."
            ),
            "coin": N_(
                "The player with the best bouquet begins the next round; of several, a coin "
                "decides."
            ),
        },
    ),
    TALK_ROW,
)
"""What the table plays."""
