"""Vectors of an independent implementation of the design, and how to read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def load(name: str) -> Any:
    """A JSON file of this folder."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


def value(entry: Any) -> Any:
    """The value that the JSON stands for: {"bytes": hex} is a byte string, a list an array."""
    match entry:
        case {"bytes": digits}:
            return bytes.fromhex(digits)
        case list():
            return tuple(value(part) for part in entry)
        case _:
            return entry
