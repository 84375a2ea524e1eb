"""The files of the live page, which contains no game and no sentences.

The page is `index.html` with the drawings of all cards and the words of the chosen language, one
script and one style sheet; everything else is sent over the channel, as `wire.py` describes. The
page is requested each time; the other two can be cached, as their paths change with their content,
and the page names their digests: whatever somebody put into a cache is not run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from p2p_hanabi.web_file import WebFile, fixed_path

from ..model.table.action_keys import CAPITALS, NOTE, ORDER
from ..model.talk.notes import NOTE_LENGTH
from ..words.i18n import language
from .bundle import bundled
from .html import as_data, as_words
from .words_page import words

FOLDER = Path(__file__).parent
INDEX = "index.html"
_SCRIPT = "live"
_STYLES = ("table.css", "live.css", "ask.css", "felt.css", "board.css")
_KEYS = {"note": NOTE, "order": ORDER, "capitals": CAPITALS}
_UTF_8 = "charset=utf-8"
_DRAWING = re.compile(r'(?<=<symbol id=")|(?<=<g id=")|(?<=<use href="#)')


def files(drawings: Mapping[str, Path], replaced: Mapping[str, bytes] = {}) -> dict[str, WebFile]:
    """Return all files of the page by their paths; `drawings` are those of each game's cards,
    `replaced` modules to use instead of the program's, by their file names."""
    script = bundled(_SCRIPT, lambda name: replaced.get(name) or _read(name))
    style = b"".join(map(_read, _STYLES))
    fixed = {
        "live.js": WebFile(script, f"text/javascript; {_UTF_8}", is_fixed=True),
        "live.css": WebFile(style, f"text/css; {_UTF_8}", is_fixed=True),
    }
    paths = {name: fixed_path(name, file.content) for name, file in fixed.items()}
    html = page(drawings)
    for name, file in fixed.items():
        relative = paths[name].removeprefix("/")  # the page can be behind any door of a port
        linked = f'"{relative}" integrity="{file.digest}"'
        html = html.replace(f'"{name}"', linked)
    served = {paths[name]: file for name, file in fixed.items()}
    return {"/": WebFile(html.encode(), f"text/html; {_UTF_8}"), **served}


def page(drawings: Mapping[str, Path]) -> str:
    """Return `index.html` in the chosen language. The ids of drawings are prefixed with the game's
    name, since two games may use the same ones."""
    sentences = words()
    drawn = (
        _DRAWING.sub(f"{game}-", _content(path).decode()) for game, path in sorted(drawings.items())
    )
    settings = as_data({"words": sentences, "noteLength": NOTE_LENGTH, "keys": _KEYS})
    return (
        _read(INDEX)
        .decode()
        .replace('lang="en"', f'lang="{language()}"')
        .replace("<!-- drawings -->", "".join(drawn))
        .replace("<noscript>script<", f"<noscript>{as_words(sentences['script'])}<")
        .replace('id="words"><', f'id="words">{settings}<')
    )


def _read(name: str) -> bytes:
    return _content(FOLDER / name)


@cache
def _content(path: Path) -> bytes:
    """Read a file once: the page must stay that of this program, which an upgrade may replace."""
    return path.read_bytes()
