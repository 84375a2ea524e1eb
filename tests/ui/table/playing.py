"""Tables at a certain moment, the scene of any game, and what is on the screen after some keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from p2p_hanabi.games.hanabi.ui.scene import HanabiTable
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.lines.plain import play_table
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.terminal.table.table_scene import TableScene
from tests.any_game import BOTS, SCENES, AnyPort, AnyTableScene
from tests.ui.kit.paper import Paper, at_a_pipe, game_of
from tests.ui.table.ports import DealtTable

from ..kit.terminal import Terminal, at_terminal

SIZES = ((80, 24), (120, 40), (60, 20))


def still() -> float:
    """A clock that stands."""
    return 0.0


def scene_of(port: AnyPort) -> AnyTableScene:
    table = FollowedTable(port, still)
    return TableScene(table, SCENES[game_of(port)](table.shown))


def hanabi_scene(port: AnyPort, clock: Callable[[], float] = still) -> AnyTableScene:
    table = FollowedTable(port, clock)
    return TableScene(table, HanabiTable(table.shown))


def until(
    port: DealtTable, there: Callable[[Any], bool], choose: Callable[[Any], Any] | None = None
) -> DealtTable:
    """Play on, by a bot, to one's own turn of which something is true, or to the end."""
    port.until_my_turn()
    while port.ending() is None and not there(port.view()):
        port.play((choose or BOTS[port.game])(port.view()))
        port.until_my_turn()
    return port


def typed(
    port: AnyPort, *keys: str, size: tuple[int, int] = (80, 24), theme: Theme | None = None
) -> str:
    """What the screen shows after these keys."""
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        shown.append(await screen.type(*keys))

    at_terminal(scene_of(port), size, play, theme)
    return shown[-1]


def clicked(port: AnyPort, *signs: str, size: tuple[int, int] = (80, 24)) -> str:
    """What the screen shows after clicks at these signs."""
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        shown.extend([await screen.click(sign) for sign in signs])

    at_terminal(scene_of(port), size, play)
    return shown[-1]


def answers(port: AnyPort, *typed: str, asks: bool = False) -> list[str]:
    """What is printed by a table at which it is one's turn; the input ends after `typed`."""
    if isinstance(port, DealtTable):
        port.until_my_turn()
    talk = at_a_pipe(lambda console: play_table(port, console, asks=asks), Paper(), *typed)
    return asyncio.run(talk)


def count(lines: list[str], start: str) -> int:
    """How many lines begin so."""
    return sum(line.startswith(start) for line in lines)
