"""A bot's decision: its move and the reason for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from protocol.reasons import Reason

Move_co = TypeVar("Move_co", covariant=True)

Why: TypeAlias = Reason | str
"""A code with facts, which a screen turns into a sentence; or a text in the bot's own words."""


@dataclass(frozen=True, slots=True)
class Decision(Generic[Move_co]):
    """`why` is None if the bot gives no reason."""

    move: Move_co
    why: Why | None = None
