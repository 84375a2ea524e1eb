"""A game as a task that always shuts down cleanly."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine

from p2p_hanabi.systems import on_end

from ..console.failures import LEFT


class GameTask:
    """Plays until the game ends, the player leaves, or the program is terminated."""

    def __init__(self, play: Coroutine[object, None, int]) -> None:
        self._playing = asyncio.create_task(play)
        self._has_left = False
        on_end(asyncio.get_running_loop(), self.leave)

    def leave(self) -> None:
        """Cancel the game. Further calls do nothing: a closed window may report it twice, and a
        second cancellation would interrupt the shutdown."""
        if not self._has_left:
            self._has_left = True
            self._playing.cancel()

    async def exit_code(self) -> int:
        """Wait until the game has shut down, and return its exit code."""
        try:
            return await self._playing
        except asyncio.CancelledError:
            if not self._has_left:
                raise
            return LEFT
