"""What a screen may say of a table: what goes on, for whom it waits, how it ended. Data only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # screens show something before they need what a game is
    from ..game import Seat
    from ..reasons import Reason


class Doing(Enum):
    """What the open round is for."""

    COMMITTING = "committing"
    REVEALING = "revealing"
    ESCROWING = "escrowing"  # each splits its key among the others
    SHUFFLING = "shuffling"
    AGREEING_ON_PILE = "agreeing on the pile"
    DEALING = "dealing"
    OPENING = "opening"
    MOVING = "moving"
    AGREEING_ON_MOVE = "agreeing on the move"
    CONFIRMING = "confirming"  # that the table goes on without a seat
    CLOSING = "closing"
    DISPUTING = "disputing"  # only seats are awaited whose objection cannot be judged yet
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Status:
    """Where the table stands.

    `waiting_for` are the seats whose statement of the open round is missing, one's own included.
    `words` are absent (None) until every beacon share is revealed. `hands_dealt` turns true when
    the first seat may act. `step` counts shuffles: (2, 5) is the second of five seats' shuffles.
    `stop_said_by` are those who would end the table in this round. `has_escrow`: the table can go
    on without a seat; `gone` is the one that it does without; `absent_said` says who else is said
    to be gone, and by whom; `left` are those who have said themselves that they leave. `lacking`
    are those who may not have the end of a closed table yet.
    """

    doing: Doing
    round_number: int
    waiting_for: tuple[Seat, ...]
    words: tuple[str, ...] | None
    hands_dealt: bool
    step: tuple[int, int] | None = None
    stop_said_by: tuple[Seat, ...] = ()
    has_escrow: bool = False
    gone: Seat | None = None
    absent_said: tuple[tuple[Seat, tuple[Seat, ...]], ...] = ()
    left: tuple[Seat, ...] = ()
    lacking: tuple[Seat, ...] = ()


class How(Enum):
    """How a table ended."""

    CLOSED = "closed"  # as the rules say: every seat has signed the outcome
    CHEAT = "cheat"  # evidence that a third party can check names the seat
    WITHDRAWN = "withdrawn"  # the seat stopped the table without evidence
    AGREED = "agreed"  # those who were there agreed to end it
    STUCK = "stuck"  # a deal whose blindings cancel out: nobody can be named


@dataclass(frozen=True, slots=True)
class Ending:
    """`seat` is the one named, absent (None) where nobody can be; `reason` too, where there is none
    or a peer has told one that this version does not know. `by` are those who agreed."""

    how: How
    seat: Seat | None = None
    reason: Reason | None = None
    by: tuple[Seat, ...] = ()
