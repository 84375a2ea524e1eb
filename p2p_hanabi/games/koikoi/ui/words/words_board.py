"""Words of the full screen at a Koi-Koi table; a `who` of None is the viewer."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.words.addressed import Addressed
from p2p_hanabi.ui.words.aloud import is_aloud
from p2p_hanabi.ui.words.i18n import N_, _, ngettext, pgettext

from ...hanafuda import Kind

# -- the table


hand = Addressed(N_("your hand"), N_("{who}'s hand"))


def said_koi(times: int) -> str:
    return _("KOI") if times == 1 else _("KOI x{n}").format(n=times)


place = Addressed(N_("your card {n}"), N_("{who}, card {n}"))


def kind(kind: Kind) -> str:
    """Return what cards of a kind are called together."""
    match kind:
        case Kind.BRIGHT:
            return _("brights")
        case Kind.TANE:
            return pgettext("cards", "tane")
        case Kind.RIBBON:
            return _("ribbons")
        case Kind.SIMPLE:
            return _("simples")


# -- near yaku


def more_near(count: int) -> str:
    """Return the number of near yaku that did not fit."""
    if is_aloud():
        return ngettext("and {n} more", "and {n} more", count).format(n=count)
    return _("+{n} more").format(n=count)


def needs_some(yaku: str, count: int, kind: Kind, left: int) -> str:
    """Return how many cards of a kind a yaku needs; `left` can still come."""
    words = {
        Kind.BRIGHT: ngettext(
            "{yaku} needs 1 more bright ({left} left)",
            "{yaku} needs {n} more brights ({left} left)",
            count,
        ),
        Kind.TANE: ngettext(
            "{yaku} needs 1 more tane ({left} left)",
            "{yaku} needs {n} more tane ({left} left)",
            count,
        ),
        Kind.RIBBON: ngettext(
            "{yaku} needs 1 more ribbon ({left} left)",
            "{yaku} needs {n} more ribbons ({left} left)",
            count,
        ),
        Kind.SIMPLE: ngettext(
            "{yaku} needs 1 more simple ({left} left)",
            "{yaku} needs {n} more simples ({left} left)",
            count,
        ),
    }[kind]
    return words.format(yaku=yaku, n=count, left=left)


# -- captured cards, by kind


def ribbon(printed: str, months: str) -> str:
    """Return the ribbons of one kind, by their months."""
    kinds = {
        "poem ribbon": pgettext("ribbons", "poem"),
        "red ribbon": pgettext("ribbons", "red"),
        "blue ribbon": pgettext("ribbons", "blue"),
    }
    return f"{kinds[printed]} {months}"


# -- what a card takes, short


def takes(matches: Sequence[str]) -> str:
    """Return what a card takes, for its border; two identical cards give no choice."""
    if len(matches) == 2 and matches[0] != matches[1]:
        return _("+1 of 2")
    return "+3" if len(matches) == 3 else f"+{matches[0]}"


# -- the current task


def to_take(card: str, *, was_turned: bool) -> str:
    words = (
        _("The pile has turned {card}. Which one does it take? Press 1 or 2.")
        if was_turned
        else _("Which one does {card} take? Press 1 or 2.")
    )
    return words.format(card=card)


# -- the last moves, short


played = Addressed(N_("You play {card}, take {taken}"), N_("{who} plays {card}, takes {taken}"))
played_alone = Addressed(N_("You play {card}, it stays"), N_("{who} plays {card}, it stays"))
"""For a play that captured nothing."""


def turned(card: str, taken: str) -> str:
    words = _("pile: {card} takes {taken}") if taken else _("pile: {card} stays")
    return words.format(card=card, taken=taken)


drew = Addressed(N_("You draw {card}"), N_("{who} draws {card}"))
began = Addressed(N_("Round {n} begins: you deal"), N_("Round {n} begins: {who} deals"))
declared = Addressed(N_("You show: {worth}"), N_("{who} shows: {worth}"))
koi = Addressed(N_("You say KOI"), N_("{who} says KOI"))
won = Addressed(N_("You win round {n}: {points}"), N_("{who} wins round {n}: {points}"))


# -- choosing a move


HELP = (
    N_("KEYS"),
    N_("3, p 3       play your third card; then Enter"),
    N_("1, t 1       if two cards match, take the first; then Enter"),
    N_("s, k         shobu ends the round, koi continues; then Enter"),
    N_("d, k         declare four cards of a month or four pairs, or keep them secret; then Enter"),
    N_("y            all yaku of both players, what is missing, and what was taken"),
    N_("Escape       cancel the move (Backspace: delete the last key)"),
    N_("Left, Right  step through the game (Up and Down too); End returns"),
    N_("PageUp/Down  ten steps; Home goes to the beginning"),
    N_('q, Ctrl-C/D  leave; "resume" brings you back. A leaves for good'),
    N_("Mouse        click a card of your hand, or what is offered"),
    "",
    N_("SIGNS"),
    N_("3 curtain    a card: its month and its picture"),
    N_("* o =        before the month: a bright, a tane, a ribbon; nothing before a simple"),
    N_("+ curtain    what your card takes; / where you choose one of two"),
    N_("[1] [2]      you take one of these two cards"),
    "",
    N_("MONTHS"),
)
