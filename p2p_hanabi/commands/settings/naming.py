"""Rules for new names of players and tables: no command may mistake one for something else.

The rules for names on the wire and in files are in `protocol/identity/name_rules.py`; these are
stricter, and apply only to players who sit down at a table.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache

from p2p_hanabi.gathering import MAX_TABLE_NAME
from p2p_hanabi.likeness import is_seen, looks
from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.model.game.game_screen import ReservedNames
from p2p_hanabi.ui.words.i18n import LANGUAGES, N_, _, bare, choose, language
from p2p_hanabi.ui.words.sentences_typed import own_words
from protocol.errors import BadEncoding
from protocol.identity.name_rules import MAX_NAME, is_blank, name_from

from ..console.failures import Failed

ASK_NAME = N_("What is your name?")
MAX_MARKS = 4
"""How many accents a letter may have, none of them twice (UTS 39, section 5.4)."""
_WORDS = frozenset(
    (
        *("all", "public", "you", "me", "i", "myself", "we", "us", "everybody", "nobody"),
        *("vous", "tu", "toi", "moi", "je", "nous", "tous", "personne"),
        *("dumneavoastra", "voi", "eu", "noi", "toti", "nimeni"),
    )
)
"""Words for players in sentences and commands, which cannot be names."""


def player_name(name: str) -> str:
    """Return the player's name without surrounding blanks. Raise `Failed` if it cannot be used."""
    return _checked(name.strip(), MAX_NAME)


def table_name(name: str) -> str:
    return _checked(name.strip(), MAX_TABLE_NAME)


def is_fit(name: str) -> bool:
    """Return whether another player at the table may have this name."""
    return _fault_of(name, MAX_NAME) is None


def _checked(name: str, most: int) -> str:
    fault = _fault_of(name, most)
    if fault is not None:
        raise Failed(fault, typed=_("Choose another one with --name or --table."))
    return name


def _fault_of(name: str, most: int) -> str | None:
    if not any(map(is_seen, name)):
        return _("A name cannot be blank.")
    try:
        name_from(name, most)
    except BadEncoding:
        return _("A name must have 1 to {most} characters, and no control characters.").format(
            most=most
        )
    if _has_too_many_marks(name):
        return _(
            "A name can have at most {most} accents on a letter, and none without a letter."
        ).format(most=MAX_MARKS)
    if _is_ambiguous(name):
        return _(
            '"{name}" cannot be a name: it looks like a number, a colour, a command or a '
            'word such as "you".'
        ).format(name=name)
    return None


def _has_too_many_marks(name: str) -> bool:
    """Return whether a letter has too many marks or the same mark twice, or a mark has no
    letter."""
    on_it: list[str] | None = None  # no letter yet
    for sign in unicodedata.normalize("NFD", name):
        if unicodedata.category(sign) not in ("Mn", "Me"):
            on_it = []
        elif not is_blank(sign):
            if on_it is None or sign in on_it or len(on_it) == MAX_MARKS:
                return True
            on_it.append(sign)
    return False


def _is_ambiguous(name: str) -> bool:
    plain = bare(unicodedata.normalize("NFKC", name)).strip()
    is_number = plain.replace(" ", "").isdecimal()
    is_card = any(names.is_card(plain) for names in _of_games())
    return is_number or is_card or plain in _reserved() or not looks(name).isdisjoint(_looks())


@cache
def _reserved() -> frozenset[str]:
    return frozenset((*_WORDS, *_in_every_language()))


@cache
def _looks() -> frozenset[str]:
    return frozenset(look for word in _reserved() for look in looks(word))


def _of_games() -> Iterator[ReservedNames]:
    return (game.names for game in GAMES.values() if game.names is not None)


def _in_every_language() -> Iterator[str]:
    """Yield commands and colours in every language, since players at a table may differ in it."""
    chosen = language()
    for each in LANGUAGES:
        choose(each)
        words = [*own_words(), *own_words().values()]
        words += [word for names in _of_games() for word in names.words()]
        choose(chosen)
        yield from map(bare, words)


def fault_of_name(name: str) -> str | None:
    """Return why this cannot be a player's name, for a screen that asks for one; None if it can."""
    return _fault_of(name.strip(), MAX_NAME)
