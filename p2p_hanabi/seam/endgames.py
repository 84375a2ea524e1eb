"""What a game says of its last turns, once all cards are known, so that they can be searched."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol, TypeAlias, TypeVar

from protocol.game import AnyMove, AnyState, Known

State_contra = TypeVar("State_contra", contravariant=True)
Move_contra = TypeVar("Move_contra", contravariant=True)


class Endgame(Protocol[State_contra, Move_contra]):
    """Of a game in which all players want the same: the highest score."""

    def key(self, state: State_contra) -> Hashable:
        """Return all of a state on which the scores depend that can still be reached."""

    def effect(self, move: Move_contra) -> Hashable:
        """Return the same for moves that leave the same scores possible."""

    def most(self, state: State_contra, faces: Known) -> int:
        """Return a score that nothing can exceed from here."""


AnyEndgame: TypeAlias = Endgame[AnyState, AnyMove]
