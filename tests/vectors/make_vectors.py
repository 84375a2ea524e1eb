"""Make the test vectors in protocol/vectors: what an implementation of docs/protocol.md must give.

    python -m tests.vectors.make_vectors            write them
    python -m tests.vectors.make_vectors --check    say which differ from what is written

All follows from the fixed numbers in this file. Bytes are hexadecimal, a scalar is its 32
little-endian bytes; in values, {"bytes": hex} is a byte string and a JSON string is text. These
vectors fix our own bytes; those in tests/independent_vectors come from another implementation and
are never made here.
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

from protocol.crypto import shuffle_proof as shuffling
from protocol.crypto.group import (
    Q,
    Scalar,
    add,
    face_points,
    hash_to_scalar,
    mul,
    mul_base,
    nonce_digest,
    sub,
    to_bytes,
)
from protocol.crypto.proofs import (
    Context,
    TableSecret,
    prove_blinded,
    prove_claim,
    prove_key,
    prove_share,
)
from protocol.crypto.shuffle_proof import Task, permutation, shuffle, starting_pile
from protocol.encoding import H, Value
from protocol.game import Card, Claim, Face, Seat
from tests.vectors.vector_ballots import ballot_facts
from tests.vectors.vector_basics import (
    Facts,
    encoding_facts,
    group_facts,
    hash_facts,
    signature_facts,
)
from tests.vectors.vector_escrow import escrow_facts
from tests.vectors.vector_exclusion import exclusion_facts
from tests.vectors.vector_game import game_facts, wrong_facts
from tests.vectors.vector_objections import objection_facts
from tests.vectors.vector_stops import stop_facts

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"

TABLE = bytes(range(32))
HEAD = bytes(range(32, 64))
CTX = Context(TABLE, 7, Seat(1), HEAD)
SECRET = TableSecret(bytes(range(64, 96)), TABLE)
BEACON = bytes(range(96, 128))
CARD = Card(3)
A = mul_base(hash_to_scalar("vectors: mask"))
Y = hash_to_scalar("vectors: blinding")


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


# Proofs, with all that is made on the way.


def nonce(purpose: str, index: Value, *statement: Value) -> Scalar:
    return SECRET.nonce(CTX.value, purpose, index, nonce_digest(*statement))


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
    digest = nonce_digest(SECRET.public_key)
    w = SECRET.nonce((TABLE, CTX.seat), "key proof", 0, digest)
    e, z = prove_key(SECRET, CTX.seat)
    return {
        "x": to_bytes(SECRET.x),
        "K": SECRET.public_key,
        "box key": bytes(SECRET.box_key),
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
    w = nonce(tag, CARD, A, SECRET.public_key, d)
    numbers = {"w": to_bytes(w), "R1": mul_base(w), "R2": mul(w, A)}
    return {"d": d, **numbers, "e": to_bytes(e), "z": to_bytes(z)}


def _blinded_facts() -> Facts:
    blinded, e, z, u = prove_blinded(SECRET, CTX, CARD, A)
    stated = (A, SECRET.public_key, blinded)
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
    "escrow": File("Section 14: one key, split among all others.", escrow_facts),
    "ballots": File("Section 14: what a seat says after what it has heard.", ballot_facts),
    "stops": File("Section 4: which stops end a table, and what a seat says.", stop_facts),
    "objections": File(
        "Sections 4, 8 and 14: what a seat makes of objections as it hears them.", objection_facts
    ),
    "exclusion": File("Section 14: void rounds, and what comes next.", exclusion_facts),
    "game": File("Sections 3 to 7: every statement of a short game of two.", game_facts),
    "wrong": File("What is refused, in that game, and who is named for it.", wrong_facts),
}


OF_PYTHON = {"__init__.py", "__pycache__"}


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
    names = {path.name for path in folder.iterdir()} - OF_PYTHON if folder.is_dir() else set()
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
