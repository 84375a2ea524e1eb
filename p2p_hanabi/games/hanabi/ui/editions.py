"""The edition whose cards are drawn: the fifth colour is black in that of 2010, else white (HB3).

This affects only the display on this screen, not the game.
"""

from __future__ import annotations

from p2p_hanabi.ui.drawing import card_edition

BLACK = "2010"
EDITIONS = {BLACK: "Cards of the 2010 edition: Hanabi's fifth colour is black."}


def is_black() -> bool:
    return card_edition.chosen() == BLACK
