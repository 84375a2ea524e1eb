"""Text as HTML: whatever was written by other people is shown, and steers nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping

from ..kit.style import Line, as_text, clean

_STEERS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
"""The standard library's `html` would bring the names of 2,231 signs into every seat's memory."""


def paragraph(line: Line) -> str:
    style = ' class="strong"' if any(style == "strong" for style, _ in line) else ""
    return f"<p{style}>{as_words(as_text(line).rstrip())}</p>"


def as_words(words: str) -> str:
    """Names come from other people: neither markup nor what would turn the text around."""
    return as_text(clean((("", words),))).translate(_STEERS)


def as_data(value: Mapping[str, object]) -> str:
    """Return it as JSON in which nothing ends the element: names come from other people."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
