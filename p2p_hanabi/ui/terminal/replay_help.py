"""The help of a replay on the full screen: what each key does in the game, or in a line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from ..model.replay_actions import IN_COMPANY, CompanyAction, LineAction, ReplayAction
from ..words.i18n import N_, translated

_GAME = (
    N_("KEYS"),
    N_("Left, Right  one move back, one move forward (Up, Down and the space bar too)"),
    N_("PageUp/Down  ten moves; Home goes to the beginning, End to the end"),
    N_("1 2 3 ...    the game as that player saw it"),
    N_("a            with all cards in the file"),
    N_("p            with only what all players knew"),
)
_LINE = (
    N_("WHAT IF"),
    N_("Play other moves with the keys of a table, for every player in turn."),
    N_("Left, Right  one move back, one move forward; PageUp, PageDown, Home and End too"),
)
_COMPANY = (
    N_("TOGETHER"),
    N_("One leads, and the others see the same; who steps alone is not pulled."),
    N_(". and ,      point at the next card, and the one before; or click a card"),
)


def help_rows(
    actions: Iterable[ReplayAction], *, is_line: bool, is_together: bool
) -> tuple[str, ...]:
    """Return a row for each of these actions, under those for steps and views."""
    in_company = (*IN_COMPANY, ReplayAction.NOTES) if is_together else ()
    known = tuple(actions)
    own = (
        row(each, is_line=is_line, is_together=is_together)
        for each in known
        if each not in in_company
    )
    rows = (*(_LINE if is_line else _GAME), *own)
    if not is_together:
        return translated(rows)
    others = (row(each, is_line=is_line, is_together=True) for each in known if each in in_company)
    return (*translated(rows), "", *translated((*_COMPANY, *others)))


def row(action: ReplayAction, *, is_line: bool, is_together: bool) -> str:
    """Return the key for an action, and what it does, in English."""
    match action:
        case ReplayAction.NEXT_EYES if is_line:
            return N_(
                "Tab          all cards, what the player sees who is to move, or another view"
            )
        case ReplayAction.NEXT_EYES:
            return N_("Tab          the next view")
        case ReplayAction.NEXT_LEVEL:
            return N_("e            what owners know about their cards, in three levels")
        case ReplayAction.EXPLAIN:
            return N_("x            what the last hint and move meant, as far as could be known")
        case ReplayAction.LOG:
            return N_("l            what has happened so far")
        case ReplayAction.WHAT_IF if is_line:
            return N_(
                "w, Escape    the game as it was played, at the same move; w returns to the line"
            )
        case ReplayAction.WHAT_IF:
            return N_("w            what if? Play other moves from here")
        case ReplayAction.PRACTICE:
            return N_("d            play on from here with bots, as one of the players")
        case ReplayAction.POSSIBLE:
            return N_("P            what was possible from here at most, and one way to it")
        case ReplayAction.CLOSE if is_line or is_together:
            return N_("q            closes the replay")
        case ReplayAction.CLOSE:
            return N_("q, Escape    closes")
        case (
            ReplayAction.FOLLOW | ReplayAction.LEAD | ReplayAction.SHARE_NOTES | ReplayAction.NOTES
        ):
            return _with_others(action, is_together=is_together)
    return _about_lines(action)


def _about_lines(action: LineAction) -> str:
    match action:
        case ReplayAction.NEW_LINE:
            return N_("N            begins a new line at this move of the game")
        case ReplayAction.BOTS:
            return N_("B            bots play on from here, each from its own cards")
        case ReplayAction.TAKE_BACK:
            return N_("U            undoes the last change")
        case ReplayAction.KEEP:
            return N_("K            keeps the line under a name, or renames a kept one")
        case ReplayAction.DELETE:
            return N_("D            deletes the kept line that is shown")
        case ReplayAction.LINES:
            return N_("O            opens a line that was kept")
    assert_never(action)


def _with_others(action: CompanyAction, *, is_together: bool) -> str:
    match action:
        case ReplayAction.FOLLOW:
            return N_("C            come back to the others")
        case ReplayAction.LEAD:
            return N_(
                "L            ask for the lead, or no longer; pass it on to whoever asked first"
            )
        case ReplayAction.SHARE_NOTES:
            return N_("S            shows your notes on cards to all, or no longer")
        case ReplayAction.NOTES if not is_together:
            return N_("V            reads your notes of this game")
        case ReplayAction.NOTES:
            return N_("V            reads the notes that are shown")
    assert_never(action)
