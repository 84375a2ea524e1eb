"""The yaku that a Koi-Koi player is close to: what each still lacks, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.drawing.canvas import Block, Zone, width
from p2p_hanabi.ui.drawing.style import Line, joined, text
from p2p_hanabi.ui.model.game.areas import Goal
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.sentences_shared import SEMICOLON
from p2p_hanabi.ui.words.words_joined import either, listing
from protocol.game import Face, Seat

from ..hanafuda import Kind, kind_of
from ..view import KoikoiView
from ..yaku import Progress
from .fronts import front
from .painter import nearest, short_name
from .words import words_board as words

NEAR = 2
"""The most cards that a near yaku lacks."""
MOST_DRAWN = 5
"""More cards of a goal are not drawn: its count tells of them."""
_FEW = 3
"""At most this many wanted cards are named; beyond that, only their number is shown."""
_INDENT = "   "
PAGE = "y"
"""The key that shows all yaku."""


def near_sentences(view: KoikoiView, seat: Seat) -> list[str]:
    """Return what each near yaku lacks, the nearest first; nothing if the round is over."""
    if view.is_round_over:
        return []
    return [_lacks(each) for each in nearest(view, seat) if each.lacking <= NEAR]


def goals(view: KoikoiView, seat: Seat) -> tuple[Goal, ...]:
    """Return the near yaku that are begun as sets of cards, the nearest first; none if the round is
    over."""
    if view.is_round_over:
        return ()
    begun = (each for each in nearest(view, seat) if each.has)
    return tuple(_goal(each) for each in begun if each.lacking <= NEAR)


def _goal(progress: Progress) -> Goal:
    wanted, has = progress.wanted, progress.has
    is_named = progress.lacking == len(wanted) or len(wanted) <= _FEW
    return Goal(
        progress.yaku.value,
        f"{progress.need - progress.lacking}/{progress.need}",
        tuple(map(front, has if len(has) <= MOST_DRAWN else ())),
        tuple(map(front, wanted if is_named else ())),
        0 if is_named else progress.lacking,
        _lacks(progress),
    )


def rows(near: list[str], columns: int, most: int, *, is_live: bool) -> Block:
    """Draw as many as fit in `most` rows, and the number of the others, which the key shows."""
    for count in range(len(near), -1, -1):
        lines = _rows(near[:count], len(near) - count, columns, is_live=is_live)
        if len(lines) <= most and all(width(line) <= columns for line in lines):
            keys = tuple(Zone(row, 0, columns, PAGE) for row in range(len(lines)))
            return Block(tuple(lines), keys if is_live else ())
    return Block()


def _rows(shown: list[str], left: int, columns: int, *, is_live: bool) -> list[Line]:
    """Return the rows; no yaku is split between two."""
    lines: list[Line] = []
    for n, each in enumerate(shown):
        line = text(_("near: {yaku}").format(yaku=each) if n == 0 else each, "dim")
        _add(lines, line, text(_(SEMICOLON), "dim"), columns)
    if left:
        _add(lines, _more(left, is_first=not shown, is_live=is_live), text("  "), columns)
    return lines


def _add(lines: list[Line], part: Line, between: Line, columns: int) -> None:
    """Append a part to the last row, or as a new row if it does not fit."""
    longer = joined([lines[-1], between, part]) if lines else ()
    if longer and width(longer) <= columns:
        lines[-1] = longer
    else:
        lines.append(joined([text(_INDENT), part]))


def hint(near: list[str], *, is_live: bool) -> Line:
    """Return the number of near yaku, to be shown instead of rows."""
    return _more(len(near), is_first=True, is_live=is_live)


def _more(count: int, *, is_first: bool, is_live: bool) -> Line:
    sentence = _("near: {n} yaku").format(n=count) if is_first else words.more_near(count)
    key = [text(PAGE, "button")] if is_live else []
    return joined([text(sentence, "dim"), *key], " ")


def _lacks(progress: Progress) -> str:
    name, wanted, lacking = progress.yaku.value, progress.wanted, progress.lacking
    required = [short_name(face) for face in progress.required]
    cards, needs = [short_name(face) for face in wanted], _("{yaku} needs {cards}")
    if lacking == len(wanted):
        return needs.format(yaku=name, cards=listing(cards))
    if len(wanted) > _FEW or not progress.is_free:
        return words.needs_some(name, lacking, _usual_kind(wanted), len(wanted))
    if required:
        rest = [card for card in cards if card not in required]
        return _("{yaku} needs {card} and {cards}").format(
            yaku=name, card=listing(required), cards=either(rest)
        )
    if lacking == 1:
        return needs.format(yaku=name, cards=either(cards))
    return _("{yaku} needs two of {cards}").format(yaku=name, cards=", ".join(cards))


def _usual_kind(faces: Sequence[Face]) -> Kind:
    """Return the kind of most of them: the sake cup may count as a simple (F14)."""
    kinds = [kind_of(face) for face in faces]
    return max(Kind, key=kinds.count)
