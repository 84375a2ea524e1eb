"""What is said where games come from other programs, or go to them, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ..kit.i18n import _, ngettext
from ..kit.sentences import either
from ..kit.sentences_reasons import why
from ..kit.style import as_text, clean, text

LONGEST = 60


def foreign(words: str) -> str:
    """The beginning of what stands in somebody's file, without what a terminal would obey."""
    return as_text(clean(text(words[:LONGEST])))


# -- out


def exported(path: object) -> str:
    return _("The game is in {path}.").format(path=path)


def choose_a_form(options: Sequence[str], endings: Sequence[str]) -> str:
    return _("Say how: {options}, or a name that ends in {endings}.").format(
        options=either(options), endings=either(endings)
    )


def another_ending(path: object, option: str, meant: str) -> str:
    """Both are options: the one that was given, and the one that the name stands for."""
    return _("{option} does not go with the name {path}, which stands for {meant}.").format(
        option=option, path=path, meant=meant
    )


# -- in


def imported(path: object) -> str:
    return _("The game is in {path}. Nobody has signed it; `p2phanabi replay` shows it.").format(
        path=path
    )


def too_large(path: object) -> str:
    return _("{path} is larger than any game.").format(path=path)


def standard_input() -> str:
    return _("standard input")


def left_out(keys: Sequence[str]) -> str:
    return _("Left out, since a game here has no place for it: {keys}.").format(
        keys=", ".join(f'"{foreign(key)}"' for key in keys)
    )


def breaks_the_rules(reason: str) -> str:
    return _("This is no game by the rules: {why}.").format(why=why(reason))


# -- why a recorded game is none


def two_of_one_name() -> str:
    return _("two players have one name")


def another_version() -> str:
    return _("it is no game file of this version")


def no_such_game(name: str) -> str:
    return _('there is no game "{game}"').format(game=foreign(name))


def other_cards() -> str:
    return _("the cards are not those of the game")


def too_many_cards() -> str:
    return _("there are more cards than the game has")


def wrong_move(number: int, reason: str) -> str:
    return _("move {n} is against the rules ({why})").format(n=number, why=why(reason))


def untrue_hint(number: int) -> str:
    return _("move {n} says of a card what is not true").format(n=number)


def moves_after_the_end(count: int) -> str:
    return ngettext(
        "the game is over after {n} move, and there are more",
        "the game is over after {n} moves, and there are more",
        count,
    ).format(n=count)


# -- the audit


def nothing_to_audit(path: object) -> str:
    return _(
        "{path} is an imported game: nobody has signed it, so there is nothing to audit. "
        "`p2phanabi replay` shows it."
    ).format(path=path)
