"""False sealed shares, and objections to boxes: what a receiver finds, others can verify."""

from __future__ import annotations

from typing import Any

import pytest
from nacl.public import Box, PrivateKey, PublicKey

from protocol.crypto import sealed_shares
from protocol.crypto.boxes import BoxKey
from protocol.crypto.group import mul_base, to_bytes
from protocol.encoding import dec, enc
from protocol.game import Card, Seat
from protocol.ledger import evidence
from protocol.ledger.evidence import FalseBox
from protocol.ledger.history import History, Statement
from protocol.peer.status import Activity, EndingKind
from protocol.rounds.deal import unsealing_at
from tests.attacks.forgeries import secret_of
from tests.attacks.villain import (
    Forge,
    Scene,
    attack,
    before,
    check_named,
    put,
)

RECEIVER = 2


def box_of(scene: Scene, statement: Statement, to: int) -> tuple[Box, bytes]:
    stage = scene.history(statement.seat).stage_of(statement.round_number)
    assert stage is not None
    key = PrivateKey(bytes(secret_of(scene, statement.seat).box_key))
    box = Box(key, PublicKey(stage.keys[to].box))
    return box, sealed_shares._nonce(stage.context(statement.seat), Seat(to))


def resealed(change: Any, to: int = RECEIVER) -> Forge:
    """The rows for one seat are changed, and sealed again correctly."""

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
def test_false_box_names_its_sender_in_any_order_of_the_deal(last: int) -> None:
    """The deal may be complete for its receiver before its objection is sent."""
    scene = before("dealt", 3)
    villain = attack(scene, 1, "dealt", garbled)
    held: list[tuple[int, int, bytes]] = []

    def hold(frm: Seat, to: Seat, message: bytes) -> list[bytes]:
        statement = scene.statement(message)
        payloads = list(villain(frm, to, message))
        if frm == last and statement is not None and statement.body[0] == "dealt":  # type: ignore[index] # it is an array
            held.extend((frm, to, one) for one in payloads)
            return []
        return payloads

    scene.wire.tamper = hold
    scene.run(ticks=0)
    scene.wire.tamper = villain
    for frm, to, message in held:
        scene.deliver(to, message, link=frm)
    scene.run()
    check_named(scene, 1)


def test_objection_to_an_honest_box_is_a_withdrawal() -> None:
    scene = before("move", 3)
    dealt = scene.history(0).rounds[6].statements
    key = bytes(secret_of(scene, RECEIVER).box_key)
    for card in (0, 5, 10, 49):
        for sender in (0, 1, RECEIVER):
            claim = FalseBox(dealt[Seat(sender)], Card(card), key)
            assert evidence.named_by(claim, scene.history(0)) is None
    statement = scene.objection(RECEIVER, 1, FalseBox(dealt[Seat(1)], Card(0), key))
    for seat in (0, 1):
        scene.deliver(seat, statement.data)
    check_named(scene, RECEIVER, how=EndingKind.WITHDRAWN)


def test_objection_without_a_box_convicts_nobody() -> None:
    scene = before("move", 3)
    assert scene.tables[0].status().activity is Activity.MOVING
    dealt = scene.history(0).rounds[6].statements[Seat(1)]
    key = bytes(secret_of(scene, RECEIVER).box_key)
    elsewhere = scene.signed(1, dealt, ("agree", bytes(32)), head=bytes(32))
    claims = {
        "round to come": FalseBox(scene.now(1, ("dealt", (), ())), Card(0), key),
        "no deal": FalseBox(scene.history(0).rounds[0].statements[Seat(1)], Card(0), key),
        "nobody's key": FalseBox(dealt, Card(0), bytes(32)),
        "no card": FalseBox(dealt, Card(2**64 - 1), key),
        "stop": FalseBox(scene.signed(1, dealt, ("stop", ())), Card(0), key),
    }
    found = {name: evidence.named_by(claim, scene.history(0)) for name, claim in claims.items()}
    assert set(found.values()) == {None}, found
    early = History(scene.history(0).rounds[6].stage, (), scene.history(0).rounds[:6])
    assert evidence.named_by(FalseBox(elsewhere, Card(0), key), early) is None


def test_false_box_convicts_a_sender_that_also_dealt_a_real_one() -> None:
    """Even where nobody has seen its deal: the evidence contains it."""
    scene = before("dealt", 3)
    villain = attack(scene, 1, "dealt", garbled)
    real: list[Statement] = []

    def two_faced(frm: Seat, to: Seat, message: bytes) -> list[bytes]:
        payloads, statement = list(villain(frm, to, message)), scene.statement(message)
        body: Any = statement.body if statement is not None else ("",)
        if statement is None or body[0] not in ("dealt", "object"):
            return payloads
        if payloads != [message]:
            real.append(statement)
        return payloads if to == RECEIVER and frm == 1 else []

    scene.wire.tamper = two_faced
    scene.run(ticks=0)
    journal = [scene.statement(kept.record) for kept in scene.wire.nodes[RECEIVER].journal]
    objection = next(one for one in journal if one is not None and one.is_objection)
    for received in ([], [real[0].data]):
        other = scene.copy()
        other.deliver(0, *received, objection.data, link=1)
        check_named(other, 1, honest=[0])


def test_key_of_no_seat_opens_no_box() -> None:
    scene = before("move", 3)
    done = scene.history(0).rounds[6]
    dealt: Any = done.verified[Seat(1)]
    about = unsealing_at(done.stage, (Seat(1), Seat(2)), BoxKey(bytes(32)))
    with pytest.raises(sealed_shares.BadBox):
        about.open(dealt.boxes[2], {Card(0): (mul_base(1), mul_base(2))})
