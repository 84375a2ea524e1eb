"""Short builders for the tests between machines."""

from __future__ import annotations

import hashlib

from protocol.identity import Identity


def identity(name: str) -> Identity:
    return Identity(hashlib.sha256(name.encode()).digest())
