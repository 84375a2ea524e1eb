"""The files of the live page, which contains no game and no sentences.

The page is `index.html` with the drawings of all cards and the words of the chosen language;
everything else is sent over the channel, as `wire.py` describes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from p2p_hanabi.web_file import WebFile

from ..model.talk.notes import NOTE_LENGTH
from ..words.i18n import language
from .html import as_data, as_words
from .words_page import words

FOLDER = Path(__file__).parent
INDEX = "index.html"
_MODULES = (
    "calling.js",
    "channel.js",
    "dragging.js",
    "fields.js",
    "live.js",
    "moving.js",
    "noble.js",
    "noise.js",
    "parts.js",
    "playing.js",
    "regions.js",
    "steps.js",
    "table.js",
)
_STYLES = ("ask.css", "live.css", "table.css")
_UTF_8 = "charset=utf-8"
_DRAWING = re.compile(r'(?<=<symbol id=")')


def files(drawings: Mapping[str, Path]) -> dict[str, WebFile]:
    """Return all files of the page by their paths; `drawings` are those of each game's cards."""
    scripts = {f"/{name}": WebFile(_read(name), f"text/javascript; {_UTF_8}") for name in _MODULES}
    styles = {f"/{name}": WebFile(_read(name), f"text/css; {_UTF_8}") for name in _STYLES}
    return {"/": WebFile(page(drawings).encode(), f"text/html; {_UTF_8}"), **scripts, **styles}


def page(drawings: Mapping[str, Path]) -> str:
    """Return `index.html` in the chosen language. The ids of drawings are prefixed with the game's
    name, since two games may use the same ones."""
    said = words()
    drawn = (
        _DRAWING.sub(f"{game}-", _content(path).decode()) for game, path in sorted(drawings.items())
    )
    settings = as_data({"words": said, "noteLength": NOTE_LENGTH})
    return (
        _read(INDEX)
        .decode()
        .replace('lang="en"', f'lang="{language()}"')
        .replace("<!-- drawings -->", "".join(drawn))
        .replace("<noscript>script<", f"<noscript>{as_words(said['script'])}<")
        .replace('id="words"><', f'id="words">{settings}<')
    )


def _read(name: str) -> bytes:
    return _content(FOLDER / name)


@cache
def _content(path: Path) -> bytes:
    """Read a file once: the page must stay that of this program, which an upgrade may replace."""
    return path.read_bytes()
