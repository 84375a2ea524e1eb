"""Hanabi hands in the order chosen by their owners (D22).

The rules keep a hand in the order in which it was drawn; players see and count in this one.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from protocol.game import Card, Face, Seat
from protocol.peer.remarks import Arrangement

from ..past import hands_before
from ..state import Entry, Hinted
from ..view import CardInfo, HanabiView, SeenCard
from .knowledge import short

Places: TypeAlias = Mapping[Card, int]
"""The positions in a hand of the cards that were put in order."""


class HanabiHands:
    """See `game_screen.OrderedHands`."""

    def arranged(self, view: HanabiView, orders: Sequence[Arrangement]) -> HanabiView:
        """Return the view with arranged hands, and each log entry as it looked at the time."""
        if not orders:
            return view
        now = _places(orders)
        hands = tuple(
            tuple(sorted(hand, key=lambda info: _place(info.card, now.get(Seat(seat), {}))))
            for seat, hand in enumerate(view.hands)
        )
        return replace(view, hands=hands, log=tuple(_retold(view, orders)))

    def opened(self, view: HanabiView, faces: Mapping[Card, Face]) -> HanabiView:
        """Return the view with the cards face up whose faces the end of the table revealed."""
        return replace(
            view, hands=tuple(tuple(_opened(info, faces) for info in hand) for hand in view.hands)
        )

    def cards(self, view: HanabiView, seat: Seat) -> tuple[Card, ...]:
        return tuple(info.card for info in view.hands[seat])

    def names(self, view: HanabiView, seat: Seat) -> list[str]:
        return [short(info.face) for info in view.hands[seat] if isinstance(info, SeenCard)]


def as_drawn(view: HanabiView) -> HanabiView:
    """Return the view with all hands, including those of the log, in the order in which they were
    drawn."""
    hands = tuple(tuple(sorted(hand, key=lambda info: info.card)) for hand in view.hands)
    held = [[info.card for info in hand] for hand in hands]
    drawn = view.rules.cards - view.pile - 1  # the number of the last card drawn
    log: list[Entry] = []
    for entry in reversed(view.log):
        if isinstance(entry, Hinted):
            log.append(entry._replace(hand=tuple(sorted(entry.hand))))
            continue
        hand = held[entry.seat]
        if hand and hand[-1] == drawn:
            hand.pop()
            drawn -= 1
        insort(hand, entry.move.card)
        log.append(entry._replace(slot=hand.index(entry.move.card)))
    return replace(view, hands=hands, log=tuple(reversed(log)))


def _opened(info: CardInfo, faces: Mapping[Card, Face]) -> CardInfo:
    if info.card not in faces:
        return info
    known = (info.card, info.colour, info.rank, info.hinted, info.deduced)
    return SeenCard(*known, faces[info.card])


def _in_order(cards: Sequence[Card], places: Places) -> tuple[Card, ...]:
    """Return the cards arranged; new cards come last, in the order in which they were drawn."""
    return tuple(sorted(cards, key=lambda card: _place(card, places)))


def _place(card: Card, places: Places) -> tuple[int, int]:
    return places.get(card, len(places)), card


def _places(orders: Sequence[Arrangement], moves: int | None = None) -> dict[Seat, Places]:
    """Return the last order of each hand: now, or after this many moves."""
    return {
        order.seat: {card: place for place, card in enumerate(order.cards)}
        for order in orders
        if moves is None or order.moves <= moves
    }


def _retold(view: HanabiView, orders: Sequence[Arrangement]) -> Iterator[Entry]:
    for moves, (entry, hands) in enumerate(zip(view.log, hands_before(view), strict=False)):
        places = _places(orders, moves)
        if isinstance(entry, Hinted):
            hand = _in_order(entry.hand, places.get(entry.move.seat, {}))
            yield entry._replace(hand=hand)
        else:
            hand = _in_order(hands[entry.seat], places.get(entry.seat, {}))
            yield entry._replace(slot=hand.index(entry.move.card))
