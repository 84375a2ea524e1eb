"""How a game of Ikebana ended, and how that is signed."""

from __future__ import annotations

from enum import Enum
from typing import cast

from p2p_hanabi.seam.outcomes import Outcome, won_by_points
from protocol.encoding import Value
from protocol.errors import BadEncoding
from protocol.game import Seat
from protocol.reasons import Malformed


class EndReason(Enum):
    """Why a game is over."""

    FOUR_ROUNDS = "four rounds"


def ended(prestige: tuple[int, ...]) -> Outcome[EndReason]:
    """Return the outcome; the most prestige wins (IK30)."""
    return won_by_points(EndReason.FOUR_ROUNDS, prestige, "prestige")


def ranking(prestige: tuple[int, ...]) -> tuple[tuple[Seat, ...], ...]:
    """Return the seats from the best to the last, those with equal prestige together (IK30)."""
    return tuple(
        tuple(Seat(seat) for seat, own in enumerate(prestige) if own == rank)
        for rank in sorted(set(prestige), reverse=True)
    )


def signed(outcome: Outcome[EndReason]) -> tuple[Value, ...]:
    return (outcome.reason.value, outcome.score, outcome.points, outcome.winners)


def outcome_of(value: Value) -> Outcome[EndReason]:
    """Parse a signed outcome. Raise `BadEncoding` if it is not of this game."""
    match value:
        case (EndReason.FOUR_ROUNDS.value, _, [_, *_] as prestige, _):
            return ended(cast("tuple[int, ...]", prestige))
    raise BadEncoding(Malformed.FORM)
