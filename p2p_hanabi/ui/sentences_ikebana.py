"""What is said at a table of Ikebana, in English.

A `who` that is None is the one who looks at the screen.
"""

from __future__ import annotations

from collections.abc import Sequence

from .sentences import _, cards_left, listing

COLOURS = (_("red"), _("yellow"), _("green"), _("blue"), _("black"), _("joker"))
LETTERS = "RYGBKJ"


def face(colour: int, rank: int) -> str:
    return f"{COLOURS[colour]} {rank}"


# -- moves


def round_begins(number: int, rounds: int, cards: int) -> str:
    return _("Round {n} of {all} begins: {cards} cards are shuffled.").format(
        n=number, all=rounds, cards=cards
    )


def pile_made_anew(cards: int) -> str:
    return _("The pile was empty: {n} buried discards are shuffled into a new one.").format(n=cards)


def drew(who: str | None, card: str, left: int) -> str:
    words = _("You draw {card}. {pile}") if who is None else _("{who} draws {card}. {pile}")
    return words.format(who=who, card=card, pile=cards_left(left))


def kept(who: str | None, card: str, bouquet: str) -> str:
    words = _("You keep {card}: {all}.") if who is None else _("{who} keeps {card}: {all}.")
    return words.format(who=who, card=card, all=bouquet)


def refused(who: str | None, card: str, paid: str) -> str:
    words = _("You refuse {card}. {paid}") if who is None else _("{who} refuses {card}. {paid}")
    return words.format(who=who, card=card, paid=paid)


def paid(payer: str | None, payee: str | None, price: int, left: tuple[int, int]) -> str:
    """`left` is what payer and payee have after it."""
    if payer is None:
        words = _("You pay {price} to {payee}; you have {left[0]} now, {payee} {left[1]}.")
    elif payee is None:
        words = _("{payer} pays you {price} and has {left[0]} now, you {left[1]}.")
    else:
        words = _("{payer} pays {price} to {payee}; now {left[0]} and {left[1]}.")
    return words.format(payer=payer, payee=payee, price=price, left=left)


def bought(who: str | None, owner: str | None, card: str, told: tuple[str, str]) -> str:
    """`told` is what was paid, and the bouquet with the card."""
    if who is None:
        words = _("You buy {card} from {owner}: {all}. {paid}")
    elif owner is None:
        words = _("{who} buys {card} from you: {all}. {paid}")
    else:
        words = _("{who} buys {card} from {owner}: {all}. {paid}")
    return words.format(who=who, owner=owner, card=card, all=told[1], paid=told[0])


def bouquet_now(cards: str, gain: int, missing: int, reach: int) -> str:
    """What a bouquet counts as it stands, and what its colours can still do to it."""
    if reach == 1:
        return _("{cards}, gains {gain} so far, {missing} to come").format(
            cards=cards, gain=gain, missing=missing
        )
    return _("{cards}, gains {gain} so far, times {reach} at best, {missing} to come").format(
        cards=cards, gain=gain, reach=reach, missing=missing
    )


def empty_bouquet() -> str:
    return _("no flower yet")


def scored_bouquet(cards: str, why: str, total: int) -> str:
    return _("{cards}: {why}, that is {total}").format(cards=cards, why=why, total=total)


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
    1: _("the colours multiply nothing"),
    2: _("two colours, times 2"),
    3: _("all colours differ, times 3"),
    4: _("one colour, times 4"),
}


def scoring(combinations: Sequence[str], multiplier: int, doubled: str) -> str:
    return ", ".join(filter(None, (*combinations, _MULTIPLIERS[multiplier], doubled)))


def doubled() -> str:
    return _("doubled in the last round")


def jokers(colours: Sequence[int]) -> str:
    names = listing([COLOURS[colour] for colour in colours])
    if len(colours) == 1:
        return _("the joker counts as {names}").format(names=names)
    return _("the jokers count as {names}").format(names=names)


def round_over(number: int) -> str:
    return _("Round {n} is over. The bank pays for the bouquets:").format(n=number)


def won(who: str | None, bouquet: str, now: int) -> str:
    if who is None:
        return _("  You: {bouquet}. You have {now} prestige now.").format(bouquet=bouquet, now=now)
    return _("  {who}: {bouquet}. {who} has {now} prestige now.").format(
        who=who, bouquet=bouquet, now=now
    )


# -- whose turn


def your_draw(can_buy: str) -> str:
    if can_buy:
        return _("Your turn: draw, or buy {offers}.").format(offers=can_buy)
    return _("Your turn: draw.")


def offer(owner: str, card: str, price: int) -> str:
    return _("{owner}'s {card} for {price}").format(owner=owner, card=card, price=price)


def your_decision(card: str, with_it: str, price: str) -> str:
    return _("Your turn: keep {card} (then {bouquet}){price}.").format(
        card=card, bouquet=with_it, price=price
    )


def or_refuse(price: int, payee: str) -> str:
    return _(", or refuse it and pay {price} to {payee}").format(price=price, payee=payee)


def cannot_refuse(price: int) -> str:
    return _("; a refusal would cost {price}, which you do not have").format(price=price)


def their_turn(who: str) -> str:
    return _("{who} draws or buys.").format(who=who)


def their_decision(who: str) -> str:
    return _("{who} keeps it or refuses it.").format(who=who)


def would_draw() -> str:
    return _("You draw a card; then you cannot buy in this turn.")


def would_keep(card: str, bouquet: str) -> str:
    return _("You keep {card}: {all}.").format(card=card, all=bouquet)


def would_refuse(card: str, price: int, payee: str) -> str:
    return _("You refuse {card} and pay {price} to {payee}.").format(
        card=card, price=price, payee=payee
    )


def would_buy(card: str, owner: str, price: int, bouquet: str) -> str:
    return _("You buy {card} from {owner} for {price}: {all}.").format(
        card=card, owner=owner, price=price, all=bouquet
    )


REFUSALS = {
    "no card drawn": _("You have drawn no card yet: draw, or buy"),
    "not enough prestige": _("You do not have enough prestige for that"),
    "a card was drawn": _("You have drawn a card, so you cannot buy in this turn"),
    "keep or refuse first": _("Keep the card that you have drawn, or refuse it"),
    "own discards": _("You cannot buy from your own discards"),
    "no discards": _("That player has no discards"),
    "not now": _("The table is at work: a card is being turned over"),
}


# -- the table


def round_and_lap(number: int, rounds: int, lap: int) -> str:
    return _("Round {n} of {all}, lap {lap} of 5.").format(n=number, all=rounds, lap=lap)


def round_counts_double() -> str:
    return _("This round counts double.")


def bouquets_title() -> str:
    return _("Bouquets:")


def of_player(who: str | None, told: str) -> str:
    return f"  {_('You') if who is None else who}: {told}"


def discards_title() -> str:
    return _("Discards, the top of which can be bought for its value:")


def top(card: str, below: int) -> str:
    if below == 0:
        return card
    if below == 1:
        return _("{card}, on top of one card").format(card=card)
    return _("{card}, on top of {n} cards").format(card=card, n=below)


def buried(cards: str) -> str:
    return _("below: {cards}").format(cards=cards)


def no_discards() -> str:
    return _("none")


def prestige_title() -> str:
    return _("Prestige:")


def prestige(now: int, won: Sequence[int]) -> str:
    if not won:
        return str(now)
    rounds = ", ".join(map(str, won))
    return _("{now}; bouquets so far brought {rounds}").format(now=now, rounds=rounds)


# -- the end


def game_over() -> str:
    return _("The four rounds are played. The ranking:")


def place(number: int, who: str | None, prestige: int) -> str:
    name = _("You") if who is None else who
    return _("  {n}. {who}, {prestige} prestige").format(n=number, who=name, prestige=prestige)


def winner(winners: Sequence[str], *, is_me: bool) -> str:
    """`winners` are the others among them; `is_me`: also the one who looks."""
    if is_me and not winners:
        return _("You have won.")
    if is_me:
        return _("You share the victory with {names}.").format(names=listing(winners))
    if len(winners) == 1:
        return _("{name} has won.").format(name=winners[0])
    return _("{names} share the victory.").format(names=listing(winners))


# -- the long texts

HELP = (
    _("draw            turn over the next card of the pile"),
    _("keep            take the drawn card into your bouquet; your turn is over"),
    _("refuse          pay, put the card on your discards, and draw another one"),
    _("buy NAME        take the top of a player's discards, for its value"),
    _("bouquets        all bouquets and what they count"),
    _("discards        the tops that can be bought"),
    _("scores          everybody's prestige, round by round"),
    _("Beginnings are enough: dr, k, b ben. Cards are a colour and a value: R red,"),
    _("Y yellow, G green, B blue, K black, and J for a joker, whose colour is free."),
)

RULES = (
    _("The goal: the most prestige after four rounds. Everybody starts with 6."),
    _("In each round everybody composes a bouquet of five cards, one in each turn."),
    _("On your turn you draw a card or buy one."),
    _("Draw: keep the card, or refuse it and draw again. In a turn the first refusal"),
    _("costs 1 prestige, the second 2, and so on; the first is paid to the next player,"),
    _("the second to the one after, round the table. Refused cards go on your discards."),
    _("Buy: take the top of another player's discards and pay its value to that player."),
    _("Who has drawn a card cannot buy in that turn. There are no debts."),
    _("Equal values gain their sum: a pair of 4s gains 8. 1-2-3-4 gains 8, 2-3-4-5"),
    _("gains 12, 1-2-3-4-5 gains 15. Combinations that share no card are added up."),
    _("The colours of the whole bouquet multiply: two colours by 2, five different ones"),
    _("by 3, a single one by 4."),
    _("A joker has its printed value; its colour is the one that scores most."),
    _("Who has the best bouquet begins the next round."),
)

FINAL_RULES = (_("Here the bouquets of the last round count double."),)
