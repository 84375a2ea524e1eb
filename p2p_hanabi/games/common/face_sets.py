"""Sets of faces as bit masks: bit f of an int is set if face f is in the set."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from protocol.game import Face


def bits(faces: Iterable[Face]) -> int:
    """Return the set of these faces."""
    joined = 0
    for face in faces:
        joined |= 1 << face
    return joined


@lru_cache(maxsize=1 << 12)
def listed(faces: int) -> tuple[Face, ...]:
    """List the faces of a set, ascending."""
    return tuple(Face(f) for f in range(faces.bit_length()) if faces >> f & 1)
