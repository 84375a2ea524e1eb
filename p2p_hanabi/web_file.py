"""A file of a page, as data: `ui/web` creates it, `net` serves it."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WebFile:
    """`is_fixed`: whatever else its address ever serves, it is this content, so it may be cached
    for ever (`fixed_path`)."""

    content: bytes
    content_type: str
    is_fixed: bool = False

    @property
    def digest(self) -> str:
        """The SHA-256 of the content, as `integrity` has it in HTML."""
        return f"sha256-{base64.b64encode(hashlib.sha256(self.content).digest()).decode()}"


def fixed_path(name: str, content: bytes) -> str:
    """Return the path of a fixed file, such as /live-0123456789abcdef.js for live.js."""
    stem, _dot, kind = name.rpartition(".")
    return f"/{stem}-{hashlib.sha256(content).hexdigest()[:16]}.{kind}"
