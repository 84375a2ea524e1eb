"""When a seat whose table has ended may leave those who may not have its end."""

from __future__ import annotations

from dataclasses import dataclass

LINGER_S = 5.0
STAY_S = 60.0
"""A machine that was switched off while the last round was said is back by then."""


@dataclass
class Linger:
    """`linger_s` is for those who have the end and have not said goodbye, `stay_s` for one that may
    lack it, since it is away or slow. Times are in seconds."""

    ended_at: float
    linger_s: float = LINGER_S
    stay_s: float = STAY_S

    def may_leave(self, now: float, *, lacking: bool, all_said_goodbye: bool) -> bool:
        if all_said_goodbye and not lacking:
            return True
        return now - self.ended_at >= (self.stay_s if lacking else self.linger_s)
