"""The encrypted channel between a peer and the page of its seat, the same on every network.

A page has no TLS here: no authority certifies an address on a home network. So the URL that the
player scans or clicks carries a key in its fragment, which a browser never sends. Each connection
begins with a handshake of the Noise framework (`noise.py`) under that key, or later under the key
of the device. `ui/web/channel.js` is the other side:

    peer  VERSION | 4 bytes that change when the page's files do | Noise's message e
    page  VERSION | the secret's id | Noise's message e, ee, psk
    peer  box of KEEP    only for an invitation
    page  box of KEPT    only then: the invitation is void now
    peer  box of HERE; then boxes of SNAPSHOT and HERE
    page  boxes of MESSAGE and PING; each PING is answered by HERE

A box is a transport message of Noise: the kind, and its content. Noise limits a message to 65,535
bytes; a snapshot may be longer, for which the cipher has room. Messages are numbered, so a replayed
box, one after an omitted one, or a reflected one does not open. What is sent in clear before the
first message of Noise is its prologue; an id that is altered leads to another key. So nothing can
be altered without breaking the handshake.

Why this handshake. Both sides add an ephemeral key each time, so a recorded connection stays
encrypted for anybody who learns its keys later. The peer speaks first, and a page proves its key
together with the peer's new ephemeral key (psk2), so its first message is worth nothing on another
connection. With psk0, that message could be replayed, and the peer would need one more answer.

The device's own secret is not sent, but derived by both sides from the handshake under the
invitation. Whoever stands in the middle with an unused invitation shares other secrets with the
page than with the peer, and cannot make them equal: once they are no longer in between, the page is
refused, which its player sees.

The device's secret stays the same until another invitation is used. To replace it on each
connection would lock players out: browsers write their storage some seconds late, and phones end
browsers without notice. Such a page would come back with a secret that is void, in the middle of a
game. Ephemeral keys already protect what was recorded.
"""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass, field

from .noise import MESSAGE_BYTES, TAG_BYTES, Initiator, NoiseSession, NotAuthentic, hkdf

VERSION = 2
LABEL = b"p2phanabi page" + bytes([VERSION])
DEVICE = b"device"
ID_BYTES = 4
KEY_BYTES = 32
BUILD_BYTES = 4
BOX_BYTES = 1 + TAG_BYTES
"""The overhead of a box: its kind and its tag."""
HELLO_BYTES = 1 + ID_BYTES + MESSAGE_BYTES

KEPT, MESSAGE, PING = 0, 1, 2
"""The kinds of box that a page sends."""
KEEP, HERE, SNAPSHOT = 0, 1, 2
"""The kinds of box that a peer sends."""


class NotSealed(Exception):
    """This is not the next box that the other side sealed."""


@dataclass(frozen=True, slots=True)
class PageSecret:
    """A key, and a short id by which a page names it."""

    id: bytes
    secret_key: bytes = field(repr=False)

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
        return self.id + self.secret_key

    @property
    def fragment(self) -> str:
        """Its form in a URL: 48 characters."""
        return base64.urlsafe_b64encode(self.content).decode()


class PageChannel:
    """Seals and opens the boxes of one connection, in order."""

    def __init__(self, session: NoiseSession) -> None:
        self._noise = session

    def seal(self, kind: int, content: bytes = b"") -> bytes:
        return self._noise.sending.encrypt(bytes([kind]) + content)

    def open(self, box: bytes) -> tuple[int, bytes]:
        """Return the kind and the content of the next box. Raise `NotSealed`."""
        if len(box) < BOX_BYTES:
            raise NotSealed
        try:
            opened = self._noise.receiving.decrypt(box)
        except NotAuthentic:
            raise NotSealed from None
        return opened[0], opened[1:]

    def skip(self) -> None:
        """Skip a box without opening it."""
        self._noise.receiving.skip()

    def device_secret(self) -> PageSecret:
        """Return the secret that page and peer derive for the device."""
        derived = b"".join(hkdf(self._noise.exported, DEVICE, 2))
        return PageSecret.of(derived[: ID_BYTES + KEY_BYTES])


class Greeting:
    """The peer's half of a handshake; `frame` is what it sends first."""

    def __init__(self, build: bytes) -> None:
        self._noise = Initiator(LABEL + build, os.urandom(KEY_BYTES))
        self.frame = bytes([VERSION]) + build + self._noise.message

    def channel(self, secret: PageSecret, hello: bytes) -> PageChannel:
        """Return the channel to a page that knows this secret. Raise `NotSealed` if it does not."""
        if len(hello) != HELLO_BYTES:
            raise NotSealed
        try:
            _payload, session = self._noise.finish(secret.secret_key, hello[-MESSAGE_BYTES:])
        except NotAuthentic:
            raise NotSealed from None
        return PageChannel(session)


def id_of(hello: bytes) -> bytes:
    """Return the id of the secret that a page's first frame names."""
    return hello[1 : 1 + ID_BYTES]
