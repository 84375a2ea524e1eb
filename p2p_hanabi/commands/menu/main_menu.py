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
from p2p_hanabi.registry import GAMES, RULES
from p2p_hanabi.ui.kit.i18n import _, ngettext
from p2p_hanabi.ui.kit.terminal import fits
from p2p_hanabi.ui.lines.input_lines import LeftInput

from ..play.deliver_ends import delivering_ends
from ..play.unfinished import MAX_UNFINISHED, unfinished_tables
from .asking import Prompter, asking
from .settings_menu import change_settings

SETTINGS = ("settings",)
LEAD_BACK = {("tutorial",): False, ("history",): True, ("doctor",): True}
"""The commands after which the menu is shown again, and whether they print something to read
first."""
AskTable: TypeAlias = "Callable[[bool], Awaitable[tuple[str, ...] | None]]"
"""Returns the arguments of `host`; None to go back. Its argument: bots take the other seats."""


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
        said: str | None = ""
        while said is not None:  # reopen the terminal, to apply the new setting
            async with asking() as player:
                said = await change_settings(player, said)


def read_output(is_printed: bool) -> None:
    """Wait until the player has read what a command printed, if the next screen would cover it."""
    if is_printed and fits(sys.stdin, sys.stdout, os.environ):
        click.echo(_("Enter goes back to the menu."))
        sys.stdin.readline()


async def choose_from(player: Prompter, ask_table: AskTable | None = None) -> tuple[str, ...]:
    """Return the chosen command. `ask_table` asks for the settings of a new table. Raises what
    `player` raises."""
    ask_table = ask_table or partial(_ask_table, player)
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
            _("What would you like to do?"), [told for told, _command in entries], is_first=True
        )
        match entries[chosen or 0][1]:
            case ("host",) | ("host", "--bots") as bare:
                if (asked := await ask_table(len(bare) > 1)) is not None:
                    return ("host", "--new", *asked)
            case command:
                return command


async def _ask_table(player: Prompter, has_bots: bool) -> tuple[str, ...] | None:
    """Ask for a game and the number of players; None to go back."""
    names = list(GAMES)
    titles = [GAMES[name].title for name in names]
    while (game := await player.choose(_("Which game?"), titles)) is not None:
        counts = list(RULES[names[game]].seats)
        told = [ngettext("{n} player", "{n} players", n).format(n=n) for n in counts]
        chosen = 0
        if len(counts) > 1:
            question = _("How many players, including you?")
            if (picked := await player.choose(question, told)) is None:
                continue
            chosen = picked
        seats = counts[chosen]
        bots = ("--bots", str(seats - 1)) if has_bots else ()
        return ("--game", names[game], "--seats", str(seats), *bots)
    return None
