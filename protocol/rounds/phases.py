"""The purpose of a round, and what was said in it once all of that is verified: data only.

    Committing ─> Revealing ─> (Escrowing, if chosen) ─> what the game waits for:
        Shuffle ─> Shuffling by seat 0, 1, ..., n-1 ─> AgreeingOnPile
        Deal    ─> Dealing (or Stuck, when blindings cancel out)
        Open    ─> Opening
        Act     ─> Moving ─> AgreeingOnMove
        Over    ─> Closing ─> Closed
    A void round ─> Confirming ─> what was under way, without the seat that is gone

Source: docs/protocol.md, section 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..crypto.group import Point, Scalar, to_bytes
from ..crypto.key_split import Escrowed
from ..crypto.shuffle_proof import Pile
from ..encoding import Value
from ..game import AnyMove, AnyState, Audience, Card, Seat

# The purpose of the open round.


@dataclass(frozen=True, slots=True)
class Committing:
    """Each seat commits to its keys, its share of the beacon and its table secret."""


@dataclass(frozen=True, slots=True)
class Revealing:
    """Each seat reveals what it has committed to; `commitments` are in seat order."""

    commitments: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Escrowing:
    """Each seat splits its key among the others."""


@dataclass(frozen=True, slots=True)
class Shuffling:
    """`by` is to shuffle `pile`, as `done` have; `number` counts the table's piles from 0."""

    by: Seat
    number: int
    pile: Pile
    done: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class AgreeingOnPile:
    """`by` was the last to shuffle it, or is None if it has to agree too; `done` are all
    shufflers."""

    pile: Pile
    by: Seat | None
    digest: bytes
    done: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Dealing:
    """Each seat gives its shares of these cards."""

    cards: tuple[tuple[Card, Audience], ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """Each seat that owes something for one of these cards reveals it."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Moving:
    """The seat `by` is to move."""

    by: Seat


@dataclass(frozen=True, slots=True)
class AgreeingOnMove:
    """`state` is the game's after the move of `by`, which is None if the mover has to agree too."""

    by: Seat | None
    state: AnyState
    digest: bytes


@dataclass(frozen=True, slots=True)
class Confirming:
    """The active seats confirm which seat they go on without; `after` is what was under way."""

    after: Phase


@dataclass(frozen=True, slots=True)
class Closing:
    """Each seat signs the outcome."""

    outcome: Value


@dataclass(frozen=True, slots=True)
class Closed:
    """All have signed the outcome; nothing follows."""

    outcome: Value


@dataclass(frozen=True, slots=True)
class Stuck:
    """Keys or a deal's blindings cancel out; `seat` is named only if no other can have done it."""

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

# What a seat has said, once all of it is verified.


@dataclass(frozen=True, slots=True)
class Committed:
    """The commitment, 32 bytes."""

    commitment: bytes


@dataclass(frozen=True, slots=True)
class Revealed:
    """K, X, b, (e, z) and σ of one seat."""

    public_key: Point
    box: bytes
    beacon_share: bytes
    proof: tuple[Scalar, Scalar]
    secret_commitment: bytes

    def parts(self) -> tuple[Value, ...]:
        """Return what the statement has after "reveal"."""
        e, z = self.proof
        return (
            self.public_key,
            self.box,
            self.beacon_share,
            to_bytes(e),
            to_bytes(z),
            self.secret_commitment,
        )


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The pile as the seat has shuffled it."""

    pile: Pile


@dataclass(frozen=True, slots=True)
class Agreed:
    """The seat agrees to what the round is about."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """The seat's share or blinded share of each card, and its box for each seat; None if not
    due."""

    shares: tuple[Point | None, ...]
    boxes: tuple[bytes | None, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """The seat's share or blinding of each card; None if not due."""

    entries: tuple[Point | Scalar | None, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """The move, and the game's state after it."""

    move: AnyMove
    state: AnyState


@dataclass(frozen=True, slots=True)
class Disclosed:
    """The seat's table secret, if the game reveals it."""

    secret: bytes | None


Verified: TypeAlias = (
    Committed | Revealed | Escrowed | Shuffled | Agreed | Dealt | Opened | Moved | Disclosed
)
