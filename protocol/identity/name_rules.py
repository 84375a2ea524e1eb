"""The rules for names of players and tables.

Source: docs/protocol.md, section 3.
"""

from __future__ import annotations

import re
import unicodedata

from ..encoding import Value
from ..errors import BadEncoding
from ..reasons import Malformed

MAX_NAME = 24
"""The most characters of a name."""
_UNPRINTABLE = frozenset({"Cc", "Cf", "Zl", "Zp", "Cs"})
"""Surrogates (Cs) never arrive over the wire: Python represents invalid UTF-8 by them, and they
cannot be encoded."""

_SPACES = frozenset({"Zs", "Cf"})
_BLANKS = (
    ("\u034f", "\u034f"),
    ("\u115f", "\u1160"),
    ("\u17b4", "\u17b5"),
    ("\u180b", "\u180f"),
    ("\u2065", "\u2065"),
    ("\u2800", "\u2800"),
    ("\u3164", "\u3164"),
    ("\ufe00", "\ufe0f"),
    ("\uffa0", "\uffa0"),
    ("\ufff0", "\ufff8"),
    ("\U000e0000", "\U000e0fff"),
)
"""Unicode's Default_Ignorable characters outside Cf (format), and the Braille blank."""
_EMOJI = "\u2190-\u21ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
_JOINED = re.compile(f"(?<=[{_EMOJI}\ufe0f])\u200d(?=[{_EMOJI}])")
"""U+200D between two emoji, which joins them into one, such as a family."""


def is_printable(character: str) -> bool:
    """Return whether the character is no control, no format character and no line break, and so
    nothing that a terminal would interpret."""
    return unicodedata.category(character) not in _UNPRINTABLE


def is_blank(character: str) -> bool:
    """Return whether the character is invisible: a space, or one that is ignored where it cannot be
    displayed."""
    return unicodedata.category(character) in _SPACES or any(
        first <= character <= last for first, last in _BLANKS
    )


def name_from(value: Value, most: int = MAX_NAME) -> str:
    """Parse a name of 1 to `most` characters that is not blank and cannot control a terminal.
    Raises `BadEncoding`."""
    if not isinstance(value, str) or not 1 <= len(value) <= most:
        raise BadEncoding(Malformed.NAME_LENGTH.reason(most=most))
    bare = _JOINED.sub("", value)
    if not all(is_printable(character) for character in bare):
        raise BadEncoding(Malformed.NAME_CONTROL)
    if all(is_blank(character) for character in bare):
        raise BadEncoding(Malformed.NAME_BLANK)
    return value
