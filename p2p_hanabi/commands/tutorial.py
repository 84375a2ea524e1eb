"""`p2phanabi tutorial`: a guided first game against two bots; no network, no files."""

from __future__ import annotations

import asyncio
import logging
import os
import sys

from p2p_hanabi.games.hanabi.ui.tutorial import sentences as say
from p2p_hanabi.games.hanabi.ui.tutorial.scene import GuidedTable
from p2p_hanabi.games.hanabi.ui.tutorial.table import TutorialTable
from p2p_hanabi.games.hanabi.ui.tutorial.talk import GuidedTalk
from p2p_hanabi.ui.kit.console import open_console
from p2p_hanabi.ui.kit.loop import converse
from p2p_hanabi.ui.kit.scene import SMALLEST
from p2p_hanabi.ui.kit.style import text
from p2p_hanabi.ui.kit.terminal import fits, open_stage
from p2p_hanabi.ui.kit.words import lines_instead

from .failures import Failed

LEFT = 130


async def teach(*, plain: bool) -> int:
    """Returns the exit code."""
    logging.getLogger().addHandler(logging.NullHandler())  # nothing may print over the screen
    if not plain and fits(sys.stdin, sys.stdout, os.environ):
        return await _on_full_screen()
    async with open_console(sys.stdin, sys.stdout, os.environ) as console:
        if console.is_terminal and not plain:
            console.say(text(lines_instead(SMALLEST)))
        talk = GuidedTalk(table := TutorialTable())
        await converse(talk, console, table.changed)
    return LEFT if talk.has_left else 0


async def _on_full_screen() -> int:
    table = TutorialTable()
    scene = GuidedTable(table)
    async with open_stage(sys.stdin, sys.stdout, os.environ, scene) as stage:
        showing = asyncio.ensure_future(stage.follow(scene, table.changed))
        stage.leave = lambda: None  # `follow` ends by itself
        await showing
    if stage.broken is not None:
        raise Failed(say.broke()) from stage.broken
    return LEFT if scene.has_left else 0
