"""How a player acts, whatever the scene."""

from __future__ import annotations

from enum import Enum


class Device(Enum):
    """How a player acts, so what a sentence tells them to do."""

    KEY = "key"
    LINE = "line"
    BUTTON = "button"
