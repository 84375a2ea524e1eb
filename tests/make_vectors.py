"""Make the test vectors in protocol/vectors: what an implementation of docs/protocol.md must give.

    python -m tests.make_vectors            write them
    python -m tests.make_vectors --check    say which differ from what is written

All follows from the fixed numbers in this file. Bytes are hexadecimal, a scalar is its 32
little-endian bytes; in values, {"bytes": hex} is a byte string and a JSON string is text. These
vectors fix our own bytes; those in tests/vectors come from elsewhere and are never made here.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from protocol import shuffle as shuffling
from protocol.encoding import H, Value, W, enc
from protocol.game import Card, Claim, Face, Seat
from protocol.group import (
    CHAIN_BASE,
    G,
    L,
    Point,
    Q,
    Scalar,
    add,
    digest_of_nonce_statement,
    face_points,
    hash_to_point,
    hash_to_scalar,
    mul,
    mul_base,
    shuffle_bases,
    sub,
    to_bytes,
)
from protocol.identity import Identity
from protocol.proofs import (
    Context,
    TableSecret,
    prove_blinded,
    prove_claim,
    prove_key,
    prove_share,
)
from protocol.shuffle import Task, permutation, shuffle, starting_pile
from tests.vector_game import game_facts, wrong_facts

FOLDER = Path(__file__).parent.parent / "protocol" / "vectors"

TABLE = bytes(range(32))
HEAD = bytes(range(32, 64))
CTX = Context(TABLE, 7, Seat(1), HEAD)
SECRET = TableSecret(bytes(range(64, 96)), TABLE)
BEACON = bytes(range(96, 128))
CARD = Card(3)
A = mul_base(hash_to_scalar("vectors: mask"))
Y = hash_to_scalar("vectors: blinding")
NOT_CANONICAL = (2**255 - 18).to_bytes(32, "little")
ORDER_8 = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")

Facts = Mapping[str, Any]


def written(value: Any) -> Any:
    """As it stands in a JSON file."""
    match value:
        case bytes():
            return value.hex()
        case Mapping():
            return {key: written(part) for key, part in value.items()}
        case tuple() | list():
            return [written(part) for part in value]
    return value


def told(value: Value) -> Any:
    """A value in which byte strings can be told from texts."""
    match value:
        case bytes():
            return {"bytes": value.hex()}
        case tuple() | list():
            return [told(part) for part in value]
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
        "encodes": [{"value": told(value), "hex": enc(value)} for value in VALUES],
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
                "parts": told(parts),
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
        "another message": (who.public, b"\x73", good),
        "another key": (Identity(bytes(32)).public, b"\x72", good),
        "S + L": (who.public, b"\x72", good[:32] + above),
        "R of small order": (who.public, b"\x72", ORDER_8 + good[32:]),
        "63 bytes": (who.public, b"\x72", good[:63]),
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


# Proofs, with all that is made on the way.


def nonce(purpose: str, index: Value, *statement: Value) -> Scalar:
    return SECRET.nonce(CTX.value, purpose, index, digest_of_nonce_statement(*statement))


def proof_facts() -> Facts:
    place = {"table": TABLE, "round": CTX.round_number, "seat": CTX.seat, "head": HEAD}
    return {
        "place": {**place, "secret": SECRET.secret, "card": CARD, "A": A},
        "key proof": _key_facts(),
        "share": _share_facts("share"),
        "sealed share": _share_facts("sealed share"),
        "blinded share": _blinded_facts(),
        "claim": _claim_facts(),
    }


def _key_facts() -> Facts:
    digest = digest_of_nonce_statement(SECRET.key)
    w = SECRET.nonce((TABLE, CTX.seat), "key proof", 0, digest)
    e, z = prove_key(SECRET, CTX.seat)
    return {
        "x": to_bytes(SECRET.x),
        "K": SECRET.key,
        "box key": SECRET.box_key,
        "X": SECRET.box_public,
        "b": SECRET.beacon_share,
        "sigma": SECRET.commitment(CTX.seat),
        "w": to_bytes(w),
        "R": mul_base(w),
        "e": to_bytes(e),
        "z": to_bytes(z),
    }


def _share_facts(tag: str) -> Facts:
    d, e, z = prove_share(SECRET, CTX, CARD, A, tag=tag)
    w = nonce(tag, CARD, A, SECRET.key, d)
    numbers = {"w": to_bytes(w), "R1": mul_base(w), "R2": mul(w, A)}
    return {"d": d, **numbers, "e": to_bytes(e), "z": to_bytes(z)}


def _blinded_facts() -> Facts:
    blinded, e, z, u = prove_blinded(SECRET, CTX, CARD, A)
    stated = (A, SECRET.key, blinded)
    w, v = nonce("blinded share", CARD, *stated), nonce("blinded share v", CARD, *stated)
    return {
        "y": to_bytes(SECRET.blinding(CTX, CARD)),
        "E": blinded,
        "w": to_bytes(w),
        "v": to_bytes(v),
        "R1": mul_base(w),
        "R2": add(mul(w, A), mul(v, Q)),
        "e": to_bytes(e),
        "z": to_bytes(z),
        "u": to_bytes(u),
    }


def _claim_facts() -> Facts:
    points, claim, true = face_points("hanabi", 25), Claim(CARD, (Face(1), Face(3))), Face(3)
    commitment = sub(points[true], mul(Y, Q))
    proof = prove_claim(SECRET, CTX, claim, (points, true, Y))
    w = nonce("claim", CARD, commitment, claim.faces)
    answers = zip(claim.faces, proof, strict=True)
    r = [sub(mul(z, Q), mul(e, sub(points[f], commitment))) for f, (e, z) in answers]
    return {
        "deck": "hanabi",
        "faces": claim.faces,
        "true": true,
        "y": to_bytes(Y),
        "C": commitment,
        "w": to_bytes(w),
        "R": r,
        "sum of e": to_bytes(sum(e for e, _ in proof)),
        "proof": [(to_bytes(e), to_bytes(z)) for e, z in proof],
    }


def shuffle_facts() -> Facts:
    key = mul_base(hash_to_scalar("vectors: table key"))
    faces = [Face(f) for f in (0, 0, 1, 2, 3)]
    task = Task(CTX, 0, key, starting_pile("hanabi", 25, faces, key))
    result, proof = shuffle(SECRET, BEACON, task)
    statement, u = shuffling._weights(task, result, proof.p)
    order = permutation(SECRET.secret, BEACON, 0, 5)
    masks = [hash_to_scalar("mask", SECRET.secret, CTX.value, 0, j) for j in range(5)]
    digest = (0, key, task.pile, result)
    lists = {"rho": "p", "rho chain": "chain", "w chain": "chain w", "w weight": "weight w"}
    return {
        "place": proof_facts()["place"],
        "beacon": BEACON,
        "number": 0,
        "K*": key,
        "faces": faces,
        "pile": task.pile,
        "permutation": order,
        "masks": [to_bytes(r) for r in masks],
        "result": result,
        **{
            name: [to_bytes(nonce(purpose, i, *digest)) for i in range(5)]
            for name, purpose in lists.items()
        },
        "w": [to_bytes(nonce("w", i, *digest)) for i in range(1, 5)],
        "D": statement,
        "u": [to_bytes(weight) for weight in u],
        "proof": proof.value(),
        "pile digest": H("pile", result),
    }


@dataclass(frozen=True)
class File:
    about: str
    facts: Callable[[], Facts]


FILES = {
    "encoding": File(
        "Section 2: values and their one encoding; bytes that are none.", encoding_facts
    ),
    "hashes": File("Section 2: H, W, scalar and point, each with its preimage.", hash_facts),
    "group": File("Section 2: fixed points; what is no point and no scalar.", group_facts),
    "signatures": File("Section 3: Ed25519, with RFC 8032's own vectors.", signature_facts),
    "proofs": File("Sections 4 and 5: every proof, with its nonces and commitments.", proof_facts),
    "shuffle": File("Section 6: one shuffle of five cards and its proof.", shuffle_facts),
    "game": File("Sections 3 to 7: every statement of a short game of two.", game_facts),
    "wrong": File("What is refused, in that game, and who is named for it.", wrong_facts),
}


@cache
def made() -> dict[str, str]:
    """The text of each file, by its name."""
    return {
        f"{name}.json": json.dumps(
            {"about": file.about, **written(file.facts())}, indent=1, ensure_ascii=True
        )
        + "\n"
        for name, file in FILES.items()
    }


def differing(folder: Path) -> list[str]:
    """The files that are not there, not the same, or not ours."""
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    stale = [
        name
        for name, text in made().items()
        if name not in names or (folder / name).read_text(encoding="ascii") != text
    ]
    return sorted([*stale, *(names - set(made()))])


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in made().items():
        (folder / name).write_text(text, encoding="ascii")


def main(arguments: Sequence[str] | None = None, *, folder: Path = FOLDER) -> int:
    parser = argparse.ArgumentParser(description="make the test vectors")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    if not parser.parse_args(arguments).check:
        write(folder)
    stale = differing(folder)
    print(*(f"differs: {name}" for name in stale), sep="\n", end="\n" if stale else "")  # noqa: T201 - its purpose
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
