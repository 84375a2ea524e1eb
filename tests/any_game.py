"""Games as tests take them: with whatever types each has, since a test knows which one it plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from p2p_hanabi import registry
from p2p_hanabi.ui.model.game.game_page import GamePage
from p2p_hanabi.ui.model.game.game_screen import GameScreen
from p2p_hanabi.ui.model.seat.table_port import TablePort
from p2p_hanabi.ui.model.table.shown_table import ShownTable
from p2p_hanabi.ui.terminal.table.game_table import GameTable
from p2p_hanabi.ui.terminal.table.table_scene import TableScene
from p2p_hanabi.ui.web.table_page import TablePage
from protocol.game import Game
from protocol.peer.table import Table

AnyGame: TypeAlias = Game[Any, Any, Any]
AnyTable: TypeAlias = Table[Any, Any]
AnyPort: TypeAlias = TablePort[Any, Any]
AnyTableScene: TypeAlias = TableScene[Any, Any, Any]
AnyTablePage: TypeAlias = TablePage[Any, Any]

RULES: Mapping[str, Any] = registry.RULES
BOTS: Mapping[str, Callable[[Any], Any]] = registry.BOTS
SCREENS: Mapping[str, GameScreen[Any, Any]] = registry.SCREENS
PAGES: Mapping[str, GamePage[Any, Any]] = registry.PAGES
SCENES: Mapping[str, Callable[[ShownTable[Any, Any]], GameTable[Any, Any, Any]]] = registry.SCENES


def bare(value: object) -> Any:
    """What a protocol holds as a state, a move or a view of some game, as what it is."""
    return value
