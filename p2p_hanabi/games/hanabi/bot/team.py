"""A player of Hanabi for tables where all seats are such bots: a hint is a number for everybody.

From what all know alike of a hand follow questions on it, and a number that answers them. Who gives
a hint adds the numbers of all other hands; which hint it is says the sum. Each of the others sees
all the hands that were added but its own, and subtracts: so one hint tells everybody something.
Source: C. Cox et al., How to make the perfect fireworks display (2015).
"""

from __future__ import annotations

from p2p_hanabi.games.common.firework_cards import listed, rank_of
from protocol.game import Card, Face, Seat

from ..moves import Discard, HintColour, HintRank, Move, Play
from ..view import HanabiView, SeenCard
from .conventions import bits
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
        self.others = [i for hand in view.hands for i in hand if isinstance(i, SeenCard)]
        self.unseen = list(view.left)
        for info in self.others:
            self.unseen[info.face] -= 1
        self.outlook = Outlook(self.playable, self.dead, view.left, self.unseen)
        masks = self.public.masks
        self.own = {info.card: masks[info.card] & bits(info.deduced) for info in view.hand}

    def choose(self) -> Move:
        view = self.view
        if known := self.public.playables(view.seat):
            return Play(self.public.told_by(known))
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
        """What is known for certain first, and of that the lowest."""
        return self.own[card].bit_count() > 1, rank_of(listed(self.own[card])[0]), card

    def _chance(self, card: Card) -> float:
        return self.outlook.chance(self.own[card])

    def _risk(self) -> Card | None:
        """A card that probably fits, while a mistake can be afforded and time is short."""
        view = self.view
        if view.red + 1 == view.rules.red or not self.own or view.rules.finale:
            return None
        best = max(self.own, key=self._chance)
        if view.turns_left is not None and not self._others_can_play():
            return best if self._chance(best) > 0 else None
        late = len(view.discards) > self._spare
        return best if late and self._chance(best) > 0.75 else None

    @property
    def _spare(self) -> int:
        """How many cards can be thrown away before turns run short."""
        rules = self.view.rules
        return rules.cards - 5 * rules.colours - rules.seats * rules.hand_size

    def _others_can_play(self) -> bool:
        return any(1 << info.face & self.playable for info in self.others)

    def _hint_is_better(self) -> bool:
        if self._somebody_needs_it():
            return True
        if len(self.view.discards) <= self._spare and self._useless():
            return False
        return min(map(self._loss, self.own)) > 0.8 - self.view.blue / 10 or self._others_can_play()

    def _somebody_needs_it(self) -> bool:
        """Whether another seat holds a card that fits, and knows of none."""
        return any(
            any(isinstance(i, SeenCard) and 1 << i.face & self.playable for i in hand)
            and not self.public.playables(Seat(seat))
            for seat, hand in enumerate(self.view.hands)
        )

    def _useless(self) -> list[Card]:
        return [card for card, faces in self.own.items() if not faces & ~self.dead]

    def _discard(self) -> Card:
        """What is publicly of no use says a number too; else what is least missed."""
        if known := self.public.useless(self.view.seat):
            return self.public.told_by(known)
        if useless := self._useless():
            return useless[0]
        return min(self.own, key=lambda card: (self._loss(card), card))

    def _loss(self, card: Card) -> float:
        faces, every = listed(self.own[card]), self.outlook.weight(self.own[card])
        return sum(self.unseen[face] * self._worth(face) for face in faces) / every

    def _worth(self, face: Face) -> float:
        is_elsewhere = self.unseen[face] < self.view.left[face] > 1  # another seat has one
        cost = self.outlook.cost[face]
        return min(cost, 0.1) if is_elsewhere else cost
