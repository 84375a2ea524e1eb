"""The Hanabi table on small screens: two rows of text for each hand.

Rows that do not fit are left out in a fixed order; none of them is essential.
"""

from __future__ import annotations

from p2p_hanabi.ui.drawing.canvas import Block, Size, Zone, beside, cut, fit, high, stack, width
from p2p_hanabi.ui.drawing.canvas import plain as rows_of
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.kit.legend import buttons
from p2p_hanabi.ui.terminal.table import board_frame as common
from p2p_hanabi.ui.terminal.table.board_frame import NAME, Rows
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.words_joined import duration
from protocol.game import Seat

from ...view import CardInfo, HanabiView
from ..knowledge import in_hand
from ..words import words_board as words_hanabi
from . import cells, columns
from .seen import HanabiBoard, is_as_drawn, labelled_ends

_KEPT = 1
"""Rows reserved for two-row questions, if there is room, so that nothing moves for them."""
_WIDEST = 17


def paint(board: HanabiBoard, size: Size, theme: Theme) -> Block:
    """Draw everything below the state of the game."""
    view, wide = board.view, size.columns
    others = view.players - 1
    rows = Rows(size.rows - 2 - view.colours - 2 * others - 2 - 1)
    legend = rows.take(1)
    asked = common.asked(board, wide, 1 + rows.spare)
    more_asked = rows.take(len(asked) - 1)
    titled = rows.take(1)
    ruled = rows.take(2)
    kept = rows.take(max(0, _KEPT - more_asked))
    apart = rows.spare >= others and rows.take(others) == others
    log_rows = titled + view.colours + rows.take(rows.spare)
    table = columns.table(view, theme, _left(wide), titled=bool(titled))
    log = cells.last_moves(view, board.players, wide - _left(wide), log_rows)
    top = high(beside(table, log, _left(wide)), log_rows)  # the hands stay while the log grows
    level = _(words_hanabi.LEVEL_NAMES[board.level])
    body = stack(
        top,
        *([common.rule(wide, theme, level)] if ruled > 0 else []),
        _hands(board, wide, theme, apart=apart),
        *([common.rule(wide, theme)] if ruled > 1 else []),
        _own(board, wide, theme),
    )
    body = high(body, size.rows - 2 - legend - 1 - more_asked - kept)
    question = stack(Block(((),) * kept), high(rows_of(asked), 1 + more_asked))
    return stack(body, question, *([buttons(board.buttons, wide)] if legend else []))


def _left(columns: int) -> int:
    """Return the width of the fireworks, next to the moves."""
    return 39 if columns >= 76 else 31


def _hands(board: HanabiBoard, columns: int, theme: Theme, *, apart: bool) -> Block:
    blocks = []
    for seat in board.players.from_next[:-1]:
        blocks.append(_hand(board, seat, columns, theme))
        if apart:
            blocks.append(Block(((),)))
    return stack(*blocks)


def _hand(board: HanabiBoard, seat: Seat, columns: int, theme: Theme) -> Block:
    wide, slots = _cell(columns, board.view), range(len(board.view.hands[seat]))
    away = board.away_of(seat)
    below = text(_ages(board, seat), "dim")
    if away is not None and away.seconds is not None:
        below = text(f"   {theme.signs.away} {duration(away.seconds)}", "alarm")
    faces = [_face(board, seat, slot, theme) for slot in slots]
    lines = (
        _row(common.name(board, seat, theme), faces, wide),
        _row(below, _knows(board, seat, wide), wide),
    )
    whose = f"seat {seat + 1}"
    names = tuple(Zone(row, 0, NAME, whose) for row in range(2))
    return Block(lines, (*names, *_zones(board, seat, wide, whose)))


def _own(board: HanabiBoard, columns: int, theme: Theme) -> Block:
    seat, wide = board.players.me, _cell(columns, board.view)
    slots = range(len(board.view.hands[seat]))
    numbers = [text(f"{in_hand(slot)} ", "dim") for slot in slots]
    faces = [joined([numbers[slot], _face(board, seat, slot, theme)]) for slot in slots]
    below = text(_ages(board, seat) or f"   {_label(board)}", "dim")
    lines = (
        _row(common.name(board, seat, theme), faces, wide),
        _row(below, _knows(board, seat, wide), wide),
    )
    return Block(lines, _zones(board, seat, wide, "card"))


def _row(head: Line, hand: list[Line], wide: int) -> Line:
    return joined([fit(head, NAME), *(fit(each, wide) for each in hand)])


def _zones(board: HanabiBoard, seat: Seat, wide: int, whose: str) -> tuple[Zone, ...]:
    """Return the zones of a hand's cards. Clicks name the position, on others' also the player."""
    return tuple(
        Zone(row, NAME + slot * wide, NAME + (slot + 1) * wide, board.click(info.card, key))
        for row in range(2)
        for slot, info in enumerate(board.view.hands[seat])
        for key in [f"{whose} {slot + 1}"]
    )


def _face(board: HanabiBoard, seat: Seat, slot: int, theme: Theme) -> Line:
    info = board.view.hands[seat][slot]
    face = cells.face(info, board.view, board.level)
    if not width(face) and seat != board.players.me:
        face = text(cells.UNKNOWN * 2)  # in a replay, no number shows that another's card is there
    if info.card in board.pointed_at:
        face = joined([face, text(theme.signs.hinted, "strong")])
    return common.marked(face, info.card, board)


def _knows(board: HanabiBoard, seat: Seat, wide: int) -> list[Line]:
    """Return what is known of each card of a hand, with its note."""
    style = "" if seat == board.players.me else "dim"
    return [_known(board, info, wide - 1, style) for info in board.view.hands[seat]]


def _known(board: HanabiBoard, info: CardInfo, columns: int, style: str) -> Line:
    """Return what is known of a card, and its note, which has up to half of the width."""
    note = board.notes.get(info.card, "")
    noted = text(cells.noted(note), "noted")
    room = columns - min(width(noted) + 1, columns // 2) if note else columns
    known = text(cells.known(info, board.view, board.level, room), style)
    if not note:
        return known
    return cut(joined([known, noted], " ") if width(known) else noted, columns)


def _ages(board: HanabiBoard, seat: Seat) -> str:
    """Return a text beside the cards that tells which is the oldest and which the newest."""
    ends = labelled_ends(board.view, board.players, seat)
    if ends is None:
        return ""
    if is_as_drawn(board.view, seat):
        return _("old>new").rjust(NAME - 1)
    cards = [info.card for info in board.view.hands[seat]]
    return ">".join(in_hand(cards.index(each)) for each in ends).rjust(NAME - 1)


def _label(board: HanabiBoard) -> str:
    """Return the label beside what is known of one's own cards, if anything is."""
    known = (cells.known(info, board.view, board.level, NAME) for info in board.view.hand)
    return _("can be") if any(known) else ""


def _cell(columns: int, view: HanabiView) -> int:
    """Return the width of a card, the same for all hands, so that cards are aligned."""
    return min(_WIDEST, (columns - NAME) // max(4, *map(len, view.hands)))
