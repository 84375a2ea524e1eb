"""Sentences for importing and exporting games, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ..drawing.style import as_text, clean, text
from ..words.i18n import _, ngettext
from ..words.words_joined import either

LONGEST = 60


def foreign(words: str) -> str:
    """Quote the beginning of a foreign text, without control characters."""
    return as_text(clean(text(words[:LONGEST])))


def shortened(words: str) -> str:
    """Quote a foreign text, shortened with dots if it is too long."""
    return foreign(words) if len(words) <= LONGEST else f"{foreign(words)}..."


# -- out


def choose_a_form(options: Sequence[str], endings: Sequence[str]) -> str:
    return _("Choose a format: {options}, or a name that ends in {endings}.").format(
        options=either(options), endings=either(endings)
    )


def no_place_in_a_link(what: Sequence[str]) -> str:
    return _("Left out, since a link cannot hold it: {what}.").format(what=", ".join(what))


# -- in


def left_out(keys: Sequence[str]) -> str:
    return _("Left out, since our game files cannot hold it: {keys}.").format(
        keys=", ".join(f'"{foreign(key)}"' for key in keys)
    )


def breaks_the_rules(why: str) -> str:
    return _("This game does not follow the rules: {why}.").format(why=why)


# -- why a recorded game is not valid


def wrong_move(number: int, why: str) -> str:
    return _("move {n} is against the rules ({why})").format(n=number, why=why)


def moves_after_the_end(count: int) -> str:
    return ngettext(
        "the game is over after {n} move, but there are more",
        "the game is over after {n} moves, but there are more",
        count,
    ).format(n=count)
