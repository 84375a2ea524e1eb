"""`p2phanabi rules`: the page of a game's rules, which comes with the program."""

from __future__ import annotations

from pathlib import Path

from p2p_hanabi.ui.kit.i18n import LANGUAGES, _, language

_HERE = Path(__file__).parents[1]
_FOLDERS = (_HERE / "rules", _HERE.parent / "docs" / "rules")
"""Of an installed program, and of a checkout, from which setup.py takes the pages."""


def page_of(game: str) -> Path:
    """Return the page in the player's language if there is one, else in that of the sources."""
    names = (f"{game}.{language()}.md", f"{game}.md")
    pages = [folder / name for name in names for folder in _FOLDERS]
    return next((page for page in pages if page.is_file()), pages[-1])


def other_language(page: Path) -> str:
    """Say in which language a page is, if it is another one; else nothing."""
    if language() == LANGUAGES[0] or page.stem.endswith(f".{language()}"):
        return ""
    return _("These rules are in English; nobody has translated them yet.")
