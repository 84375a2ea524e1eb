"""Cards as players name them by typing: `3` in one's own hand, `Dan 3` in another's."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from protocol.game import Card, Move, Seat, View

from ...words import sentences_shared as sentences
from ...words.i18n import _
from .game_screen import GameScreen, Misunderstood
from .places import HeldCard
from .table_players import Players
from .typed_names import player


class Hands:
    """All hands, as currently shown."""

    def __init__(self, players: Players, cards: Callable[[Seat], Sequence[Card]]) -> None:
        self._players = players
        self._cards = cards

    @property
    def own(self) -> Sequence[Card]:
        return self._cards(self._players.me)

    def parse(self, typed: str) -> tuple[HeldCard | None, str]:
        """Parse a card (None if there is no such card) and the text after it. Raise `Misunderstood`
        for an unknown player."""
        words = typed.split()
        at = next((n for n, word in enumerate(words) if word.isdecimal()), None)
        if at is None:
            return None, ""
        seat = player(" ".join(words[:at]), self._players) if at else self._players.me
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


def are_hidden(screen: GameScreen[View, Move]) -> bool:
    """Return whether players do not see their own hands, so that they sort them, and make notes."""
    return screen.ordered is not None


def hands_of(screen: GameScreen[View, Move], view: View | None, players: Players) -> Hands:
    """Return all hands of a game whose players do not see their own. Raise `Misunderstood`."""
    ordered = screen.ordered
    if ordered is None:
        raise Misunderstood(_("In this game all players see the cards they hold."))
    if view is None:
        raise Misunderstood(_(sentences.NOT_DEALT))
    seen = view
    return Hands(players, lambda seat: ordered.cards(seen, seat))
