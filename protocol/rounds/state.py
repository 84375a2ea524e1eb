"""The public standing of a table: what the open round is for, who speaks in it, what was shown.

    Committing ─> Revealing ─> (Escrowing, if it was chosen) ─> the game says what it waits for:
        Shuffle ─> Shuffling by seat 0, 1, ..., n-1 ─> AgreeingOnPile
        Deal    ─> Dealing (or Stuck, when blindings cancel out)
        Open    ─> Opening
        Act     ─> Moving ─> AgreeingOnMove
        Over    ─> Closing ─> Closed
    A round that goes on without a seat ─> Confirming ─> what was under way, without it

A `Stage` is frozen and holds public facts only; the same stage is computed by every seat, and by
anyone who audits the transcript. `accept.py` judges what a seat says, `rounds.py` goes on from a
complete round.
Source: docs/protocol.md, section 4.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from ..crypto.group import IDENTITY, Point, Scalar, add, to_bytes
from ..crypto.key_split import Escrowed
from ..crypto.proofs import Context, ShareProof
from ..crypto.shuffle_proof import Pile
from ..encoding import H, Value
from ..errors import LocalError
from ..game import AnyGame, Audience, Card, Seat
from ..identity.seating import Seating
from .cards import Blinded, Cards, Deck, Held, InPile

# What the open round is for.


@dataclass(frozen=True, slots=True)
class Committing:
    pass


@dataclass(frozen=True, slots=True)
class Revealing:
    commitments: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Escrowing:
    """Each splits its key among the others."""


@dataclass(frozen=True, slots=True)
class Shuffling:
    """`by` is to shuffle `pile`, which `done` have; `number` counts the table's piles from 0."""

    by: Seat
    number: int
    pile: Pile
    done: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class AgreeingOnPile:
    """`by` was the last of those who shuffled it, who are all that are `done`; absent where it
    agrees too."""

    pile: Pile
    by: Seat | None
    digest: bytes
    done: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Dealing:
    cards: tuple[tuple[Card, Audience], ...]


@dataclass(frozen=True, slots=True)
class Opening:
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Moving:
    by: Seat


@dataclass(frozen=True, slots=True)
class AgreeingOnMove:
    """`state` is the game's after the move of `by`; absent where it agrees too."""

    by: Seat | None
    state: Any
    digest: bytes


@dataclass(frozen=True, slots=True)
class Confirming:
    """All who are active confirm without whom they go on; `after` is what was under way."""

    after: Phase


@dataclass(frozen=True, slots=True)
class Closing:
    outcome: Value


@dataclass(frozen=True, slots=True)
class Closed:
    outcome: Value


@dataclass(frozen=True, slots=True)
class Stuck:
    """A deal's blindings cancel out; the seat is named only where no other can have done it."""

    seat: Seat | None


Phase: TypeAlias = (
    Committing
    | Revealing
    | Escrowing
    | Shuffling
    | AgreeingOnPile
    | Dealing
    | Opening
    | Moving
    | AgreeingOnMove
    | Confirming
    | Closing
    | Closed
    | Stuck
)

# What a seat has said, once everything in it was verified.


@dataclass(frozen=True, slots=True)
class Committed:
    commitment: bytes


@dataclass(frozen=True, slots=True)
class Revealed:
    """K, X, b, (e, z) and σ of one seat."""

    key: Point
    box: bytes
    beacon_share: bytes
    proof: tuple[Scalar, Scalar]
    secret_commitment: bytes

    def parts(self) -> tuple[Value, ...]:
        e, z = self.proof
        return (
            self.key,
            self.box,
            self.beacon_share,
            to_bytes(e),
            to_bytes(z),
            self.secret_commitment,
        )


@dataclass(frozen=True, slots=True)
class Shuffled:
    pile: Pile


@dataclass(frozen=True, slots=True)
class Agreed:
    pass


@dataclass(frozen=True, slots=True)
class Dealt:
    """This seat's share, blinded share or nothing of each card; a box for each seat, or nothing."""

    shares: tuple[Point | None, ...]
    boxes: tuple[bytes | None, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """This seat's share or blinding of each card, or nothing."""

    entries: tuple[Point | Scalar | None, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """The move, and the game's state after it."""

    move: Any
    state: Any


@dataclass(frozen=True, slots=True)
class Shut:
    """The seat's table secret, if the game shows it."""

    secret: bytes | None


Said: TypeAlias = (
    Committed | Revealed | Escrowed | Shuffled | Agreed | Dealt | Opened | Moved | Shut
)


@dataclass(frozen=True)
class Stage:
    """One table at the opening of one round. Before the reveals there are no keys and no state.

    `escrow` says how each key is split, if it is; `gone` is the seat that the others go on without.
    """

    game: AnyGame
    seating: Seating
    head: bytes
    round_number: int = 0
    phase: Phase = field(default_factory=Committing)
    keys: tuple[Revealed, ...] = ()
    beacon: bytes = b""
    table_key: Point = IDENTITY
    cards: Cards = field(default_factory=Cards)
    shuffles: int = 0
    state: Any = None
    escrow: tuple[Escrowed, ...] = ()
    gone: Seat | None = None

    @cached_property
    def deck(self) -> Deck:
        return Deck(self.seating.deck, self.seating.faces)

    @cached_property
    def active(self) -> tuple[Seat, ...]:
        """The seats that shuffle, deal, open, agree and close."""
        return tuple(seat for seat in self.seating.seats if seat != self.gone)

    def key(self, seat: Seat) -> Point:
        """The key that the seat gives shares with: its own, and its share of one that is gone."""
        own = self.keys[seat].key
        share = None if self.gone is None else self.escrow[self.gone].points[seat]
        return own if share is None else add(own, share)

    @cached_property
    def speakers(self) -> tuple[Seat, ...]:
        """Who speaks in this round, in seat order."""
        seats = self.active
        match self.phase:
            case Shuffling(by) | Moving(by):
                return (by,)
            case AgreeingOnPile(by=by) | AgreeingOnMove(by=by):
                return tuple(seat for seat in seats if seat != by)
            case Opening(cards):
                showing = tuple(s for s in seats if any(self.shows(s, card) for card in cards))
                # alone, a seat could go on so far that it could not take it back (14)
                return seats if self.escrow and len(showing) == 1 else showing
            case Closed() | Stuck():
                return ()
            case _:
                return seats

    def shows(self, seat: Seat, card: Card) -> bool:
        """Whether this seat has something to say when the card is opened."""
        match self.cards.of(card):
            case InPile():
                return True
            case Held(holder):
                return seat == holder
            case Blinded(holder):
                return seat != holder
        raise AlreadyShown(card)

    def context(self, seat: Seat) -> Context:
        return Context(self.seating.table, self.round_number, seat, self.head)

    def share_proof(self, seat: Seat, card: Card) -> ShareProof:
        a = self.cards.first_half(card)
        return ShareProof(self.context(seat), card, a, self.key(seat))


class AlreadyShown(LocalError):
    """The game asks for a card a second time: no seat gives a share twice."""


def first_stage(game: AnyGame, seating: Seating, signatures: tuple[bytes, ...]) -> Stage:
    return Stage(game, seating, H("genesis", seating.table, signatures))
