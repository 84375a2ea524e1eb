"""The table of Hanabi on a screen of any size: a pure painter.

From top to bottom: whose turn, tokens, fireworks with what is gone and to come, the last moves, the
other hands clockwise, one's own hand, and what is being asked. Rows that a small screen has no room
for are left out in a fixed order; nothing that one must know is among them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from p2p_hanabi.ui.kit import words_shared as words
from p2p_hanabi.ui.kit.canvas import (
    Block,
    Picture,
    Size,
    Zone,
    beside,
    cut,
    fit,
    high,
    picture,
    stack,
    width,
)
from p2p_hanabi.ui.kit.canvas import plain as rows_of
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.legend import buttons
from p2p_hanabi.ui.kit.names import fitted
from p2p_hanabi.ui.kit.sentences_shared import duration
from p2p_hanabi.ui.kit.style import Line, joined, text
from p2p_hanabi.ui.kit.theme import Theme
from p2p_hanabi.ui.table import board_frame as common
from p2p_hanabi.ui.table.board_frame import NAME, PANE, Rows
from protocol.game import Card, Seat

from ..view import HanabiView
from . import cells
from . import columns as fireworks
from . import story as hanabi_story
from . import words as words_hanabi
from .cells import Level

_KEPT = 1
"""A row that is kept free for what needs two, where there is room: nothing moves for it then."""
_STORY = 8
"""So many moves more than there are fireworks are shown at most."""


@dataclass(frozen=True, slots=True)
class HanabiBoard(common.Board[HanabiView]):
    """With what a player of Hanabi has chosen to see."""

    level: Level = Level.TOLD
    notes: Mapping[Card, str] = field(default_factory=dict)

    @staticmethod
    def of(shown: common.Board[HanabiView], level: Level, notes: Mapping[Card, str]) -> HanabiBoard:
        facts = {each.name: getattr(shown, each.name) for each in fields(shown)}
        return HanabiBoard(**facts, level=level, notes=notes)


def paint(board: HanabiBoard, size: Size, theme: Theme) -> Picture:
    view = board.view
    columns = common.columns_of(size)
    is_wide = columns < size.columns
    others = view.players - 1
    rows = Rows(size.rows - 2 - view.colours - 2 * others - 2 - 1)
    legend = rows.take(1)
    asked = common.asked(board, size.columns, 1 + rows.spare)
    more_asked = rows.take(len(asked) - 1)
    noted = rows.take(1)
    titled = rows.take(1)
    ruled = rows.take(2)
    kept = rows.take(max(0, _KEPT - more_asked))
    apart = rows.spare >= others and rows.take(others) == others
    log_rows = titled + view.colours
    story_rows = rows.take(_STORY) if not is_wide else 0
    log = _log(board, columns - _left(columns), log_rows + story_rows)
    top = beside(
        fireworks.table(view, theme, _left(columns), titled=bool(titled)), log, _left(columns)
    )
    top = high(top, log_rows + story_rows)  # the hands stay where they are while the log grows
    if is_wide:
        top = fireworks.table(view, theme, _left(columns), titled=True)
    hands = _hands(board, columns, theme, apart=apart)
    body = stack(
        top,
        *([common.rule(columns, theme, words_hanabi.level_name(board.level))] if ruled > 0 else []),
        hands,
        *([common.rule(columns, theme)] if ruled > 1 else []),
        _own(board, columns, theme, noted=bool(noted)),
    )
    height = size.rows - 2 - legend - 1 - more_asked - kept
    body = high(body, height)
    if is_wide:
        told = hanabi_story.story(view, board.players)
        body = beside(body, common.story(told, size.columns - PANE - 2, height), PANE + 2)
    question = stack(Block(((),) * kept), high(rows_of(asked), 1 + more_asked))
    shown = [_top(board, size, theme), body, question, buttons(board.buttons, size.columns)]
    return picture(stack(*(shown if legend else shown[:3])), size)


def _log(board: HanabiBoard, columns: int, rows: int) -> Block:
    """The last moves; the cards of a hint stand closer together where one would be cut."""
    names = board.players.names
    moves = cells.moves(board.view, board.players)
    end = moves[max(0, len(moves) - rows) :]
    if any(width(fitted(line, names, columns)) > columns for line in end):
        moves = cells.moves(board.view, board.players, is_narrow=True)
    return common.last(moves, names, columns, rows)


def _left(columns: int) -> int:
    """How wide the fireworks are, next to the moves."""
    return 39 if columns >= 76 else 32


# -- the top


def _top(board: HanabiBoard, size: Size, theme: Theme) -> Block:
    signed = (True, False) if size.columns >= 76 else (False,)
    standings = [_standing(board.view, theme, has_signs=each) for each in signed]
    standings.append(_standing(board.view, theme, has_signs=False, is_short=True))
    second = common.second_row(board, standings, size.columns)
    return Block((common.top_row(board, size.columns), second))


def _standing(view: HanabiView, theme: Theme, *, has_signs: bool, is_short: bool = False) -> Line:
    signs = theme.signs
    blue = signs.full * view.blue + signs.empty * (view.rules.blue - view.blue)
    red = signs.full * view.red + signs.empty * (view.rules.red - view.red)
    parts = [
        text(_("Blue {count}/{most}").format(count=view.blue, most=view.rules.blue), "blue"),
        text(f" {blue}" if has_signs else "", "blue"),
        text("  "),
        text(_("Red {count}/{limit}").format(count=view.red, limit=view.rules.red), "red"),
        text(f" {red}" if has_signs else "", "red"),
        text("  "),
        _time_left(view),
        text("  "),
    ]
    if view.outcome is not None:
        return joined([*parts, text(_("Score {points}").format(points=view.outcome.score))])
    score = words_hanabi.short_score if is_short else words_hanabi.score
    return joined([*parts, text(score(view.score, view.reachable_score))])


def _time_left(view: HanabiView) -> Line:
    if view.turns_left is None or view.outcome is not None:
        return text(words.pile(view.pile))
    return text(words_hanabi.turns_left(view.turns_left), "alarm")


# -- hands


def _hands(board: HanabiBoard, columns: int, theme: Theme, *, apart: bool) -> Block:
    blocks = []
    for seat in board.players.from_next[:-1]:
        blocks.append(_hand(board, seat, columns, theme))
        if apart:
            blocks.append(Block(((),)))
    return stack(*blocks)


def _hand(board: HanabiBoard, seat: Seat, columns: int, theme: Theme) -> Block:
    view = board.view
    hand = view.hands[seat]
    wide = _cell(columns, view)
    seconds = board.missing.get(seat)
    below = "" if seconds is None else f"{theme.signs.away} {duration(seconds)}"
    faces = [common.marked(cells.face(info, view, board.level), info.card, board) for info in hand]
    knows = [text(cells.known(info, view, board.level, wide - 1), "dim") for info in hand]
    lines = (
        joined([common.name(board, seat, theme), *(fit(each, wide) for each in faces)]),
        joined([fit(text(f"   {below}", "alarm"), NAME), *(fit(each, wide) for each in knows)]),
    )
    whole = NAME + wide * max(1, len(hand))
    return Block(lines, tuple(Zone(row, 0, whole, f"seat {seat + 1}") for row in range(2)))


def _own(board: HanabiBoard, columns: int, theme: Theme, *, noted: bool) -> Block:
    view = board.view
    seat = board.players.me
    hand = view.hands[seat]
    wide = _cell(columns, view)
    faces = [
        common.marked(joined([text(cells.in_hand(n), "dim"), text(" "), face]), info.card, board)
        for n, (info, face) in enumerate(
            (info, cells.face(info, view, board.level)) for info in hand
        )
    ]
    knows = [text(cells.known(info, view, board.level, wide - 1)) for info in hand]
    notes = [board.notes.get(info.card, "") for info in hand]
    label = _("told") if board.level is Level.TOLD else _("can be")
    label = label if any(map(width, knows)) else ""
    lines = [
        joined([common.name(board, seat, theme), *(fit(each, wide) for each in faces)]),
        joined([fit(text(f"   {label}", "dim"), NAME), *(fit(each, wide) for each in knows)]),
    ]
    if noted:
        title = _("notes") if any(notes) else ""
        cells_of_notes = (fit(cut(text(each, "dim"), wide - 1), wide) for each in notes)
        lines.append(joined([fit(text(f"   {title}", "dim"), NAME), *cells_of_notes]))
    zones = [
        Zone(row, NAME + n * wide, NAME + (n + 1) * wide, f"card {n + 1}")
        for row in range(len(lines))
        for n in range(len(hand))
    ]
    return Block(tuple(lines), tuple(zones))


def _cell(columns: int, view: HanabiView) -> int:
    """As wide as the largest hand needs them: cards stand under each other."""
    return min(17, (columns - NAME) // max(4, *map(len, view.hands)))
