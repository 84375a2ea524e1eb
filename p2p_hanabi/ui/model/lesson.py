"""A guided first game: what the tutorial command needs from a game that has one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from ..kit.loop import Conversation
from ..kit.scenes import Scene
from .seat.table_port import SeatPort

Port = TypeVar("Port", bound=SeatPort)


class Lesson(Conversation, Protocol):
    """The lesson in plain mode."""

    @property
    def has_left(self) -> bool:
        """Whether the player left before the end."""


@dataclass(frozen=True, slots=True)
class Tutorial(Generic[Port]):
    """`new_table` creates an in-memory table; `lesson` and `scene` guide through it, in lines and
    on the full screen."""

    new_table: Callable[[], Port]
    lesson: Callable[[Port], Lesson]
    scene: Callable[[Port], Scene]
