"""Why a site ended a game before its rules did."""

from __future__ import annotations

from enum import Enum


class Cut(Enum):
    """The text is for scripts."""

    TIMEOUT = "timeout"
    GIVEN_UP = "given up"
    VOTED = "voted"
    IDLE = "idle"
    NOTHING_LEFT = "nothing left"
    SPEEDRUN = "speedrun failed"
