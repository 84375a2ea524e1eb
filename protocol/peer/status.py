"""What a screen shows of a table: what goes on, which seats it waits for, how it ended. Data only.

Source: docs/protocol.md, sections 4, 7 and 14.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a screen can start before a game's types are loaded
    from ..game import Seat
    from ..reasons import Reason


class Activity(Enum):
    """What the open round is for."""

    COMMITTING = "committing"
    REVEALING = "revealing"
    ESCROWING = "escrowing"  # each seat splits its key among the others
    SHUFFLING = "shuffling"
    AGREEING_ON_PILE = "agreeing on the pile"
    DEALING = "dealing"
    OPENING = "opening"
    MOVING = "moving"
    AGREEING_ON_MOVE = "agreeing on the move"
    CONFIRMING = "confirming"  # that the table goes on without a seat
    CLOSING = "closing"
    DISPUTING = "disputing"  # every seat awaited has an objection that cannot be judged yet
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Status:
    """Where the table stands.

    `waiting_for` are the seats whose statement of the open round is missing, including this one.
    `words` is None until every beacon share is revealed. `hands_dealt` becomes true when the first
    seat may act. `step` counts shuffles: (2, 5) is the second of five seats' shuffles.
    `stopped_by` are the seats that would end the table in this round. `has_escrow`: the table can
    go on without a seat; `gone` is the one that it goes on without; `called_gone` has the other
    seats that are called gone, each with those that say so; `left` are those that have left by a
    statement of their own. `lacking` are those that may not have the end of a closed table yet.
    """

    activity: Activity
    round_number: int
    waiting_for: tuple[Seat, ...]
    words: tuple[str, ...] | None
    hands_dealt: bool
    step: tuple[int, int] | None = None
    stopped_by: tuple[Seat, ...] = ()
    has_escrow: bool = False
    gone: Seat | None = None
    called_gone: tuple[tuple[Seat, tuple[Seat, ...]], ...] = ()
    left: tuple[Seat, ...] = ()
    lacking: tuple[Seat, ...] = ()


class EndingKind(Enum):
    """How a table ended."""

    CLOSED = "closed"  # by the rules: every seat has signed the outcome
    CHEAT = "cheat"  # evidence that a third party can check names the seat
    WITHDRAWN = "withdrawn"  # the seat stopped the table without evidence
    AGREED = "agreed"  # all seats that were not missing agreed to end it
    STUCK = "stuck"  # keys or blindings cancel out: a seat is named only where it alone chose them


@dataclass(frozen=True, slots=True)
class Ending:
    """`seat` is the one named, None where nobody can be; `reason` is None where there is none, or a
    peer has given one that this version does not know. `by` are the seats that agreed."""

    how: EndingKind
    seat: Seat | None = None
    reason: Reason | None = None
    by: tuple[Seat, ...] = ()
