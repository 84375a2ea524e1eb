"""Ikebana cards in a few character cells: bouquets, their scores, discards, and the moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from p2p_hanabi.ui.drawing.canvas import fit
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.terminal.table.board_frame import Board, marked, with_card
from p2p_hanabi.ui.words.aloud import is_aloud, is_drawn
from p2p_hanabi.ui.words.i18n import _, ngettext
from protocol.game import Seat

from ...bouquets import FLOWERS
from ...state import PACK, Bought, Drew, Entry, Flower, Kept, Refused, Scored, Shuffled
from ...view import Bouquet, IkebanaView
from ..painter import drawn as flower
from ..words import words_board as words


def bouquet(shown: Bouquet, board: Board[IkebanaView], theme: Theme) -> Line:
    """Draw each card in three cells, and a sign for each still to come."""
    cells = [marked(flower(each), each.card, board) for each in shown.flowers]
    cells += [text(theme.signs.ahead, "dim")] * shown.missing
    return joined([fit(cell, 3 if len(cell) == 1 else 5) for cell in cells])


def counts(shown: Bouquet, factor: int) -> str:
    """Return 8 (x4) while the bouquet grows, 8 x2 = 16 once it is complete; the same in words
    aloud."""
    if not shown.flowers:
        return ""
    scored = shown.score
    if is_aloud():
        return words.counts(scored.gain, shown.reach, scored.total * factor, shown.missing)
    if len(shown.flowers) < FLOWERS:
        now = _("{gain} (max x{reach})") if is_drawn() else "{gain} (x{reach})"
        return now.format(gain=scored.gain, reach=shown.reach)
    parts = [str(scored.gain), *(f"x{each}" for each in (scored.multiplier, factor) if each > 1)]
    return " ".join(parts) if len(parts) == 1 else f"{' '.join(parts)} = {scored.total * factor}"


def discards(view: IkebanaView, owner: Seat, board: Board[IkebanaView]) -> Line:
    """Draw the top discard, then the number of cards below, or the cards if the table shows
    them."""
    top = view.tops[owner]
    if top is None:
        return ()
    line = marked(flower(top), top.card, board)
    if view.buried[owner]:
        return joined([line, *map(flower, reversed(view.buried[owner]))], " ")
    hidden = view.heights[owner] - 1
    return joined([line, text(f" {words.below(hidden)}", "dim")]) if hidden else line


def moves(view: IkebanaView, players: Players) -> list[Line]:
    """Return one short line for each card moved, and for each round."""
    lines = []
    for entry, after in zip_longest(view.log, view.log[1:]):
        if not (isinstance(entry, Drew) and isinstance(after, Kept | Refused)):
            lines.append(_move(entry, players))
    return lines


def _move(entry: Entry, players: Players) -> Line:
    match entry:
        case Shuffled(turn, faces):
            return text(_shuffled(turn, len(faces), len(players.names)), "dim")
        case Scored(number, _, _, won):
            sentence = _("Round {n} brings {won}").format(
                n=number, won=", ".join(_each(won, players))
            )
            return text(sentence, "strong")
    card, who = flower(Flower(entry.card, entry.face)), players.other(entry.seat)
    match entry:
        case Refused(price=price, payee=payee):
            other = players.other(payee)
            return with_card(lambda card: words.refused(who, other, card, price), card)
        case Bought(price=price, owner=owner):
            other = players.other(owner)
            return with_card(lambda card: words.bought(who, other, card, price), card)
        case Kept():
            return with_card(lambda shown: words.kept(who, card=shown), card)
    return with_card(lambda shown: words.drew(who, card=shown), card)


def _shuffled(turn: int, cards: int, players: int) -> str:
    """Describe a shuffle; only at the beginning of a round does the pile have all cards."""
    if cards < len(PACK):
        return ngettext(
            "{n} discard makes a new pile", "{n} discards make a new pile", cards
        ).format(n=cards)
    return _("Round {n} begins").format(n=turn // (FLOWERS * players) + 1)


def _each(won: Sequence[int], players: Players) -> list[str]:
    """Return each player's prestige won, one's own first."""
    seats = (players.from_next[-1], *players.from_next[:-1])
    return [words.won(players.other(seat), n=won[seat]) for seat in seats]
