"""`p2phanabi tutorial`: a guided first game against two bots; no network, no files."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from typing import TYPE_CHECKING

from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.drawing.style import text
from p2p_hanabi.ui.kit.console import open_console
from p2p_hanabi.ui.kit.loop import converse
from p2p_hanabi.ui.kit.terminal import fits, open_terminal
from p2p_hanabi.ui.model.lesson import Tutorial
from p2p_hanabi.ui.model.seat.table_port import SeatPort
from p2p_hanabi.ui.words.i18n import N_, _

from .console.failures import LEFT, Failed
from .screens.interactive import why_lines

if TYPE_CHECKING:
    from .screens.page_stage import PageStage

TUTORIAL_BROKE = N_("The screen failed; p2phanabi tutorial --plain works line by line.")


async def teach(*, plain: bool) -> int:
    """Run the tutorial of the first game that has one; return the exit code."""
    tutorial = next(game.tutorial for game in GAMES.values() if game.tutorial is not None)
    logging.getLogger().addHandler(logging.NullHandler())  # nothing may print over the screen
    if not plain and fits(sys.stdin, sys.stdout, os.environ):
        return await _on_full_screen(tutorial)
    async with open_console(sys.stdin, sys.stdout, os.environ) as console:
        if console.is_terminal and not plain:
            console.write(text(why_lines(os.environ)))
        table = tutorial.new_table()
        lesson = tutorial.lesson(table)
        await converse(lesson, console, table.changed)
    return LEFT if lesson.has_left else 0


async def teach_on_page(stage: PageStage) -> int:
    """Run the tutorial in the browser; return the exit code."""
    game = next(game for game in GAMES.values() if game.tutorial is not None)
    tutorial, page = game.tutorial, game.tutorial_page
    assert tutorial is not None and page is not None  # noqa: S101, PT018 - a tutorial has a page
    table = tutorial.new_table()
    scene = page(table)
    await stage.follow(scene, table.changed)
    return LEFT if scene.has_left else 0


async def _on_full_screen(tutorial: Tutorial[SeatPort]) -> int:
    table = tutorial.new_table()
    scene = tutorial.scene(table)
    async with open_terminal(sys.stdin, sys.stdout, os.environ, scene) as terminal:
        showing = asyncio.ensure_future(terminal.follow(scene, table.changed))
        terminal.leave = lambda: None  # `follow` ends by itself
        await showing
    if terminal.broken is not None:
        raise Failed(_(TUTORIAL_BROKE)) from terminal.broken
    return LEFT if scene.has_left else 0
