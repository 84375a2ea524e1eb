"""The vectors of sections 2 and 3: encoding, hashes, points, scalars, signatures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from protocol.crypto.group import (
    CHAIN_BASE,
    G,
    L,
    Point,
    Q,
    add,
    face_points,
    hash_to_point,
    hash_to_scalar,
    mul_base,
    shuffle_bases,
    to_bytes,
)
from protocol.encoding import H, Value, W, enc
from protocol.identity.keys import Identity
from tests.attacks.forgeries import NOT_CANONICAL, ORDER_8

Facts = Mapping[str, Any]


def as_json(value: Value) -> Any:
    """A value in which byte strings can be told from texts."""
    match value:
        case bytes():
            return {"bytes": value.hex()}
        case tuple() | list():
            return [as_json(part) for part in value]
    return value


# Encoding and hashes.

VALUES: tuple[Value, ...] = (
    None, False, True, 0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**64 - 1,
    b"", b"\x00", bytes(255), bytes(256), "", "a" * 31, "a" * 32, "\u00e9\u9280\U0001f0a1",
    (), (1,), (None, (True, (b"x", "x"))), (0,) * 15, (0,) * 16,
)  # fmt: skip
REFUSED = {
    "nothing": b"",
    "two values": b"\x05\x05",
    "cut off": b"\x92\x05",
    "5 in two bytes": b"\xcc\x05",
    "5 in three bytes": b"\xcd\x00\x05",
    "5 as a signed number": b"\xd0\x05",
    "negative": b"\xff",
    "negative in two bytes": b"\xd0\xff",
    "float": b"\xca\x00\x00\x00\x00",
    "double": b"\xcb" + bytes(8),
    "map": b"\x80",
    "extension": b"\xd4\x01\x00",
    "timestamp": b"\xd6\xff\x00\x00\x00\x00",
    "unused code": b"\xc1",
    "text that is not UTF-8": b"\xa2\xc3\x28",
    "text with a surrogate": b"\xa3\xed\xa0\x80",
    "short text in a long form": b"\xd9\x01a",
    "short bytes in a long form": b"\xc5\x00\x01a",
    "short array in a long form": b"\xdc\x00\x01\x05",
    "longer than it says": b"\xc4\xff",
    "17 levels deep": b"\x91" * 17 + b"\x05",
}
HASHED: tuple[tuple[str, tuple[Value, ...]], ...] = (
    ("x", ()),
    ("table", (b"\x01" * 32,)),
    ("round", (bytes(32), (b"a", b"b"))),
    ("nonce", ("text", 5, True, None)),
)


def encoding_facts() -> Facts:
    return {
        "encodes": [{"value": as_json(value), "hex": enc(value)} for value in VALUES],
        "refused": [{"name": name, "hex": data} for name, data in REFUSED.items()],
    }


def hash_facts() -> Facts:
    hashes: dict[str, Callable[..., bytes]] = {
        "H": H,
        "W": W,
        "scalar": lambda *parts: to_bytes(hash_to_scalar(*parts)),
        "point": hash_to_point,
    }
    return {
        name: [
            {
                "tag": tag,
                "parts": as_json(parts),
                "preimage": enc(["p2ph/1", tag, *parts]),
                "value": hashed(tag, *parts),
            }
            for tag, parts in HASHED
        ]
        for name, hashed in hashes.items()
    }


def group_facts() -> Facts:
    mixed = add(mul_base(5), Point(ORDER_8))
    return {
        "G": G,
        "Q": Q,
        "h": CHAIN_BASE,
        "H": shuffle_bases(55),
        "M": {"hanabi": face_points("hanabi", 30), "hanafuda": face_points("hanafuda", 48)},
        "points refused": [
            {"name": "identity", "hex": bytes([1]) + bytes(31)},
            {"name": "order 2", "hex": (2**255 - 20).to_bytes(32, "little")},
            {"name": "order 4", "hex": bytes(32)},
            {"name": "order 8", "hex": ORDER_8},
            {"name": "mixed order", "hex": mixed},
            {"name": "identity, y + p", "hex": NOT_CANONICAL},
            {"name": "not on the curve", "hex": bytes([2]) + bytes(31)},
            {"name": "31 bytes", "hex": G[:31]},
            {"name": "33 bytes", "hex": G + b"\0"},
        ],
        "scalars refused": [
            {"name": "0", "hex": bytes(32)},
            {"name": "L", "hex": L.to_bytes(32, "little")},
            {"name": "L + 1", "hex": (L + 1).to_bytes(32, "little")},
            {"name": "2^256 - 1", "hex": b"\xff" * 32},
            {"name": "31 bytes", "hex": b"\1" * 31},
        ],
    }


# Ed25519: RFC 8032, section 7.1, tests 1, 2, 3 and SHA(abc): seed, public key, message, signature.

RFC_8032 = {
    "TEST 1": (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e3970"
        "1cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    "TEST 2": (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613"
        "d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    "TEST 3": (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760"
        "984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    "TEST SHA(abc)": (
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23"
        "a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c6"
        "6431e0303dca179c138ac17ad9bef1177331a704",
    ),
}


def signature_facts() -> Facts:
    who = Identity(bytes.fromhex(RFC_8032["TEST 2"][0]))
    good = who.sign(b"\x72")
    above = (int.from_bytes(good[32:], "little") + L).to_bytes(32, "little")
    refused = {
        "another message": (who.public_key, b"\x73", good),
        "another key": (Identity(bytes(32)).public_key, b"\x72", good),
        "S + L": (who.public_key, b"\x72", good[:32] + above),
        "R of small order": (who.public_key, b"\x72", ORDER_8 + good[32:]),
        "63 bytes": (who.public_key, b"\x72", good[:63]),
        "a key of small order, which verifies everything": (
            bytes([1]) + bytes(31),
            b"\x72",
            bytes([1]) + bytes(63),
        ),
    }
    return {
        "RFC 8032": [
            {"name": name, "seed": seed, "key": key, "message": message, "signature": signature}
            for name, (seed, key, message, signature) in RFC_8032.items()
        ],
        "refused": [
            {"name": name, "key": key, "message": message, "signature": signature}
            for name, (key, message, signature) in refused.items()
        ],
    }
