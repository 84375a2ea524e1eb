"""`p2phanabi web`: everything in the browser, starting from a menu."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from p2p_hanabi.paths import find_home, is_there
from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.end.shown_end import Wish
from p2p_hanabi.ui.model.inputs import ChoiceInput
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.web.ask_pages import BusyPage, page_of
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.words_shared import CHECKING

from .board.board import show_board
from .console.failures import Failed
from .doctor import doctor_machine
from .menu.asking import Prompter, follow
from .menu.main_menu import SETTINGS, choose_from
from .menu.settings_menu import change_settings
from .play.deliver_ends import delivering_ends
from .play.own_notes import with_own_notes
from .records import after_game
from .records.branches import shown_replay
from .records.totals_report import lines_of_totals
from .screens.page_scenes import PAGE_SCENES
from .screens.page_seat import ask_name, play_on_page, until_left
from .screens.page_stage import PageStage
from .screens.practising import follow_replay
from .settings.environment import guessed_name, who_am_i
from .tutorial import teach_on_page

if TYPE_CHECKING:
    from .seat_commands import PreparedGame

CommandOf: TypeAlias = "Callable[[Sequence[str]], PreparedGame]"
"""Returns a game, given its command line. Raises `Failed`."""


class PageAsking(Prompter):
    """Prompts the player on a page."""

    def __init__(self, stage: PageStage) -> None:
        super().__init__(lambda wanted: follow(page_of(wanted), stage), Device.BUTTON)

    async def show_lines(self, title: str, lines: Sequence[Line]) -> None:
        """Show lines until the player goes back. Raise `LeftInput`."""
        await self.show(ChoiceInput(title, (), can_go_back=True, lines=lines))


async def show_menu(stage: PageStage, command_of: CommandOf, interface: str | None = None) -> int:
    """Show the menu and run what the player chooses, until they leave."""
    player = PageAsking(stage)

    async def menu() -> int:
        if not is_there(find_home().identity):
            await asyncio.to_thread(who_am_i, await ask_name(stage, guessed_name()))
        command: tuple[str, ...] = ()
        while True:
            command = await choose_from(player, command)
            try:
                await _do(command, player, stage, command_of, interface=interface)
            except Failed as failed:
                player.inform(failed.sentence)

    async with delivering_ends(interface):
        return await until_left(menu(), stage)


async def _do(
    command: tuple[str, ...],
    player: PageAsking,
    stage: PageStage,
    command_of: CommandOf,
    *,
    interface: str | None,
) -> None:
    match command:
        case ("replay", path):
            await _replay(Path(path), stage)
        case ("stats", path):
            lines = after_game.carry_out(Wish.STATISTICS, Path(path))
            await _read_about_games(player, stage, lines)
        case ("history", *_totals):
            await _read_about_games(player, stage, asyncio.to_thread(lines_of_totals))
        case ("doctor",):
            await _test_network(player, stage, interface)
        case ("tutorial",):
            await until_left(teach_on_page(stage), stage)
        case _ if command == SETTINGS:
            message: str | None = ""
            while message is not None:
                message = await change_settings(player, message)
        case _:
            game = command_of(command)
            if game.board is None:
                await play_on_page(game.prepare, stage)
            else:
                await until_left(show_board(stage, game.board), stage)


async def _replay(game: Path, stage: PageStage) -> None:
    """Show a past game. Raise `Failed`."""
    stage.show(BusyPage(WaitNotice(_(CHECKING))))
    playback, eyes = await after_game.opened(game)
    shown = with_own_notes(shown_replay(playback, eyes), playback)
    await follow_replay(stage, PAGE_SCENES, playback, shown)


async def _read_about_games(
    player: PageAsking, stage: PageStage, lines: Awaitable[Sequence[Line]]
) -> None:
    stage.show(BusyPage(WaitNotice(_(CHECKING))))
    await player.show_lines(_("How we played"), await lines)


async def _test_network(player: PageAsking, stage: PageStage, interface: str | None) -> None:
    stage.show(BusyPage(WaitNotice(_("Testing this computer's network."))))
    checks = [*await doctor_machine.network_checks(interface), *doctor_machine.machine_checks()]
    rows = [text(line) for line in doctor_machine.lines_on_page(checks)]
    lines = [text(doctor_machine.verdict_on(checks), "strong"), *rows]
    await player.show_lines(_("This computer's network"), lines)
