"""`p2phanabi` alone: choose what to do; the answer is a command, as it could have been typed."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Protocol

from p2p_hanabi.paths import find_home
from p2p_hanabi.registry import GAMES, RULES
from p2p_hanabi.ui.kit.console import Console, open_console
from p2p_hanabi.ui.kit.i18n import _, ngettext
from p2p_hanabi.ui.kit.loop import never
from p2p_hanabi.ui.kit.terminal import TerminalScreen, fits, open_terminal
from p2p_hanabi.ui.kit.words_shared import broke
from p2p_hanabi.ui.lobby.busy_scene import BusyScene
from p2p_hanabi.ui.lobby.choice_scene import ChoiceScene
from p2p_hanabi.ui.lobby.plain_choice import LeftChoice, choose_number

from .failures import Failed
from .logs import log_file
from .unfinished import unfinished_tables


class _Left(Exception):
    """The player does nothing after all."""


class Asking(Protocol):
    """Whoever asks the player, on the full screen or in lines."""

    async def choose(self, question: str, choices: Sequence[str], *, is_first: bool) -> int | None:
        """Return the number of the choice, from 0; None to go back to what was asked before."""


class _OnScreen:
    def __init__(self, terminal: TerminalScreen) -> None:
        self._terminal = terminal

    async def choose(self, question: str, choices: Sequence[str], *, is_first: bool) -> int | None:
        scene = ChoiceScene("", question, choices, can_go_back=not is_first)
        await self._terminal.follow(scene, never)
        if scene.has_left:
            raise _Left
        return scene.chosen


class _InLines:
    def __init__(self, console: Console) -> None:
        self._console = console

    async def choose(self, question: str, choices: Sequence[str], *, is_first: bool) -> int | None:
        try:
            return await choose_number(self._console, question, choices, can_go_back=not is_first)
        except LeftChoice:
            raise _Left from None


async def choose_command() -> tuple[str, ...] | None:
    """Return the arguments of the command that was chosen; None if the player left.

    Raises `Failed` if the screen broke.
    """
    try:
        if not fits(sys.stdin, sys.stdout, os.environ):
            async with open_console(sys.stdin, sys.stdout, os.environ) as console:
                return await choose_from(_InLines(console))
        async with open_terminal(sys.stdin, sys.stdout, os.environ, BusyScene()) as terminal:
            terminal.leave = lambda: None  # `follow` ends by itself
            command = await choose_from(_OnScreen(terminal))
    except _Left:
        return None
    if terminal.broken is not None:
        raise Failed(broke(log_file())) from terminal.broken
    return command


async def choose_from(asking: Asking) -> tuple[str, ...]:
    """Return the command that is chosen. Raises what `asking` raises."""
    home = find_home()
    taught = [game.title for game in GAMES.values() if game.tutorial is not None]
    entries: list[tuple[str, tuple[str, ...]]] = [
        *((one.sentence, ("resume", "--table", one.table)) for one in unfinished_tables(home)),
        (_("Join a table on this network"), ("join", "--new")),
        (_("Open a table"), ("host",)),
        (_("Practise with bots"), ("host", "--bots")),
        *((_("Learn {game} step by step").format(game=title), ("tutorial",)) for title in taught),
        (_("List the games that you played"), ("history",)),
        (_("Test this computer's network"), ("doctor",)),
    ]
    while True:
        chosen = await asking.choose(
            _("What would you like to do?"), [told for told, _command in entries], is_first=True
        )
        match entries[chosen or 0][1]:
            case ("host", *bots):
                if (asked := await _table(asking, has_bots=bool(bots))) is not None:
                    return ("host", "--new", *asked)
            case command:
                return command


async def _table(asking: Asking, *, has_bots: bool) -> tuple[str, ...] | None:
    """Ask for a game and the number of its players; None to go back."""
    names = list(GAMES)
    titles = [GAMES[name].title for name in names]
    while (game := await asking.choose(_("Which game?"), titles, is_first=False)) is not None:
        counts = list(RULES[names[game]].seats)
        told = [ngettext("{n} player", "{n} players", n).format(n=n) for n in counts]
        chosen = 0
        if len(counts) > 1:
            question = _("How many players, with you?")
            if (picked := await asking.choose(question, told, is_first=False)) is None:
                continue
            chosen = picked
        seats = counts[chosen]
        bots = ("--bots", str(seats - 1)) if has_bots else ()
        return ("--game", names[game], "--seats", str(seats), *bots)
    return None
