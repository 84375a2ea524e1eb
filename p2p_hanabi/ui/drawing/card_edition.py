"""Environment variables for the look of the screen; and the edition of the cards, whose effect
each game defines."""

from __future__ import annotations

THEME_VARIABLE = "P2PHANABI_THEME"
"""terminal, dark, light, none: see `theme.py`."""
ASCII_VARIABLE = "P2PHANABI_ASCII"
MOUSE_VARIABLE = "P2PHANABI_MOUSE"
EDITION_VARIABLE = "P2PHANABI_EDITION"

_chosen: str | None = None


def choose(edition: str | None) -> None:
    """Draw the cards of this edition from now on; a game without such an edition ignores it."""
    global _chosen  # noqa: PLW0603 - a program has one user, as for its language
    _chosen = edition


def chosen() -> str | None:
    return _chosen
