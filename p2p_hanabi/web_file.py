"""A file of a page, as data: `ui/web` creates it, `net` serves it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WebFile:
    content: bytes
    content_type: str
