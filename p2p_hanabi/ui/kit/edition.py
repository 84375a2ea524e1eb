"""How the cards of the screen are painted, and which colours it has.

Hanabi's fifth colour is black in the box of 2010, else white (HB3). It is only paint: the same
colour of the same game, on this screen alone.
"""

from __future__ import annotations

THEME_VARIABLE = "P2PHANABI_THEME"
"""terminal, dark, light, none: see `full/look.py`."""
EDITION_VARIABLE = "P2PHANABI_EDITION"
BLACK = "2010"

_chosen: str | None = None


def choose(edition: str | None) -> None:
    """From now on the cards look like those of this box; what is not `BLACK` is as usual."""
    global _chosen  # noqa: PLW0603 - a program has one reader, as for its language
    _chosen = edition


def is_black() -> bool:
    return _chosen == BLACK
