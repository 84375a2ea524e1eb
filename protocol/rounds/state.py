"""The public state of a table: the open round's purpose and speakers, and what was revealed so far.

A `Stage` is frozen and contains public facts only; every seat computes the same stage, and so does
anyone who audits the transcript. Each phase has a file with what a seat says in it, what the others
verify and what follows; `prove.py`, `verify.py` and `advance.py` choose between them.
Source: docs/protocol.md, section 4.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from ..crypto.group import IDENTITY, Point, add
from ..crypto.key_split import Escrowed
from ..crypto.proofs import Context, ShareProof
from ..crypto.shuffle_proof import starting_pile
from ..encoding import H
from ..errors import LocalError
from ..game import Act, AnyGame, AnyState, Card, Deal, Open, Seat, Shuffle
from ..identity.seating import Seating
from .cards import Blinded, Cards, Deck, Held, InPile
from .phases import (
    AgreeingOnMove,
    AgreeingOnPile,
    Closed,
    Closing,
    Committing,
    Dealing,
    Moving,
    Opening,
    Phase,
    Revealed,
    Shuffling,
    Stuck,
)

NOT_BEGUN = AnyState(None)


@dataclass(frozen=True)
class Stage:
    """One table at the start of one round. Before the reveals there are no keys and no state.

    `escrow` has the split of each key, if keys are split; `gone` is the seat that the others go on
    without.
    """

    rules: AnyGame
    seating: Seating
    head: bytes
    round_number: int = 0
    phase: Phase = field(default_factory=Committing)
    keys: tuple[Revealed, ...] = ()
    beacon: bytes = b""
    table_key: Point = IDENTITY
    cards: Cards = field(default_factory=Cards)
    shuffles: int = 0
    state: AnyState = NOT_BEGUN
    escrow: tuple[Escrowed, ...] = ()
    gone: Seat | None = None

    @cached_property
    def deck(self) -> Deck:
        """The points of the deck's faces."""
        return Deck(self.seating.deck, self.seating.faces)

    @cached_property
    def active(self) -> tuple[Seat, ...]:
        """The seats that shuffle, deal, open, agree and close."""
        return tuple(seat for seat in self.seating.seats if seat != self.gone)

    def share_key(self, seat: Seat) -> Point:
        """Return the seat's key for shares: its own, plus its share of the key of a seat that is
        gone."""
        own = self.keys[seat].public_key
        share = None if self.gone is None else self.escrow[self.gone].public_shares[seat]
        # §14: so the keys of the active seats still sum to K*.
        return own if share is None else add(own, share)

    @cached_property
    def speakers(self) -> tuple[Seat, ...]:
        """The seats that speak in this round, in seat order. Raises `AlreadyShown` if the game asks
        to open a card that is public."""
        seats = self.active
        match self.phase:
            case Shuffling(by) | Moving(by):
                return (by,)
            # §4: the last shuffler and the mover have signed it with their own statement; after a
            # void round (by is None) all agree, including these (§14).
            case AgreeingOnPile(by=by) | AgreeingOnMove(by=by):
                return tuple(seat for seat in seats if seat != by)
            case Opening(cards):
                showing = tuple(s for s in seats if any(self.shows(s, card) for card in cards))
                # §14: a seat that speaks alone could advance too far to roll back
                return seats if self.escrow and len(showing) == 1 else showing
            case Closed() | Stuck():
                return ()
            case _:
                return seats

    def shows(self, seat: Seat, card: Card) -> bool:
        """Return whether this seat owes something when the card is opened. Raises
        `AlreadyShown`."""
        match self.cards.standing_of(card):
            case InPile():
                return True
            case Held(holder):
                return seat == holder
            case Blinded(holder):
                return seat != holder
        raise AlreadyShown(card)

    def context(self, seat: Seat) -> Context:
        """Return the place of this seat's statement in the open round."""
        return Context(self.seating.table, self.round_number, seat, self.head)

    def share_proof(self, seat: Seat, card: Card) -> ShareProof:
        """Return what a share of this card by this seat is verified against."""
        a = self.cards.first_half(card)
        return ShareProof(self.context(seat), card, a, self.share_key(seat))


class AlreadyShown(LocalError):
    """The game requests a card a second time: no seat reveals a share twice."""


def first_stage(game: AnyGame, seating: Seating, signatures: tuple[bytes, ...]) -> Stage:
    """Return the stage of a table's first round. `signatures` are in seat order; its head binds to
    them."""
    # §4: this binds every later statement to the seating and to all its signatures.
    return Stage(game, seating, H("genesis", seating.table, signatures))


def ask(stage: Stage) -> Stage:
    """Return the stage in the phase that the game's state requests. Raises `AlreadyShown`."""
    pending = stage.rules.pending(stage.state)
    match pending:
        case Shuffle(faces):
            name, count = stage.seating.deck, stage.seating.faces
            pile = starting_pile(name, count, faces, stage.table_key)
            return replace(stage, phase=Shuffling(stage.active[0], stage.shuffles, pile))
        case Deal(cards):
            for card, _ in cards:
                # §4: a card is dealt at most once, whatever the game asks for.
                if not isinstance(stage.cards.standing_of(card), InPile):
                    raise AlreadyShown(card)
            return replace(stage, phase=Dealing(cards))
        case Open(opening):
            return replace(stage, phase=Opening(opening))
        case Act(seat):
            return replace(stage, phase=Moving(seat))
    return replace(stage, phase=Closing(pending.outcome))
