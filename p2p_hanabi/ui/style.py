"""Lines of styled text: what painters make, and how a line interface prints it.

A line is a tuple of (style, text) pairs, as prompt_toolkit takes them too. A style never says
anything that the text does not say.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import groupby
from typing import TypeAlias

from prompt_toolkit.utils import get_cwidth

Span: TypeAlias = tuple[str, str]
Line: TypeAlias = tuple[Span, ...]

PATH = "path"
"""The style of a line that is never cut: it is there to be copied."""

WIDTH = 80
HANGING = 6

_SGR = {
    "red": "31",
    "yellow": "33",
    "green": "32",
    "blue": "34",
    "white": "1",
    "multicolour": "35",
    "strong": "1",
    "alarm": "1;31",
}
_NOT_SHOWN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def text(words: str, style: str = "") -> Line:
    return ((style, words),)


def joined(lines: Iterable[Line], between: str = "") -> Line:
    """One line of several."""
    spans: list[Span] = []
    for line in lines:
        if spans and between:
            spans.append(("", between))
        spans += line
    return tuple(spans)


def as_text(line: Line) -> str:
    return "".join(words for _, words in line)


def as_ansi(line: Line) -> str:
    return "".join(
        f"\x1b[{_SGR[style]}m{words}\x1b[0m" if style in _SGR and words.strip() else words
        for style, words in line
    )


def clean(line: Line) -> Line:
    """Without what could steer a terminal or turn text around: names come from other people."""
    return tuple((style, "".join(map(_visible, words))) for style, words in line)


def folded(line: Line, width: int) -> list[Line]:
    """The line cut between words; what follows is indented. A word too long is cut anywhere."""
    if any(style == PATH for style, _ in line):
        return [line]
    rows: list[list[Span]] = [[]]
    used = 0
    for style, word in _words(line):
        if used + get_cwidth(word.rstrip()) > width and used > HANGING:
            rows.append([("", " " * HANGING)])
            used = HANGING
            word = word.lstrip()  # noqa: PLW2901 - the space has become the line's end
        for piece in _pieces(word, width - HANGING):
            if used + get_cwidth(piece.rstrip()) > width:
                rows.append([("", " " * HANGING)])
                used = HANGING
            rows[-1].append((style, piece))
            used += get_cwidth(piece)
    return [_merged(row) for row in rows]


def _merged(row: list[Span]) -> Line:
    """Neighbours of one style are one span again."""
    alike = groupby(row, key=lambda span: span[0])
    return tuple((style, "".join(words for _, words in spans)) for style, spans in alike)


def _words(line: Line) -> Iterable[Span]:
    """Each word with the spaces before it; a span's end is no place to cut by itself."""
    for style, words in line:
        start = 0
        for i in range(1, len(words)):
            if words[i] == " " and words[i - 1] != " ":
                yield style, words[start:i]
                start = i
        if words:
            yield style, words[start:]


def _pieces(word: str, width: int) -> Iterable[str]:
    piece, used = "", 0
    for each in word:
        if used + get_cwidth(each) > width:
            yield piece
            piece, used = "", 0
        piece += each
        used += get_cwidth(each)
    yield piece


def _visible(each: str) -> str:
    return "?" if unicodedata.category(each) in _NOT_SHOWN else each
