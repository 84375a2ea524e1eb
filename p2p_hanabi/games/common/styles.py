"""The ways in which a bot can play, as a game lists them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

View_contra = TypeVar("View_contra", contravariant=True)
Move_co = TypeVar("Move_co", covariant=True)

USUAL_STYLE = "human"
"""What a bot plays unless it is told otherwise."""


@dataclass(frozen=True, slots=True)
class Style(Generic[View_contra, Move_co]):
    """`choose` takes a view in which its seat is to act, and returns a legal move.

    `needs_its_like`: it plays only where all seats do the same.
    """

    choose: Callable[[View_contra], Move_co]
    needs_its_like: bool = False
