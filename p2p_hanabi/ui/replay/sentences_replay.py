"""What is said where a finished game is looked at again, exported or listed, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ..kit.i18n import N_, _, ngettext, translated
from ..kit.sentences import listing
from ..kit.sentences_reasons import why


def played_by(game: str, names: Sequence[str]) -> str:
    return _("{game}, played by {names}.").format(game=game, names=listing(names))


def unsigned() -> str:
    return _("This game was imported: nobody has signed it, and nothing of it can be checked.")


def unfinished() -> str:
    return _("The game is not finished; this is how far it goes.")


def everything() -> str:
    return _("All cards are shown that the file tells of.")


def public() -> str:
    return _("Only what all players knew is shown.")


def through_the_eyes_of(who: str) -> str:
    return _("The game as {who} saw it.").format(who=who)


def has_moved(who: str) -> str:
    return _("{who} has moved.").format(who=who)


def hand(who: str, cards: str, hidden: int) -> str:
    """`cards` are the names of those that are seen, empty if none is."""
    if not hidden:
        return _("{who} holds: {cards}.").format(who=who, cards=cards or _("nothing"))
    if not cards:
        return ngettext(
            "{who} holds {n} card that is not seen.",
            "{who} holds {n} cards that are not seen.",
            hidden,
        ).format(who=who, n=hidden)
    return ngettext(
        "{who} holds: {cards}; and {n} card that is not seen.",
        "{who} holds: {cards}; and {n} cards that are not seen.",
        hidden,
    ).format(who=who, cards=cards, n=hidden)


# -- the full screen


def replay_title(game: str) -> str:
    return _("Replay of {game}").format(game=game)


def moment(number: int, last: int, eyes: str) -> str:
    return _("REPLAY {n}/{last}: {eyes}").format(n=number, last=last, eyes=eyes)


def everything_label() -> str:
    return _("all cards shown")


def public_label() -> str:
    return _("what all knew")


def nothing_later() -> str:
    return _("This is the end of what was played.")


def replay_legend(has_levels: bool) -> tuple[tuple[str, str], ...]:
    knowledge = (("e", _("knowledge")),) if has_levels else ()
    return (
        ("Left", _("back")),
        ("Right", _("forward")),
        ("Tab", _("other eyes")),
        *knowledge,
        ("?", _("help")),
        ("q", _("closes")),
    )


def result_is_next() -> str:
    return _("The game is over; Right shows the result.")


def end_legend() -> tuple[tuple[str, str], ...]:
    """The keys on the page of the result."""
    return (("Left", _("back")), ("Tab", _("other eyes")), ("q", _("closes")))


_LEVELS = N_("e            what owners know of their cards, in three levels")
_HELP = (
    N_("KEYS"),
    N_("Left, Right  one move back, one move forward (Up, Down and the space bar too)"),
    N_("PageUp/Down  ten moves; Home goes to the beginning, End to the end"),
    N_("1 2 3 ...    the game as that player saw it"),
    N_("a            with all cards that the file tells of"),
    N_("p            with what all players knew, and no more"),
    N_("Tab          the next of these"),
    _LEVELS,
    N_("q, Escape    closes"),
)


def replay_help(has_levels: bool) -> tuple[str, ...]:
    return translated(row for row in _HELP if has_levels or row != _LEVELS)


def replay_broke() -> str:
    return _("The screen broke; --text prints the game without it.")


# -- what cannot be done


def no_such_eyes(wanted: str, there_are: str) -> str:
    return _("Nobody at this table is called {name}; there are {names}.").format(
        name=wanted, names=there_are
    )


def damaged(path: object, reason: str) -> str:
    return _("{path} is a damaged game file: {why}.").format(path=path, why=why(reason))


def not_dealt(path: object) -> str:
    return _("{path} ends before the cards are dealt: there is nothing to see.").format(path=path)
