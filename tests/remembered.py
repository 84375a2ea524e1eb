"""Libsodium computes nothing twice."""

from __future__ import annotations

from functools import lru_cache

import nacl.bindings

PURE = (
    "crypto_scalarmult_ed25519_noclamp",
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_core_ed25519_add",
    "crypto_core_ed25519_sub",
    "crypto_sign_open",
)
"""Functions of their arguments alone. Every seat of a table, and every audit of its file, asks them
the same: to remember their answers takes two thirds off the time of the protocol's tests."""


def remember_answers() -> None:
    """From now on, in this process."""
    for name in PURE:
        setattr(nacl.bindings, name, lru_cache(maxsize=1 << 15)(getattr(nacl.bindings, name)))
