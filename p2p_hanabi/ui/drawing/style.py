"""Lines of styled text: the output of painters, and how plain mode prints it.

A line is a tuple of (style, text) pairs, as in prompt_toolkit. A style never conveys anything that
the text does not.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import groupby
from typing import TypeAlias

Span: TypeAlias = tuple[str, str]
Line: TypeAlias = tuple[Span, ...]

PATH = "path"
"""The style of a line that is never cut, so that it can be copied."""

JOINER = "\u200d"
"""Joins several emoji into one, such as a family."""
WIDTH = 80
HANGING = 6
_SPACES_OR_WORD = re.compile(" +|[^ ]+")
_NARROW = re.compile("[ -~\u00a0-\u00ac\u00ae-\u02ff\u2500-\u259f]*")
"""Latin letters and signs, line and block characters, each one cell wide; not the soft hyphen."""

_SGR = {
    "red": "31",
    "yellow": "33",
    "green": "32",
    "blue": "34",
    "white": "1",
    "multicolour": "35",
    "strong": "1",
    "alarm": "1;31",
    "qr": "97;40",
}
_NOT_SHOWN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def text(words: str, style: str = "") -> Line:
    return ((style, words),)


def cells(words: str) -> int:
    """Return the number of terminal cells that a text takes."""
    if _NARROW.fullmatch(words):
        return len(words)
    from prompt_toolkit.utils import get_cwidth  # slow to load, and rarely needed in plain mode

    return get_cwidth(words)


def joined(lines: Iterable[Line], between: str = "") -> Line:
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
    """Replace characters that could control a terminal or reverse text: names are not trusted."""
    return tuple(
        (style, words if words.isprintable() else "".join(map(_visible, words)))
        for style, words in line
    )


LONGEST_FOREIGN = 60


def foreign(words: str) -> str:
    """Return the beginning of a foreign text, without control characters."""
    return as_text(clean(text(words[:LONGEST_FOREIGN])))


def folded(line: Line, width: int) -> list[Line]:
    """Wrap the line between words, with a hanging indent. Words that are too long are cut."""
    if any(style == PATH for style, _ in line):
        return [line]
    if _wide(line) <= width:
        return [_merged(span for span in line if span[1])]
    rows: list[list[Span]] = [[]]
    used = 0
    for spaces, word in _words(line):
        before, wide = _wide(spaces), _wide(word)
        if used + before + wide > width and not word:
            continue  # drop trailing spaces
        if used + before + wide > width and used > HANGING:
            rows.append([("", " " * HANGING)])
            used = HANGING
        else:
            rows[-1] += spaces
            used += before
        for style, words in word:
            for piece in pieces(words, width - HANGING):
                if used + cells(piece) > width:
                    rows.append([("", " " * HANGING)])
                    used = HANGING
                rows[-1].append((style, piece))
                used += cells(piece)
    return [_merged(row) for row in rows]


def _merged(row: Iterable[Span]) -> Line:
    """Merge adjacent spans of the same style."""
    alike = groupby(row, key=lambda span: span[0])
    return tuple((style, "".join(words for _, words in spans)) for style, spans in alike)


def _words(line: Line) -> Iterable[tuple[list[Span], list[Span]]]:
    """Yield each word with the spaces before it; a word may consist of several spans."""
    spaces: list[Span] = []
    word: list[Span] = []
    for style, words in line:
        for part in _SPACES_OR_WORD.findall(words):
            if part[0] != " ":
                word.append((style, part))
                continue
            if word:
                yield spaces, word
                spaces, word = [], []
            spaces.append((style, part))
    if spaces or word:
        yield spaces, word


def _wide(spans: Iterable[Span]) -> int:
    return sum(cells(words) for _, words in spans)


def pieces(word: str, width: int) -> Iterable[str]:
    """Cut a word anywhere, into pieces of at most `width` cells."""
    if cells(word) <= width:
        yield word
        return
    piece, used = "", 0
    for each in word:
        if used + cells(each) > width:
            yield piece
            piece, used = "", 0
        piece += each
        used += cells(each)
    yield piece


def _visible(each: str) -> str:
    if each == JOINER:  # show joined emoji side by side: terminals differ in the width of one
        return ""
    return "?" if unicodedata.category(each) in _NOT_SHOWN else each
