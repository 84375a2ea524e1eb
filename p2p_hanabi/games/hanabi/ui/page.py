"""A table of Hanabi on a page."""

from __future__ import annotations

from p2p_hanabi.ui.table.game_page import LinesPage

from .screen import SCREEN

PAGE = LinesPage(SCREEN)
