"""When a seat whose table has ended may leave the seats that may not know the end yet."""

from __future__ import annotations

from dataclasses import dataclass

LINGER_S = 5.0
"""They need nothing more of this seat, and most say goodbye at once."""
STAY_S = 60.0
"""Enough for a machine that was switched off during the last round to be back."""


@dataclass
class Linger:
    """`linger_s` is for seats that have the end but have not said goodbye, `stay_s` for those that
    may lack it because they are away or slow. Times are in seconds."""

    ended_at: float
    linger_s: float = LINGER_S
    stay_s: float = STAY_S

    def may_leave(self, now: float, *, lacking: bool, all_said_goodbye: bool) -> bool:
        if all_said_goodbye and not lacking:
            return True
        return now - self.ended_at >= (self.stay_s if lacking else self.linger_s)
