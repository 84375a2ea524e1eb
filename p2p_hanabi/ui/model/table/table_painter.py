"""What every table shows, for any game: pure functions, for any screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from protocol.game import Move, View

from ...drawing.style import Line, as_text, text
from ...words import sentences_shared as sentences
from ...words.i18n import _
from ..game.game_screen import GameScreen
from ..game.log_filter import LogFilter, narrowed
from ..game.table_players import Players
from . import sentences_log

LAST_MOVES = 5


def words(table_words: Sequence[str] | None) -> tuple[Line, ...]:
    """Return the words that the players compare aloud, and why."""
    if not table_words:
        return (text(_("There are no table words yet.")),)
    line = text(sentences.table_words(table_words), "strong")
    return (
        line,
        text(
            _("Read them aloud: everybody has the same five. If not, leave and open a new table.")
        ),
    )


def last_moves(texts: Sequence[str]) -> list[Line]:
    """Return the end of a story."""
    if not texts:
        return [text(_("No move has been made yet."))]
    title = text(_("Last moves:"), "strong")
    return [title, *_numbered(list(enumerate(texts, start=1))[-LAST_MOVES:])]


def log(numbered: Sequence[tuple[int, str]]) -> list[Line]:
    """Return a story, or selected parts of it, with their numbers."""
    return list(_numbered(numbered)) or [text(_("Nothing yet."))]


def log_lines(
    screen: GameScreen[View, Move], view: View, players: Players, wanted: LogFilter
) -> list[Line]:
    """Return the log, or a filtered part of it under a title."""
    lines = log(narrowed(screen.events(view, players), wanted))
    title = sentences_log.title(wanted, players)
    return [text(title, "strong"), *lines] if title else lines


def end_of_log(lines: Sequence[Line], count: int) -> list[Line]:
    """Return the last entries of a log, each with all of its rows."""
    rows = numbered(lines)
    return list(lines[rows[-count] :]) if 0 < count <= len(rows) else list(lines)


def numbered(lines: Sequence[Line]) -> list[int]:
    """Return the indexes, from 0, of the lines of a log that begin an entry."""
    rows = [as_text(line) for line in lines]
    return [n for n, row in enumerate(rows) if re.match(r"  \d+\. ", row)]


def _numbered(entries: Iterable[tuple[int, str]]) -> Iterable[Line]:
    """Yield numbered entries; one with several rows has one number."""
    for number, sentence in entries:
        head, *rows = sentence.split("\n")
        yield text(f"  {number}. {head}")
        yield from (text(f"    {row.removeprefix('  ')}") for row in rows)
