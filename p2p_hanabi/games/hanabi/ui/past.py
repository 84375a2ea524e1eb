"""The same game of Hanabi at each earlier moment, as this seat saw it then.

The log and the faces that a view holds are enough to play the game again.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.table.past import Replayed
from protocol.game import Card, Deal, Face

from ..rules import Hanabi
from ..state import Entry, FirstDeal, HanabiState, Hinted, laid_out
from ..view import HanabiView, SeenCard, view_of

_GAME = Hanabi()


class Past(Replayed):
    """A moment for each move."""

    def _first(self, now: HanabiView) -> HanabiState:
        return _dealt(now)

    def _after(self, state: HanabiState, coming: Sequence[Entry]) -> HanabiState:
        entry = coming[0]
        while state.turn < entry.turn:
            state = _GAME.passed(state)
        state = _GAME.apply(state, entry.move)
        if not isinstance(entry, Hinted):
            state = _GAME.opened(state, {entry.move.card: entry.face})
        return _GAME.dealt(state) if isinstance(_GAME.pending(state), Deal) else state

    def _seen(self, state: HanabiState, now: HanabiView) -> HanabiView:
        return view_of(state, now.seat, _faces_of_others(now), ())


def _dealt(view: HanabiView) -> HanabiState:
    return _GAME.dealt(laid_out(view.rules, FirstDeal()))


def _faces_of_others(view: HanabiView) -> dict[Card, Face]:
    """Of every card that another seat holds or held; not of one's own, even if they lie open by
    now: then they were hidden."""
    held = {
        info.card: info.face
        for seat, hand in enumerate(view.hands)
        for info in hand
        if seat != view.seat and isinstance(info, SeenCard)
    }
    gone = {
        entry.move.card: entry.face
        for entry in view.log
        if not isinstance(entry, Hinted) and entry.seat != view.seat
    }
    return held | gone
