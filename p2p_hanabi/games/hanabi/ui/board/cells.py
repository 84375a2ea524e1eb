"""Hanabi cards in a few character cells: faces, and what is known about them at three levels."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from p2p_hanabi.games.common.firework_cards import COLOURS, RANKS, colour_of, face_of, rank_of
from p2p_hanabi.ui.drawing.canvas import Block, width
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.model.game.areas import Worth
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.terminal.table.board_frame import last
from p2p_hanabi.ui.words.aloud import is_aloud
from p2p_hanabi.ui.words.i18n import _
from protocol.game import Face

from ...moves import HintColour
from ...state import Discarded, Entry, Hinted, Played
from ...view import CardInfo, HanabiView, SeenCard
from ..knowledge import compact, hinted_colours, in_hand, one_of, short
from ..words import words_board as words_hanabi
from ..words.sentences import colour_letters

LAST, DEAD = "!", "-"
UNKNOWN = "?"


class Level(IntEnum):
    """How much of the owner's possible knowledge is shown."""

    TOLD = 0
    HINTED = 1
    DEDUCED = 2


def face(info: CardInfo, view: HanabiView, level: Level) -> Line:
    """Draw R3!, R?, ?3 or nothing: the face, or the hinted colour or rank; underlined if hinted."""
    marked = "told" if info.colour is not None or info.rank is not None else ""
    sign = text(worth(info, view, level))
    if isinstance(info, SeenCard):
        style = f"{COLOURS[colour_of(info.face)]} {marked}".strip()
        return (*text(short(info.face), style), *sign)
    if not marked:
        return sign
    letter = _hinted_letters(info) or UNKNOWN
    rank = UNKNOWN if info.rank is None else str(info.rank)
    style = f"{'' if info.colour is None else COLOURS[info.colour]} {marked}".strip()
    return (*text(f"{letter}{rank}", style), *sign)


def known(info: CardInfo, view: HanabiView, level: Level, columns: int) -> str:
    """Return what the owner knows of the card in at most `columns` cells; "" where `face` shows
    it."""
    match level:
        case Level.TOLD if not isinstance(info, SeenCard):
            return ""
        case Level.TOLD:
            return _hinted_letters(info) + ("" if info.rank is None else str(info.rank))
        case Level.HINTED:
            return possible(info.hinted, view.colours, columns)
    return possible(info.deduced, view.colours, columns)


def _hinted_letters(info: CardInfo) -> str:
    """Return R, or RM for red or multicolour; empty if no colour touched the card."""
    return "".join(colour_letters()[colour] for colour in hinted_colours(info))


def possible(faces: Sequence[Face], colours: int, columns: int) -> str:
    """Return RYG 123, or RYG 123 not R2; colours or ranks are left out if all are possible, so the
    text may be empty. Aloud: can be red, yellow or green 1, 2 or 3.

    If that does not fit: RYG123, or -RY-45 (what it is not). ~ marks an approximation.
    """
    if is_aloud():
        return "" if len(faces) == 5 * colours else one_of(faces)
    if len(faces) == 1:
        return short(faces[0])
    letters = sorted({colour_of(f) for f in faces})
    ranks = sorted({rank_of(f) for f in faces})
    named = "" if len(letters) == colours else "".join(colour_letters()[c] for c in letters)
    counted = "" if len(ranks) == 5 else "".join(map(str, ranks))
    rough = f"{named} {counted}".strip()
    missing = [f for c in letters for r in ranks if (f := face_of(c, r)) not in faces]
    mark = ""
    if missing:
        without = _("{rough} not {missing}").format(
            rough=rough, missing=",".join(map(short, missing))
        )
        best = min((compact(faces).replace(", ", ","), without.strip()), key=len)
        if len(best) <= columns:
            return best
        mark = "~" if rough else ""
    forms = (rough, named + counted, _impossible(letters, ranks, colours))
    return next((form + mark for form in forms if len(form + mark) <= columns), forms[-1] + mark)


def _impossible(letters: Sequence[int], ranks: Sequence[int], colours: int) -> str:
    """Return -RY-45: none of these colours, and none of these ranks."""
    other_letters = "".join(colour_letters()[c] for c in range(colours) if c not in letters)
    other_ranks = "".join(str(rank) for rank in RANKS if rank not in ranks)
    return "".join(f"-{each}" for each in (other_letters, other_ranks) if each)


def last_moves(view: HanabiView, players: Players, columns: int, rows: int) -> Block:
    """Draw the end of the log; the cards of a hint move closer together if a line would be cut."""
    for is_narrow in (False, True):
        lines = moves(view, players, rows, is_narrow=is_narrow)
        if all(width(line) <= columns for line in lines):
            break
    return last(lines, players.names, columns, rows)


def noted(note: str) -> str:
    """Return a note in quotes, so that it is not mistaken for knowledge."""
    return f'"{note}"'


def moves(
    view: HanabiView, players: Players, count: int | None = None, *, is_narrow: bool = False
) -> list[Line]:
    """Return one short line for each move of the log, or for the last `count`; a number in brackets
    is a position in a hand."""
    between = "" if is_narrow else "] ["
    first = 0 if count is None else max(0, len(view.log) - count)
    return [
        joined([text(f"{number}. ", "dim"), _move(entry, players, between)])
        for number, entry in enumerate(view.log[first:], start=first + 1)
    ]


def _move(entry: Entry, players: Players, between: str) -> Line:
    who = players.other(entry.seat)
    match entry:
        case Hinted(move=hint):
            if isinstance(hint, HintColour):
                what = colour_letters()[hint.colour]
            else:
                what = _("{rank}s").format(rank=hint.rank)
            numbers = between.join(str(slot + 1) for slot in entry.slots)
            slots = f"[{numbers}]" if numbers else ""
            return text(words_hanabi.hinted(who, players.other(hint.seat), what, slots))
        case Discarded(slot=slot, face=thrown):
            card = text(short(thrown), COLOURS[colour_of(thrown)])
            return joined([text(words_hanabi.discarded(who, n=in_hand(slot))), card])
        case Played(slot=slot, face=put, placed=placed):
            card = text(short(put), COLOURS[colour_of(put)])
            end = () if placed else text(_(" MISTAKE"), "alarm")
            return joined([text(words_hanabi.played(who, n=in_hand(slot))), card, end])


def _shown(info: CardInfo, level: Level) -> Sequence[Face]:
    """Return the faces that a hidden card may have at this level; none if that is not shown."""
    match level:
        case Level.TOLD:
            return info.hinted if None not in (info.colour, info.rank) else ()
        case Level.HINTED:
            return info.hinted
    return info.deduced


def worth(info: CardInfo, view: HanabiView, level: Level) -> str:
    """Return the sign of a last copy or a useless card, if that is certain at this level; none
    after the end."""
    found = worth_of(info, view, level)
    if Worth.USELESS in found:
        return DEAD
    return LAST if Worth.LAST in found else ""


def worth_of(info: CardInfo, view: HanabiView, level: Level) -> tuple[Worth, ...]:
    """Return what is certain about a card at this level; nothing after the end."""
    faces = (info.face,) if isinstance(info, SeenCard) else _shown(info, level)
    if view.outcome is not None or not faces:
        return ()
    checks = {Worth.FITS: view.playable, Worth.LAST: view.critical, Worth.USELESS: view.dead}
    return tuple(worth for worth, holds in checks.items() if all(map(holds, faces)))
