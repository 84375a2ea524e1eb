"""A test of libsodium, once in a process, with values fixed here.

PyNaCl can be built with another libsodium than its own, and a later one may decide otherwise. One
that accepts more signatures, points or box keys than the protocol does would disagree with the
other machines, and accept a forged share.
Source: docs/protocol.md, sections 2 and 3.
"""

from __future__ import annotations

from typing import Final

import nacl
from nacl import bindings as sodium
from nacl.exceptions import CryptoError

from ..errors import UnsuitableLibrary
from ..reasons import LibraryFault

MESSAGE: Final = b"p2ph/1 library"
KEY: Final = bytes.fromhex("df13b526581ee14eb2d0aae19810862856f7fa9867870458e14b160f151d26f2")
GOOD: Final = bytes.fromhex(
    "5824fe2a30d252e9877e2ce1fbe5ec18c6b5a6569f8aa6c1a9a6d5ee835c90e4"
    "4d3a748e18f17873f3bf1ff29a746b08fb63bc17ae020dd615b1c173b352ac0c"
)
LARGE_S: Final = bytes.fromhex(
    "5824fe2a30d252e9877e2ce1fbe5ec18c6b5a6569f8aa6c1a9a6d5ee835c90e4"
    "3a0e6aeb32548bcbc95c1795796e4a1dfb63bc17ae020dd615b1c173b352ac1c"
)
"""The same with S + L."""
MIXED_R: Final = bytes.fromhex(
    "3f83d91fcfc65eab0abab1682dba6fa3338243eca4519988fe7dad1c5f12408d"
    "b7e696c210f0ce6373bf44b2356f1f4f740ac10de324f32e34e21aa3edffea00"
)
"""R has a component of order 8. It fulfils the equation only times 8."""
NEUTRAL_R: Final = bytes.fromhex(
    "0100000000000000000000000000000000000000000000000000000000000000"
    "0bbd7a18f51c3b4726fee81c6b2e89939082ec269d4a2fc30878c73cd87e5404"
)
SMALL_R: Final = bytes.fromhex(
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
    "66c6d2caf66684bcb12e3d7d5e9d898fc978f86aa66c31afcb5311777e109004"
)
"""R is of order 8. It fulfils the equation only times 8."""
NON_CANONICAL_R: Final = bytes.fromhex(
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
    "0f0c4ea470e58622caa2030b7a8ac9842f0f9bb8a68d5ce087bc199becaa3e0f"
)
"""R is the neutral point in another encoding: y is 1 more than the prime."""
SMALL_KEY: Final = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
"""Of order 8."""
BY_SMALL_KEY: Final = bytes.fromhex(
    "c9a3f86aae465f0e56513864510f3997561fa2c9e85ea21dc2292309f3cd6022"
    "0200000000000000000000000000000000000000000000000000000000000000"
)
MIXED_POINT: Final = bytes.fromhex(
    "8503eb6d000190c6dba2dab4df002c163aef3b9fcc9a70ca55b43322608661e0"
)
"""With a component of order 2, which versions with CVE-2025-69277 accept."""

SMALL_BOX_KEY: Final = bytes.fromhex(
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"
)
"""A public key of X25519 of order 8: every private key gives zeros with it."""
ONE: Final = (1).to_bytes(32, "little")


def check_library() -> None:
    """Raise `UnsuitableLibrary` if libsodium accepts or refuses something otherwise than here."""
    verdicts = {
        "signature": _holds(KEY, GOOD),
        "signature-large-s": not _holds(KEY, LARGE_S),
        "signature-mixed-r": not _holds(KEY, MIXED_R),
        "signature-neutral-r": not _holds(KEY, NEUTRAL_R),
        "signature-small-r": not _holds(KEY, SMALL_R),
        "signature-non-canonical-r": not _holds(KEY, NON_CANONICAL_R),
        "key-small-order": not _holds(SMALL_KEY, BY_SMALL_KEY),
        "point": sodium.crypto_core_ed25519_is_valid_point(KEY),
        "point-mixed-order": not sodium.crypto_core_ed25519_is_valid_point(MIXED_POINT),
        "point-small-order": not sodium.crypto_core_ed25519_is_valid_point(SMALL_KEY),
        # §2: a factor is checked by its multiplication alone (`group.mul`)
        "factor-mixed-order": not _multiplies(MIXED_POINT),
        "factor-small-order": not _multiplies(SMALL_KEY),
        "box-key-small-order": not _shares_with(SMALL_BOX_KEY),
    }
    wrong = next((what for what, is_right in verdicts.items() if not is_right), None)
    if wrong is not None:
        library = f"libsodium of PyNaCl {nacl.__version__}"
        raise UnsuitableLibrary(LibraryFault.UNSUITABLE.reason(library=library, about=wrong))


def _multiplies(point: bytes) -> bool:
    try:
        sodium.crypto_scalarmult_ed25519_noclamp(ONE, point)
    except (CryptoError, RuntimeError):
        return False
    return True


def _shares_with(box_key: bytes) -> bool:
    try:
        sodium.crypto_box_beforenm(box_key, ONE)
    except (CryptoError, RuntimeError):
        return False
    return True


def _holds(key: bytes, signature: bytes) -> bool:
    try:
        sodium.crypto_sign_open(signature + MESSAGE, key)
    except CryptoError:
        return False
    return True
