"""The games that can be shown, by the names that stand in a seating."""

from __future__ import annotations

from .game_screen import GameScreen
from .hanabi_screen import HanabiScreen
from .ikebana_screen import IkebanaScreen
from .koikoi_screen import KoikoiScreen

SCREENS: dict[str, GameScreen] = {
    "hanabi": HanabiScreen(),
    "ikebana": IkebanaScreen(),
    "koikoi": KoikoiScreen(),
}
