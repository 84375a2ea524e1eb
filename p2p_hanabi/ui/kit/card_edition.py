"""Which printing of the cards the screen paints; each game says what that changes."""

from __future__ import annotations

THEME_VARIABLE = "P2PHANABI_THEME"
"""terminal, dark, light, none: see `theme.py`."""
EDITION_VARIABLE = "P2PHANABI_EDITION"

_chosen: str | None = None


def choose(edition: str | None) -> None:
    """Paint the cards of this box from now on; a game that knows no such box paints as usual."""
    global _chosen  # noqa: PLW0603 - a program has one reader, as for its language
    _chosen = edition


def chosen() -> str | None:
    return _chosen
