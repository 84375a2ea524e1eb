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


def choose_a_form() -> str:
    return _("Say how: --hanab-live or --html, or a name that ends in .json or .html.")


def another_ending(path: object, option: str, meant: str) -> str:
    """Both are options: the one that was given, and the one that the name stands for."""
    return _("{option} does not go with the name {path}, which stands for {meant}.").format(
        option=option, path=path, meant=meant
    )


def only_hanabi() -> str:
    return _("hanab.live plays Hanabi only; --html shows this game.")


def lacks_option(key: str) -> str:
    return _('hanab.live has no game with this "{option}"; --html shows it.').format(option=key)


def lacks_passing() -> str:
    return _("In this game a turn was passed over, which hanab.live cannot show; --html can.")


def needs_all_cards() -> str:
    return _(
        "hanab.live wants to know every card, and this file does not show them all; "
        "--html shows what it does."
    )


# -- in


def imported(path: object) -> str:
    return _("The game is in {path}. Nobody has signed it; `p2phanabi replay` shows it.").format(
        path=path
    )


def too_large(path: object) -> str:
    return _("{path} is larger than any game.").format(path=path)


def no_json(line: int | None) -> str:
    """Absent (None): it is not known where."""
    if line is None:
        return _("This is no JSON.")
    return _("This is no JSON; look at line {n}.").format(n=line)


def no_game() -> str:
    return _("This is no game of hanab.live: that is an object with players, deck and actions.")


def standard_input() -> str:
    return _("standard input")


def left_out(keys: Sequence[str]) -> str:
    return _("Left out, since a game here has no place for it: {keys}.").format(
        keys=", ".join(f'"{foreign(key)}"' for key in keys)
    )


def twice(key: str) -> str:
    return _('This is no game of hanab.live: "{key}" stands there twice.').format(key=foreign(key))


def no_truth(key: str) -> str:
    return _('This is no game of hanab.live: "{key}" is neither true nor false.').format(key=key)


def no_number(key: str) -> str:
    return _('This is no game of hanab.live: "{key}" is no number.').format(key=key)


def no_text(key: str) -> str:
    return _('This is no game of hanab.live: "{key}" is no text.').format(key=key)


def no_object(key: str) -> str:
    return _('This is no game of hanab.live: its "{key}" are no object.').format(key=key)


def bad_notes() -> str:
    return _('This is no game of hanab.live: its "notes" are no list of texts for each player.')


def no_list(key: str) -> str:
    return _('This is no game of hanab.live: its "{key}" are missing, or no list.').format(key=key)


def needs_a_deck() -> str:
    return _(
        "The cards are missing: only hanab.live itself can make them from its seed. "
        "Its own export of the game has them."
    )


def wrong_number_of_players(count: int) -> str:
    return _("Hanabi is for 2 to 5 players here, not {n}.").format(n=count)


def bad_name(reason: str) -> str:
    return _("One of the players has a name that cannot be used: {why}.").format(why=why(reason))


def bad_card(number: int) -> str:
    return _(
        "Card {n} of the deck is none: a card has a suitIndex from 0 to 5, and a rank from 1 to 5."
    ).format(n=number)


def unknown_option(key: str) -> str:
    return _('The game was played with "{option}", which this program has not.').format(
        option=foreign(key)
    )


def unknown_variant(name: str, known: Sequence[str]) -> str:
    return _('The variant "{variant}" is not played here; only {known}.').format(
        variant=foreign(name), known=either([f'"{each}"' for each in known])
    )


def action(number: int) -> str:
    return _("action {n}").format(n=number)


def not_understood(what: str) -> str:
    return _("This is no game of hanab.live: {what} is not understood.").format(what=what)


def unknown_action(kind: int) -> str:
    return _("This is no game of hanab.live: there is no action of type {type}.").format(type=kind)


def unknown_end(number: int, reason: int) -> str:
    return _(
        "This is no game of hanab.live: action {n} ends it for reason {reason}, which is none."
    ).format(n=number, reason=reason)


def ended_by_nobody(number: int) -> str:
    return _(
        "This is no game of hanab.live: action {n} ends it, and names nobody who plays as the one "
        "who did."
    ).format(n=number)


def goes_on_after_the_end(number: int) -> str:
    return _("This is no game of hanab.live: action {n} ends it, and more follow.").format(n=number)


def plays_from_the_deck(number: int) -> str:
    return _(
        'Action {n} plays the last card straight from the deck ("deckPlays"), '
        "which cannot be done here."
    ).format(n=number)


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
