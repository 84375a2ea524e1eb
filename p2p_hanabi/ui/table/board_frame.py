"""What the boards of all games have in common on a screen: pure painters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Generic, TypeAlias

from protocol.game import Card, Seat, TableView, View, View_co

from ..kit import words_shared as words
from ..kit.canvas import (
    Block,
    Picture,
    Size,
    beside,
    cut,
    ends,
    fit,
    fold,
    high,
    picture,
    restyled,
    stack,
    width,
)
from ..kit.canvas import plain as rows_of
from ..kit.i18n import _
from ..kit.legend import Legend, buttons
from ..kit.names import LEAST, LEGIBLE, fitted, folded
from ..kit.style import Line, joined, text
from ..kit.theme import Theme
from .table_players import Players

NAME = 12
"""The cells of a player's name, with what stands before and after it."""
WIDE = 112
"""From this many columns on a pane for the story is to the right of a board of `PANE`."""
PANE = 80
BOXES = Size(100, 30)
"""On a screen of this size or larger, cards are drawn as boxes."""
KEPT = 2
"""Rows that are kept free below boxes for what is asked."""
_ASKED = 2
"""With more rows than this a question would push something away: names give way first."""
Moves: TypeAlias = Callable[[View, Players], Sequence[Line]]
"""What has happened, in short lines."""
NO_CARDS: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class Board(Generic[View_co]):
    """What is on the screen: `view` is one of the game's, and may be of an earlier moment.

    `headline` says whose turn it is, `asked` is what the player is asked or was answered, `buttons`
    are keys with what they do. Of the `missing` seats those left that `stepped_out`, the others
    lost the connection. `chosen` cards are marked. `is_live`: there are links to tell of.
    """

    view: View_co
    players: Players
    headline: Line
    asked: tuple[Line, ...] = ()
    buttons: Legend = ()
    missing: Mapping[Seat, float] = field(default_factory=dict)
    stepped_out: Collection[Seat] = ()
    chosen: frozenset[Card] = NO_CARDS
    is_live: bool = True


@dataclass(slots=True)
class Rows:
    """Rows that are not needed yet; parts of the screen take from them in order."""

    spare: int

    def take(self, wanted: int) -> int:
        given = max(0, min(wanted, self.spare))
        self.spare -= given
        return given


def columns_of(size: Size) -> int:
    """Return how wide the board itself is."""
    return PANE if size.columns >= WIDE else size.columns


def top_row(board: Board[TableView], columns: int) -> Line:
    """Say whose turn it is."""
    return fitted(board.headline, board.players.names, columns)


def second_row(board: Board[TableView], standings: Sequence[Line], columns: int) -> Line:
    """Say where the game stands, in the first form that there is room for, and who is away."""
    names = board.players.names
    for least, standing in product((LEGIBLE, LEAST), standings):
        told = fitted(_links(board), names, columns - width(standing) - 1, least=least)
        left = fitted(standing, names, columns - width(told) - 1, least=least)
        if width(left) + width(told) < columns:
            return ends(left, told, columns)
    return ends(standings[-1], told if board.missing else (), columns)


def _links(board: Board[TableView]) -> Line:
    """Who is away longest, and how many others are; nothing of a game that is only looked at."""
    if not board.is_live:
        return ()
    if not board.missing:
        return text(_("all connected"), "dim")
    seat, seconds = min(board.missing.items(), key=lambda each: -each[1])
    more = f" +{len(board.missing) - 1}" if len(board.missing) > 1 else ""
    has_left = seat in board.stepped_out
    told = words.away(board.players.name(seat), seconds, has_left=has_left)
    return text(told + more, "strong")


def name(board: Board[TableView], seat: Seat, theme: Theme) -> Line:
    """Return the number and the name of a player, with a sign for whose turn it is and for who is
    away."""
    sign = theme.signs.turn if board.view.actor == seat else " "
    away = theme.signs.away if seat in board.missing else " "
    other = board.players.other(seat)
    shown = text(_(words.YOU) if other is None else other, "strong")
    return joined(
        [text(sign, "alarm"), text(f"{seat + 1} "), fit(shown, NAME - 5), text(f"{away} ")]
    )


def marked(face: Line, card: Card, board: Board[TableView]) -> Line:
    """Draw a sign around a chosen card."""
    if card not in board.chosen:
        return face
    return restyled(joined([text(">"), face, text("<")]), "chosen")


def asked(board: Board[TableView], columns: int, most: int) -> list[Line]:
    """Show what is asked or answered, in one row at least. If it needs more than `most` rows, a
    mark says that there is more: then it is something that was said, and is kept to be read."""
    rows = folded(board.asked, board.players.names, columns, _ASKED) or [()]
    if len(rows) <= most:
        return rows
    return [*rows[: most - 1], cut(joined([rows[most - 1], text(" " * columns)]), columns)]


def most_asked(size: Size) -> int:
    return size.rows // 5


def framed(
    board: Board[View], size: Size, body: Block, standing: Line, *, moves: Moves[View]
) -> Picture:
    """Frame a board: whose turn, where the game stands, what happened, the keys.

    Where it is wide enough the last `moves` stand beside the board, else below it.
    """
    columns = columns_of(size)
    question = rows_of(asked(board, size.columns, most_asked(size)))
    height = size.rows - 3 - len(question.lines)
    told, names = numbered(moves(board.view, board.players)), board.players.names
    if columns == size.columns:
        log = last(told, names, columns, height - len(body.lines))
        body = high(stack(body, log), height)
    else:
        pane = recent(told, Size(size.columns - PANE - 2, height))
        body = beside(high(body, height), pane, PANE + 2)
    top = (top_row(board, size.columns), second_row(board, [standing], size.columns))
    return picture(stack(Block(top), body, question, buttons(board.buttons, size.columns)), size)


def has_boxes(size: Size) -> bool:
    """Return whether there is room for cards as boxes."""
    return size.columns >= BOXES.columns and size.rows >= BOXES.rows


def body_rows(size: Size) -> int:
    """Return how many rows a body has that `laid_out` frames."""
    return size.rows - 3 - KEPT


def laid_out(board: Board[View], size: Size, body: Block, standing: Line) -> Picture:
    """Frame a board that has its last moves beside it. Rows are kept free for what is asked:
    nothing moves for it then."""
    question = rows_of(asked(board, size.columns, most_asked(size)))
    free = Block(((),) * (KEPT - len(question.lines)))
    height = size.rows - 3 - max(KEPT, len(question.lines))
    top = (top_row(board, size.columns), second_row(board, [standing], size.columns))
    keys = buttons(board.buttons, size.columns)
    return picture(stack(Block(top), high(body, height), free, question, keys), size)


def rule(columns: int, theme: Theme, label: str = "") -> Block:
    """Draw a line across the board, with an optional label."""
    named = f"{theme.signs.rule * 2} {label} " if label else ""
    line = text(named + theme.signs.rule * columns, "dim")
    return Block((cut(line, columns, ellipsis=""),))


def last(lines: Sequence[Line], names: Sequence[str], columns: int, rows: int) -> Block:
    """Show the end of a list, a row each."""
    end = lines[max(0, len(lines) - rows) :]
    return rows_of([cut(fitted(line, names, columns), columns) for line in end])


def recent(lines: Sequence[Line], size: Size) -> Block:
    """Show the end of a list under its title, each whole, in as many rows as it needs."""
    left, rows = list(lines), list[Line]()
    while left:
        told = fold([left.pop()], size.columns)
        if len(rows) + len(told) >= size.rows:
            break
        rows = [*told, *rows]
    return Block((text(_("Last moves"), "title"), *rows))


def with_card(sentence: Callable[[str], str], card: Line) -> Line:
    """Put a card into a sentence, where it keeps its own style."""
    before, _, after = sentence("\0").partition("\0")
    return joined([text(before), card, text(after)])


def numbered(lines: Sequence[Line]) -> list[Line]:
    return [joined([text(f"{n}. ", "dim"), line]) for n, line in enumerate(lines, start=1)]
