"""Hanabi's fireworks and discards, each rank in a fixed column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from p2p_hanabi.games.common.firework_cards import (
    COLOURS,
    RANKS,
    colour_of,
    copies,
    face_of,
    rank_of,
)
from p2p_hanabi.ui.drawing.canvas import Block, fit
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.words.i18n import _

from ...view import HanabiView
from ..words.sentences import colour_letters
from .cells import LAST

_NAME = 4
"""The width of a colour's letter and height."""


class Standing(Enum):
    """The state of one rank of a firework."""

    DONE = "done"
    TO_COME = "to come"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Rank:
    """One rank of one colour: how many copies can still be placed, and how many are discarded."""

    rank: int
    standing: Standing
    remaining: int
    discarded: int


def ranks_of(view: HanabiView, colour: int) -> Iterator[Rank]:
    """Yield the five ranks, in order."""
    gone = [rank_of(f) for _, f in view.discards if colour_of(f) == colour]
    for rank in RANKS:
        standing = Standing.TO_COME
        if rank <= view.fireworks[colour]:
            standing = Standing.DONE
        elif rank > view.within_reach[colour]:
            standing = Standing.LOST
        left = view.copies_left(face_of(colour, rank)) if standing is Standing.TO_COME else 0
        yield Rank(rank, standing, left, gone.count(rank))


def table(view: HanabiView, theme: Theme, columns: int, *, titled: bool) -> Block:
    """Draw a row for each colour: ranks placed and to come, then the discards. On narrow screens
    the discards alone move closer together."""
    gap = next((g for g in (3, 2, 1) if _wide(g) <= columns), 1)
    aligned = _wide(gap) <= columns
    lines = [_title(gap, aligned=aligned)] if titled else []
    for colour in range(view.colours):
        ranks = list(ranks_of(view, colour))
        name = text(f"{colour_letters()[colour]} {view.fireworks[colour]}", COLOURS[colour])
        room = columns - _first(gap)
        gone = _in_columns(ranks, gap) if aligned else _close(ranks, room)
        cells = (_firework(each, theme, COLOURS[colour]) for each in ranks)
        come = joined([_cell(each, rank, gap) for each, rank in zip(cells, RANKS, strict=True)])
        lines.append(joined([fit(name, _NAME), come, text(gone)]))
    return Block(tuple(lines))


def _copies(rank: int) -> int:
    """Return the width of a rank's column: at least a number and the mark of a last copy."""
    return max(2, copies(face_of(0, rank)))


def _first(gap: int) -> int:
    """Return the width of the ranks placed and to come, with the gap after them."""
    return _NAME + sum(map(_copies, RANKS)) + gap * 4 + 2 + gap


def _wide(gap: int) -> int:
    return _first(gap) + sum(map(_copies, RANKS)) - 1 + gap * 4


def _cell(cell: Line, rank: int, gap: int) -> Line:
    return fit(cell, _copies(rank) + gap + (2 if rank == RANKS[-1] else 0))


def _title(gap: int, *, aligned: bool) -> Line:
    numbers = joined([_cell(text(str(rank), "dim"), rank, gap) for rank in RANKS])
    return joined([text(" " * _NAME), numbers, text(_("discarded") if aligned else "", "dim")])


def _firework(rank: Rank, theme: Theme, style: str) -> Line:
    match rank.standing:
        case Standing.DONE:
            return text(theme.signs.reached * _copies(rank.rank), style)
        case Standing.LOST:
            return text(theme.signs.lost, "dim")
    return text(f"{rank.rank}{LAST}" if rank.remaining == 1 else str(rank.rank) * rank.remaining)


def _in_columns(ranks: list[Rank], gap: int) -> str:
    cells = (fit(text(str(r.rank) * r.discarded), _copies(r.rank) + gap) for r in ranks)
    return "".join(words for cell in cells for _, words in cell).rstrip()


def _close(ranks: list[Rank], columns: int) -> str:
    """Return the discards without columns; if even that does not fit, without their counts."""
    parts = [str(each.rank) * each.discarded for each in ranks if each.discarded]
    once = "".join(part[0] for part in parts) + "~"
    forms = (" ".join(parts), "".join(parts), once)
    return next((form for form in forms if len(form) < columns), once)
