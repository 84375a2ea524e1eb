"""False sealed shares, and objections to boxes: what a receiver finds, others can check."""

from __future__ import annotations

from typing import Any

import pytest
from nacl.public import Box, PrivateKey, PublicKey

from protocol import evidence, sealed
from protocol.encoding import dec, enc
from protocol.evidence import FalseBox
from protocol.game import Card, Seat
from protocol.group import mul_base, to_bytes
from protocol.history import Statement
from protocol.proofs import TableSecret
from protocol.status import Doing, How
from tests.attacks.villain import (
    Forge,
    Scene,
    attack,
    before,
    check_named,
    put,
)

RECEIVER = 2


def secret_of(scene: Scene, seat: int) -> TableSecret:
    return TableSecret(scene.mes[seat].secret, scene.seating.table)


def box_of(scene: Scene, statement: Statement, to: int) -> tuple[Box, bytes]:
    stage = scene.course(statement.seat).stage_of(statement.round_number)
    assert stage is not None
    box = Box(PrivateKey(secret_of(scene, statement.seat).box_key), PublicKey(stage.keys[to].box))
    return box, sealed._nonce(stage.context(statement.seat), Seat(to))


def resealed(change: Any, to: int = RECEIVER) -> Forge:
    """The rows that one seat is told are changed, and sealed again as they should be."""

    def forge(scene: Scene, statement: Statement, _to: Seat) -> list[bytes]:
        body: Any = statement.body
        box, nonce = box_of(scene, statement, to)
        rows = change(dec(box.decrypt(body[2][to], nonce)))
        text = rows if isinstance(rows, bytes) else enc(rows)
        body = put(body, (2, to), box.encrypt(text, nonce).ciphertext)
        return [scene.signed(statement.seat, statement, body).data]

    return forge


def garbled(scene: Scene, statement: Statement, _to: Seat) -> list[bytes]:
    body = put(statement.body, (2, RECEIVER), lambda box: bytes([box[0] ^ 1]) + box[1:])
    return [scene.signed(statement.seat, statement, body).data]


FALSE: dict[str, Forge] = {
    "cannot be opened": garbled,
    "another blinding": resealed(lambda rows: put(rows, (0, 1), to_bytes(5))),
    "blinding of zero": resealed(lambda rows: put(rows, (4, 1), bytes(32))),
    "false proof": resealed(lambda rows: put(rows, (3, 3), to_bytes(5))),
    "cards exchanged": resealed(lambda rows: (rows[1], rows[0], *rows[2:])),
    "no rows": resealed(lambda rows: bytes(len(enc(rows)))),
    "truth value for a card": resealed(lambda rows: put(rows, (1, 0), True)),
    "row of five": resealed(lambda rows: ((0, *rows[0][1:-1], rows[0][-1][:-3], None), *rows[1:])),
    "rows in one": resealed(lambda rows: enc(bytes(len(enc(rows)) - 3))),
}


@pytest.mark.parametrize("forge", FALSE.values(), ids=FALSE)
def test_false_sealed_share_names_its_sender_to_third_parties(forge: Forge) -> None:
    scene = before("dealt", 3)
    attack(scene, 1, "dealt", forge)
    scene.run()
    check_named(scene, 1)


@pytest.mark.parametrize("last", [0, 1, 2])
def test_false_box_names_its_sender_in_whatever_order_the_deal_completes(last: int) -> None:
    """Its receiver may see the deal complete before its objection is out."""
    scene = before("dealt", 3)
    villain = attack(scene, 1, "dealt", garbled)
    held: list[tuple[int, int, bytes]] = []

    def hold(frm: Seat, to: Seat, message: bytes) -> list[bytes]:
        statement = scene.statement(message)
        told = list(villain(frm, to, message))
        if frm == last and statement is not None and statement.body[0] == "dealt":  # type: ignore[index] # it is an array
            held.extend((frm, to, one) for one in told)
            return []
        return told

    scene.wire.tamper = hold
    scene.run(ticks=0)
    scene.wire.tamper = villain
    for frm, to, message in held:
        scene.tell(to, message, link=frm)
    scene.run()
    check_named(scene, 1)


def test_objection_to_an_honest_box_is_a_withdrawal() -> None:
    scene = before("move", 3)
    dealt = scene.course(0).rounds[6]
    key = secret_of(scene, RECEIVER).box_key
    for card in (0, 5, 10, 49):
        claim = FalseBox(dealt.stage.round_number, Card(card), key)
        for blamed in (0, 1):
            assert evidence.named_by(claim, scene.course(0), Seat(blamed)) is None
    said = scene.objection(RECEIVER, 1, FalseBox(dealt.stage.round_number, Card(0), key))
    for seat in (0, 1):
        scene.tell(seat, said.data)
    check_named(scene, RECEIVER, how=How.WITHDRAWN)


@pytest.mark.parametrize(
    "claim",
    [
        FalseBox(2**64 - 1, Card(0), bytes(32)),
        FalseBox(0, Card(0), bytes(32)),
        FalseBox(6, Card(0), bytes(32)),
        FalseBox(6, Card(2**64 - 1), bytes(32)),
    ],
    ids=["round to come", "no deal", "nobody's key", "no card"],
)
def test_objection_to_no_box_convicts_nobody(claim: FalseBox) -> None:
    scene = before("move", 3)
    assert scene.tables[0].status().doing is Doing.MOVING
    assert evidence.named_by(claim, scene.course(0), Seat(1)) is None
    assert evidence.named_by(claim, scene.course(0)) is None


def test_key_that_is_nobodys_opens_no_box() -> None:
    scene = before("move", 3)
    done = scene.course(0).rounds[6]
    dealt: Any = done.said[Seat(1)]
    about = evidence.unsealing_at(done.stage, (Seat(1), Seat(2)), bytes(32))
    with pytest.raises(sealed.BadBox):
        about.open(dealt.boxes[2], {Card(0): (mul_base(1), mul_base(2))})
