"""Common parts of all games' boards: pure painters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Generic, TypeAlias

from protocol.game import Card, Seat, TableView, View, View_co

from ...drawing.canvas import (
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
from ...drawing.canvas import plain as rows_of
from ...drawing.names import LEAST, LEGIBLE, fitted, folded
from ...drawing.style import Line, joined, text
from ...drawing.theme import Theme
from ...kit.legend import Legend, buttons, loses_labels
from ...model.game.table_players import Players
from ...model.table.away_players import AwayPlayer
from ...words import words_shared as words
from ...words.i18n import _

NAME = 12
"""The cells of a player's name, including the signs before and after it."""
WIDE = 112
"""From this many columns on, a pane for the log is to the right of a board `PANE` columns wide."""
PANE = 80
BOXES = Size(100, 30)
"""On a screen of this size or larger, cards are drawn as boxes."""
KEPT = 2
"""Rows reserved for questions below boxes."""
_ASKED = 2
"""A question with more rows would displace something, so names are shortened first."""
Moves: TypeAlias = Callable[[View, Players], Sequence[Line]]
"""What has happened, in short lines."""
POINT = "point"
"""Begins the key of a card that is pointed at; its number follows."""
NO_CARDS: frozenset[Card] = frozenset()


@dataclass(frozen=True, slots=True)
class Board(Generic[View_co]):
    """What a board shows: `view` is the game's, possibly of an earlier moment.

    `headline` tells whose turn it is, `asked` is the question to the player or the last answer,
    `asked_in_full` replaces it where the labels of the `buttons` matter and have no room. `away` is
    None where there are no connections to report on. `chosen` cards are marked. `is_live`: keys
    reach a table; a replay has others. `is_pointing`: a click on a card points at it.
    """

    view: View_co
    players: Players
    headline: Line
    asked: tuple[Line, ...] = ()
    buttons: Legend = ()
    away: tuple[AwayPlayer, ...] | None = None
    chosen: frozenset[Card] = NO_CARDS
    is_live: bool = True
    is_pointing: bool = False

    def click(self, card: Card, key: str = "") -> str:
        """Return what a click on a card sends: `key`, unless it points at the card."""
        return f"{POINT} {card}" if self.is_pointing else key

    def away_of(self, seat: Seat) -> AwayPlayer | None:
        return next((each for each in self.away or () if each.seat == seat), None)

    asked_in_full: tuple[Line, ...] = ()


@dataclass(slots=True)
class Rows:
    """Spare rows, which parts of the screen take in order."""

    spare: int

    def take(self, wanted: int) -> int:
        given = max(0, min(wanted, self.spare))
        self.spare -= given
        return given


def columns_of(size: Size) -> int:
    """Return the width of the board itself."""
    return PANE if size.columns >= WIDE else size.columns


def top_row(board: Board[TableView], columns: int) -> Line:
    """Return the row that tells whose turn it is."""
    return fitted(board.headline, board.players.names, columns)


def second_row(board: Board[TableView], standings: Sequence[Line], columns: int) -> Line:
    """Return the row with the state of the game, in the first form that fits, and who is away."""
    names = board.players.names
    for least, standing in product((LEGIBLE, LEAST), standings):
        line = fitted(_links(board), names, columns - width(standing) - 1, least=least)
        left = fitted(standing, names, columns - width(line) - 1, least=least)
        if width(left) + width(line) < columns:
            return ends(left, line, columns)
    return ends(standings[-1], line if board.away else (), columns)


def _links(board: Board[TableView]) -> Line:
    """Return who has been away longest, and how many others are away."""
    if board.away is None:
        return ()
    if not board.away:
        return text(_("all connected"), "dim")
    longest = max(board.away, key=lambda each: each.seconds or 0.0)
    more = f" +{len(board.away) - 1}" if len(board.away) > 1 else ""
    return text(longest.briefly() + more, "strong")


def name(board: Board[TableView], seat: Seat, theme: Theme) -> Line:
    """Return the number and the name of a player, with a sign for whose turn it is and for who is
    away."""
    sign = theme.signs.turn if board.view.actor == seat else " "
    away = theme.signs.away if board.away_of(seat) else " "
    other = board.players.other(seat)
    shown = text(_(words.YOU) if other is None else other, "strong")
    return joined(
        [text(sign, "alarm"), text(f"{seat + 1} "), fit(shown, NAME - 5), text(f"{away} ")]
    )


def marked(face: Line, card: Card, board: Board[TableView]) -> Line:
    """Return a face, with signs around it if the card is chosen."""
    if card not in board.chosen:
        return face
    return restyled(joined([text(">"), face, text("<")]), "chosen")


def asked(board: Board[TableView], columns: int, most: int) -> list[Line]:
    """Return the question or answer, in at least one row. If it needs more than `most` rows, a mark
    shows that it is cut: it is then a remark, which can be read elsewhere."""
    is_cut = bool(board.asked_in_full) and loses_labels(board.buttons, columns)
    lines = board.asked_in_full if is_cut else board.asked
    rows = folded(lines, board.players.names, columns, _ASKED) or [()]
    if len(rows) <= most:
        return rows
    return [*rows[: most - 1], cut(joined([rows[most - 1], text(" " * columns)]), columns)]


def most_asked(size: Size) -> int:
    return size.rows // 5


def room(board: Board[View], size: Size) -> int:
    """Return the number of rows for the body that `framed` frames."""
    return size.rows - 3 - len(asked(board, size.columns, most_asked(size)))


def framed(
    board: Board[View], size: Size, body: Block, standing: Line, *, moves: Moves[View]
) -> Picture:
    """Frame a board: whose turn, the state of the game, the last moves, the keys.

    The last `moves` are beside the board if the screen is wide enough, else below it.
    """
    columns = columns_of(size)
    question = rows_of(asked(board, size.columns, most_asked(size)))
    height = room(board, size)
    lines, names = numbered(moves(board.view, board.players)), board.players.names
    if columns == size.columns:
        log = last(lines, names, columns, height - len(body.lines))
        body = high(stack(body, log), height)
    else:
        pane = recent(lines, Size(size.columns - PANE - 2, height))
        body = beside(high(body, height), pane, PANE + 2)
    top = (top_row(board, size.columns), second_row(board, [standing], size.columns))
    return picture(stack(Block(top), body, question, buttons(board.buttons, size.columns)), size)


def has_boxes(size: Size) -> bool:
    """Return whether there is room for cards as boxes."""
    return size.columns >= BOXES.columns and size.rows >= BOXES.rows


def body_rows(size: Size) -> int:
    """Return the number of rows for a body that `laid_out` frames."""
    return size.rows - 3 - KEPT


def laid_out(board: Board[View], size: Size, body: Block, standing: Line) -> Picture:
    """Frame a board that has its last moves beside it. Rows are reserved for questions, so that
    nothing moves for them."""
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
    """Return the end of a list, one row for each entry."""
    end = lines[max(0, len(lines) - rows) :]
    return rows_of([cut(fitted(line, names, columns), columns) for line in end])


def recent(lines: Sequence[Line], size: Size) -> Block:
    """Return the end of a list under its title, each entry in full, in as many rows as it needs."""
    left, rows = list(lines), list[Line]()
    while left:
        shown_lines = fold([left.pop()], size.columns)
        if len(rows) + len(shown_lines) >= size.rows:
            break
        rows = [*shown_lines, *rows]
    return Block((text(_("Last moves"), "title"), *rows))


def with_card(sentence: Callable[[str], str], card: Line) -> Line:
    """Insert a card into a sentence, keeping the card's style."""
    before, _, after = sentence("\0").partition("\0")
    return joined([text(before), card, text(after)])


def numbered(lines: Sequence[Line]) -> list[Line]:
    return [joined([text(f"{n}. ", "dim"), line]) for n, line in enumerate(lines, start=1)]
