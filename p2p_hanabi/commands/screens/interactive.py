"""A person at a terminal or a pipe: choose the screen, and print what remains after the game."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import click

from p2p_hanabi.systems import can_draw
from p2p_hanabi.ui.drawing.ascii_fallback import ASCII
from p2p_hanabi.ui.drawing.card_edition import ASCII_VARIABLE
from p2p_hanabi.ui.drawing.style import text
from p2p_hanabi.ui.kit.scenes import SMALLEST
from p2p_hanabi.ui.kit.terminal import fits, open_terminal
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.terminal.busy_scene import BusyScene
from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.words_shared import broke, lines_instead

from ..console.failures import Failed, Left
from ..console.sentences_crash import NO_TERMINAL, cannot_be_drawn_on
from ..play.game_task import GameTask

if TYPE_CHECKING:
    from ..play.seat_screen import Play
    from .full_screen import FullScreen
    from .seat_events import SeatEvents


async def in_person(prepare: Callable[[], Play], *, plain: bool, has_menu: bool = False) -> int:
    """Play on the full screen if the terminal supports it and `plain` is false, else in lines.

    `prepare` loads and sets up the game, after the first frame of the full screen, or before the
    first line. `has_menu`: whoever leaves early comes back to it. Raise `Left` then.
    """
    if not plain and fits(sys.stdin, sys.stdout, os.environ):
        return await _on_full_screen(prepare, has_menu=has_menu)
    return await GameTask(_in_lines(prepare, plain=plain)).exit_code()


async def beside_json(prepare: Callable[[], Play], events: SeatEvents) -> int:
    """Play in lines on standard error, since standard output is for the events."""
    return await GameTask(_with_events(prepare, events)).exit_code()


async def _with_events(prepare: Callable[[], Play], events: SeatEvents) -> int:
    from p2p_hanabi.ui.kit.console import open_console

    from .json_screen import JsonScreen
    from .line_screen import LineScreen

    play = prepare()
    async with open_console(sys.stdin, sys.stderr, os.environ) as console:
        return await play(JsonScreen(LineScreen(console, events.verdict), events))


async def _in_lines(prepare: Callable[[], Play], *, plain: bool) -> int:
    from p2p_hanabi.ui.kit.console import open_console

    from .line_screen import LineScreen

    play = prepare()
    async with open_console(sys.stdin, sys.stdout, os.environ) as console:
        if console.is_terminal:
            sentences = [*([] if plain else [why_lines(os.environ)]), *plainer_signs()]
            console.write(*map(text, sentences))
        elif not plain:
            click.echo(_(NO_TERMINAL), err=True)  # stdout is for the game
        return await play(LineScreen(console))


def why_lines(environ: Mapping[str, str]) -> str:
    """Explain why a terminal does not get the full screen."""
    term = environ.get("TERM", "")
    return lines_instead(SMALLEST) if can_draw(environ) else cannot_be_drawn_on(term)


def plainer_signs() -> list[str]:
    """Explain why some characters are replaced, unless the player has asked for it."""
    encoding = sys.stdout.encoding or "ascii"
    is_asked = bool(os.environ.get(ASCII_VARIABLE))
    if is_asked or encoding.lower().startswith("utf"):
        return []
    return [
        _(
            "This terminal does not support UTF-8 ({encoding}), so some characters are "
            "replaced by simpler ones. Try LC_ALL=C.UTF-8 before the command."
        ).format(encoding="ASCII" if encoding == ASCII else encoding)
    ]


async def _on_full_screen(prepare: Callable[[], Play], *, has_menu: bool) -> int:
    """Play on the full screen, and print the result once the terminal is restored. Raise `Left` if
    the player goes back to the menu."""
    screen: FullScreen | None = None
    has_left = False

    async def play() -> int:
        nonlocal screen
        await asyncio.sleep(0)  # let the first frame be drawn
        import p2p_hanabi.ui.kit.console  # noqa: F401 - for `_print_result`: it may be too late then

        from .full_screen import FullScreen
        from .terminal_scenes import TERMINAL_SCENES  # slow to load

        why = " ".join(plainer_signs())
        screen = FullScreen(terminal, TERMINAL_SCENES, why, can_go_back=has_menu)
        async with screen.ticking():
            return await prepare()(screen)

    first = BusyScene(WaitNotice())
    async with open_terminal(sys.stdin, sys.stdout, os.environ, first) as terminal:
        game = GameTask(play())

        def leave() -> None:
            nonlocal has_left
            has_left = True
            game.leave()

        terminal.leave = leave
        code = await game.exit_code()
    if terminal.broken is not None:
        from ..console.logs import log_file

        raise Failed(broke(log_file())) from terminal.broken
    if screen is not None:
        _print_result(screen)
        if has_menu and has_left and not screen.has_gathered:
            raise Left(is_early=True)
    return code


def _print_result(screen: FullScreen) -> None:
    from p2p_hanabi.ui.kit.console import Printer

    from ..play.seat_screen import print_path

    Printer(sys.stdout).write(*screen.last_lines)
    if screen.transcript is not None:
        print_path(screen.transcript)
    elif screen.was_seated:
        Printer(sys.stdout).write(
            text(_('You have left. "p2phanabi resume" brings you back to your seat.'))
        )
