"""The last turns of a game of Hanabi for those who see every card: what a hint says is nothing to
them, so each is only a turn that costs a token."""

from __future__ import annotations

from collections.abc import Hashable

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from protocol.game import Card, Known

from .moves import Discard, Move, Play
from .state import HanabiState


class HanabiEndgame:
    """See `Endgame`."""

    def key(self, state: HanabiState) -> Hashable:
        """Return the state without its history: with hands, pile and fireworks, the discards are
        those cards that are left."""
        hands = tuple(map(frozenset, state.hands))
        tokens = state.blue, state.red
        return state.seat, tokens, state.fireworks, state.pile, hands, state.turns_left

    def effect(self, move: Move) -> Hashable:
        return move if isinstance(move, Play | Discard) else "hint"

    def most(self, state: HanabiState, faces: Known) -> int:
        """Return the score if every card left that still fits is placed, as far as turns last."""
        pile = range(state.next_card, state.rules.cards)
        left = {faces[card] for card in (*map(Card, pile), *(c for h in state.hands for c in h))}
        found = {(colour_of(face), rank_of(face)) for face in left}
        score = most = sum(state.fireworks)
        for colour, height in enumerate(state.fireworks):
            rank = height + 1
            while (colour, rank) in found:
                most, rank = most + 1, rank + 1
        turns = state.turns_left
        if turns is None and not state.rules.finale:  # each play draws, or is in the last round
            turns = state.pile + state.rules.seats
        return most if turns is None else min(most, score + turns)


ENDGAME = HanabiEndgame()
