"""The same game of Hanabi at each earlier moment, as this seat saw it then.

The log and the faces that a view holds are enough to play the game again.
"""

from __future__ import annotations

from p2p_hanabi.games.hanabi import Hanabi
from p2p_hanabi.games.hanabi_state import FirstDeal, HanabiState, Hinted, Rules
from p2p_hanabi.games.hanabi_view import HanabiView, SeenCard, view_of
from protocol.game import Card, Deal, Face, Seat

_GAME = Hanabi()


class Past:
    """Grows with the game: each move is played again once."""

    def __init__(self) -> None:
        self._states: list[HanabiState] = []

    def count(self, now: HanabiView) -> int:
        return len(now.log)

    def view(self, now: HanabiView, moves: int) -> HanabiView:
        """After so many moves of the log. Nobody can move in what is past."""
        if moves >= len(now.log):
            return now
        if not self._states:
            self._states.append(_dealt(now))
        for entry in now.log[len(self._states) - 1 :]:
            state = _GAME.apply(self._states[-1], entry.move)
            if not isinstance(entry, Hinted):
                state = _GAME.opened(state, {entry.move.card: entry.face})
            if isinstance(_GAME.pending(state), Deal):
                state = _GAME.dealt(state)
            self._states.append(state)
        return view_of(self._states[moves], now.seat, _faces_of_others(now), ())


def _dealt(view: HanabiView) -> HanabiState:
    rules = Rules(
        seats=view.players,
        first=view.log[0].seat if view.log else Seat(0),
        colours=view.colours,
        blue=view.blue_max,
        red=view.red_limit,
        empty_hints=view.empty_hints,
        announce=view.announce,
        finale=view.finale,
        skips=view.skips,
    )
    return _GAME.dealt(
        HanabiState(
            rules=rules,
            phase=FirstDeal(),
            turn=0,
            seat=rules.first,
            blue=rules.blue,
            red=0,
            fireworks=(0,) * rules.colours,
            pile=rules.cards,
            hands=((),) * rules.seats,
            marks=((),) * rules.seats,
            discards=(),
            turns_left=None,
            log=(),
        )
    )


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
