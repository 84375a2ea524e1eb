"""The Hanabi table on a screen of any size: a pure painter.

From top to bottom: whose turn, tokens, the table itself, the current question, the keys. Hands are
shown as cards if there is room, otherwise as rows of text.
"""

from __future__ import annotations

from p2p_hanabi.ui.drawing.canvas import Block, Picture, Size, high, picture, stack
from p2p_hanabi.ui.drawing.canvas import plain as rows_of
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.kit.legend import buttons
from p2p_hanabi.ui.terminal.table import board_frame as common
from p2p_hanabi.ui.words import words_shared as words
from p2p_hanabi.ui.words.i18n import _, ngettext

from ...view import HanabiView
from . import boxes, hand_rows
from .seen import HanabiBoard


def paint(board: HanabiBoard, size: Size, theme: Theme) -> Picture:
    top = _top(board, size, theme)
    if not boxes.has_room(board.view, size):
        return picture(stack(top, hand_rows.paint(board, size, theme)), size)
    body = boxes.paint(board, size, theme)
    asked = common.asked(board, size.columns, size.rows - 3 - len(body.lines))
    free = Block(((),) * (boxes.KEPT - len(asked)))
    body = high(body, size.rows - 3 - max(boxes.KEPT, len(asked)))
    question = stack(free, rows_of(asked))
    return picture(stack(top, body, question, buttons(board.buttons, size.columns)), size)


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
    score = _("Score {points}/{reachable}") if is_short else _("Score {points}, up to {reachable}")
    sentence = score.format(points=view.score, reachable=view.reachable_score)
    return joined([*parts, text(sentence)])


def _time_left(view: HanabiView) -> Line:
    left = view.turns_to_come
    if left is None or view.outcome is not None:
        return text(words.pile(view.pile))
    sentence = ngettext("LAST ROUND: {n} turn", "LAST ROUND: {n} turns", left).format(n=left)
    return text(sentence, "alarm")
