"""A Hanabi bot for tables where all seats are such bots: a hint is a number for everybody.

Common knowledge of a hand determines questions about it, and a number that answers them. A hint
encodes the sum of the numbers of all other hands. Each of the other players sees all the hands in
the sum but their own, and subtracts: one hint tells everybody something.
Source: C. Cox et al., How to make the perfect fireworks display (2015).
"""

from __future__ import annotations

from p2p_hanabi.games.common.face_sets import bits, listed
from p2p_hanabi.games.common.firework_cards import rank_of
from protocol.game import Card, Face, Seat

from ..moves import Discard, HintColour, HintRank, Move, Play
from ..view import HanabiView, SeenCard
from .knowledge import public_of
from .questions import Outlook


def choose(view: HanabiView) -> Move:
    """Choose one of `view.moves`, for the seat that is to act."""
    return _Turn(view).choose()


class _Turn:
    def __init__(self, view: HanabiView) -> None:
        self.view = view
        self.public = public_of(view)
        self.playable, self.dead = self.public.playable, self.public.dead
        others = [
            (s, i) for s, hand in enumerate(view.hands) for i in hand if isinstance(i, SeenCard)
        ]
        self.able = {Seat(seat) for seat, info in others if 1 << info.face & self.playable}
        self.unseen = list(view.remaining)
        for _, info in others:
            self.unseen[info.face] -= 1
        self.outlook = Outlook(self.playable, self.dead, view.remaining, self.unseen)
        masks = self.public.masks
        self.own = {info.card: masks[info.card] & bits(info.deduced) for info in view.hand}
        self.useless = [card for card, faces in self.own.items() if not faces & ~self.dead]
        wanted = 5 * view.colours + view.players * view.rules.hand_size
        self.is_late = len(view.discards) > view.rules.cards - wanted  # turns run short

    def choose(self) -> Move:
        view = self.view
        if known := self.public.certain(view.seat, self.playable):
            return Play(self.public.encoding_card(known))
        if plays := [card for card, faces in self.own.items() if not faces & ~self.playable]:
            return Play(min(plays, key=self._order))
        if (risk := self._risk()) is not None:
            return Play(risk)
        hints = [move for move in view.moves if isinstance(move, HintColour | HintRank)]
        can_discard = view.blue < view.rules.blue and bool(view.hand)
        wants = hints and (not can_discard or self._hint_is_better())
        if wants and (hint := self.public.encoded(hints)) is not None:
            return hint
        if can_discard:
            return Discard(self._discard())
        return Play(max(self.own, key=self._chance))

    def _order(self, card: Card) -> tuple[bool, int, Card]:
        """Return a sort key: certain cards first, then the lowest."""
        return self.own[card].bit_count() > 1, rank_of(listed(self.own[card])[0]), card

    def _chance(self, card: Card) -> float:
        return self.outlook.chance(self.own[card])

    def _risk(self) -> Card | None:
        """Return a card that is probably playable, if a mistake is affordable and time is short."""
        view = self.view
        if view.red + 1 == view.rules.red or not self.own or view.rules.finale:
            return None
        best = max(self.own, key=self._chance)
        if view.turns_left is not None and not self.able:
            return best if self._chance(best) > 0 else None
        return best if self.is_late and self._chance(best) > 0.75 else None

    def _hint_is_better(self) -> bool:
        if any(not self.public.certain(seat, self.playable) for seat in self.able):
            return True  # somebody with a playable card knows of none
        if self.useless and not self.is_late:
            return False
        least = min(map(self._loss, self.own))
        return least > 80 - 10 * self.view.blue or bool(self.able)

    def _discard(self) -> Card:
        """Return a publicly useless card, which encodes a number, else the one least missed."""
        if known := self.public.certain(self.view.seat, self.dead):
            return self.public.encoding_card(known)
        return min(self.useless or self.own, key=lambda card: (self._loss(card), card))

    def _loss(self, card: Card) -> float:
        """Return how many hundredths of a point this card is probably worth."""
        faces, every = listed(self.own[card]), self.outlook.weight(self.own[card])
        return sum(self.unseen[face] * self._worth(face) for face in faces) / every

    def _worth(self, face: Face) -> int:
        is_elsewhere = self.unseen[face] < self.view.remaining[face] > 1  # another seat has one
        cost = self.outlook.cost[face]
        return min(cost, 10) if is_elsewhere else cost
