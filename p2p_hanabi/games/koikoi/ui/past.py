"""The same game of Koi-Koi at each earlier moment, as this seat saw it then."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.table.past import Replayed
from protocol.game import Card, Face

from ..effects import opening
from ..moves import Keep, Koi, Play, Shobu, Show, Take
from ..rules import Koikoi
from ..state import (
    Calling,
    Checking,
    Drew,
    Entry,
    KoikoiState,
    LaidOut,
    Opening,
    Played,
    RoundOver,
    SaidKoi,
    Seen,
    Showed,
    Taking,
    Turned,
)
from ..view import KoikoiView, view_of

_GAME = Koikoi()


class Past(Replayed):
    """A moment for each card that is put down or turned, and for what else is told.

    Remembers the cards that this seat held; of those that it held and never played before this
    screen was opened, nothing is known any more.
    """

    def __init__(self) -> None:
        super().__init__()
        self._held: dict[Card, Face] = {}

    def count(self, now: KoikoiView) -> int:
        self._held |= {seen.card: seen.face for seen in now.hand}
        return super().count(now)

    def _first(self, now: KoikoiView) -> KoikoiState:
        return _drawn(opening(now.rules), now.log[0])

    def _after(self, state: KoikoiState, coming: Sequence[Entry]) -> KoikoiState:
        entry = coming[0]
        match entry:
            case Drew():
                return _drawn(state, entry)
            case LaidOut(table=table):
                return _GAME.opened(_GAME.dealt(_GAME.shuffled(state)), _faces(table))
            case Showed():
                return _showed(state, [each for each in coming[:2] if isinstance(each, Showed)])
            case Played(_, card, taken):
                return _played(state, card, taken)
            case Turned(_, card, taken):
                return _taken(_GAME.opened(state, {card.card: card.face}), taken)
            case SaidKoi():
                return _GAME.apply(state, Koi())
            case RoundOver() if isinstance(state.phase, Calling):
                return _GAME.apply(state, Shobu())
        raise AssertionError("any other round ends with what ended it")

    def _seen(self, state: KoikoiState, now: KoikoiView) -> KoikoiView:
        played = {
            entry.card.card: entry.card.face
            for entry in now.log
            if isinstance(entry, Played) and entry.seat == now.seat
        }
        return view_of(state, now.seat, self._held | played, ())


def _drawn(state: KoikoiState, entry: Entry) -> KoikoiState:
    cards = entry.cards if isinstance(entry, Drew) else ()
    return _GAME.opened(_GAME.shuffled(state), _faces(cards))


def _showed(state: KoikoiState, showed: Sequence[Showed]) -> KoikoiState:
    """What both declared of their hands is seen at once."""
    of_seat = {entry.seat: entry.cards for entry in showed}
    for seat in (state.dealer, state.other):
        cards = tuple(sorted(seen.card for seen in of_seat.get(seat, ())))
        state = _GAME.apply(state, Show(cards) if cards else Keep())
    return _GAME.opened(state, {k: v for each in of_seat.values() for k, v in _faces(each).items()})


def _played(state: KoikoiState, card: Seen, taken: Sequence[Seen]) -> KoikoiState:
    while isinstance(state.phase, Checking):
        state = _GAME.apply(state, Keep())
    state = _GAME.apply(state, Play(card.card))
    if isinstance(state.phase, Opening):  # it was not seen at the deal
        state = _GAME.opened(state, {card.card: card.face})
    return _taken(state, taken)


def _taken(state: KoikoiState, taken: Sequence[Seen]) -> KoikoiState:
    return _GAME.apply(state, Take(taken[0].card)) if isinstance(state.phase, Taking) else state


def _faces(cards: Sequence[Seen]) -> dict[Card, Face]:
    return {seen.card: seen.face for seen in cards}
