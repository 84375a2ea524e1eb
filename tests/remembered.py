"""Libsodium computes nothing twice."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any

import nacl.bindings

MUL = "crypto_scalarmult_ed25519_noclamp"
PURE = (
    MUL,
    "crypto_scalarmult_ed25519_base_noclamp",
    "crypto_core_ed25519_add",
    "crypto_core_ed25519_sub",
    "crypto_core_ed25519_is_valid_point",
    "crypto_box_beforenm",
    "crypto_sign_seed_keypair",
    "crypto_sign",
    "crypto_sign_open",
)
"""Functions of their arguments alone. Every seat of a table, and every audit of its file, asks them
the same: to remember their answers takes two thirds off the time of the protocol's tests."""
MOST = 1 << 15
PRODUCTS = "P2PHANABI_TESTS_PRODUCTS"
_multiply = nacl.bindings.crypto_scalarmult_ed25519_noclamp


def remember_answers() -> None:
    """From now on, in this process."""
    for name in PURE:
        _remember(name, getattr(nacl.bindings, name))


@cache
def shared_products() -> int | None:
    """A file for `share_products` of processes that this one starts, and which it shares with them
    from now on: the one that `offer_products` has made. None if there is none, as where something
    is measured."""
    if PRODUCTS not in os.environ:
        return None
    file = os.open(os.environ[PRODUCTS], os.O_RDWR)
    _remember(MUL, Products(file).multiply)
    return file


def offer_products() -> None:
    """Make a file for this process and all that it will start, where files can be in memory."""
    if hasattr(os, "memfd_create"):
        file = os.memfd_create("products")
        os.truncate(file, SLOTS * SLOT)
        os.environ[PRODUCTS] = f"/proc/{os.getpid()}/fd/{file}"


def share_products(file: int) -> None:
    """From now on, in this process and its copies."""
    setattr(nacl.bindings, MUL, Products(file).multiply)


def _remember(name: str, function: Callable[..., Any]) -> None:
    setattr(nacl.bindings, name, lru_cache(maxsize=MOST)(function))


SLOTS = 1 << 20
POINT, SEAL = 32, 16
SLOT = POINT + SEAL


class Products:
    """What was multiplied in any of the processes that have this file, which is not mapped into
    their memory: some tests measure that.

    A product stands at the place that its factors give, until another one comes there. Its seal is
    a digest of all three: what two processes have written at once fits no question.
    """

    def __init__(self, file: int) -> None:
        self._file = file

    def multiply(self, scalar: bytes, point: bytes) -> bytes:
        factors = scalar + point
        start = zlib.crc32(factors) % SLOTS * SLOT
        kept = os.pread(self._file, SLOT, start)
        if kept[POINT:] == _seal(factors, kept[:POINT]):
            return kept[:POINT]
        product = _multiply(scalar, point)
        os.pwrite(self._file, product + _seal(factors, product), start)
        return product


def _seal(factors: bytes, product: bytes) -> bytes:
    return blake2b(factors + product, digest_size=SEAL).digest()
