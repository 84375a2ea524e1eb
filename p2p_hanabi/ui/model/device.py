"""How a player acts, whatever the scene."""

from __future__ import annotations

from enum import Enum


class Device(Enum):
    """How a player acts, so what a sentence tells them to do."""

    KEY = "key"
    LINE = "line"
    BUTTON = "button"

    def text(self, *, typed: str, pressed: str) -> str:
        """Return what to tell a player who types commands or keys, or one who presses buttons."""
        return pressed if self is Device.BUTTON else typed
