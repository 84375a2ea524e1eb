"""Every short sentence of the line interface, in English; `pages.py` has the long texts.

The games and the protocol give data; here are the words for it. `_` marks what is to be translated.
A `who` that is None is the one who looks at the screen. All text is ASCII, apart from names.
"""

from __future__ import annotations

from collections.abc import Sequence

from protocol.errors import IllegalMove
from protocol.status import Doing


def _(sentence: str) -> str:
    """Where a translation will come in."""
    return sentence


# -- words

COLOURS = (_("red"), _("yellow"), _("green"), _("blue"), _("white"), _("multicolour"))
LETTERS = "RYGBWM"

YES = frozenset({"yes", "y"})
NO = frozenset({"no", "n"})


def listing(names: Sequence[str]) -> str:
    """a, b and c"""
    if len(names) < 2:
        return "".join(names)
    return _("{first} and {last}").format(first=", ".join(names[:-1]), last=names[-1])


def card_numbers(slots: Sequence[int]) -> str:
    """Positions from 0, as players count them."""
    numbers = [str(slot + 1) for slot in slots]
    word = _("card") if len(slots) == 1 else _("cards")
    return f"{word} {listing(numbers)}"


def face(colour: int, rank: int) -> str:
    return f"{COLOURS[colour]} {rank}"


def duration(seconds: float) -> str:
    if seconds < 120:
        return _("{n} s").format(n=int(seconds))
    return _("{n} min").format(n=int(seconds // 60))


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


def played(who: str | None, slot: int, card: str, effect: str) -> str:
    words = _("You play card {n}: {card}.") if who is None else _("{who} plays card {n}: {card}.")
    return f"{words.format(who=who, n=slot + 1, card=card)} {effect}"


def fits(colour: int, height: int, bonus: str) -> str:
    name = COLOURS[colour]
    if height < 5:
        return _("It fits, the {colour} firework is at {height}.").format(
            colour=name, height=height
        )
    return _("The {colour} firework is complete. {bonus}").format(colour=name, bonus=bonus)


def no_bonus() -> str:
    return _("All blue tokens are there already.")


def mistake(red: int, limit: int) -> str:
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


def cards_left(left: int) -> str:
    if left == 0:
        return _("The pile is empty.")
    if left == 1:
        return _("One card is left in the pile.")
    return _("{n} cards are left in the pile.").format(n=left)


def last_lap() -> str:
    return _("That was the last card: every player has one more turn.")


def out_of_reach(colour: int, height: int) -> str:
    if height == 0:
        return _("The {colour} firework can no longer begin.").format(colour=COLOURS[colour])
    return _("The {colour} firework can no longer pass {height}.").format(
        colour=COLOURS[colour], height=height
    )


def moves_before(count: int) -> str:
    if count == 1:
        return _('One move was made before; "log" tells it.')
    return _('{n} moves were made before; "log" tells them.').format(n=count)


# -- whose turn


def your_turn(turns_left: int | None) -> str:
    if turns_left is not None:
        return _("Your turn, your last one.")
    return _("Your turn.")


def their_turn(who: str, turns_left: int | None) -> str:
    if turns_left is not None:
        return _("{who} is to move, for the last time.").format(who=who)
    return _("{who} is to move.").format(who=who)


def question(what: str) -> str:
    return _("{what} Do it? Type yes or no.").format(what=what)


def would_hint(to: str, said: str) -> str:
    return _("{to}: {said}.").format(to=to, said=said)


def would_play(slot: int, knowledge: str) -> str:
    return _("You play card {n} ({known}).").format(n=slot + 1, known=knowledge)


def would_discard(slot: int, knowledge: str) -> str:
    return _("You discard card {n} ({known}).").format(n=slot + 1, known=knowledge)


def not_done() -> str:
    return _("Nothing was done.")


def yes_or_no() -> str:
    return _("Please answer yes or no.")


# -- what is not understood, or not allowed


def unknown_command(word: str) -> str:
    return _('"{word}" is no command; "help" lists them.').format(word=word)


def ambiguous(word: str, fitting: Sequence[str]) -> str:
    return _('"{word}" can be {fitting}; type more of it.').format(
        word=word, fitting=_(" or ").join(fitting)
    )


def usage(example: str) -> str:
    return _("Type for example: {example}").format(example=example)


def no_such_card(typed: str, size: int, rule: str) -> str:
    if size == 0:
        return _("You have no cards ({rule}).").format(rule=rule)
    return _("You have no card {n}; your cards are 1 to {size} ({rule}).").format(
        n=typed, size=size, rule=rule
    )


def no_such_player(typed: str, names: Sequence[str]) -> str:
    return _("Nobody here is called {typed}; there are {names} (HB16).").format(
        typed=typed, names=listing(names)
    )


def no_such_hint(typed: str, letters: str) -> str:
    return _("{typed} is neither a colour ({letters}) nor a number from 1 to 5 (HB18).").format(
        typed=typed, letters=" ".join(letters)
    )


def not_your_turn(who: str | None) -> str:
    if who is None:
        return _("Not now: the table is at work (HB12).")
    return _("It is not your turn: {who} is to move (HB12).").format(who=who)


def not_dealt() -> str:
    return _("The cards are not dealt yet.")


_ILLEGAL = {
    "announcement": _("This game is played without announcing colours"),
    "all blue tokens in the lid": _("You cannot discard while all blue tokens are there"),
    "game over": _("The game is over"),
    "not now": _("The table is still at work on the last move"),
    "card not in hand": _("You have no such card"),
    "no blue token": _("You cannot give a hint: no blue token is left"),
    "no such seat": _("There is no such player"),
    "hint to oneself": _("You cannot give yourself a hint"),
    "no such colour": _("There is no such colour in this game"),
    "no such rank": _("The cards go from 1 to 5"),
    "empty hand": _("That player has no cards"),
    "card not in that hand": _("That player has no such card"),
    "cards not ascending": _("The cards of a hint are named in order"),
    "empty hint": _("A hint must point at a card at least"),
    "the claim is not true": _("The hint would not be true"),
}


def illegal(error: IllegalMove) -> str:
    reason = _ILLEGAL.get(error.reason, error.reason)
    return f"{reason} ({error.rule})." if error.rule else f"{reason}."


# -- the set-up and the waiting

_SET_UP = {
    Doing.COMMITTING: _("Everybody chooses a secret."),
    Doing.REVEALING: _("Everybody shows what they chose."),
    Doing.AGREEING_ON_PILE: _("Everybody checks the shuffle and signs the pile."),
    Doing.DEALING: _("The hands are being dealt."),
}


def set_up(doing: Doing, shuffler: str | None, step: tuple[int, int] | None) -> str | None:
    """What goes on before the first move, None if there is nothing to say."""
    if doing is Doing.SHUFFLING and step is not None:
        words = _("You shuffle") if shuffler is None else _("{who} shuffles")
        return f"{words.format(who=shuffler)} ({step[0]}/{step[1]})."
    return _SET_UP.get(doing)


def table_words(words: Sequence[str]) -> str:
    return _("The table words: {words}.").format(words=" ".join(words))


def compare_words() -> str:
    return _(
        "Say them aloud. All players must have the same five words; "
        "if not, somebody sits between you: leave."
    )


def no_words() -> str:
    return _("There are no table words yet.")


def dealt() -> str:
    return _("The hands are dealt.")


def waiting(names: Sequence[str], seconds: float) -> str:
    return _("Waiting for {names}, {time}.").format(names=listing(names), time=duration(seconds))


def thinking(who: str, seconds: float) -> str:
    return _("{who} is thinking, {time}.").format(who=who, time=duration(seconds))


def link_lost(who: str) -> str:
    return _("{who} is not connected. The table waits.").format(who=who)


def link_back(who: str) -> str:
    return _("{who} is connected again.").format(who=who)


def all_connected() -> str:
    return _("All players are connected.")


def not_connected(who: str, seconds: float) -> str:
    return _("{who} is not connected, {time}.").format(who=who, time=duration(seconds))


# -- leaving


def leave_question() -> str:
    return _(
        "Leave the table? It is not ended by that: the others cannot go on without you, "
        "and the table waits. Type yes or no."
    )


def abandon_question() -> str:
    return _(
        "End the game for everybody? They are told that it was you, and it cannot be taken back. "
        "Type yes or no."
    )


def left() -> str:
    return _("You have left. The table waits; the others cannot go on without you.")


def staying() -> str:
    return _("You stay.")


def end_of_input() -> str:
    return _("The input has ended.")
