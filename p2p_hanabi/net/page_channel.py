"""The encrypted channel between a peer and the page of its seat, the same on every network.

A page has no TLS here: no authority certifies an address on a home network. So the URL that the
player scans or clicks carries a key in its fragment, which a browser never sends; with it both
sides encrypt everything, by XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03). docs/threats.md says
what that prevents, and what it does not. `ui/web/channel.js` is the other side:

    peer  VERSION | 8 random bytes | 4 bytes that change when the page's files do
    page  VERSION | the secret's id | 8 random bytes | box of HELLO
    peer  box of SECRET and a secret of the device's own   only for an invitation
    page  box of KEPT                                      only then: the invitation is void now
    peer  box of HERE; then boxes of SNAPSHOT and HERE
    page  boxes of MESSAGE and PING; each PING is answered by HERE

The nonce of a box: the random bytes of the peer, those of the page, and an 8-byte little-endian
counter, whose highest bit is set from peer to page. It counts the boxes of one direction from 0, so
a replayed box, one after an omitted one, or a reflected one does not open.
"""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass, field

from nacl.bindings import (
    crypto_aead_xchacha20poly1305_ietf_decrypt,
    crypto_aead_xchacha20poly1305_ietf_encrypt,
)
from nacl.exceptions import CryptoError

VERSION = 1
LABEL = b"p2phanabi page" + bytes([VERSION])
ID_BYTES = 4
KEY_BYTES = 32
RANDOM_BYTES = 8
BUILD_BYTES = 4
BOX_BYTES = 17
"""The overhead of a box: its kind and its tag."""
HELLO_BYTES = 1 + ID_BYTES + RANDOM_BYTES + BOX_BYTES
_DOWN = 1 << 63

HELLO, KEPT, MESSAGE, PING = 0, 1, 2, 3
"""The kinds of box that a page sends."""
SECRET, HERE, SNAPSHOT = 0, 1, 2
"""The kinds of box that a peer sends."""


class NotSealed(Exception):
    """This is not the next box that the other side sealed."""


@dataclass(frozen=True, slots=True)
class PageSecret:
    """A key, and a short id by which a page names it."""

    id: bytes
    key: bytes = field(repr=False)

    @classmethod
    def new(cls) -> PageSecret:
        return cls(os.urandom(ID_BYTES), os.urandom(KEY_BYTES))

    @classmethod
    def of(cls, content: bytes) -> PageSecret:
        """Decode a `content`. Raise `ValueError` if it has another length."""
        if len(content) != ID_BYTES + KEY_BYTES:
            raise ValueError
        return cls(content[:ID_BYTES], content[ID_BYTES:])

    @property
    def content(self) -> bytes:
        return self.id + self.key

    @property
    def fragment(self) -> str:
        """Its form in a URL: 48 characters."""
        return base64.urlsafe_b64encode(self.content).decode()


class PageChannel:
    """Seals and opens the boxes of one connection, in order, for the peer or, with `is_page`, for
    the page."""

    def __init__(self, key: bytes, randoms: bytes, *, is_page: bool = False) -> None:
        self._key, self._randoms = key, randoms
        self._sealing, self._opening = (0, _DOWN) if is_page else (_DOWN, 0)

    def seal(self, kind: int, content: bytes = b"") -> bytes:
        nonce = self._nonce(self._sealing)
        self._sealing += 1
        return crypto_aead_xchacha20poly1305_ietf_encrypt(
            bytes([kind]) + content, LABEL, nonce, self._key
        )

    def open(self, box: bytes) -> tuple[int, bytes]:
        """Return the kind and the content of the next box. Raise `NotSealed`."""
        nonce = self._nonce(self._opening)
        if len(box) < BOX_BYTES:
            raise NotSealed
        try:
            opened = crypto_aead_xchacha20poly1305_ietf_decrypt(box, LABEL, nonce, self._key)
        except CryptoError:
            raise NotSealed from None
        self._opening += 1
        return opened[0], opened[1:]

    def skip(self) -> None:
        """Skip a box without opening it."""
        self._opening += 1

    def _nonce(self, number: int) -> bytes:
        return self._randoms + number.to_bytes(8, "little")
