"""What a villain forges: invalid points, proofs for another place, false piles."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from nacl import bindings as sodium

from protocol.crypto import shuffle_proof as shuffling
from protocol.crypto.group import G, L, Point, add, mul_base
from protocol.crypto.proofs import Context, TableSecret
from protocol.crypto.shuffle_proof import Pile, Task
from protocol.encoding import Value
from protocol.game import Seat
from protocol.identity.keys import Identity, verify_signature
from protocol.ledger.history import Statement
from protocol.rounds.phases import Shuffling
from protocol.rounds.seat_secrets import Prover
from protocol.rounds.state import Stage

from .villain import Forge, Scene

Change = Callable[[Any], Value]

NOT_CANONICAL = (2**255 - 18).to_bytes(32, "little")  # y = 1 + p: the identity in another encoding
ORDER_8 = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")


def mixed(point: Point) -> bytes:
    return bytes(sodium.crypto_core_ed25519_add(point, ORDER_8))


def plus_order(scalar: bytes) -> bytes:
    return (int.from_bytes(scalar, "little") + L).to_bytes(32, "little")


def stage_of(scene: Scene, statement: Statement) -> Stage:
    stage = scene.history(statement.seat).stage_of(statement.round_number)
    assert stage is not None
    return stage


def secret_of(scene: Scene, seat: int) -> TableSecret:
    return TableSecret(scene.mes[seat].secret, scene.seating.table)


def second_signature(identity: Identity, message: bytes) -> bytes:
    """Another valid signature: Ed25519 with a different nonce from RFC 8032's."""
    half = bytearray(hashlib.sha512(identity.seed).digest()[:32])
    half[0] &= 248
    half[31] = half[31] & 127 | 64
    point = mul_base(12345)
    digest = hashlib.sha512(point + identity.public_key + message).digest()
    s = 12345 + int.from_bytes(digest, "little") * int.from_bytes(half, "little")
    signature = point + (s % L).to_bytes(32, "little")
    verify_signature(identity.public_key, message, signature)
    return signature


class Liar(TableSecret):
    """A secret whose seat makes a different claim about itself, and has committed to that."""

    def __init__(self, honest: TableSecret, **lies: object) -> None:
        super().__init__(honest.secret, honest.table)
        assert all(hasattr(self, name) for name in lies), "a lie about what nobody asks"
        vars(self).update(lies)


def with_secret(scene: Scene, seat: int, secret: TableSecret) -> None:
    """From now on the seat's machine speaks with another secret."""
    table = scene.tables[seat]
    table._boxes.prover = Prover(Seat(seat), secret, table._boxes.prover.private)


@contextlib.contextmanager
def exchanged(name: str, value: object) -> Iterator[None]:
    """A villain's own version of one step of a shuffle; the other steps are honest."""
    honest = getattr(shuffling, name)
    setattr(shuffling, name, value)
    try:
        yield
    finally:
        setattr(shuffling, name, honest)


def doctored(change: Callable[[Pile], Pile]) -> Forge:
    """An honest shuffle, honestly proven, of the wrong pile."""

    def forge(scene: Scene, statement: Statement, _to: Seat) -> list[bytes]:
        stage = stage_of(scene, statement)
        assert isinstance(stage.phase, Shuffling)
        task = Task(
            stage.context(statement.seat),
            stage.phase.number,
            stage.table_key,
            change(stage.phase.pile),
        )
        result, proof = shuffling.shuffle(secret_of(scene, statement.seat), stage.beacon, task)
        body = ("shuffled", result, proof.value())
        return [scene.signed(statement.seat, statement, body).data]

    return forge


def stacked(pile: Pile) -> Pile:
    """Every card is the first one, masked anew."""
    (a, b), key = pile[0], mul_base(1)
    return tuple((add(a, mul_base(i + 1)), add(b, key)) for i in range(len(pile)))


def elsewhere(**place: Any) -> Forge:
    """The right shuffle, proven for another place."""

    def forge(scene: Scene, statement: Statement, _to: Seat) -> list[bytes]:
        stage = stage_of(scene, statement)
        assert isinstance(stage.phase, Shuffling)
        number = place.get("number", stage.phase.number)
        ctx = Context(
            place.get("table", stage.seating.table),
            place.get("round_number", stage.round_number),
            place.get("seat", statement.seat),
            place.get("head", stage.head),
        )
        task = Task(ctx, number, stage.table_key, stage.phase.pile)
        result, proof = shuffling.shuffle(secret_of(scene, statement.seat), stage.beacon, task)
        body = ("shuffled", result, proof.value())
        return [scene.signed(statement.seat, statement, body).data]

    return forge


def known_logarithms(scene: Scene, statement: Statement, to: Seat) -> list[bytes]:
    """A shuffle proven with bases whose logarithms the villain knows."""
    with exchanged("shuffle_bases", lambda count: [mul_base(i + 2) for i in range(count)]):
        return list(elsewhere()(scene, statement, to))


def weights_without_p(scene: Scene, statement: Statement, to: Seat) -> list[bytes]:
    """A shuffle proven with weights that do not depend on p, so that p can be chosen later."""
    honest = shuffling._weights

    def blind(task: Task, result: Pile, p: Any) -> Any:
        return honest(task, result, [G] * len(p))

    with exchanged("_weights", blind):
        return list(elsewhere()(scene, statement, to))


def other_pile(scene: Scene, statement: Statement) -> Value:
    stage = stage_of(scene, statement)
    assert isinstance(stage.phase, Shuffling)
    task = Task(
        stage.context(statement.seat), stage.phase.number, stage.table_key, stage.phase.pile
    )
    secret = TableSecret(bytes(32), scene.seating.table)
    result, proof = shuffling.shuffle(secret, stage.beacon, task)
    return ("shuffled", result, proof.value())
