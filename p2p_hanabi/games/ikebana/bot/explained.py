"""The reason for a move of the Ikebana bot."""

from __future__ import annotations

from p2p_hanabi.seam.decisions import Decision, Why

from ..moves import Buy, Keep, Move, Refuse
from ..view import IkebanaView
from ..whys import IkebanaWhy
from .player import choose


def decide(view: IkebanaView) -> Decision[Move]:
    """Return the move of `player.choose`, and the reason for it."""
    move = choose(view)
    return Decision(move, _why(view, move))


def _why(view: IkebanaView, move: Move) -> Why:
    price = 0 if view.refusal is None else view.refusal.price
    match move:
        case Buy(owner=owner):
            paid = next(offer.price for offer in view.offers if offer.owner == owner)
            return IkebanaWhy.BUYS.reason(price=paid)
        case Keep() if view.refusal is not None and not view.refusal.affordable:
            return IkebanaWhy.KEEPS_UNPAID.reason(price=price)
        case Keep():
            return IkebanaWhy.KEEPS.reason()
        case Refuse():
            return IkebanaWhy.REFUSES.reason(price=price)
    return IkebanaWhy.DRAWS.reason()
