"""The basis of a decision in Hanabi: the view, and the log interpreted by the conventions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from protocol.game import Card, Seat

from ..moves import Hint
from ..view import CardInfo, HanabiView, SeenCard
from .conventions import TableKnowledge, bits_of, is_careful
from .partners import Manner
from .reading import read


@dataclass(slots=True)
class Mind:
    """Sets of faces are bit masks. `careful`: one more mistake loses the game."""

    view: HanabiView
    knowledge: TableKnowledge
    playable: int
    dead: int
    critical: int
    careful: bool
    worths: list[tuple[Hint, int]] | None = None  # of all hints, once computed
    _live: dict[Card, int] = field(default_factory=dict)

    def understands(self, seat: Seat) -> Manner:
        """Return how a seat understands hints; this seat follows each giver's manner instead."""
        return self.knowledge.partners[seat].understands

    def live(self, info: CardInfo) -> int:
        """Return what the owner believes the card to be."""
        known = self._live.get(info.card)
        if known is None:
            owner = self.knowledge.holder[info.card]
            known = self.knowledge.live(info.card, bits_of(info.deduced), self.understands(owner))
            self._live[info.card] = known
        return known

    def will_play(self, live: int, logical: int) -> bool:
        """Return whether its owner plays a card, given the faces it may have by belief and by logic
        alone."""
        return not (logical if self.careful else live) & ~self.playable

    def plays(self, seat: Seat) -> list[CardInfo]:
        """Return the cards that a seat believes playable, as far as this seat can tell."""
        return [
            info
            for info in self.view.hands[seat]
            if self.will_play(self.live(info), bits_of(info.deduced))
        ]

    @property
    def next_seat(self) -> Seat:
        return Seat((self.view.seat + 1) % self.view.players)

    @property
    def seat_before(self) -> Seat:
        return Seat((self.view.seat - 1) % self.view.players)

    @property
    def is_among_strangers(self) -> bool:
        """Whether nobody else follows the conventions."""
        partners = self.knowledge.partners.items()
        return all(each.is_stranger for seat, each in partners if seat != self.view.seat)

    def unseen(self) -> list[int]:
        """Return, for each face, the number of copies that this seat does not see."""
        unseen = list(self.view.remaining)
        for hand in self.view.hands:
            for info in hand:
                if isinstance(info, SeenCard):
                    unseen[info.face] -= 1
        return unseen

    def useless(self, info: CardInfo) -> bool:
        """Return whether its owner is certain that the card is useless."""
        return not bits_of(info.deduced) & ~self.dead

    def last_copy(self, info: CardInfo) -> bool:
        """Return whether its owner is certain that the card is a useful last copy."""
        return not bits_of(info.deduced) & ~self.critical

    def chop(self, seat: Seat) -> CardInfo | None:
        """Return the untouched card that this seat discards next."""
        hand = self.in_order_of_discards(seat)
        card = self.knowledge.chop([info.card for info in hand])
        return next((info for info in hand if info.card == card), None)

    def in_order_of_discards(self, seat: Seat) -> Sequence[CardInfo]:
        hand = self.view.hands[seat]
        is_reversed = seat != self.view.seat and self.knowledge.partners[seat].discards_newest
        return hand[::-1] if is_reversed else hand

    def threatened(self, seat: Seat) -> Card | None:
        """Return the useful last copy that this seat is about to discard; None if there is none."""
        chop = self.chop(seat)
        if not isinstance(chop, SeenCard) or not 1 << chop.face & self.critical:
            return None
        busy = self.plays(seat) or any(self.useless(info) for info in self.view.hands[seat])
        return None if busy else chop.card


def mind_of(view: HanabiView) -> Mind:
    table = read(view)
    return Mind(
        view=view,
        knowledge=table,
        playable=table.playable(),
        dead=table.dead(),
        critical=table.critical(),
        careful=is_careful(view.red, view.rules),
    )
