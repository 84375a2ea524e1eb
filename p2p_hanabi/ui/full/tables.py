"""The scenes of the games, by the names that stand in a seating."""

from __future__ import annotations

from collections.abc import Callable

from ..port import TablePort
from .hanabi_table import HanabiTable
from .ikebana_table import IkebanaTable
from .koikoi_table import KoikoiTable
from .table_scene import TableScene

TABLES: dict[str, Callable[[TablePort], TableScene]] = {
    "hanabi": HanabiTable,
    "ikebana": IkebanaTable,
    "koikoi": KoikoiTable,
}
