"""What a person wants only after a game is loaded while the game begins, beside it."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

from p2p_hanabi.net.tasks import background_task, in_thread

_log = logging.getLogger(__name__)


@asynccontextmanager
async def loading_ahead(
    game: str, load_replay: Callable[[], object] = lambda: None
) -> AsyncIterator[None]:
    """Load what follows this kind of game, and its replay on this screen, while the context lasts.
    A failure is only logged: it is tried again when it is needed."""
    task = background_task(in_thread(partial(_load, game, load_replay)), "loading ahead")
    try:
        yield
    finally:
        task.cancel()


def _load(game: str, load_replay: Callable[[], object]) -> None:
    import p2p_hanabi.net.table.end_delivery  # noqa: F401 - beside the game, but a little later

    from ..practice import practice_lines  # noqa: F401
    from ..records import after_game  # slow to load
    from . import practising  # noqa: F401

    after_game.load(game)
    load_replay()
    _log.info("what follows the game is loaded")
