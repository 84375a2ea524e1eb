"""The ways in which a bot can play, as a game lists them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from .decisions import Decision

View_contra = TypeVar("View_contra", contravariant=True)
Move_co = TypeVar("Move_co", covariant=True)

USUAL_STYLE = "human"
"""What a bot plays unless it is told otherwise."""


def _nothing(_players: int) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Style(Generic[View_contra, Move_co]):
    """`choose` takes a view in which its seat is to act, and returns a legal move.

    `needs_its_like`: it plays only where all seats do the same. `explained` also says why it makes
    this move; absent (None) where the bot gives no reasons. `prepare` works out ahead, for that
    number of players, what would hold up the first move.
    """

    choose: Callable[[View_contra], Move_co]
    needs_its_like: bool = False
    explained: Callable[[View_contra], Decision[Move_co]] | None = None
    prepare: Callable[[int], None] = _nothing

    def decide(self, view: View_contra) -> Decision[Move_co]:
        """Return the same move as `choose`, with its reason if there is one."""
        return Decision(self.choose(view)) if self.explained is None else self.explained(view)
