"""Somebody who has recorded the connections of a page, and knows its keys: what can they read?

Everything here is computed from packets and shared keys, by the program's own functions. What is
missing is a private key of one of the two sides, so `GUESSES` has what a shared point could be
without one.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from nacl.bindings import crypto_scalarmult

from p2p_hanabi.net.page.noise import KEY_BYTES, Cipher, NoiseSession, NotAuthentic, _Symmetric
from p2p_hanabi.net.page.page_channel import (
    BUILD_BYTES,
    HELLO_BYTES,
    LABEL,
    PageChannel,
    PageSecret,
    id_of,
)
from tests.net.page_side import GREETING_BYTES, responders

TCP = 6
BINARY = 2
REQUEST, ANSWER = b"GET /socket ", b"HTTP/1.1 101 "
END_OF_HEAD = b"\r\n\r\n"

Guess = Callable[[bytes, bytes, bytes], bytes]
GUESSES: tuple[Guess, ...] = (
    lambda _psk, _peer, _page: bytes(KEY_BYTES),
    lambda _psk, _peer, _page: b"",
    lambda psk, _peer, _page: psk,
    lambda _psk, peer, _page: peer,
    lambda _psk, _peer, page: page,
    lambda psk, peer, _page: crypto_scalarmult(psk, peer),
    lambda psk, _peer, page: crypto_scalarmult(psk, page),
)
"""From the shared key and the two public keys: the shared point, if there were none, or if one of
the private keys were constant, public or shared."""


@dataclass(frozen=True)
class Recorded:
    """The frames of one connection of a page."""

    from_peer: list[bytes]
    from_page: list[bytes]

    @property
    def greeting(self) -> bytes:
        return self.from_peer[0]

    @property
    def hello(self) -> bytes:
        return self.from_page[0]

    @property
    def boxes(self) -> tuple[list[bytes], list[bytes]]:
        return self.from_peer[1:], self.from_page[1:]


# -- from packets to frames


def recorded(packets: Sequence[bytes], port: int) -> list[Recorded]:
    """Return the connections to the page's server at this port, in the order of their first."""
    streams: dict[tuple[bytes, bytes], dict[int, bytes]] = {}
    for packet in packets:
        for there, back, number, content in _segments(packet):
            streams.setdefault((there, back), {})[number] = content
    found = []
    for (there, back), segments in streams.items():
        if int.from_bytes(back[-2:]) != port:
            continue
        if not (sent := _joined(segments)).startswith(REQUEST):
            continue
        answered = _joined(streams.get((back, there), {}))
        if answered.startswith(ANSWER):
            found.append(Recorded(list(_frames(answered)), list(_frames(sent))))
    return found


def _segments(packet: bytes) -> Iterator[tuple[bytes, bytes, int, bytes]]:
    """Yield where an Ethernet frame is from and goes to, and its part of a TCP stream over IPv4."""
    ip = packet[14:]
    if packet[12:14] != b"\x08\x00" or ip[9] != TCP:
        return
    tcp = ip[(ip[0] & 15) * 4 : int.from_bytes(ip[2:4])]
    if content := tcp[(tcp[12] >> 4) * 4 :]:
        yield ip[12:16] + tcp[:2], ip[16:20] + tcp[2:4], int.from_bytes(tcp[4:8]), content


def _joined(segments: dict[int, bytes]) -> bytes:
    """Return a stream whose numbers do not wrap."""
    if not segments:
        return b""
    first, stream = min(segments), bytearray()
    for number, content in sorted(segments.items()):
        assert number - first <= len(stream), "the recording has a hole"
        stream[number - first : number - first + len(content)] = content
    return bytes(stream)


def _frames(stream: bytes) -> Iterator[bytes]:
    """Yield the binary frames of a WebSocket."""
    rest = stream.partition(END_OF_HEAD)[2]
    while len(rest) > 1:
        kind, length, at = rest[0] & 15, rest[1] & 127, 2
        if length > 125:
            width = 2 if length == 126 else 8
            length, at = int.from_bytes(rest[2 : 2 + width]), 2 + width
        mask = b""
        if rest[1] & 128:
            mask, at = rest[at : at + 4], at + 4
        content = rest[at : at + length]
        if len(content) < length:
            return
        rest = rest[at + length :]
        if kind == BINARY:
            yield bytes(b ^ mask[n % 4] for n, b in enumerate(content)) if mask else content


# -- from frames to what they say


def read(traffic: Recorded, secrets: Sequence[PageSecret]) -> list[bytes]:
    """Return everything that can be decrypted of a connection."""
    texts = [text for secret in secrets for text in _under(secret.secret_key, traffic)]
    for secret in secrets:
        for session in sessions(traffic, secret):
            for boxes, cipher in zip(
                traffic.boxes, (session.receiving, session.sending), strict=True
            ):
                texts += _opened(boxes, cipher)
    return texts


def devices(traffic: Recorded, invitation: PageSecret) -> list[PageSecret]:
    """Return the device's secret, if it can be derived from a connection with an invitation."""
    return [PageChannel(session).device_secret() for session in sessions(traffic, invitation)]


def sessions(traffic: Recorded, secret: PageSecret) -> list[NoiseSession]:
    """Return the page's end of each session whose guessed point fits what was recorded."""
    assert (len(traffic.greeting), len(traffic.hello)) == (GREETING_BYTES, HELLO_BYTES)
    if id_of(traffic.hello) != secret.id:
        return []
    build, first = traffic.greeting[1 : 1 + BUILD_BYTES], traffic.greeting[1 + BUILD_BYTES :]
    second = traffic.hello[-len(first) :]
    peer, page = first[:KEY_BYTES], second[:KEY_BYTES]
    found = []
    for guess in GUESSES:
        state = _Symmetric(LABEL + build)
        state.mix_ephemeral(peer)
        state.decrypt_and_hash(first[KEY_BYTES:])
        state.mix_ephemeral(page)
        state.mix_key(guess(secret.secret_key, peer, page))
        state.mix_key_and_hash(secret.secret_key)
        try:
            state.decrypt_and_hash(second[KEY_BYTES:])
        except NotAuthentic:
            continue
        found.append(responders(state.ck))
    return found


def _under(key: bytes, traffic: Recorded) -> list[bytes]:
    """Decrypt it as if the shared key itself had encrypted it."""
    return [text for boxes in traffic.boxes for text in _opened(boxes, Cipher(key))]


def _opened(boxes: list[bytes], cipher: Cipher) -> list[bytes]:
    texts = []
    for box in boxes:
        try:
            texts.append(cipher.decrypt(box))
        except NotAuthentic:
            cipher.skip()
    return texts


def packets_of(record: bytes) -> list[bytes]:
    """Return the packets of a recording: each follows its length."""
    found, at = [], 0
    while at < len(record):
        (length,) = struct.unpack_from(">I", record, at)
        found.append(record[at + 4 : at + 4 + length])
        at += 4 + length
    return found
