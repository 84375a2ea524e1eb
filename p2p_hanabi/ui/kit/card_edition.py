"""How a player wants the screen to look, as it is said in the environment; and which printing of
the cards it paints, of which each game says what that changes."""

from __future__ import annotations

THEME_VARIABLE = "P2PHANABI_THEME"
"""terminal, dark, light, none: see `theme.py`."""
ASCII_VARIABLE = "P2PHANABI_ASCII"
MOUSE_VARIABLE = "P2PHANABI_MOUSE"
EDITION_VARIABLE = "P2PHANABI_EDITION"

_chosen: str | None = None


def choose(edition: str | None) -> None:
    """Paint the cards of this box from now on; a game that knows no such box paints as usual."""
    global _chosen  # noqa: PLW0603 - a program has one reader, as for its language
    _chosen = edition


def chosen() -> str | None:
    return _chosen
