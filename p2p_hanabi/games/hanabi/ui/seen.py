"""What a player of Hanabi sees of the table, whatever paints it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from p2p_hanabi.ui.table import board_frame as common
from p2p_hanabi.ui.table.table_players import Players
from protocol.game import Card, Seat

from ..state import Hinted
from ..view import HanabiView
from .cells import Level


@dataclass(frozen=True, slots=True)
class HanabiBoard(common.Board[HanabiView]):
    """With what a player of Hanabi has chosen to see; the last hint touched `pointed_at`."""

    level: Level = Level.TOLD
    notes: Mapping[Card, str] = field(default_factory=dict)
    pointed_at: frozenset[Card] = frozenset()

    @staticmethod
    def of(shown: common.Board[HanabiView], level: Level, notes: Mapping[Card, str]) -> HanabiBoard:
        facts = {each.name: getattr(shown, each.name) for each in fields(shown)}
        return HanabiBoard(**facts, level=level, notes=notes, pointed_at=pointed_at(shown.view))


def last_hint(view: HanabiView) -> Hinted | None:
    """Return the last hint, until the one who got it has moved."""
    moved = set() if view.waiting is None else {view.waiting.seat}
    for entry in reversed(view.log):
        if isinstance(entry, Hinted):
            return None if entry.move.seat in moved else entry
        moved.add(entry.seat)
    return None


def pointed_at(view: HanabiView) -> frozenset[Card]:
    """Return the cards that the last hint touched."""
    hint = last_hint(view)
    return frozenset() if hint is None else frozenset(hint.move.touched)


def is_as_drawn(view: HanabiView, seat: Seat) -> bool:
    """Return whether a hand stands as it was drawn: its owner can have put it in another order."""
    cards = [info.card for info in view.hands[seat]]
    return cards == sorted(cards)


def ends_told(view: HanabiView, players: Players, seat: Seat) -> tuple[Card, Card] | None:
    """Return the oldest card of a hand and the newest, wherever they stand, where that is to be
    said: once for the table, and of each hand that is not as it was drawn. None (absent) elsewhere,
    and where there are no two."""
    cards = [info.card for info in view.hands[seat]]
    is_told = seat == players.from_next[0] or not is_as_drawn(view, seat)
    return (min(cards), max(cards)) if is_told and len(cards) > 1 else None
