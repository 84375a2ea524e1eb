"""What is said at a table of Hanabi, in English; what `show` prints is in the next module.

A `who` that is None is the one who looks at the screen.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.games.hanabi_state import Rating, Reason

from .sentences import _, cards_left, listing

COLOURS = (_("red"), _("yellow"), _("green"), _("blue"), _("white"), _("multicolour"))
LETTERS = "RYGBWM"


def card_numbers(slots: Sequence[int]) -> str:
    """Positions from 0, as players count them."""
    numbers = [str(slot + 1) for slot in slots]
    word = _("card") if len(slots) == 1 else _("cards")
    return f"{word} {listing(numbers)}"


def face(colour: int, rank: int) -> str:
    return f"{COLOURS[colour]} {rank}"


# -- moves


def meaning(what: str | int, slots: Sequence[int], size: int) -> str:
    """What a hint says of a hand of this size; `what` is a colour's name or a rank."""
    one = what if isinstance(what, str) else _("a {rank}").format(rank=what)
    many = what if isinstance(what, str) else _("{rank}s").format(rank=what)
    if not slots:
        return _("no card is {what}").format(what=one)
    cards = card_numbers(slots)
    is_what = _("is {what}").format(what=one) if len(slots) == 1 else _("are {w}").format(w=many)
    if len(slots) == size:
        return f"{cards} {is_what}"
    if size - len(slots) == 1:
        return _("{cards} {are}, the other is not").format(cards=cards, are=is_what)
    return _("{cards} {are}, the others are not").format(cards=cards, are=is_what)


def hinted(giver: str | None, to: str | None, said: str, blue: str) -> str:
    if giver is None:
        return _("You tell {to}: {said}. {blue}").format(to=to, said=said, blue=blue)
    if to is None:
        return _("{giver} tells you: {said}. {blue}").format(giver=giver, said=said, blue=blue)
    return _("{giver} tells {to}: {said}. {blue}").format(giver=giver, to=to, said=said, blue=blue)


def played(who: str | None, slot: int, announced: int | None, card: str) -> str:
    """What was put down; its effect is a sentence of its own."""
    if announced is None:
        words = (
            _("You play card {n}: {card}.") if who is None else _("{who} plays card {n}: {card}.")
        )
        return words.format(who=who, n=slot + 1, card=card)
    words = (
        _("You play card {n}, announcing {colour}: {card}.")
        if who is None
        else _("{who} plays card {n}, announcing {colour}: {card}.")
    )
    return words.format(who=who, n=slot + 1, colour=COLOURS[announced], card=card)


def fits(colour: int, height: int, bonus: str) -> str:
    """`bonus` tells the blue tokens that come back, if any do."""
    name = COLOURS[colour]
    if height < 5:
        words = _("It fits, the {colour} firework is at {height}.")
    else:
        words = _("The {colour} firework is complete.")
    return " ".join(filter(None, (words.format(colour=name, height=height), bonus)))


def no_bonus() -> str:
    return _("All blue tokens are there already.")


def mistake(announced: int | None, red: int, limit: int) -> str:
    """`announced` is the colour that was named falsely, if one was."""
    if announced is not None:
        words = _("It is not {colour} and is discarded. Red tokens: {red} of {limit}.")
        return words.format(colour=COLOURS[announced], red=red, limit=limit)
    return _("It does not fit and is discarded. Red tokens: {red} of {limit}.").format(
        red=red, limit=limit
    )


def discarded(who: str | None, slot: int, card: str, blue: str) -> str:
    words = (
        _("You discard card {n}: {card}. {blue}")
        if who is None
        else _("{who} discards card {n}: {card}. {blue}")
    )
    return words.format(who=who, n=slot + 1, card=card, blue=blue)


def blue_tokens(blue: int, most: int) -> str:
    return _("Blue tokens: {blue} of {most}.").format(blue=blue, most=most)


def drew(who: str | None, card: str | None, left: int) -> str:
    pile = cards_left(left)
    if who is None:
        return _("You draw a card. {pile}").format(pile=pile)
    if card is None:
        return _("{who} draws a card. {pile}").format(who=who, pile=pile)
    return _("{who} draws {card}. {pile}").format(who=who, card=card, pile=pile)


def last_lap() -> str:
    return _("That was the last card: every player has one more turn.")


def finale_begins() -> str:
    return _("That was the last card: the finale begins, and nobody draws any more.")


def passed_over(who: str | None) -> str:
    if who is None:
        return _("You have neither a card nor a blue token: your turn is passed over.")
    return _("{who} has neither a card nor a blue token and is passed over.").format(who=who)


def out_of_reach(colour: int, height: int) -> str:
    if height == 0:
        return _("The {colour} firework can no longer begin.").format(colour=COLOURS[colour])
    return _("The {colour} firework can no longer pass {height}.").format(
        colour=COLOURS[colour], height=height
    )


# -- whose turn


def your_turn(turns_left: int | None) -> str:
    if turns_left is not None:
        return _("Your turn, your last one.")
    return _("Your turn.")


def their_turn(who: str, turns_left: int | None) -> str:
    if turns_left is not None:
        return _("{who} is to move, for the last time.").format(who=who)
    return _("{who} is to move.").format(who=who)


def would_hint(to: str, said: str) -> str:
    return _("{to}: {said}.").format(to=to, said=said)


def would_play(slot: int, announced: int | None, knowledge: str) -> str:
    if announced is None:
        return _("You play card {n} ({known}).").format(n=slot + 1, known=knowledge)
    return _("You play card {n} and announce {colour} ({known}).").format(
        n=slot + 1, colour=COLOURS[announced], known=knowledge
    )


def would_discard(slot: int, knowledge: str) -> str:
    return _("You discard card {n} ({known}).").format(n=slot + 1, known=knowledge)


# -- what is not allowed


def no_such_card(typed: str, size: int, rule: str) -> str:
    if size == 0:
        return _("You have no cards ({rule}).").format(rule=rule)
    return _("You have no card {n}; your cards are 1 to {size} ({rule}).").format(
        n=typed, size=size, rule=rule
    )


def no_such_hint(typed: str, letters: str) -> str:
    return _("{typed} is neither a colour ({letters}) nor a number from 1 to 5 (HB18).").format(
        typed=typed, letters=" ".join(letters)
    )


def no_such_colour(typed: str, letters: str) -> str:
    return _("{typed} is no colour of this game; there are {letters} (HC1).").format(
        typed=typed, letters=" ".join(letters)
    )


REFUSALS = {
    "announcement": _("This game is played without announcing colours"),
    "all blue tokens in the lid": _("You cannot discard while all blue tokens are there"),
    "no blue token": _("You cannot give a hint: no blue token is left"),
    "hint to oneself": _("You cannot give yourself a hint"),
    "no such colour": _("There is no such colour in this game"),
    "no such rank": _("The cards go from 1 to 5"),
    "empty hand": _("That player has no cards"),
    "card not in that hand": _("That player has no such card"),
    "cards not ascending": _("The cards of a hint are named in order"),
    "empty hint": _("A hint must point at a card at least"),
    "the claim is not true": _("The hint would not be true"),
}


# -- the end


def game_over(reason: Reason, limit: int) -> str:
    return _GAME_OVER[reason].format(limit=limit)


_GAME_OVER = {
    Reason.THIRD_RED_TOKEN: _("The game is lost: red token {limit} of {limit} is taken."),
    Reason.INDISPENSABLE_CARD_LOST: _("The game is lost: a card that was needed is gone."),
    Reason.COMPLETE: _("All fireworks are complete!"),
    Reason.PILE_ENDED: _("The pile is empty and everybody has had the last turn: it is over."),
    Reason.STUCK: _("The game is lost: a player had no move left."),
}

_RATING = {
    Rating.HORRIBLE: _("horrible - better luck next time"),
    Rating.MEDIOCRE: _("mediocre - a few polite claps"),
    Rating.HONOURABLE: _("honourable - the evening was worth it"),
    Rating.EXCELLENT: _("excellent - the crowd is delighted"),
    Rating.EXTRAORDINARY: _("extraordinary - they will talk of it for long"),
    Rating.LEGENDARY: _("legendary - nobody finds words"),
    Rating.DIVINE: _("divine - the gods themselves look up"),
}


def score(points: int, most: int, rating: Rating | None) -> str:
    """The finale is not rated (None)."""
    if rating is None:
        return _("Score: {points} of {most}.").format(points=points, most=most)
    return _("Score: {points} of {most}: {rating}.").format(
        points=points, most=most, rating=_RATING[rating]
    )


def built(points: int) -> str:
    return _("The fireworks stood at {points}, which does not count any more.").format(
        points=points
    )


def hand_left(who: str | None, cards: str) -> str:
    if who is None:
        return _("You still held: {cards}.").format(cards=cards)
    return _("{who} still held: {cards}.").format(who=who, cards=cards)


def no_cards() -> str:
    return _("nothing")


def own_hand_unseen(count: int) -> str:
    return _("You still held {n} cards that you never saw.").format(n=count)


# -- the long texts

HELP = (
    _("play 3          play your third card"),
    _("discard 1       discard your first card; a blue token comes back"),
    _("hint NAME red   tell a player which cards are red; costs a blue token"),
    _("hint NAME 4     tell a player which cards are 4s; costs a blue token"),
    _("hands           all hands, and what their owners know"),
    _("me              your own hand"),
    _("discards        what is gone and what is still to come"),
    _("With colours announced, play 3 red names the colour of the card."),
    _("Beginnings are enough: p 3, d 1, h ben r. A player is named by name, by its"),
    _("beginning or by number; a colour by its name or by R Y G B W M."),
)

RULES = (
    _("The goal: together, build one firework of each colour, from 1 up to 5."),
    _("Each colour has three 1s, two each of 2, 3 and 4, and a single 5."),
    _("You see everybody's cards except your own."),
    _("On your turn you do exactly one of three things."),
    _("Hint: name one colour or one number to one player, and all cards of that player"),
    _("that have it are pointed at. It costs a blue token; without one it cannot be done."),
    _("Discard: a card goes out of the game for good, and a blue token comes back."),
    _("It cannot be done while all blue tokens are there."),
    _("Play: if the card is the next one of its firework, it is added. If not, it is"),
    _("discarded and a red token is taken. A 5 that is added brings a blue token back."),
    _("After a discard or a play you draw a card, without seeing it."),
    _("The game is lost when the last red token is taken."),
    _("It is won at once when all fireworks have reached 5."),
    _("When the last card is drawn, everybody has one more turn, and it ends."),
    _("The score is the sum of the heights of the fireworks."),
    _("Nothing else may be said about the cards."),
)

MULTICOLOUR_RULES = (
    _("Here multicolour is a sixth colour, with a single card of each number. Hints of"),
    _("other colours do not point at these cards."),
)
ANNOUNCE_RULES = (
    _("Here a play may name the colour of its card. If that is right and the card fits,"),
    _("a blue token comes back; if it is wrong, the card is discarded and a red token taken."),
)
FINALE_RULES = (
    _("Here the game goes on when the pile is empty, without draws, until all fireworks are"),
    _("complete or a card that is still needed is lost: perfection or defeat."),
)
EMPTY_HINT_RULES = (_("Here a hint may point at no card."),)
