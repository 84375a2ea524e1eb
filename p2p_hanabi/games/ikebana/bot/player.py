"""An Ikebana bot that uses its view alone, and maximises its expected points.

It knows what the pile may still contain, because all other cards have been seen; it weighs the
drawn card against the price of another one, and buys if that beats drawing. It is deterministic.
"""

from __future__ import annotations

from collections import Counter

from protocol.game import Face

from ..moves import Buy, Draw, Keep, Move, Refuse
from ..state import PACK, Drew, Shuffled
from ..view import IkebanaView
from .worth import stopping, worth


def choose(view: IkebanaView) -> Move:
    """Choose one of `view.moves`, for the seat that is to act."""
    price, purse = _price(view), view.prestige[view.seat]
    refusal = view.refusal
    if view.drawn and refusal:
        if not refusal.affordable:
            return Keep()
        again = _drawing(view, refusal.price + 1, purse - refusal.price) - refusal.price * price
        return Refuse() if again > _with(view, view.drawn.face) else Keep()
    worths: dict[Move, float] = {
        Buy(offer.owner): _with(view, offer.flower.face) - offer.price * price
        for offer in view.offers
        if offer.affordable
    }
    worths[Draw()] = _drawing(view, 1, purse)
    return max(worths, key=lambda move: worths[move])


def prepare(players: int) -> None:
    """Precompute the worth of every unfinished bouquet, for normal rounds and for one that counts
    double."""
    for factor in (1, 2):
        worth((), _cost(players, factor))


def _price(view: IkebanaView) -> float:
    """Return the cost of one prestige paid, in points of this round's bouquet."""
    return _cost(view.players, view.factor)


def _cost(players: int, factor: int) -> float:
    """Return the cost of one prestige, which one loses and one of the others gains."""
    return (1 + 1 / (players - 1)) / factor


def _with(view: IkebanaView, face: Face) -> float:
    """Return the worth of this seat's bouquet with a card of this face added."""
    return worth([*[flower.face for flower in view.bouquet.flowers], face], _price(view))


def _drawing(view: IkebanaView, refusal: int, purse: int) -> float:
    """Return the worth of drawing, if refusing the card costs `refusal` of the `purse`."""
    left = _pile(view)
    chances = [(copies / left.total(), _with(view, face)) for face, copies in left.items()]
    prices: list[float] = []
    while purse >= refusal:
        prices.append(refusal * _price(view))
        purse -= refusal
        refusal += 1
    return stopping(chances, prices)


def _pile(view: IkebanaView) -> Counter[Face]:
    """Return the faces that the next card may have, with their counts.

    An empty pile is about to be replaced by buried cards, so any card is possible.
    """
    left: Counter[Face] = Counter()
    for entry in view.log:
        match entry:
            case Shuffled(faces=faces):
                left = Counter(faces)
            case Drew(face=face):
                left[face] -= 1
    return +left or Counter(PACK)
