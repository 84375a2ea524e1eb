"""`p2phanabi rules`: show a game's rules page, which is shipped with the program."""

from __future__ import annotations

from pathlib import Path

from p2p_hanabi.ui.words.i18n import LANGUAGES, _, language

_HERE = Path(__file__).parents[1]
_FOLDERS = (_HERE / "rules", _HERE.parent / "docs" / "rules")
"""In an installed program, and in a checkout, from which setup.py copies the pages."""


def page_of(game: str) -> Path:
    """Return the page in the player's language if there is one, else the original in English."""
    names = (f"{game}.{language()}.md", f"{game}.md")
    pages = [folder / name for name in names for folder in _FOLDERS]
    return next((page for page in pages if page.is_file()), pages[-1])


def other_language(page: Path) -> str:
    """Return a notice if the page is not in the player's language, else an empty string."""
    if language() == LANGUAGES[0] or page.stem.endswith(f".{language()}"):
        return ""
    return _("These rules are in English; nobody has translated them yet.")
