"""Sentences for all tables, in English; each game has sentences of its own.

Games and protocol provide data, this module the words; `i18n` translates them. A `who` of None is
the viewer. All text is ASCII, apart from names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol.errors import IllegalMove
from protocol.peer.status import Activity
from protocol.reasons import Code

from .i18n import N_, _, bare, ngettext
from .sentences_reasons import why
from .sentences_typed import in_own_words, undictated
from .spoken_words import spoken
from .words_joined import duration, either, listing

COLON = N_(": ")
"""Between a name and what is said about it."""
SEMICOLON = N_("; ")
"""Between two statements about the same thing."""
NOT_DEALT = N_("The cards are not dealt yet.")

# -- words


def yes_and_no() -> tuple[str, str]:
    """Return the two answers to a question, as offered."""
    return _("yes"), _("no")


def is_yes(answer: str) -> bool:
    return bare(undictated(answer)) in _spellings("yes", yes_and_no()[0])


def is_no(answer: str) -> bool:
    return bare(undictated(answer)) in _spellings("no", yes_and_no()[1])


def _spellings(*words: str) -> set[str]:
    """Return the spellings of words: whole, or as one letter."""
    return {each for word in map(bare, words) for each in (word, word[0])}


# -- the game


def cards_left(left: int) -> str:
    if left == 0:
        return _("The pile is empty.")
    return ngettext(
        "One card is left in the pile.", "{n} cards are left in the pile.", left
    ).format(n=left)


def pile_left(cards: str) -> str:
    return _("Still in the pile, the next card first: {cards}.").format(cards=cards)


def moves_before(count: int) -> str:
    return ngettext(
        'One move was made before this; type "log" to see it.',
        '{n} moves were made before this; type "log" to see them.',
        count,
    ).format(n=count)


def log_has_lines(lines: int) -> str:
    return ngettext(
        '"log" shows what has happened so far, in one line.',
        '"log" shows what has happened so far, in {n} lines.',
        lines,
    ).format(n=lines)


# -- what is unknown, or not allowed


def unknown_command(word: str) -> str:
    return _('"{word}" is not a command; "help" lists the commands.').format(word=word)


def ambiguous(word: str, fitting: Sequence[str]) -> str:
    return _('"{word}" can be {fitting}; type more letters.').format(
        word=word, fitting=either(fitting)
    )


def usage(example: str) -> str:
    word, space, rest = example.partition(" ")
    own = in_own_words(word) + space + rest
    return _("Type for example: {example}").format(example=own)


def not_your_turn(who: str | None) -> str:
    if who is None:
        return _("Not now: the last move is not complete yet.")
    return _("It is not your turn: {who} is to move.").format(who=who)


def illegal(refused: IllegalMove, of_game: Mapping[Code, str]) -> str:
    """Return why one's own move was refused, in the game's words."""
    said = why(refused.reason, of_game)
    return f"{said[:1].upper()}{said[1:]}."


# -- the set-up and the waiting

_SET_UP = {
    Activity.COMMITTING: N_("Every player chooses a secret."),
    Activity.REVEALING: N_("Every player reveals their choice."),
    Activity.ESCROWING: N_(
        "Every player splits their key among the others, in case that player is lost."
    ),
    Activity.AGREEING_ON_PILE: N_("Every player checks the shuffle and signs the pile."),
    Activity.DEALING: N_("The cards are being dealt."),
}


def set_up(activity: Activity, shuffler: str | None, step: tuple[int, int] | None) -> str | None:
    """Return what happens before the first move; None if there is nothing to say."""
    if activity is Activity.SHUFFLING and step is not None:
        words = (
            _("You shuffle ({n}/{all}).") if shuffler is None else _("{who} shuffles ({n}/{all}).")
        )
        return words.format(who=shuffler, n=step[0], all=step[1])
    sentence = _SET_UP.get(activity)
    return None if sentence is None else _(sentence)


def reading_journal(read: int, of: int) -> str:
    """Return how many of the saved records have been read."""
    return _("Reading the journal: {read} of {all}.").format(read=read, all=of)


def table_words(words: Sequence[str]) -> str:
    """Return the table words in the player's language, and also in English if that differs, so that
    players with different languages can compare them."""
    own, english = spoken(words), " ".join(words)
    if own == english:
        return _("The table words: {words}.").format(words=own)
    return _("The table words: {words} (in English: {english}).").format(words=own, english=english)


_AWAITED = {
    Activity.COMMITTING: N_("the choice of a secret"),
    Activity.REVEALING: N_("the secret they chose"),
    Activity.ESCROWING: N_("a key, split among all others"),
    Activity.SHUFFLING: N_("the shuffle"),
    Activity.AGREEING_ON_PILE: N_("the signature for the pile"),
    Activity.DEALING: N_("a share of the deal"),
    Activity.OPENING: N_("a share to reveal the card"),
    Activity.MOVING: N_("the move"),
    Activity.AGREEING_ON_MOVE: N_("the signature for the move"),
    Activity.CONFIRMING: N_("the signature that the game goes on"),
    Activity.CLOSING: N_("the signature for the result"),
}


def waiting(names: Sequence[str], seconds: float, activity: Activity | None = None) -> str:
    """Return who is awaited; `activity` tells for what, None if they only have to be connected."""
    facts = {"names": listing(names), "time": duration(seconds)}
    if activity not in _AWAITED:
        return _("Waiting for {names}, {time} so far.").format(**facts)
    return _("Waiting for {names}, {time} so far: {what}.").format(
        **facts, what=_(_AWAITED[activity])
    )


def link_lost(who: str, *, has_left: bool) -> str:
    sentence = (
        _("{who} has left and can come back. Waiting.")
        if has_left
        else _("{who} lost the connection. Waiting.")
    )
    return sentence.format(who=who)


def stepped_out(who: str) -> str:
    """Return that a player has left for now, though the seat is connected."""
    return _("{who} has left and can come back.").format(who=who)


def not_connected(who: str, seconds: float, *, has_left: bool) -> str:
    sentence = (
        _("{who} left {time} ago. The seat is kept: the game goes on when {who} is back.")
        if has_left
        else _(
            "No connection to {who} for {time}. The seat is kept: the game goes on when {who} is "
            "back."
        )
    )
    return sentence.format(who=who, time=duration(seconds))


def incompatible(who: str, why: str) -> str:
    return _(
        "{who}'s program uses another version of the protocol ({why}). Update the older program; "
        "the game then goes on."
    ).format(who=who, why=why)


# -- leaving


def left() -> str:
    return _('You have left. "p2phanabi resume" brings you back to the table.')
