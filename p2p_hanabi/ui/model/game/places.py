"""Cards by their place in a hand, as players name them: `3` in one's own, `Dan 3` in another's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from protocol.game import Card, Seat

from .table_players import Players


@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card in a seat's hand, at a position counted from 0."""

    card: Card
    seat: Seat
    slot: int


class Hands:
    """All hands, as currently shown. `named` finds a player by typed text, or raises
    `Misunderstood`."""

    def __init__(
        self,
        players: Players,
        cards: Callable[[Seat], Sequence[Card]],
        named: Callable[[str], Seat],
    ) -> None:
        self._players = players
        self._cards = cards
        self._named = named

    @property
    def own(self) -> Sequence[Card]:
        return self._cards(self._players.me)

    def place(self, typed: str) -> tuple[HeldCard | None, str]:
        """Parse a card (None if there is no such card) and the text after it. Raise `Misunderstood`
        for an unknown player."""
        words = typed.split()
        at = next((n for n, word in enumerate(words) if word.isdecimal()), None)
        if at is None:
            return None, ""
        seat = self._named(" ".join(words[:at])) if at else self._players.me
        hand, number = self._cards(seat), words[at]
        rest = typed.split(maxsplit=at + 1)[at + 1 :]
        numbers = [str(slot + 1) for slot in range(len(hand))]
        if number not in numbers:
            return None, ""
        slot = numbers.index(number)
        return HeldCard(hand[slot], seat, slot), "".join(rest).strip()

    def everywhere(self) -> list[HeldCard]:
        """Return all cards, one's own first."""
        return [
            HeldCard(card, seat, slot)
            for seat in (self._players.from_next[-1], *self._players.from_next[:-1])
            for slot, card in enumerate(self._cards(seat))
        ]
