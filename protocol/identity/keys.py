"""A player's identity: a long-lived Ed25519 key, its fingerprint, and the words people compare.

Source: docs/protocol.md, section 3.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from nacl.exceptions import BadSignatureError, CryptoError
from nacl.signing import SigningKey, VerifyKey

from ..crypto.group import point_from
from ..encoding import Value, W, enc
from ..errors import BadProof
from ..reasons import InvalidProof
from .words import WORDS


@dataclass(frozen=True, slots=True)
class Identity:
    """A player's signing key. `seed` is 32 secret bytes from the system's random source, kept for
    as long as the player wants to be recognised."""

    seed: bytes

    @property
    def public_key(self) -> bytes:
        """The 32-byte identity key that the others know."""
        return bytes(SigningKey(self.seed).verify_key)

    def sign(self, message: bytes) -> bytes:
        """Return the deterministic signature of RFC 8032 (64 bytes)."""
        return SigningKey(self.seed).sign(message).signature

    def __repr__(self) -> str:
        return f"Identity({fingerprint(self.public_key)})"  # never the seed


def verify_signature(identity: bytes, message: bytes, signature: bytes) -> None:
    """Verify an Ed25519 signature of 64 bytes under an identity key of 32. Raises `BadProof` if
    libsodium rejects it (S >= L, small order, wrong), or a length is wrong."""
    try:
        VerifyKey(identity).verify(message, signature)
    except (BadSignatureError, CryptoError, ValueError, TypeError):
        raise BadProof(InvalidProof.SIGNATURE) from None


def identity_from(value: Value) -> bytes:
    """Parse an identity key from the wire: a point of prime order, since a key of small order could
    verify everything. Raises `BadProof`."""
    return bytes(point_from(value))


def fingerprint(identity: bytes) -> str:
    """Return the first 32 hexadecimal digits of the key's SHA-256, in groups of four, for people to
    compare."""
    digits = hashlib.sha256(identity).hexdigest()[:32]
    return " ".join(digits[i : i + 4] for i in range(0, 32, 4))


def table_words(table: bytes, beacon: bytes) -> tuple[str, ...]:
    """Return the five words that players compare aloud before the first card is opened. `table` is
    the digest of the seating, `beacon` that of all beacon shares (section 4); both have 32
    bytes."""
    return tuple(WORDS[byte] for byte in W("words", table, beacon)[:5])


def seat_message(table: bytes, seat: int) -> bytes:
    """Return the bytes that a seat signs to take its place at the table, whose digest is
    `table`."""
    return enc(["p2ph/1", "seat", table, seat])
