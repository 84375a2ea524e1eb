"""A fast stand-in for the group, signatures and boxes, so that thousands of games fit in a minute.

A point is its own logarithm, modulo the real group's order, with a tag so that no scalar passes for
a point. All equations hold or fail as in the real group, so every proof is still verified; but
anybody can read the logarithms: it hides nothing, and is only for tests. A signature is a keyed
hash; a box is a stream cipher with a keyed hash, with a Diffie-Hellman key of the same group.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from nacl.exceptions import CryptoError

import protocol.audit.verdict
import protocol.crypto.boxes
import protocol.identity.keys
import protocol.ledger.evidence
import protocol.ledger.history
import protocol.peer.messages
import protocol.peer.own_seat
import protocol.peer.table
import protocol.rounds.verify
from protocol.crypto import group
from protocol.crypto.group import L, Point
from protocol.crypto.parts import Workers
from protocol.encoding import Value, W
from protocol.errors import BadProof
from protocol.game import Seat
from protocol.identity.keys import Identity
from protocol.identity.seating import Seating
from protocol.ledger.history import Statement, read_statement
from protocol.peer.messages import Message, read_message
from protocol.reasons import InvalidProof
from protocol.rounds.advance import advance
from protocol.rounds.phases import Verified
from protocol.rounds.state import Stage
from protocol.rounds.verify import verify

_TAG = 1 << 255
_SEEDS: dict[bytes, bytes] = {}  # public identity to seed, the signing key


def point_of(logarithm: int) -> Point:
    return Point((logarithm % L | _TAG).to_bytes(32, "little"))


def logarithm_of(point: bytes) -> int:
    """Return the logarithm of a received point. Raise `BadProof`, also for the identity."""
    number = int.from_bytes(point, "little") - _TAG
    if len(point) != 32 or not 0 < number < L:
        raise BadProof(InvalidProof.NOT_A_FACTOR)
    return number


def _known(point: bytes) -> int:
    """Return the logarithm of a point that may be the identity."""
    number = int.from_bytes(point, "little") - _TAG
    if not 0 <= number < L:
        raise BadProof(InvalidProof.NOT_ON_CURVE)
    return number


def mul(scalar: int, point: Point) -> Point:
    number = int.from_bytes(point, "little") - _TAG  # inlined: this is called most often
    product = scalar * number % L
    if product == 0 or not 0 < number < L or len(point) != 32:
        raise BadProof(InvalidProof.NOT_A_FACTOR)
    return Point((product | _TAG).to_bytes(32, "little"))


def mul_base(scalar: int) -> Point:
    if scalar % L == 0:
        raise BadProof(InvalidProof.IDENTITY)
    return point_of(scalar)


def add(left: Point, right: Point) -> Point:
    return point_of(_known(left) + _known(right))


def sub(left: Point, right: Point) -> Point:
    return point_of(_known(left) - _known(right))


def total(points: Iterable[Point]) -> Point:
    return point_of(sum(_known(point) for point in points))


def not_identity(point: Point) -> Point:
    if point == IDENTITY:
        raise BadProof(InvalidProof.IDENTITY)
    return point


def point_from(value: Value) -> Point:
    point = group.bytes_as_point(value)
    logarithm_of(point)
    return point


def hash_to_point(tag: str, *parts: Value) -> Point:
    return point_of(int.from_bytes(W(tag, *parts), "little"))


@lru_cache
def _shuffle_bases(count: int) -> tuple[Point, ...]:
    return tuple(hash_to_point("shuffle base", i) for i in range(count))


def shuffle_bases(count: int) -> list[Point]:
    return list(_shuffle_bases(count))


@lru_cache
def _face_points(deck: str, count: int) -> tuple[Point, ...]:
    return tuple(hash_to_point("face", deck, face) for face in range(count))


def face_points(deck: str, count: int) -> list[Point]:
    return list(_face_points(deck, count))


IDENTITY = point_of(0)
G = point_of(1)
Q = hash_to_point("blinding base")
CHAIN_BASE = hash_to_point("chain base")


def public_of(identity: Identity) -> bytes:
    public = hash_to_point("identity", identity.seed)
    _SEEDS[public] = identity.seed
    return public


def sign(identity: Identity, message: bytes) -> bytes:
    return hashlib.blake2b(message, key=identity.seed, digest_size=64).digest()


def verify_signature(identity: bytes, message: bytes, signature: bytes) -> None:
    seed = _SEEDS.get(identity)
    if seed is None or hashlib.blake2b(message, key=seed, digest_size=64).digest() != signature:
        raise BadProof(InvalidProof.SIGNATURE)


def box_public(box_key: bytes) -> bytes:
    return mul_base(int.from_bytes(box_key, "little"))


def _check_box(box: bytes, _key: bytes) -> None:
    """Refuse what the real one refuses: a key of small order."""
    try:
        logarithm_of(box)
    except BadProof as error:
        raise CryptoError(str(error)) from None


class PrivateKey(bytes):
    @property
    def public_key(self) -> bytes:
        return box_public(self)


class Box:
    def __init__(self, private: bytes, public: bytes) -> None:
        self._key = mul(int.from_bytes(private, "little"), Point(public))

    def encrypt(self, plain: bytes, nonce: bytes) -> Any:
        hidden = self._stream(plain, nonce)
        return SimpleNamespace(ciphertext=self._tag(hidden, nonce) + hidden)

    def decrypt(self, box: bytes, nonce: bytes) -> bytes:
        if self._tag(box[16:], nonce) != box[:16]:
            raise CryptoError("the box cannot be opened")
        return self._stream(box[16:], nonce)

    def _stream(self, data: bytes, nonce: bytes) -> bytes:
        stream = hashlib.shake_256(self._key + nonce).digest(len(data))
        mixed = int.from_bytes(data, "little") ^ int.from_bytes(stream, "little")
        return mixed.to_bytes(len(data), "little")

    def _tag(self, data: bytes, nonce: bytes) -> bytes:
        return hashlib.blake2b(nonce + data, key=self._key, digest_size=16).digest()


_GROUP: dict[str, Any] = {
    "IDENTITY": IDENTITY,
    "G": G,
    "Q": Q,
    "CHAIN_BASE": CHAIN_BASE,
    "mul": mul,
    "mul_base": mul_base,
    "add": add,
    "sub": sub,
    "total": total,
    "not_identity": not_identity,
    "point_from": point_from,
    "hash_to_point": hash_to_point,
    "shuffle_bases": shuffle_bases,
    "face_points": face_points,
}


@contextmanager
def fast_group(*, memo: bool = False) -> Iterator[None]:
    """Let every module of `protocol` use the stand-in meanwhile.

    With `memo`, pure functions of bytes that all seats have are computed once for all of them:
    parsing a message (not needed for a seat's own), verifying a statement under a head, advancing
    from a round to a head.
    """
    changes = [*_changes(), *(_memos() if memo else ())]
    before = [(where, name, vars(where)[name]) for where, name, _ in changes]
    try:
        for where, name, new in changes:
            setattr(where, name, new)
        yield
    finally:
        for where, name, old in before:
            setattr(where, name, old)


@lru_cache(maxsize=1)
def _changes() -> list[tuple[Any, str, Any]]:
    replaced = [(getattr(group, name), name, new) for name, new in _GROUP.items()]
    replaced.append((protocol.identity.keys.verify_signature, "verify_signature", verify_signature))
    modules = [module for name, module in sys.modules.items() if name.startswith("protocol.")]
    return [
        *(
            (module, name, new)
            for old, name, new in replaced
            for module in modules
            if vars(module).get(name) is old
        ),
        (Identity, "sign", sign),
        (Identity, "public_key", property(public_of)),
        (protocol.rounds.commit, "sodium", SimpleNamespace(crypto_box_beforenm=_check_box)),
        (protocol.crypto.boxes, "Box", Box),
        (protocol.crypto.boxes, "PrivateKey", PrivateKey),
        (protocol.crypto.boxes, "PublicKey", bytes),
    ]


def _memos() -> list[tuple[Any, str, Any]]:
    """Return new caches for each table: a head differs between two tables of one seed."""
    messages: dict[bytes, Message] = {}
    statements: dict[Value, Statement] = {}
    stages: dict[bytes, Stage] = {}
    judged: dict[tuple[bytes, Seat, Value], Verified] = {}

    def say(stage: Stage, seat: Seat, body: Value, identity: Identity) -> Statement:
        statement = protocol.ledger.history.sign(stage, seat, body, identity)
        messages[statement.data] = statements[statement.value] = statement
        return statement

    def read(data: bytes, seating: Seating) -> Message:
        message = messages.get(data)
        if message is None:
            message = messages[data] = read_message(data, seating)
        return message

    def restore(value: Value, seating: Seating) -> Statement:
        statement = statements.get(value)
        if statement is None:
            statement = statements[value] = read_statement(value, seating)
        return statement

    def go_on(stage: Stage, verified: Mapping[Seat, Verified], head: bytes) -> Stage:
        after = stages.get(head)
        if after is None:
            after = stages[head] = advance(stage, verified, head)
        return after

    def judge(stage: Stage, seat: Seat, body: Value, together: Workers) -> Verified:
        place = (stage.head, seat, body)
        verified = judged.get(place)
        if verified is None:
            verified = judged[place] = verify(stage, seat, body, together)
        return verified

    return [
        (protocol.peer.own_seat, "sign", say),
        (protocol.peer.table, "read_message", read),
        (protocol.peer.messages, "read_message", read),
        (protocol.peer.table, "read_statement", restore),
        (protocol.ledger.history, "advance", go_on),
        (protocol.peer.table, "verify", judge),
    ]
