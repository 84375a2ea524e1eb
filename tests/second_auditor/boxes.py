"""`crypto_box`: X25519 (RFC 7748), XSalsa20 (D. J. Bernstein, "Extending the Salsa20 nonce") and
Poly1305 (RFC 8439), put together as in his "Cryptography in NaCl".
"""

import struct

from .curve import P

NINE = (9).to_bytes(32, "little")
SIGMA = struct.unpack("<4I", b"expand 32-byte k")


def x25519(private: bytes, public: bytes) -> bytes:
    k = int.from_bytes(private, "little") & (2**254 - 8) | 2**254
    x1 = int.from_bytes(public, "little") & (2**255 - 1)
    x2, z2, x3, z3, swapped = 1, 0, x1, 1, 0
    for t in reversed(range(255)):
        bit = k >> t & 1
        if bit != swapped:
            x2, z2, x3, z3 = x3, z3, x2, z2
        swapped = bit
        a, b, c, d = x2 + z2, x2 - z2, x3 + z3, x3 - z3
        aa, bb, da, cb = a * a % P, b * b % P, d * a % P, c * b % P
        e = aa - bb
        x2, z2 = aa * bb % P, e * (aa + 121665 * e) % P
        x3, z3 = (da + cb) ** 2 % P, x1 * (da - cb) ** 2 % P
    if swapped:
        x2, z2 = x3, z3
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, "little")


def rotated(word: int, by: int) -> int:
    word &= 0xFFFFFFFF
    return word << by & 0xFFFFFFFF | word >> 32 - by


COLUMNS = ((0, 4, 8, 12), (5, 9, 13, 1), (10, 14, 2, 6), (15, 3, 7, 11))
ROWS = ((0, 1, 2, 3), (5, 6, 7, 4), (10, 11, 8, 9), (15, 12, 13, 14))


def salsa20(key: bytes, place: bytes) -> tuple[list[int], list[int]]:
    """The words before and after twenty rounds; `place` is nonce and counter, 16 bytes."""
    k, n = struct.unpack("<8I", key), struct.unpack("<4I", place)
    s = SIGMA
    w = [s[0], *k[:4], s[1], *n, s[2], *k[4:], s[3]]
    before = [*w]
    for a, b, c, d in (COLUMNS + ROWS) * 10:
        w[b] ^= rotated(w[a] + w[d], 7)
        w[c] ^= rotated(w[b] + w[a], 9)
        w[d] ^= rotated(w[c] + w[b], 13)
        w[a] ^= rotated(w[d] + w[c], 18)
    return before, w


def hsalsa20(key: bytes, place: bytes) -> bytes:
    _, w = salsa20(key, place)
    return struct.pack("<8I", *w[0:16:5], *w[6:10])


def xsalsa20(key: bytes, nonce: bytes, length: int) -> bytes:
    inner, stream = hsalsa20(key, nonce[:16]), b""
    for counter in range(-(-length // 64)):
        before, w = salsa20(inner, nonce[16:] + counter.to_bytes(8, "little"))
        words = [a + b & 0xFFFFFFFF for a, b in zip(before, w, strict=True)]
        stream += struct.pack("<16I", *words)
    return stream[:length]


def poly1305(key: bytes, text: bytes) -> bytes:
    r = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for at in range(0, len(text), 16):
        block = int.from_bytes(text[at : at + 16] + b"\x01", "little")
        total = (total + block) * r % (2**130 - 5)
    tag = (total + int.from_bytes(key[16:], "little")) % 2**128
    return tag.to_bytes(16, "little")


def shared_key(private: bytes, public: bytes) -> bytes | None:
    """None for a public key of small order: nothing is secret then."""
    point = x25519(private, public)
    return hsalsa20(point, bytes(16)) if any(point) else None


def seal(text: bytes, nonce: bytes, key: bytes) -> bytes:
    stream = xsalsa20(key, nonce, 32 + len(text))
    hidden = bytes(a ^ b for a, b in zip(text, stream[32:], strict=True))
    return poly1305(stream[:32], hidden) + hidden


def unseal(box: bytes, nonce: bytes, key: bytes) -> bytes | None:
    """None if the box is not authentic."""
    tag, hidden = box[:16], box[16:]
    stream = xsalsa20(key, nonce, 32 + len(hidden))
    if tag != poly1305(stream[:32], hidden):
        return None
    return bytes(a ^ b for a, b in zip(hidden, stream[32:], strict=True))
