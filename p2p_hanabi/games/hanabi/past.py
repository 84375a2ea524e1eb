"""Earlier moments of a Hanabi table, from what a view knows."""

from __future__ import annotations

from protocol.game import Card

from .state import Hinted
from .view import HanabiView


def hands_before(view: HanabiView) -> list[list[tuple[Card, ...]]]:
    """Return all hands before each move of the log, and finally the current ones."""
    hands = [[info.card for info in hand] for hand in view.hands]
    drawn = view.rules.cards - view.pile - 1  # the number of the last card drawn
    now = [tuple(hand) for hand in hands]
    before = [now]
    for entry in reversed(view.log):
        hand = hands[entry.seat]
        if not isinstance(entry, Hinted):
            if hand and hand[-1] == drawn:
                hand.pop()
                drawn -= 1
            hand.insert(entry.slot, entry.move.card)
            now = [*now[: entry.seat], tuple(hand), *now[entry.seat + 1 :]]
        before.append(now)
    return before[::-1]
