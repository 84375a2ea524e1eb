"""The playing styles of a game's bot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from .decisions import Decision

View_contra = TypeVar("View_contra", contravariant=True)
Move_co = TypeVar("Move_co", covariant=True)

USUAL_STYLE = "human"
"""The default style."""


def _nothing(_players: int) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Style(Generic[View_contra, Move_co]):
    """`choose` takes a view in which its seat is to act, and returns a legal move.

    `requires_same_style`: the style works only if all seats use it. `explained` also gives the
    reason for the move; None if the bot gives no reasons. `prepare` precomputes, for a number of
    players, what would delay the first move.
    """

    choose: Callable[[View_contra], Move_co]
    requires_same_style: bool = False
    explained: Callable[[View_contra], Decision[Move_co]] | None = None
    prepare: Callable[[int], None] = _nothing

    def decide(self, view: View_contra) -> Decision[Move_co]:
        """Return the same move as `choose`, with its reason if there is one."""
        return Decision(self.choose(view)) if self.explained is None else self.explained(view)
