"""How another site ended a game before its rules did, as data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from protocol.game import Seat


class Cut(Enum):
    """Why another site ended a game before its rules did."""

    TIMEOUT = "timeout"
    GIVEN_UP = "given up"
    VOTED = "voted"
    IDLE = "idle"
    NOTHING_LEFT = "nothing left"
    SPEEDRUN = "speedrun failed"


@dataclass(frozen=True, slots=True)
class Ending:
    """`by` is absent (None) where it was no single player's doing."""

    why: Cut
    by: Seat | None
