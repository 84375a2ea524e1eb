"""Signs, colours and themes. No colour conveys anything that the text does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .card_edition import ASCII_VARIABLE, THEME_VARIABLE
from .style import Line

if TYPE_CHECKING:
    from prompt_toolkit.styles import Style  # slow to load, and not needed for web pages

PREFIX = "p2ph-"
"""The prefix of our names in the style sheet: prompt_toolkit has a `white` of its own."""


@dataclass(frozen=True, slots=True)
class Signs:
    """Narrow signs, each one cell wide."""

    full: str
    empty: str
    rule: str
    turn: str
    away: str
    reached: str
    ahead: str
    lost: str
    hinted: str
    box: str
    """Four corners, clockwise from the upper left, and two sides."""


UNICODE = Signs("●", "○", "─", "▶", "×", "█", "·", "×", "◆", "╭╮╯╰─│")
ASCII = Signs("*", "-", "-", ">", "x", "#", ".", "x", "*", "++++-|")

_PLAIN = {
    "strong": "bold",
    "alarm": "bold",
    "dim": "",
    "title": "bold",
    "button": "underline",
    "chosen": "reverse",
    "told": "underline",
    "noted": "italic",
    "turn": "bold reverse",
    "path": "",
    "qr": "",
}
_TERMINAL = {
    **_PLAIN,
    "red": "ansired",
    "yellow": "ansiyellow",
    "green": "ansigreen",
    "blue": "ansiblue bold",
    "white": "bold",
    "multicolour": "ansimagenta",
    "alarm": "ansired bold",
    "dim": "ansibrightblack",
    "qr": "ansiwhite bg:ansiblack",
}
_DARK = {
    **_TERMINAL,
    "red": "#ff6b6b",
    "yellow": "#ffd75f",
    "green": "#87d787",
    "blue": "#5fafff",
    "white": "#ffffff bold",
    "multicolour": "#d787ff",
    "dim": "#8a8a8a",
    "qr": "#ffffff bg:#000000",
}
_LIGHT = {
    **_TERMINAL,
    "red": "#af0000",
    "yellow": "#875f00",
    "green": "#005f00",
    "blue": "#0000af",
    "white": "#000000 bold",
    "multicolour": "#870087",
    "dim": "#6c6c6c",
    "qr": "#ffffff bg:#000000",
}
DEPTHS = {bits: f"DEPTH_{bits}_BIT" for bits in (1, 4, 8, 24)}
"""prompt_toolkit's names for colour depths."""
_THEMES = {"terminal": _TERMINAL, "dark": _DARK, "light": _LIGHT, "none": _PLAIN}


@dataclass(frozen=True, slots=True)
class Theme:
    """What a terminal can show. `name` is one of terminal, dark, light, none; `depth` is the value
    of a prompt_toolkit `ColorDepth`."""

    name: str = "terminal"
    depth: str = DEPTHS[8]
    is_ascii: bool = False

    @property
    def signs(self) -> Signs:
        return ASCII if self.is_ascii else UNICODE

    def style(self) -> Style:
        from prompt_toolkit.styles import Style

        return Style([(PREFIX + name, rule) for name, rule in _THEMES[self.name].items()])


def theme_of(environ: Mapping[str, str], encoding: str) -> Theme:
    """Return the theme: `NO_COLOR` disables colours, `P2PHANABI_THEME` selects them, and the
    encoding determines the signs."""
    is_ascii = bool(environ.get(ASCII_VARIABLE)) or not encoding.lower().startswith("utf")
    term = environ.get("TERM", "")
    if environ.get("NO_COLOR") or term in ("vt100", "vt220"):
        return Theme("none", DEPTHS[1], is_ascii)
    theme = environ.get(THEME_VARIABLE, "")
    if theme not in _THEMES:
        theme = _guessed(environ)
    return Theme(theme, _depth(environ, term), is_ascii)


def classes(line: Line) -> list[tuple[str, str]]:
    """Return the line in prompt_toolkit's format: our names are classes of its style sheet."""
    return [
        (" ".join(f"class:{PREFIX}{name}" for name in style.split()), words)
        for style, words in line
    ]


def _guessed(environ: Mapping[str, str]) -> str:
    """Guess the theme: some terminals report their background; for others, their own colours are
    best."""
    background = environ.get("COLORFGBG", "").rpartition(";")[2]
    if not background.isdigit():
        return "terminal"
    return "light" if int(background) in (7, 15) else "dark"


def _depth(environ: Mapping[str, str], term: str) -> str:
    if environ.get("COLORTERM") in ("truecolor", "24bit"):
        return DEPTHS[24]
    if "256" in term:
        return DEPTHS[8]
    return DEPTHS[4]
