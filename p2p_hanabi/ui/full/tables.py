"""The scenes of the games, by the names that stand in a seating."""

from __future__ import annotations

from collections.abc import Callable

from p2p_hanabi.games.hanabi.ui.scene import HanabiTable
from p2p_hanabi.games.ikebana.ui.scene import IkebanaTable
from p2p_hanabi.games.koikoi.ui.scene import KoikoiTable

from ..table.port import TablePort
from ..table.table_scene import TableScene

TABLES: dict[str, Callable[[TablePort], TableScene]] = {
    "hanabi": HanabiTable,
    "ikebana": IkebanaTable,
    "koikoi": KoikoiTable,
}
