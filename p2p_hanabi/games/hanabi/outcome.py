"""How a game of Hanabi ended, and how that is signed."""

from __future__ import annotations

from enum import Enum

from p2p_hanabi.seam.outcomes import Outcome, TeamGrade
from protocol.encoding import Integer, Value
from protocol.errors import BadEncoding
from protocol.reasons import Malformed


class EndReason(Enum):
    """Why a game is over; the first reason that applies."""

    THIRD_RED_TOKEN = "third red token"  # noqa: S105 - a cardboard token; the last one allowed
    INDISPENSABLE_CARD_LOST = "indispensable card lost"
    COMPLETE = "complete"
    PILE_ENDED = "pile ended"
    STUCK = "stuck"


_GRADES = {
    EndReason.THIRD_RED_TOKEN: TeamGrade.LOST,
    EndReason.INDISPENSABLE_CARD_LOST: TeamGrade.LOST,
    EndReason.COMPLETE: TeamGrade.PERFECT,
    EndReason.PILE_ENDED: TeamGrade.PARTIAL,
    EndReason.STUCK: TeamGrade.LOST,
}


def ended(reason: EndReason, placed: int = 0) -> Outcome[EndReason]:
    """Return the outcome with so many cards placed; a table that has lost scores 0 (D4, D17,
    D19)."""
    grade = _GRADES[reason]
    return Outcome(reason, 0 if grade is TeamGrade.LOST else placed, grade=grade)


def signed(outcome: Outcome[EndReason]) -> tuple[Value, ...]:
    return (outcome.reason.value, outcome.score)


def outcome_of(value: Value) -> Outcome[EndReason]:
    """Parse a signed outcome. Raise `BadEncoding` if it is not of this game."""
    match value:
        case (str(reason), Integer(score)) if reason in {each.value for each in EndReason}:
            return ended(EndReason(reason), score)
    raise BadEncoding(Malformed.FORM)
