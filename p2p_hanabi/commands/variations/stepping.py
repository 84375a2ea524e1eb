"""Other moves than those of a recorded game, by its rules and with the cards that its file shows.

Pure: a moment and a move in, the next moment out. Nothing here belongs to one game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from p2p_hanabi.seam.audiences import may_see
from p2p_hanabi.ui.replay.branching import UnknownCard
from p2p_hanabi.ui.replay.formats import AnyMoment, Moment
from protocol.errors import IllegalMove
from protocol.game import (
    Act,
    AllBut,
    AnyGame,
    AnyMove,
    AnyState,
    AnyView,
    Audience,
    Card,
    Deal,
    Everyone,
    Face,
    Known,
    Open,
    Over,
    Seat,
    Shuffle,
)
from protocol.reasons import Forbidden


@dataclass(frozen=True, slots=True)
class KnownGame:
    """A game with `faces`, all those that its file shows: the piles in the order of their cards."""

    rules: AnyGame
    faces: Known

    def after(self, moment: AnyMoment, move: AnyMove) -> AnyMoment:
        """Return the moment after this move of the seat to act. Raise `IllegalMove`, also for a
        false claim about a card, and `UnknownCard`."""
        pending = self.rules.pending(moment.state)
        if not isinstance(pending, Act):
            raise IllegalMove(Forbidden.OUT_OF_TURN)
        state = self.rules.apply(moment.state, move)
        for claim in self.rules.claims(moment.state, move):
            if self._face(claim.card) not in claim.faces:
                raise IllegalMove(Forbidden.FALSE_CLAIM)
        return self._settled(Moment(state, pending.seat, move, moment.audiences))

    def known_to(self, moment: AnyMoment, seat: Seat) -> Known:
        """Return the faces that this seat has seen until then."""
        return {
            card: self.faces[card]
            for card, audience in moment.audiences.items()
            if card in self.faces and may_see(audience, seat)
        }

    def moves(self, moment: AnyMoment) -> tuple[AnyMove, ...]:
        """Return the legal moves of the seat to act, without those that would open a card which the
        file does not show."""
        pending = self.rules.pending(moment.state)
        if not isinstance(pending, Act):
            return ()
        known = self.known_to(moment, pending.seat)
        moves = self.rules.moves(moment.state, pending.seat, known)
        return tuple(move for move in moves if self._can_be_known(moment, move))

    def by_bots(
        self, moment: AnyMoment, choose: Callable[[AnyView], AnyMove]
    ) -> Iterator[AnyMoment]:
        """Yield the moments after each move of bots, to the end of the game or to a card that the
        file does not show: each seat is played from its own view alone."""
        while isinstance(pending := self.rules.pending(moment.state), Act):
            moves, seat = self.moves(moment), pending.seat
            if not moves or not self._is_seen_by(moment, seat):
                return
            view = self.rules.view(moment.state, seat, self.known_to(moment, seat))
            moment = self.after(moment, choose(replace(view, moves=moves)))
            yield moment

    def _can_be_known(self, moment: AnyMoment, move: AnyMove) -> bool:
        try:
            self.after(moment, move)
        except UnknownCard:
            return False
        return True

    def _is_seen_by(self, moment: AnyMoment, seat: Seat) -> bool:
        """Return whether the file shows all cards of others that the seat sees."""
        return all(
            card in self.faces or not isinstance(audience, AllBut) or audience.holder == seat
            for card, audience in moment.audiences.items()
        )

    def _settled(self, moment: AnyMoment) -> AnyMoment:
        """Return the next moment at which a seat is to act, or the end."""
        state, seen = moment.state, dict(moment.audiences)
        while True:
            match self.rules.pending(state):
                case Act() | Over():
                    return replace(moment, state=state, audiences=seen)
                case Shuffle():
                    state = self.rules.shuffled(state)
                case Open(cards):
                    state = self._opened(state, seen, dict.fromkeys(cards, Everyone()))
                case Deal(cards):
                    audiences = dict(cards)
                    up = {card: to for card, to in audiences.items() if isinstance(to, Everyone)}
                    seen |= audiences
                    state = self.rules.dealt(state)
                    state = self._opened(state, seen, up) if up else state

    def _opened(
        self, state: AnyState, seen: dict[Card, Audience], cards: Mapping[Card, Audience]
    ) -> AnyState:
        seen |= cards
        return self.rules.opened(state, {card: self._face(card) for card in cards})

    def _face(self, card: Card) -> Face:
        if card not in self.faces:
            raise UnknownCard
        return self.faces[card]
