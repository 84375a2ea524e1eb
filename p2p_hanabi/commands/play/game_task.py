"""A game as a task that is ended in order, whoever ends it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from p2p_hanabi.systems import on_end

from ..console.failures import LEFT


class GameTask:
    """Plays until the game ends, or until its screen, or whoever ends the program, wants that."""

    def __init__(self, play: Coroutine[object, None, int]) -> None:
        self._playing = asyncio.create_task(play)
        self._has_left = False
        on_end(asyncio.get_running_loop(), self.leave)

    def leave(self) -> None:
        """Once: a window that is closed may say so twice, and what is closed then goes on."""
        if not self._has_left:
            self._has_left = True
            self._playing.cancel()

    async def exit_code(self) -> int:
        """Wait until all is closed."""
        try:
            return await self._playing
        except asyncio.CancelledError:
            if not self._has_left:
                raise
            return LEFT
