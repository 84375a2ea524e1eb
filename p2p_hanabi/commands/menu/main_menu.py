"""`p2phanabi` without arguments: a menu whose result is a command that could have been typed."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import click

from p2p_hanabi.net.lobby.lobby_record import left_open
from p2p_hanabi.net.table.seat import has_ended, unfinished
from p2p_hanabi.paths import CannotStore, Home, find_home
from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.kit.terminal import fits
from p2p_hanabi.ui.lines.input_lines import LeftInput
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.inputs import TableInput
from p2p_hanabi.ui.model.menu import Menu, MenuAction, MenuChoice, MenuEntry, Unfinished
from p2p_hanabi.ui.model.new_table import NewTable, TableKind
from p2p_hanabi.ui.words.i18n import N_, _

from ..console.failures import storage_errors_as_failed, storage_failed
from ..play.deliver_ends import delivering_ends
from ..play.unfinished import MAX_UNFINISHED, unfinished_tables
from ..settings.presets import fault_of_preset, save_preset
from .asking import Prompter, asking
from .host_arguments import arguments, catalogue
from .past_games import ABOUT_GAMES, choose_past
from .settings_menu import change_settings

SETTINGS = ("settings",)
_TYPED_BACK = N_("Enter goes back to the menu.")
LEAD_BACK = {"tutorial": False, "replay": False, "stats": True, "history": True, "doctor": True}
"""The commands after which the menu is shown again, and whether they print something to read
first."""
_QUESTION = N_("What would you like to do?")
_NAME = N_("Which name do these house rules get?")
_COMMANDS: Mapping[MenuAction, tuple[str, ...]] = {
    MenuAction.REOPEN: ("host", "--reopen"),
    MenuAction.CONTINUE_BOARD: ("resume", "--board"),
    MenuAction.JOIN: ("join", "--new"),
    MenuAction.LEARN: ("tutorial",),
    MenuAction.DOCTOR: ("doctor",),
    MenuAction.SETTINGS: SETTINGS,
}


async def choose_command(former: Sequence[str] = ()) -> tuple[str, ...] | None:
    """Return the chosen command with its arguments; None if the player left. `former` is the one
    after which it is asked again. Raise `Failed` if the screen broke."""
    try:
        async with delivering_ends():
            return await _choose_command(former)
    except LeftInput:
        return None


async def _choose_command(former: Sequence[str]) -> tuple[str, ...]:
    while True:
        async with asking() as player:
            command = await choose_from(player, former)
        if command != SETTINGS:
            return command
        message: str | None = ""
        while message is not None:  # reopen the terminal, to apply the new setting
            async with asking() as player:
                message = await change_settings(player, message)


def read_output(is_printed: bool) -> None:
    """Wait until the player has read what a command printed, if the next screen would cover it."""
    if is_printed and fits(sys.stdin, sys.stdout, os.environ):
        click.echo(_(_TYPED_BACK))
        sys.stdin.readline()


async def choose_from(player: Prompter, former: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the chosen command; after a `former` one about a past game, first ask for another.
    Raises what `player` raises."""
    if former and former[0] in ABOUT_GAMES and (command := await choose_past(player)):
        return command
    menu = menu_of(find_home(), player.device)
    while True:
        chosen = await _chosen(player, menu.first(), is_first=True)
        if chosen is MenuAction.RARE:
            chosen = await _chosen(player, menu.rare())
        if command := await _command(chosen, player):
            return command


def menu_of(home: Home, device: Device) -> Menu:
    """Return the menu with what was left here. Raise `Failed`."""
    opened = [one.config.name for one in left_open(home)[:1]]
    left = unfinished_tables(home)[: MAX_UNFINISHED - len(opened)]
    taught = [game.title for game in GAMES.values() if game.tutorial is not None]
    return Menu("".join(opened), left, _has_left_board(home), taught, device)


def _has_left_board(home: Home) -> bool:
    """Return whether a table of the big screen was left, which can be continued. Raise `Failed`."""
    board = Home(home.board)
    with storage_errors_as_failed():
        playing = any(not has_ended(board, own) for own in unfinished(board))
        return playing or bool(left_open(board))


async def _chosen(
    player: Prompter, entries: Sequence[MenuEntry], *, is_first: bool = False
) -> MenuChoice | None:
    """Return what was chosen; None to go back."""
    sentences, looks = [one.sentence for one in entries], [one.look for one in entries]
    chosen = await player.choose(_(_QUESTION), sentences, is_first=is_first, looks=looks)
    return None if chosen is None else entries[chosen].choice


async def _command(chosen: MenuChoice | None, player: Prompter) -> tuple[str, ...]:
    """Return the command for a choice; empty to go back."""
    match chosen:
        case TableKind():
            return await _new_table(player, NewTable.usual(chosen, catalogue()))
        case Unfinished(table):
            return ("resume", "--table", table)
        case MenuAction.HISTORY:
            return await choose_past(player)
        case MenuAction():
            return _COMMANDS.get(chosen, ())
    return ()


async def _new_table(player: Prompter, table: NewTable) -> tuple[str, ...]:
    """Return the command for a new table; empty to go back."""
    says = ""
    while True:
        wanted = TableInput(table, says)
        await player.show(wanted)
        if not wanted.keeps:
            return ("host", "--new", *arguments(wanted.new_table)) if wanted.is_done else ()
        table, says = await _kept(player, wanted.new_table)


async def _kept(player: Prompter, table: NewTable) -> tuple[NewTable, str]:
    """Keep the options under a name that the player types. Return the table, which then offers it,
    and what is to be said."""
    game = table.playable.name
    name = await player.ask(_(_NAME), partial(fault_of_preset, game), "")
    if name is None:
        return table, ""
    try:
        await asyncio.to_thread(save_preset, game, name.strip(), table.typed_options)
    except CannotStore as error:
        return table, storage_failed(error)
    return replace(table, playable=table.catalogue.playable(game)), ""
