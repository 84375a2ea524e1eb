"""The help of plain mode, in English: the commands of every table."""

from __future__ import annotations

from protocol.game import Move, View

from ..drawing.style import Line, text
from ..model.game.game_screen import GameScreen
from ..model.game.hands import are_hidden
from ..model.table import sentences_absence
from ..model.talk import sentences_talk
from ..words.i18n import N_, translated

HELP = (
    N_("notes           your notes on cards; nobody else sees them"),
    N_("note 3 TEXT     a note on your third card; no text deletes it"),
    N_("note NAME 2 X   a note on a card of another player"),
)

_NUMBERED = N_("2               the second of the moves listed; show lists them again")
_SHOW = N_("show            the whole table; show 10: as it was after the tenth move")
_LOG = N_("log             all moves; log 10: the last ten moves")
_NARROWED = (N_("log by NAME     what one player did"),)
_NARROWED_BY_HINTS = (
    N_("log by NAME     what one player did; log to me: the hints to you"),
    N_("log card 3      all that was said about your third card; log card NAME 2"),
)
_OTHERS = (
    N_("words           the table words, to compare aloud"),
    N_("rules           the rules on one page"),
    N_("times           how long each has thought, if the clock is on"),
    N_("quit            leave; you can come back later"),
    N_("abandon         leave for good: the game ends, or the others play on"),
)


def help_page(screen: GameScreen[View, Move], view: View | None, seats: int) -> list[Line]:
    """Return the help: the game's moves and pages, combined with the commands of every table."""
    game = list(screen.help(view))
    about_moves = [row for row in game if row.split()[0] in screen.move_examples]
    about_pages = [row for row in game if row.split()[0] in screen.topics]
    remarks = [row for row in game if row not in (*about_moves, *about_pages)]
    numbered = (_NUMBERED,) if screen.numbers_moves else ()
    hand = (*sentences_talk.HELP, *HELP) if are_hidden(screen) else ()
    narrowed = _NARROWED_BY_HINTS if are_hidden(screen) else _NARROWED
    talk = (*hand, *sentences_talk.SAY_HELP)
    absence = sentences_absence.help_rows(seats)
    moves = (*about_moves, *numbered)
    rows = (*moves, _SHOW, *about_pages, _LOG, *narrowed, *talk, *_OTHERS, *absence, *remarks)
    return [text(row) for row in translated(rows)]
