"""`p2phanabi practice`: play the deal of a finished game again, with bots."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from p2p_hanabi.ui.kit.console import open_console
from p2p_hanabi.ui.kit.terminal import fits, open_terminal
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.terminal.busy_scene import BusyScene
from p2p_hanabi.ui.words.i18n import N_, _
from protocol.game import Seat

from .console.failures import Failed
from .practice.practice_lines import practise_in_lines
from .practice.practice_table import KnownDeal
from .replay import opened

if TYPE_CHECKING:
    from .screens.page_stage import PageStage

BROKE = N_("The screen failed; p2phanabi practice --plain works line by line.")


def practise(path: Path, wanted: str | None, at: int, *, plain: bool, web: bool) -> None:
    """Play it as the player `wanted`, by default the first, from turn `at` on. Raise `Failed` if
    there is no such seat or turn, or if the cards are not known."""
    game, eyes = opened(path, wanted)
    seat = Seat(0) if wanted is None else _seat_of(eyes, wanted)
    deal = KnownDeal(game, seat, at)
    deal.new_table()  # fails, if it must, before any screen opens
    if web:
        _on_page(deal)
    elif not plain and fits(sys.stdin, sys.stdout, os.environ):
        asyncio.run(_on_full_screen(deal))
    else:
        asyncio.run(_in_lines(deal))


def _seat_of(eyes: object, wanted: str) -> Seat:
    if isinstance(eyes, int):
        return Seat(eyes)
    raise Failed(_("{name} is no player: choose one by name or number.").format(name=wanted))


async def _in_lines(deal: KnownDeal) -> None:
    async with open_console(sys.stdin, sys.stdout, os.environ) as console:
        await practise_in_lines(console, deal)


async def _on_full_screen(deal: KnownDeal) -> None:
    from .screens.practising import practise as practise_on
    from .screens.terminal_scenes import TERMINAL_SCENES

    first = BusyScene(WaitNotice())
    async with open_terminal(sys.stdin, sys.stdout, os.environ, first) as terminal:
        await practise_on(terminal, TERMINAL_SCENES, deal)
    if terminal.broken is not None:
        raise Failed(_(BROKE)) from terminal.broken


def _on_page(deal: KnownDeal) -> None:
    from .screens.page_scenes import PAGE_SCENES
    from .screens.page_seat import PageOptions, on_page
    from .screens.practising import practise as practise_on

    async def play(stage: PageStage) -> int:
        await practise_on(stage, PAGE_SCENES, deal)
        return 0

    asyncio.run(on_page(play, PageOptions()))
