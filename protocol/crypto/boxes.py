"""Boxes: what one seat encrypts for another (X25519, XSalsa20-Poly1305).

Source: docs/protocol.md, section 5.
"""

from __future__ import annotations

from nacl.exceptions import CryptoError
from nacl.public import Box, PrivateKey, PublicKey

from ..errors import BadProof
from ..reasons import InvalidProof


class BoxKey:
    """A private X25519 key of 32 bytes. The key it shares with another is computed only once."""

    def __init__(self, raw: bytes) -> None:
        self._private = PrivateKey(raw)
        self._boxes: dict[bytes, Box] = {}

    def __bytes__(self) -> bytes:
        return bytes(self._private)

    def __repr__(self) -> str:
        return "BoxKey(...)"

    @property
    def public_key(self) -> bytes:
        """The public key of 32 bytes, by which others seal for this one."""
        return bytes(self._private.public_key)

    def seal(self, plain: bytes, receiver: bytes, nonce: bytes) -> bytes:
        """Encrypt for the owner of a public key of 32 bytes; the ciphertext excludes the nonce, 24
        bytes, and is 16 bytes longer than the plain text."""
        sealed: bytes = self._box(receiver).encrypt(plain, nonce).ciphertext
        return sealed

    def open(self, sealed: bytes, sender: bytes, nonce: bytes) -> bytes:
        """Decrypt what the owner of a public key of 32 bytes sealed under this nonce of 24. Raises
        `BadProof` if it is not authentic."""
        try:
            opened: bytes = self._box(sender).decrypt(sealed, nonce)
        except CryptoError:
            raise BadProof(InvalidProof.BOX_CLOSED) from None
        return opened

    def _box(self, other: bytes) -> Box:
        if other not in self._boxes:
            self._boxes[other] = Box(self._private, PublicKey(other))
        return self._boxes[other]
