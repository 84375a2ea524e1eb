"""Sentences for replays, exports and lists of finished games, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ..words.i18n import N_, _, ngettext, translated
from ..words.words_joined import listing

UNSIGNED = N_("This game was imported: nobody has signed it, so nothing can be checked.")
WHYS_LEFT_OUT = N_("Why bots made their moves is left out.")


def played_by(game: str, names: Sequence[str]) -> str:
    return _("{game}, played by {names}.").format(game=game, names=listing(names))


def in_short(names: Sequence[str], score: int | None, points: Sequence[int] | None) -> str:
    """Return the score, None for an unfinished game, or each player's points if there are any."""
    if score is None:
        return _("not finished")
    if points is None:
        return _("score {n}").format(n=score)
    each = zip(names, points, strict=True)
    return ", ".join(_("{who} {n}").format(who=who, n=count) for who, count in each)


def agreed(names: Sequence[str]) -> str:
    return _("{names} agreed to end the game.").format(names=listing(names))


def agreed_in_short(score: int | None) -> str:
    """Return how a game ended by agreement; `score` is None where there is none for all."""
    if score is None:
        return _("ended by agreement")
    return _("score {n}, ended by agreement").format(n=score)


def score_in_short(names: Sequence[str], points: object) -> str:
    """Return a score of all, or one for each player; empty if the game counts neither."""
    match points:
        case int():
            return str(points)
        case list() | tuple():
            each = zip(names, points, strict=True)
            return ", ".join(_("{who} {n}").format(who=who, n=count) for who, count in each)
    return ""


def result(game: str, names: Sequence[str], outcome: str, day: str) -> str:
    """Return the title of a finished game; `day` is empty if unknown."""
    facts = {"game": game, "names": listing(names), "outcome": outcome, "day": day}
    if not day:
        return _("{game}, played by {names}: {outcome}.").format(**facts)
    return _("{game}, played by {names} on {day}: {outcome}.").format(**facts)


def hand(who: str, cards: str, hidden: int) -> str:
    """Return a hand; `cards` are the names of the visible ones, empty if there are none."""
    if not hidden:
        return _("{who} holds: {cards}.").format(who=who, cards=cards or _("nothing"))
    if not cards:
        return ngettext(
            "{who} holds {n} hidden card.",
            "{who} holds {n} hidden cards.",
            hidden,
        ).format(who=who, n=hidden)
    return ngettext(
        "{who} holds: {cards}; and {n} hidden card.",
        "{who} holds: {cards}; and {n} hidden cards.",
        hidden,
    ).format(who=who, cards=cards, n=hidden)


# -- the full screen


_LEVELS = N_("e            what owners know about their cards, in three levels")
_EXPLAINS = N_("x            what the last hint and move meant, as far as could be known")
_POSSIBLE = N_("P            what was possible from here at most, and one way to it")
_LINES = [
    N_("w            what if? Play other moves from here"),
    N_("B            bots play on from here; O opens a line that was kept"),
]
_HELP = (
    N_("KEYS"),
    N_("Left, Right  one move back, one move forward (Up, Down and the space bar too)"),
    N_("PageUp/Down  ten moves; Home goes to the beginning, End to the end"),
    N_("1 2 3 ...    the game as that player saw it"),
    N_("a            with all cards in the file"),
    N_("p            with only what all players knew"),
    N_("Tab          the next view"),
    _LEVELS,
    _EXPLAINS,
    N_("l            what has happened so far"),
    *_LINES,
    _POSSIBLE,
    N_("q, Escape    closes"),
)
_LINE_HELP = (
    N_("WHAT IF"),
    N_("Play other moves with the keys of a table, for every player in turn."),
    N_("Left, Right  one move back, one move forward; PageUp, PageDown, Home and End too"),
    N_("B            bots play on from here, each from its own cards"),
    N_("U            undoes the last change; N begins a new line at this move of the game"),
    N_("K            keeps the line under a name, beside the game's file; renames a kept one"),
    N_("O            opens a kept line, D deletes the one shown"),
    _POSSIBLE,
    N_("w, Escape    the game as it was played, at the same move; w returns to the line"),
    N_("Tab          all cards, what the player sees who is to move, or another view"),
    N_("q            closes the replay"),
)


_COMPANY_HELP = (
    N_("TOGETHER"),
    N_("One leads, and the others see the same; who steps alone is not pulled."),
    N_("C            come back to the others"),
    N_("L            ask for the lead; pass it on to whoever asks"),
    N_(". and ,      point at the next card, and the one before; or click a card"),
    N_("S            shows your notes on cards to all, or no longer"),
    N_("V            reads the notes that are shown"),
)


def company_help() -> tuple[str, ...]:
    return translated(_COMPANY_HELP)


def line_help(*, searches: bool) -> tuple[str, ...]:
    return translated(row for row in _LINE_HELP if searches or row != _POSSIBLE)


def replay_help(
    *, has_levels: bool, explains: bool, has_lines: bool, searches: bool
) -> tuple[str, ...]:
    left_out = ([] if has_levels else [_LEVELS]) + ([] if explains else [_EXPLAINS])
    left_out += [] if has_lines else _LINES
    left_out += [] if searches else [_POSSIBLE]
    return translated(row for row in _HELP if row not in left_out)


# -- failures
