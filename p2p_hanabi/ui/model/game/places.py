"""A card by its place in a hand."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.game import Card, Seat


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in a seat's hand, at a position counted from 0."""

    card: Card
    seat: Seat
    slot: int
