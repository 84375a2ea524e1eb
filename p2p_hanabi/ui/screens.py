"""The games that can be shown, by the names that stand in a seating."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from p2p_hanabi.games.hanabi.ui.screen import HanabiScreen
from p2p_hanabi.games.ikebana.ui.screen import IkebanaScreen
from p2p_hanabi.games.koikoi.ui.screen import KoikoiScreen
from protocol.peer.remarks import Arrangement

from .table.game_screen import GameScreen

SCREENS: dict[str, GameScreen] = {
    "hanabi": HanabiScreen(),
    "ikebana": IkebanaScreen(),
    "koikoi": KoikoiScreen(),
}


def as_seen(game: str, view: Any, orders: Sequence[Arrangement]) -> Any:
    """A view with all hands as their owners have put them in order."""
    ordered = SCREENS[game].ordered
    return view if view is None or ordered is None else ordered.arranged(view, orders)
