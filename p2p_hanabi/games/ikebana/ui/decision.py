"""The decision to make at an Ikebana table, in whole sentences."""

from __future__ import annotations

from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.words_joined import either
from protocol.game import Seat

from ..view import IkebanaView
from . import painter
from .words import sentences
from .words import words_board as words


def decision_sentences(view: IkebanaView, players: Players) -> list[str]:
    """Return the drawn card and the choices in at most three sentences."""
    if view.shuffling:
        return [_("The cards are being shuffled.")]
    if view.drawing:
        return [_("A card is being turned over.")]
    if view.drawn is None or view.refusal is None:
        return _choice(view, players)
    seat = Seat((view.starter + view.turn) % view.players)
    price = view.refusal.price
    grown = (*view.bouquets[seat].flowers, view.drawn)
    refused = words.if_refused(price, players.other(view.refusal.payee))
    return [
        words.drawn(players.other(seat), card=painter.face_name(view.drawn.face)),
        _("If kept: {bouquet}.").format(bouquet=painter.bouquet(grown)),
        refused
        if view.refusal.affordable
        else _("It cannot be refused: that costs {price}.").format(price=price),
    ]


def _choice(view: IkebanaView, players: Players) -> list[str]:
    """Return the choices of the seat to act, if there is one."""
    if view.actor is None:
        return []
    who = players.other(view.actor)
    if who is not None:
        can = _("{who} draws a card, or buys one.")
        return [(can if view.can_buy(view.actor) else _(sentences.ONLY_DRAWS)).format(who=who)]
    offers = painter.affordable(view, players)
    return [
        _("Draw a card, or buy {offers}.").format(offers=either(offers))
        if offers
        else words.only_draw(is_any=bool(view.offers))
    ]
