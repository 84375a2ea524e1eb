"""File names as typed in a shell."""

from __future__ import annotations

import re
import shlex

_INSIDE = re.compile(r'["\\$`!]')
"""Characters that are special even between double quotes."""
_SPECIAL = re.compile(r"[\s'\"\\$`!*?\[\](){}<>|&;]|^[#~]|^$")


def in_a_shell(path: object) -> str:
    """Quote a path if a shell would not take it literally."""
    words = str(path)
    if not _SPECIAL.search(words):
        return words
    if "'" in words and not _INSIDE.search(words):
        return f'"{words}"'
    return shlex.quote(words)


def on_one_line(path: object) -> str:
    """Quote a path likewise, on one line: a second could look like a message."""
    return in_a_shell(path).replace("\n", "?")
