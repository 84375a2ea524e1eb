"""The help of the full screen: warnings about machines, all keys, and the rules."""

from __future__ import annotations

from protocol.game import Move, View

from ...drawing.style import Line, text
from ...model.game.hands import are_hidden
from ...model.seat.table_snapshot import SeatSnapshot
from ...model.table import sentences_absence
from ...model.table.machines import at_table
from ...model.table.sentences_log import KEYS as LOG_KEYS
from ...model.talk.sentences_talk import ORDER_KEYS, TALK_KEYS
from ...words import words_shared as words
from ...words.i18n import _, translated
from .choosing import Draft
from .game_table import GameTable


def keys_help(
    game: GameTable[Draft, View, Move], view: View | None, now: SeatSnapshot
) -> list[Line]:
    """Return the lines of the help. The keys for chat are below the game's own, above the first
    empty row."""
    keys, rules = list(game.keys_page(view)), game.screen.rules_page(now.options)
    signs = keys.index("") if "" in keys else len(keys)
    hand = ORDER_KEYS if are_hidden(game.screen) else ()
    talk = translated((*LOG_KEYS, *hand, *TALK_KEYS, *sentences_absence.KEYS, *words.LAST_KEYS))
    agreed = game.screen.conventions
    agreed = ("", _("CONVENTIONS"), *agreed) if agreed else ()
    rows = [text(row) for row in (*keys[:signs], *talk, *keys[signs:], *rules, *agreed)]
    lines = at_table(game.players, now.machines)
    return [*lines, (), *rows] if lines else rows
