"""Sentences about a Hanabi table, in English.

A `who` of None is the viewer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.aloud import is_drawn
from p2p_hanabi.ui.words.i18n import N_, _, beginning, ngettext, npgettext, pgettext
from p2p_hanabi.ui.words.sentences_shared import cards_left
from p2p_hanabi.ui.words.words_joined import either, listing

from ...outcome import EndReason
from ...state import Rating
from ..editions import is_black

_WHITE = (N_("red"), N_("yellow"), N_("green"), N_("blue"), N_("white"), N_("multicolour"))
_BLACK = (*_WHITE[:4], N_("black"), _WHITE[5])


def _colours() -> tuple[str, ...]:
    return _BLACK if is_black() else _WHITE


def colour_letters() -> str:
    """Return the letter of each colour in the player's language."""
    return pgettext("letters", "RYGBKM") if is_black() else pgettext("letters", "RYGBWM")


def colour_signs() -> str:
    """Return how a sentence names each colour in one sign: by its mark where cards are drawn, else
    by its letter."""
    return "\u25c6\u25cf\u25b2\u25a0\u271a\u2605" if is_drawn() else colour_letters()


def colour_of_letter(typed: str, count: int) -> int | None:
    """Return the colour by its letter in the player's language, else by the English one."""
    for letters in (colour_letters(), "RYGBKM" if is_black() else "RYGBWM"):
        if len(typed) == 1 and typed.upper() in letters[:count]:
            return letters.index(typed.upper())
    return None


def colour(number: int) -> str:
    """Return a colour as a separate word, and as the name of a firework."""
    return _(_colours()[number])


def every_colour() -> list[str]:
    """Return the colours of all editions."""
    return [_(name) for name in dict.fromkeys((*_WHITE, *_BLACK))]


def colours(count: int) -> list[str]:
    return [colour(number) for number in range(count)]


def colour_typed(typed: str, count: int) -> int | None:
    """Return a colour typed as its letter, or as the beginning of its name in the player's language
    or in English."""
    if (letter := colour_of_letter(typed, count)) is not None:
        return letter
    own = beginning(typed, colours(count))
    return beginning(typed, _colours()[:count]) if own is None else own


def _cards_are(number: int, count: int) -> str:
    """Return the colour as a predicate of `count` cards: it agrees with them in many languages."""
    match _colours()[number]:
        case "red":
            return npgettext("cards", "red", "red", count)
        case "yellow":
            return npgettext("cards", "yellow", "yellow", count)
        case "green":
            return npgettext("cards", "green", "green", count)
        case "blue":
            return npgettext("cards", "blue", "blue", count)
        case "white":
            return npgettext("cards", "white", "white", count)
        case "black":
            return npgettext("cards", "black", "black", count)
    return npgettext("cards", "multicolour", "multicolour", count)


def face(number: int, rank: int) -> str:
    return _("{colour} {value}").format(colour=colour(number), value=rank)


# -- moves


def colour_meaning(numbers: Sequence[int], slots: Sequence[int], size: int) -> str:
    """Return what a colour hint says about a hand of this size: which cards have one of these
    colours."""
    n = len(slots)
    if not slots:
        words = _("no card is {colour}")
    elif n == size:
        words = ngettext("card {cards} is {colour}", "cards {cards} are {colour}", n)
    elif n == size - 1:
        words = ngettext(
            "card {cards} is {colour}, the other is not",
            "cards {cards} are {colour}, the other is not",
            n,
        )
    else:
        words = ngettext(
            "card {cards} is {colour}, the others are not",
            "cards {cards} are {colour}, the others are not",
            n,
        )
    colours = either([_cards_are(number, max(1, n)) for number in numbers])
    return words.format(cards=_positions(slots), colour=colours)


def rank_meaning(rank: int, slots: Sequence[int], size: int) -> str:
    """Return what a rank hint says about a hand of this size."""
    n = len(slots)
    if not slots:
        words = _("no card is a {rank}")
    elif n == size:
        words = ngettext("card {cards} is a {rank}", "cards {cards} are {rank}s", n)
    elif n == size - 1:
        words = ngettext(
            "card {cards} is a {rank}, the other is not",
            "cards {cards} are {rank}s, the other is not",
            n,
        )
    else:
        words = ngettext(
            "card {cards} is a {rank}, the others are not",
            "cards {cards} are {rank}s, the others are not",
            n,
        )
    return words.format(cards=_positions(slots), rank=rank)


def _positions(slots: Sequence[int]) -> str:
    """Return positions counted from 0 as players count them, from 1."""
    return listing([str(slot + 1) for slot in slots])


def hinted(giver: str | None, to: str | None, hint: str, blue: str) -> str:
    if giver is None:
        return _("You tell {to}: {hint}. {blue}").format(to=to, hint=hint, blue=blue)
    if to is None:
        return _("{giver} tells you: {hint}. {blue}").format(giver=giver, hint=hint, blue=blue)
    return _("{giver} tells {to}: {hint}. {blue}").format(giver=giver, to=to, hint=hint, blue=blue)


played = Addressed(N_("You play card {n}: {card}."), N_("{who} plays card {n}: {card}."))
"""The card played; its effect is a separate sentence."""
played_announced = Addressed(
    N_("You play card {n}, announcing {colour}: {card}."),
    N_("{who} plays card {n}, announcing {colour}: {card}."),
)


def fits(number: int, height: int, bonus: str) -> str:
    """Return that a card fits; `number` is its colour, `bonus` mentions a blue token regained."""
    if height < 5:
        words = _("It fits: the {colour} firework is at {height}.")
    else:
        words = _("The {colour} firework is complete.")
    return " ".join(filter(None, (words.format(colour=colour(number), height=height), bonus)))


def mistake(announced: int | None, red: int, limit: int) -> str:
    """Return what went wrong; `announced` is the colour announced wrongly, if any."""
    if announced is not None:
        words = _("It is not {colour} and is discarded. Red tokens: {red} of {limit}.")
        return words.format(colour=colour(announced), red=red, limit=limit)
    return _("It does not fit and is discarded. Red tokens: {red} of {limit}.").format(
        red=red, limit=limit
    )


discarded = Addressed(
    N_("You discard card {n}: {card}. {blue}"), N_("{who} discards card {n}: {card}. {blue}")
)


def blue_tokens(blue: int, most: int) -> str:
    return _("Blue tokens: {blue} of {most}.").format(blue=blue, most=most)


def drew(who: str | None, card: str | None, left: int) -> str:
    pile = cards_left(left)
    if who is None:
        return _("You draw a card. {pile}").format(pile=pile)
    if card is None:
        return _("{who} draws a card. {pile}").format(who=who, pile=pile)
    return _("{who} draws {card}. {pile}").format(who=who, card=card, pile=pile)


passed_over = Addressed(
    N_("You have neither a card nor a blue token: your turn is skipped."),
    N_("{who} has neither a card nor a blue token: the turn is skipped."),
)


def out_of_reach(number: int, height: int) -> str:
    if height == 0:
        return _("The {colour} firework can no longer begin.").format(colour=colour(number))
    return _("The {colour} firework can no longer pass {height}.").format(
        colour=colour(number), height=height
    )


# -- whose turn

turn = Addressed(N_("Your turn."), N_("{who} is to move."))
last_turn = Addressed(N_("Your turn, your last one."), N_("{who} is to move, for the last time."))


def would_play(slot: int, announced: int | None, knowledge: str) -> str:
    if announced is None:
        return _("You play card {n} ({known}).").format(n=slot + 1, known=knowledge)
    return _("You play card {n} and announce {colour} ({known}).").format(
        n=slot + 1, colour=colour(announced), known=knowledge
    )


# -- what is not allowed


def no_such_card(typed: str, size: int) -> str:
    if size == 0:
        return _("You have no cards.")
    return _("You have no card {n}; your cards are 1 to {size}.").format(n=typed, size=size)


# -- the end

ENDINGS: Mapping[Enum, str] = {
    EndReason.THIRD_RED_TOKEN: N_("third red token"),
    EndReason.INDISPENSABLE_CARD_LOST: N_("indispensable card lost"),
    EndReason.COMPLETE: N_("complete"),
    EndReason.PILE_ENDED: N_("pile ended"),
    EndReason.STUCK: N_("stuck"),
}
"""In an audit."""
GAME_OVER = {
    EndReason.THIRD_RED_TOKEN: N_("The game is lost: that was red token {limit} of {limit}."),
    EndReason.INDISPENSABLE_CARD_LOST: N_("The game is lost: an indispensable card is gone."),
    EndReason.COMPLETE: N_("All fireworks are complete!"),
    EndReason.PILE_ENDED: N_(
        "The pile is empty and everybody has had their last turn: the game is over."
    ),
    EndReason.STUCK: N_("The game is lost: a player had no move left."),
}

_RATING = {
    Rating.HORRIBLE: N_("horrible - better luck next time"),
    Rating.MEDIOCRE: N_("mediocre - a few polite claps"),
    Rating.HONOURABLE: N_("honourable - the evening was worth it"),
    Rating.EXCELLENT: N_("excellent - the crowd is delighted"),
    Rating.EXTRAORDINARY: N_("extraordinary - people will talk about it for years"),
    Rating.LEGENDARY: N_("legendary - everybody is speechless"),
    Rating.DIVINE: N_("divine - even the sky is amazed"),
}


def _rated(rating: Rating, most: int) -> str:
    """Return the rating; the Romanian rulebook has another word for 25 if more is possible."""
    if rating is Rating.LEGENDARY and most == Rating.LEGENDARY.value:
        return pgettext("all 25 points", "legendary - everybody is speechless")
    return _(_RATING[rating])


def score(points: int, most: int, rating: Rating | None) -> str:
    """Return the score; the finale is not rated (None)."""
    if rating is None:
        return _("Score: {points} of {most}.").format(points=points, most=most)
    return _("Score: {points} of {most}: {rating}.").format(
        points=points, most=most, rating=_rated(rating, most)
    )


hand_left = Addressed(N_("You still held: {cards}."), N_("{who} still held: {cards}."))


# -- the long texts

_HELP = (
    N_("play 3          play your third card"),
    N_("discard 1       discard your first card; a blue token comes back"),
    N_("hint NAME red   tell a player which cards are red; costs a blue token"),
    N_("hint NAME 4     tell a player which cards are 4s; costs a blue token"),
    N_("hands           all hands, and what their owners know"),
    N_("me              your own hand"),
    N_("discards        the discarded cards, and those still to come"),
    N_("explain         what the last hint and move mean; explain 10: up to move 10"),
    N_("conventions     how the bots understand hints"),
)
_ANNOUNCE = N_("To announce the colour of a card, type for example: play 3 red")
_NAMES = N_(
    "You can abbreviate: p 3, d 1, h ben r. For a player, type the name, its "
    "beginning, or the number; for a colour, its name or R Y G B W M."
)
_NAMES_WITH_BLACK = N_(
    "You can abbreviate: p 3, d 1, h ben r. For a player, type the name, its "
    "beginning, or the number; for a colour, its name or R Y G B K M."
)


def help_rows(*, announce: bool) -> tuple[str, ...]:
    """Return the help on commands, untranslated; `announce`: colours can be announced."""
    more = (_ANNOUNCE,) if announce else ()
    return (*_HELP, *more, _NAMES_WITH_BLACK if is_black() else _NAMES)
