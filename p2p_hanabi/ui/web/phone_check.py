"""The page of `doctor --phone`: it shows what the program sends, and confirms that."""

from __future__ import annotations

from pathlib import Path

from p2p_hanabi.web_file import WebFile

from ..words.i18n import N_, _, language
from .bundle import bundled
from .html import as_words

FOLDER = Path(__file__).parent
WAITING = N_("This phone has the page, and is requesting the rest from the computer.")
_PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>p2phanabi</title>
<h1 role="status">{waiting}</h1>
<script type="module" src="phone_check.js"></script>
"""


def files() -> dict[str, WebFile]:
    """Return all files of the page by their paths."""
    page = _PAGE.format(language=language(), waiting=as_words(_(WAITING)))
    script = bundled("phone_check", lambda name: (FOLDER / name).read_bytes())
    return {
        "/": WebFile(page.encode(), "text/html; charset=utf-8"),
        "/phone_check.js": WebFile(script, "text/javascript; charset=utf-8"),
    }
