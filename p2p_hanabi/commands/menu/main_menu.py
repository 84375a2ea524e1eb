"""`p2phanabi` without arguments: a menu whose result is a command that could have been typed."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import click

from p2p_hanabi.net.lobby.lobby_record import left_open
from p2p_hanabi.paths import Home, find_home
from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.kit.terminal import fits
from p2p_hanabi.ui.lines.input_lines import LeftInput
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.inputs import ChoiceLook, TableInput
from p2p_hanabi.ui.model.new_table import NewTable, TableKind
from p2p_hanabi.ui.words.i18n import N_, _

from ..board.left_tables import has_left_board
from ..play.deliver_ends import delivering_ends
from ..play.unfinished import MAX_UNFINISHED, unfinished_tables
from .asking import Prompter, asking
from .host_arguments import arguments, catalogue
from .settings_menu import change_settings

SETTINGS = ("settings",)
_TYPED_BACK = N_("Enter goes back to the menu.")
LEAD_BACK = {("tutorial",): False, ("history",): True, ("doctor",): True}
"""The commands after which the menu is shown again, and whether they print something to read
first."""
FORMS: Mapping[tuple[str, ...], TableKind] = {
    ("host",): TableKind.OPEN,
    ("host", "--bots"): TableKind.PRACTICE,
    ("host", "--board"): TableKind.BOARD,
}
"""The commands before which the settings of a table are asked."""
_QUESTION = N_("What would you like to do?")
_RARE = N_("Past games, network test, settings")
_ASK_RARE = ("rare",)
_MAIN, _QUIET, _PLAIN = ChoiceLook(is_main=True), ChoiceLook(is_quiet=True), ChoiceLook()


@dataclass(frozen=True, slots=True)
class _Entry:
    sentence: str
    command: tuple[str, ...]
    look: ChoiceLook = _PLAIN


async def choose_command() -> tuple[str, ...] | None:
    """Return the chosen command with its arguments; None if the player left. Raise `Failed` if the
    screen broke."""
    try:
        async with delivering_ends():
            return await _choose_command()
    except LeftInput:
        return None


async def _choose_command() -> tuple[str, ...]:
    while True:
        async with asking() as player:
            command = await choose_from(player)
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


async def choose_from(player: Prompter) -> tuple[str, ...]:
    """Return the chosen command. Raises what `player` raises."""
    usual, rare = _usual_entries(find_home()), _rare_entries()
    is_page = player.device is Device.BUTTON  # elsewhere each entry needs a digit
    first = [*usual, *rare] if is_page else [*usual, _Entry(_(_RARE), _ASK_RARE)]
    while True:
        command = await _chosen(player, first, is_first=True)
        if command == _ASK_RARE:
            command = await _chosen(player, rare)
        if command in FORMS:
            wanted = TableInput(NewTable.usual(FORMS[command], catalogue()))
            await player.show(wanted)
            command = ("host", "--new", *arguments(wanted.table)) if wanted.is_done else ()
        if command:
            return command


async def _chosen(
    player: Prompter, entries: Sequence[_Entry], *, is_first: bool = False
) -> tuple[str, ...]:
    """Return the command of an entry; empty to go back."""
    sentences, looks = [one.sentence for one in entries], [one.look for one in entries]
    chosen = await player.choose(_(_QUESTION), sentences, is_first=is_first, looks=looks)
    return () if chosen is None else entries[chosen].command


def _usual_entries(home: Home) -> list[_Entry]:
    """Return what to go on with, and the ways to play. Raise `Failed`."""
    left = [
        _Entry(_("Open {table} again").format(table=one.config.name), ("host", "--reopen"), _MAIN)
        for one in left_open(home)[:1]
    ]
    unfinished = unfinished_tables(home)[: MAX_UNFINISHED - len(left)]
    left += [_Entry(one.sentence, ("resume", "--table", one.table), _MAIN) for one in unfinished]
    if has_left_board(home):
        left.append(_Entry(_("Continue on the big screen"), ("resume", "--board"), _MAIN))
    is_first = not left
    taught = [game.title for game in GAMES.values() if game.tutorial is not None]
    return [
        *left,
        _Entry(
            _("Join a table on this network"),
            ("join", "--new"),
            ChoiceLook(_("Somebody else has opened one."), is_main=is_first),
        ),
        _Entry(
            TableKind.OPEN.title,
            ("host",),
            ChoiceLook(_("The others join with a code."), is_main=is_first),
        ),
        _Entry(
            TableKind.BOARD.title,
            ("host", "--board"),
            ChoiceLook(_("This computer only shows the table.")),
        ),
        _Entry(
            TableKind.PRACTICE.title,
            ("host", "--bots"),
            ChoiceLook(_("You play alone, without a network.")),
        ),
        *(
            _Entry(
                _("Learn {game} step by step").format(game=title),
                ("tutorial",),
                ChoiceLook(_("A guided game for beginners.")),
            )
            for title in taught
        ),
    ]


def _rare_entries() -> list[_Entry]:
    return [
        _Entry(_("List the games you have played"), ("history",), _QUIET),
        _Entry(_("Test this computer's network"), ("doctor",), _QUIET),
        _Entry(_("Settings"), SETTINGS, _QUIET),
    ]
