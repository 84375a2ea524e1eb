"""`p2phanabi` without arguments: a menu whose result is a command that could have been typed."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

import click

from p2p_hanabi.net.lobby.lobby_record import left_open
from p2p_hanabi.paths import find_home
from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.kit.terminal import fits
from p2p_hanabi.ui.lines.input_lines import LeftInput
from p2p_hanabi.ui.words.i18n import N_, _
from p2p_hanabi.ui.words.sentences_shared import COLON

from ..play.deliver_ends import delivering_ends
from ..play.unfinished import MAX_UNFINISHED, unfinished_tables
from .asking import Prompter, asking
from .new_table import NewTable
from .settings_menu import change_settings

SETTINGS = ("settings",)
_TYPED_BACK = N_("Enter goes back to the menu.")
LEAD_BACK = {("tutorial",): False, ("history",): True, ("doctor",): True}
"""The commands after which the menu is shown again, and whether they print something to read
first."""
FillForm: TypeAlias = "Callable[[NewTable], Awaitable[bool]]"
"""Lets the player change a form; returns False to go back."""
ROWS = 7
"""How many settings are listed at once, so that with what else can be chosen each has a digit."""


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


async def choose_from(player: Prompter, fill: FillForm | None = None) -> tuple[str, ...]:
    """Return the chosen command. `fill` asks for the settings of a new table, by default one by
    one. Raises what `player` raises."""
    fill = fill or partial(fill_by_rows, player)
    home = find_home()
    taught = [game.title for game in GAMES.values() if game.tutorial is not None]
    left = [
        (_("Open {table} again").format(table=one.config.name), ("host", "--reopen"))
        for one in left_open(home)[:1]
    ]
    unfinished = unfinished_tables(home)[: MAX_UNFINISHED - len(left)]
    entries: list[tuple[str, tuple[str, ...]]] = [
        *left,
        *((one.sentence, ("resume", "--table", one.table)) for one in unfinished),
        (_("Join a table on this network"), ("join", "--new")),
        (_("Open a table"), ("host",)),
        (_("Practise with bots"), ("host", "--bots")),
        *((_("Learn {game} step by step").format(game=title), ("tutorial",)) for title in taught),
        (_("List the games you have played"), ("history",)),
        (_("Test this computer's network"), ("doctor",)),
        (_("Settings"), SETTINGS),
    ]
    while True:
        chosen = await player.choose(
            _("What would you like to do?"),
            [sentence for sentence, _command in entries],
            is_first=True,
        )
        match entries[chosen or 0][1]:
            case ("host",) | ("host", "--bots") as bare:
                form = NewTable(is_practice=len(bare) > 1)
                if await fill(form):
                    return ("host", "--new", *form.arguments())
            case command:
                return command


async def fill_by_rows(player: Prompter, form: NewTable) -> bool:
    """List the settings, and let the player change one after the other. Raises what `player`
    raises."""
    first = 0
    while True:
        rows = form.choices()
        listed = rows[first : first + ROWS]
        sentences = [f"{label}{_(COLON)}{offered[chosen]}" for label, offered, chosen in listed]
        more = [_("Other settings")] if len(rows) > ROWS else []
        match await player.choose(form.title, [form.go, *sentences, *more]):
            case None:
                return False
            case 0:
                return True
            case int(number) if number <= len(listed):
                label, offered, _chosen = listed[number - 1]
                if (value := await player.choose(label, offered)) is not None:
                    form.choose(first + number - 1, value)
            case _more:
                first = first + ROWS if first + ROWS < len(rows) else 0
