"""Libsodium computes nothing twice."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any

import nacl.bindings

SHARED = (
    "crypto_scalarmult_ed25519_noclamp",
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_core_ed25519_add",
    "crypto_core_ed25519_sub",
)
"""Those that give a point."""
PURE = (
    *SHARED,
    "crypto_core_ed25519_is_valid_point",
    "crypto_box_beforenm",
    "crypto_sign_seed_keypair",
    "crypto_sign",
    "crypto_sign_open",
)
"""Functions of their arguments alone. Every seat of a table, and every audit of its file, asks them
the same: to remember their answers takes two thirds off the time of the protocol's tests."""
MOST = 1 << 15
POINTS = "P2PHANABI_TESTS_POINTS"
_computing = {name: getattr(nacl.bindings, name) for name in SHARED}


def remember_answers() -> None:
    """From now on, in this process."""
    for name in PURE:
        _remember(name, getattr(nacl.bindings, name))


@cache
def shared_points() -> int | None:
    """A file for `share_points` of processes that this one starts, and which it shares with them
    from now on: the one that `offer_points` has made. None if there is none, as where something is
    measured."""
    if POINTS not in os.environ:
        return None
    file = os.open(os.environ[POINTS], os.O_RDWR)
    for name in SHARED:
        _remember(name, Points(file, name))
    return file


def offer_points() -> None:
    """Make a file for this process and all that it will start, where files can be in memory."""
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("points")
        os.truncate(file, SLOTS * SLOT)
        os.environ[POINTS] = f"/proc/{os.getpid()}/fd/{file}"


def share_points(file: int) -> None:
    """From now on, in this process and its copies."""
    for name in SHARED:
        setattr(nacl.bindings, name, Points(file, name))


def _remember(name: str, function: Callable[..., Any]) -> None:
    setattr(nacl.bindings, name, lru_cache(maxsize=MOST)(function))


SLOTS = 1 << 21
POINT, SEAL = 32, 16
SLOT = POINT + SEAL


class Points:
    """What a function has given in any of the processes that have this file, which is not mapped
    into their memory: some tests measure that.

    A point stands at the place that the question gives, until another one comes there. Its seal is
    a digest of question and point: what two processes have written at once fits no question.
    """

    def __init__(self, file: int, name: str) -> None:
        self._file = file
        self._number = bytes([SHARED.index(name)])
        self._compute = _computing[name]

    def __call__(self, *given: bytes) -> bytes:
        question = self._number + b"".join(given)
        return kept(self._file, question, lambda: self._compute(*given))


def kept(file: int, question: bytes, compute: Callable[[], bytes]) -> bytes:
    """Return the answer of 32 bytes that stands in the file, or compute and write it."""
    start = zlib.crc32(question) % SLOTS * SLOT
    slot = os.pread(file, SLOT, start)
    if slot[POINT:] == _seal(question, slot[:POINT]):
        return slot[:POINT]
    answer = compute()
    os.pwrite(file, answer + _seal(question, answer), start)
    return answer


def _seal(question: bytes, point: bytes) -> bytes:
    return blake2b(question + point, digest_size=SEAL).digest()
