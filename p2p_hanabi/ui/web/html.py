"""Text as HTML: escape everything that was written by other people."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping

from ..drawing.style import Line, as_text, clean

_STEERS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})
"""The standard library's `html` would load the names of 2,231 characters into every process."""


def paragraph(line: Line) -> str:
    style = ' class="strong"' if any(style == "strong" for style, _ in line) else ""
    return f"<p{style}>{as_words(as_text(line).strip())}</p>"


def as_words(words: str) -> str:
    """Escape a text, so that names cannot contain markup or reverse the text."""
    return as_text(clean((("", words),))).translate(_STEERS)


def style_policy(style: str) -> str:
    """Return a policy that allows this style sheet, and nothing else."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'"


def as_data(value: Mapping[str, object]) -> str:
    """Return the value as JSON that cannot end the script element: names are not trusted."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")
