"""How the screen is painted, as the environment asks for it.

Hanabi's fifth colour is black in the box of 2010, else white (HB3). It is only paint: the same
colour of the same game, on this screen alone. Chosen before the first sentence is said.
"""

from __future__ import annotations

import os

THEME_VARIABLE = "P2PHANABI_THEME"
"""terminal, dark, light, none: see `full/look.py`."""
EDITION_VARIABLE = "P2PHANABI_EDITION"
BLACK = "2010"


def is_black() -> bool:
    return os.environ.get(EDITION_VARIABLE) == BLACK
