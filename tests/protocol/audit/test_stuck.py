"""Deals and keys that cancel out and would hide nothing stop the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from protocol.audit import recompute
from protocol.audit.verdict import audit
from protocol.crypto import group
from protocol.crypto.group import L, Q, Scalar, add, mul, mul_base, to_bytes
from protocol.crypto.proofs import TableSecret
from protocol.encoding import dec_stream, enc
from protocol.game import Card, Seat
from protocol.ledger import evidence
from protocol.peer.status import Activity, EndingKind
from protocol.reasons import BadTranscript, Reason
from protocol.rounds.phases import Stuck
from protocol.rounds.seat_secrets import Prover
from tests.any_game import RULES
from tests.attacks.forgeries import secret_of
from tests.attacks.villain import (
    Forge,
    Scene,
    attack,
    before,
    film,
    put,
)


def unblinded(scene: Scene, statement: Any, _to: Seat) -> list[bytes]:
    """With y = 0, E is the plain share; its proof as a blinded share is u = v."""
    stage = scene.history(statement.seat).stage_of(statement.round_number)
    assert stage is not None
    secret, ctx, card = secret_of(scene, statement.seat), stage.context(statement.seat), Card(0)
    a = stage.cards.first_half(card)
    share, w, v = mul(secret.x, a), Scalar(11), Scalar(13)
    r1, r2 = mul_base(w), add(mul(w, a), mul(v, Q))
    e = group.hash_to_scalar("blinded share", ctx.value, card, a, secret.public_key, share, r1, r2)
    entry = (share, to_bytes(e), to_bytes(w + e * secret.x), to_bytes(v))
    return [scene.signed(statement.seat, statement, put(statement.body, (1, 0), entry)).data]


def until_the_deal(scene: Scene, forge: Forge) -> None:
    """Seat 1 deals like this and is never heard again; nobody objects."""
    cheat = attack(scene, 1, "dealt", forge, each=True)

    def once(frm: Seat, to: Seat, message: bytes) -> Sequence[bytes]:
        statement = scene.statement(message)
        payloads = cheat(frm, to, message)
        if (
            statement is None
            or statement.is_objection
            or statement.round_number > (cheat.place or 10**6)
        ):
            return ()
        return payloads

    scene.wire.tamper = once
    scene.run(ticks=0, moves=0)


def test_blindings_that_cancel_name_the_partner_of_two() -> None:
    scene = before("dealt", 2)
    until_the_deal(scene, unblinded)
    ending = scene.tables[0].ending()
    assert ending is not None
    assert (ending.how, ending.seat) == (EndingKind.STUCK, 1)
    report = audit(scene.tables[0].evidence() or b"", RULES)
    assert report.valid
    assert (report.named, report.named_round) == (1, scene.history(0).stage.round_number - 1)
    later = scene.now(1, ("move", ("play", 5), ()), as_seen_by=0)
    scene.deliver(0, later.data)
    assert scene.tables[0].ending() == ending
    assert evidence.named_by(evidence.WrongStatement(later), scene.history(0)) is None


def test_blindings_that_cancel_among_three_name_nobody() -> None:
    scene = before("dealt", 3)
    one, two = secret_of(scene, 1), secret_of(scene, 2)

    class Opposite(TableSecret):
        def blinding(self, ctx: Any, card: Card) -> Scalar:
            theirs = type(ctx)(ctx.table, ctx.round_number, Seat(1), ctx.head)
            return Scalar(-one.blinding(theirs, card) % L)

    table = scene.tables[2]
    table._boxes.prover = Prover(
        Seat(2), Opposite(two.secret, two.table), table._boxes.prover.private
    )
    scene.run()
    for seat in range(3):
        ending = scene.tables[seat].ending()
        assert ending is not None
        assert (ending.how, ending.seat) == (EndingKind.STUCK, None)
        report = audit(scene.tables[seat].evidence() or b"", RULES)
        assert report.valid
        assert report.named is None
    assert isinstance(scene.history(0).stage.phase, Stuck)
    assert scene.tables[0].status().activity is Activity.ENDED


def test_keys_that_cancel_stop_the_table_without_a_name() -> None:
    scene = film(2)[Activity.COMMITTING].copy()
    table, other = scene.tables[1], secret_of(scene, 0)
    mirrored = TableSecret(scene.mes[1].secret, scene.seating.table)
    vars(mirrored)["x"] = Scalar(L - other.x)
    table._boxes.prover = Prover(Seat(1), mirrored, table._boxes.prover.private)
    scene.wire.open()
    scene.run()
    for seat in range(2):
        ending = scene.tables[seat].ending()
        assert ending is not None
        assert (ending.how, ending.seat) == (EndingKind.STUCK, None)
        assert scene.tables[seat].view() is None
    report = audit(scene.tables[0].evidence() or b"", RULES)
    assert report.valid
    assert report.named is None


def test_nothing_follows_a_deal_that_hides_nothing() -> None:
    scene = before("dealt", 2)
    until_the_deal(scene, unblinded)
    later = scene.now(1, ("move", ("play", 5), ()), as_seen_by=0)
    values = [part for part, _ in dec_stream(scene.tables[0].evidence() or b"")][:-1]
    account = enc(("ended", (later.value,), (), None))
    fault = audit(b"".join(map(enc, values)) + account, RULES).fault
    assert fault is not None
    number = scene.history(0).stage.round_number
    assert (fault.reason, fault.round_number) == (Reason(BadTranscript.NOTHING_FOLLOWS), number)
    assert fault.seat is None


def test_evidence_outweighs_a_deal_that_hides_nothing() -> None:
    scene = before("dealt", 2)
    until_the_deal(scene, unblinded)
    like = scene.history(0).rounds[0].statements[Seat(0)]
    pair = [scene.signed(0, like, ("commit", bytes([i]))).value for i in range(2)]
    values = [part for part, _ in dec_stream(scene.tables[0].evidence() or b"")][:-1]
    account = enc(("ended", (), (), ("two", *pair)))
    report = audit(b"".join(map(enc, values)) + account, RULES)
    assert report.valid, report.fault
    assert (report.named, report.named_round) == (0, 0)


def test_the_deal_of_a_stuck_table_is_not_recomputed() -> None:
    scene = before("dealt", 2)
    until_the_deal(scene, unblinded)
    history = scene.history(0)
    assert recompute.recompute(history, {Seat(0): secret_of(scene, 0)}) == 5
