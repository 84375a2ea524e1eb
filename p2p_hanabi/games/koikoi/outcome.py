"""How a game of Koi-Koi ended, and how that is signed."""

from __future__ import annotations

from enum import Enum

from p2p_hanabi.seam.outcomes import Outcome, won_by_points
from protocol.encoding import Integer, Value
from protocol.errors import BadEncoding
from protocol.reasons import Malformed


class EndReason(Enum):
    """Why a game is over."""

    ROUNDS_PLAYED = "rounds played"


def ended(scores: tuple[int, int]) -> Outcome[EndReason]:
    """Return the outcome: the higher sum wins (KK6); equal sums share the victory (F26)."""
    return won_by_points(EndReason.ROUNDS_PLAYED, scores)


def signed(outcome: Outcome[EndReason]) -> tuple[Value, ...]:
    """Return what is signed; a shared victory has no winner there."""
    match outcome.winners:
        case (winner,):
            return (outcome.reason.value, outcome.points, winner)
    return (outcome.reason.value, outcome.points, None)


def outcome_of(value: Value) -> Outcome[EndReason]:
    """Parse a signed outcome. Raise `BadEncoding` if it is not of this game."""
    match value:
        case (EndReason.ROUNDS_PLAYED.value, (Integer(first), Integer(second)), _):
            return ended((first, second))
    raise BadEncoding(Malformed.FORM)
