"""What a Hanabi player sees of the table, independent of the painter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.terminal.table import board_frame as common
from protocol.game import Card, Seat

from ...state import Hinted
from ...view import HanabiView
from .cells import Level


@dataclass(frozen=True, slots=True)
class HanabiBoard(common.Board[HanabiView]):
    """A board with the player's display choices; `pointed_at` are the cards that the last hint
    touched."""

    level: Level = Level.TOLD
    notes: Mapping[Card, str] = field(default_factory=dict)
    pointed_at: frozenset[Card] = frozenset()

    @staticmethod
    def of(shown: common.Board[HanabiView], level: Level, notes: Mapping[Card, str]) -> HanabiBoard:
        facts = {each.name: getattr(shown, each.name) for each in fields(shown)}
        return HanabiBoard(**facts, level=level, notes=notes, pointed_at=pointed_at(shown.view))


def last_hint(view: HanabiView) -> Hinted | None:
    """Return the last hint, until its receiver has moved."""
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
    """Return whether a hand is in the order in which it was drawn; its owner may reorder it."""
    cards = [info.card for info in view.hands[seat]]
    return cards == sorted(cards)


def labelled_ends(view: HanabiView, players: Players, seat: Seat) -> tuple[Card, Card] | None:
    """Return the oldest and the newest card of a hand if they are to be shown: for one hand of the
    table, and for each reordered hand. None elsewhere, and for fewer than two cards."""
    cards = [info.card for info in view.hands[seat]]
    is_told = seat == players.from_next[0] or not is_as_drawn(view, seat)
    return (min(cards), max(cards)) if is_told and len(cards) > 1 else None
