"""Whatever dishonest seats send, in any order, no honest seat is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from p2p_hanabi.games.hanabi.moves import HanabiRefusal
from protocol.crypto.proofs import TableSecret
from protocol.encoding import Value
from protocol.game import Card, Seat
from protocol.ledger.evidence import (
    Evidence,
    FalseBox,
    SignedTwice,
    Two,
    WrongStatement,
    named_by,
    objection_body,
    read_objection,
)
from protocol.ledger.history import History, Statement
from protocol.peer.messages import AllSent, Digest, Have
from protocol.peer.status import Activity, Ending, EndingKind
from protocol.peer.table import Table
from protocol.reasons import Forbidden, Ignored, InvalidProof, Reason
from protocol.rounds.deal import due_rows
from protocol.rounds.phases import Dealt
from protocol.rounds.seat_secrets import Prover
from tests.attacks import villains
from tests.attacks.test_boxes import garbled
from tests.attacks.test_two_faced import other_move
from tests.attacks.villain import (
    HANABI,
    Scene,
    attack,
    before,
    check_named,
    check_unnamed,
    film,
)
from tests.lengths import sampled


def test_objection_to_a_box_waits_for_the_deal_it_is_about() -> None:
    """If it arrives before the deal, it must not look like its sender's withdrawal."""
    scene = before("dealt", 3)
    attack(scene, 1, "dealt", garbled)
    kept: list[bytes] = []
    villain = scene.wire.tamper

    def away_from_0(frm: Seat, to: Seat, message: bytes) -> list[bytes]:
        payloads = list(villain(frm, to, message))
        statement = scene.statement(message)
        if to == 0 and statement is not None and statement.seat == 1 and statement.round_number > 5:
            kept.extend(payloads)
            return []
        return payloads

    scene.wire.tamper = away_from_0
    scene.run(ticks=0)
    assert scene.tables[2].ending() is not None
    check_unnamed(scene, [0, 2])
    scene.deliver(0, *kept)
    scene.run()
    check_named(scene, 1)


def twins(scene: Scene) -> None:
    """Seats 1 and 2 share one table secret, and so one key and one box."""
    table = scene.tables[2]
    shared = TableSecret(scene.mes[1].secret, scene.seating.table)
    table._boxes.prover = Prover(Seat(2), shared, table._boxes.prover.private)
    scene.wire.open()


@pytest.mark.parametrize("first", [1, 2])
def test_copied_key_names_the_higher_seat_whatever_the_order(first: int) -> None:
    scene = film(4)[Activity.COMMITTING].copy()
    twins(scene)
    reveals: dict[int, bytes] = {}

    def hold(frm: Seat, _to: Seat, message: bytes) -> list[bytes]:
        statement = scene.statement(message)
        if frm in (1, 2) and statement is not None and statement.round_number == 1:
            if statement.seat == frm and statement.body[0] == "reveal":  # type: ignore[index] # it is an array
                reveals[frm] = message
            return []
        return [message]

    scene.wire.tamper = hold
    scene.run(ticks=0)
    for seat in (0, 3):
        scene.deliver(seat, reveals[first], reveals[3 - first])
    scene.run()
    check_named(scene, 2, honest=[0, 3])


def test_objection_to_a_copied_key_waits_for_the_key_it_copies() -> None:
    """Seat 3 has received only the copy when seat 0 objects to it."""
    scene = film(4)[Activity.COMMITTING].copy()
    twins(scene)
    reveals: dict[int, bytes] = {}

    def hold(frm: Seat, to: Seat, message: bytes) -> list[bytes]:
        statement = scene.statement(message)
        if statement is not None and statement.round_number == 1 and statement.seat in (1, 2):
            if statement.seat == frm and statement.body[0] == "reveal":  # type: ignore[index] # it is an array
                reveals[frm] = message
            return []
        return [message]

    scene.wire.tamper = hold
    scene.run(ticks=0)
    scene.deliver(3, reveals[2])
    scene.deliver(0, reveals[2], reveals[1])
    scene.run(ticks=0)
    check_unnamed(scene, [0, 3])
    scene.deliver(3, reveals[1])
    check_named(scene, 2, honest=[0, 3])


@pytest.mark.parametrize("number", [0, 5])
def test_unsigned_claim_of_another_history_ends_no_table(number: int) -> None:
    scene = before("move", 3)
    for _ in range(3):
        scene.deliver(0, AllSent(number, bytes(32)).data, link=1)
    assert scene.ended == []
    scene.run(moves=1)
    assert scene.ended == []


def test_another_history_invented_by_one_seat_ends_no_table() -> None:
    """It signs under a head that nobody else knows, and then goes on as if nothing had happened."""
    scene = before("move", 3)
    mover = scene.tables[0].status().waiting_for[0]
    villain = (mover + 1) % 3
    stage, other = scene.history(villain).stage, (villain + 1) % 3
    like = Statement(b"", b"", stage.round_number, Seat(villain), bytes(32), None)
    strange = scene.signed(villain, like, ("agree", bytes(32)))
    messages = strange.data, AllSent(stage.round_number, bytes(32)).data
    scene.deliver(other, *messages, link=villain)
    assert scene.ended == []
    scene.run()
    assert {ending.how for ending in scene.ended} == {EndingKind.CLOSED}


def test_objection_under_another_head_is_judged_in_that_history() -> None:
    """The villain shows two moves, and errs again where only one of the histories sees it.

    Seat A objects to the second error, rightly under its own head. For B, who has signed another
    history, that is no proof; but neither is it A's withdrawal.
    """
    scene = before("move", 3)
    villain = scene.tables[0].status().waiting_for[0]
    a, b = (villain + 1) % 3, (villain + 2) % 3
    links: list[tuple[int, int, bytes]] = []
    scene.wire.tamper = lambda frm, to, message: links.append((frm, to, message)) or ()  # type: ignore[func-returns-value] # kept, not sent

    def forge(scene: Scene, statement: Statement) -> bytes:
        return scene.signed(villain, statement, other_move(scene, statement)).data

    scene.run(moves=1)
    move = scene.history(villain).rounds[-1].statements[Seat(villain)]
    scene.deliver(a, move.data)
    scene.deliver(b, forge(scene, move))
    again = scene.now(villain, ("agree", bytes(32)), as_seen_by=a)
    links.clear()
    scene.deliver(a, again.data)  # out of turn: the mover does not agree to its own move
    assert scene.tables[a].ending() is not None
    objection = next(s for _, _, m in links if (s := scene.statement(m)) and s.is_objection)
    scene.deliver(b, objection.data, link=a)
    check_unnamed(scene, [a, b])
    scene.wire.tamper = lambda _frm, _to, message: (message,)
    for frm, to, message in links:
        if villain not in (frm, to):
            scene.deliver(to, message, link=frm)
    scene.run()
    check_named(scene, villain)


def unjudged(scene: Scene, villain: int, number: int, head: bytes = bytes(32)) -> Statement:
    """An objection with a valid statement, signed for a round that nobody has reached."""
    stood = scene.history(0).statements_of(0)[Seat(0)]
    place = Statement(b"", b"", number, Seat(villain), head, None)
    body = ("object", 0, ("because",), WrongStatement(stood).value())
    return scene.signed(villain, place, body)


@sampled(4)
@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("ahead", [0, 1, 10**9, 2**64 - 1])
def test_objection_that_can_never_be_judged_silences_nobody(ahead: int, seats: int) -> None:
    """B3: under a false head, one round ahead or with the largest round number. The table plays to
    its end; the objector may go on too."""
    scene = before("move", seats)
    number = min(scene.history(0).stage.round_number + ahead, 2**64 - 1)
    statement = unjudged(scene, seats - 1, number).data
    # the villain goes on as if it had not objected
    scene.wire.tamper = lambda _frm, to, message: (
        () if (to, message) == (seats - 1, statement) else (message,)
    )
    for seat in range(seats - 1):
        scene.deliver(seat, statement)
    assert scene.ended == []
    scene.run()
    assert [ending.how for ending in scene.ended] == [EndingKind.CLOSED] * seats


def test_two_objections_of_one_seat_for_one_round_name_it() -> None:
    """Two seats each receive a different one; neither can be judged, but the two are a pair."""
    scene = before("move", 3)
    stood = scene.history(0).statements_of(6)[Seat(0)]
    ahead = Statement(b"", b"", scene.history(0).stage.round_number + 2, Seat(1), bytes(32), None)
    one, two = (
        scene.signed(1, ahead, ("object", blamed, ("because",), WrongStatement(stood).value()))
        for blamed in (0, 2)
    )
    scene.deliver(0, one.data, one.data)
    scene.deliver(2, two.data)
    check_unnamed(scene, [0, 2])
    scene.run(moves=0)
    check_named(scene, 1)


def test_objections_of_one_seat_for_two_rounds_are_not_a_pair() -> None:
    scene = before("move", 3)
    later = Statement(b"", b"", scene.history(0).stage.round_number + 1, Seat(1), bytes(32), None)
    scene.deliver(0, scene.objection(1, 1, None).data)
    scene.deliver(0, scene.signed(1, later, ("object", 1, ("supper",), None)).data)
    check_named(scene, 1, how=EndingKind.WITHDRAWN, honest=[0])


def test_objection_that_can_be_judged_replaces_one_that_cannot() -> None:
    """The others receive two objections of one seat in different orders; all agree on the end."""
    scene = before("move", 3)
    waits = unjudged(scene, 1, scene.history(0).stage.round_number + 2)
    withdrawal = scene.objection(1, 1, None)
    scene.deliver(0, waits.data)
    scene.deliver(2, withdrawal.data, waits.data)
    scene.run(moves=0)
    check_named(scene, 1, how=EndingKind.WITHDRAWN)
    table = Table(HANABI, scene.seating, scene.history(0).signatures, scene.mes[0])
    table.restore(scene.wire.nodes[0].journal)
    assert table.ending() == scene.tables[0].ending()


@pytest.mark.parametrize("is_box", [False, True])
def test_objection_about_a_later_round_is_always_a_withdrawal(is_box: bool) -> None:
    """Otherwise some judge it before that round, others in it never do, and both wait for ever."""
    scene = before("reveal", 3)
    scene.run(moves=0, ticks=0, limit=1, until_the_limit=True)
    place = Statement(b"", b"", 0, Seat(1), scene.history(0).stage.head, None)
    after = Statement(b"", b"", 1, Seat(1), bytes(32), None)
    coming = scene.signed(1, after, ("reveal",))
    evidence = FalseBox(coming, Card(0), bytes(32)) if is_box else WrongStatement(coming)
    statement = scene.signed(1, place, objection_body(Seat(1), Reason(Forbidden.NOT_DUE), evidence))
    assert read_objection(statement, scene.seating).evidence is None
    assert {scene.history(seat).stage.round_number for seat in (0, 2)} == {0}
    scene.deliver(0, statement.data)
    scene.run(moves=0)
    check_named(scene, 1, how=EndingKind.WITHDRAWN)


def test_table_that_waits_only_for_an_objector_reports_it() -> None:
    scene = before("move", 3)
    mover = scene.tables[0].status().waiting_for[0]
    other = (mover + 1) % 3
    number = scene.history(0).stage.round_number + 2
    scene.deliver(other, unjudged(scene, mover, number).data)
    status = scene.tables[other].status()
    assert (status.activity, status.waiting_for) == (Activity.DISPUTING, (mover,))
    third = 3 - mover - other
    scene.deliver(third, unjudged(scene, other, number).data)
    assert scene.tables[third].status().activity is Activity.MOVING


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (("out-of-turn",), Reason(Forbidden.OUT_OF_TURN)),
        (("pile-size", 3), Reason(InvalidProof.PILE_SIZE, (3,))),
        (
            ("false-row", ("sealed-share-proof",)),
            Reason(InvalidProof.FALSE_ROW, (), Reason(InvalidProof.SEALED_SHARE_PROOF)),
        ),
        (("hanabi-no-blue",), Reason(HanabiRefusal.NO_BLUE)),
        (("toy-no-card",), None),
        (("\x1b[2J\u202eno\n more\u200b\x07",), None),
        (("surely-not",), None),
        (("\x1b[2J",), None),
        (("out-of-turn", 3), None),
        (("pile-size",), None),
        (("pile-size", True), None),
        (("pile-size", "\x1b[2J"), None),
        (("false-row", ("surely-not",)), None),
        (("not-your-turn",), None),
        (("x" * 197,), None),
    ],
    ids=repr,
)
def test_reason_from_a_peer_is_a_known_one_or_none(value: Value, read: Reason | None) -> None:
    """No text from a peer is ever shown."""
    scene = before("move", 3)
    scene.deliver(0, scene.now(1, ("object", 1, value, None)).data)
    assert scene.tables[0].ending() == Ending(EndingKind.WITHDRAWN, Seat(1), read)
    assert scene.wire.nodes[0].finished[0].ending.reason == read


Frame: TypeAlias = Callable[[History, Statement], Evidence | None]
FRAMES: dict[str, Frame] = {
    "what stands": lambda _, given: WrongStatement(given),
    "what stands, twice": lambda _, given: Two(given, given),
    "two rounds": lambda history, given: Two(given, history.statements_of(5)[Seat(0)]),
    "another's statement": lambda history, given: Two(given, history.statements_of(6)[Seat(1)]),
    "one signature twice": lambda history, _: signed_twice(history, history.signatures[0]),
    "a signature of something else": lambda history, given: signed_twice(history, given.signature),
    "another seat's signature": lambda history, _: signed_twice(history, history.signatures[1]),
    "none": lambda _history, _given: None,
}
"""Evidence made from honest seat 0's own signatures: a history, and a statement in it."""


def signed_twice(history: History, other: bytes) -> SignedTwice:
    return SignedTwice(Seat(0), history.signatures[0], other)


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_evidence_that_does_not_hold_is_a_withdrawal(frame: Frame) -> None:
    scene = before("move", 3)
    history = scene.history(2)
    statement = scene.objection(1, 0, frame(history, history.statements_of(6)[Seat(0)]))
    for seat in (0, 2):
        scene.deliver(seat, statement.data)
    scene.run()
    check_named(scene, 1, how=EndingKind.WITHDRAWN)


@pytest.mark.parametrize(
    "shown",
    [5, (), ("two", 1, 2), ("wrong", (b"", b"")), ("box", (), 0, bytes(32)), ("wrong",)],
    ids=repr,
)
def test_malformed_evidence_is_a_withdrawal(shown: Any) -> None:
    scene = before("move", 3)
    statement = scene.now(1, ("object", 0, ("because",), shown))
    for seat in (0, 2):
        scene.deliver(seat, statement.data)
    check_named(scene, 1, how=EndingKind.WITHDRAWN)


@pytest.mark.parametrize(
    "body",
    [
        ("object",),
        ("object", 3, ("because",), None),
        ("object", True, ("because",), None),
        ("object", 0, "because", None),
        ("object", 0, b"because", None),
        ("object", 0, None, None),
        ("object", 0, (), None),
        ("object", 0, (5, "because"), None),
        ("object", 0, ("x" * 198,), None),
        ("object", 0, ("because", (bytes(190),)), None),
        ("object", 0, ("because",), None, None),
    ],
    ids=repr,
)
def test_malformed_objection_is_dropped(body: Any) -> None:
    scene = before("move", 3)
    scene.deliver(0, scene.now(1, body).data)
    assert scene.wire.nodes[0].dropped
    assert scene.ended == []


def test_valid_statement_not_yet_received_convicts_nobody() -> None:
    """An objector cannot make it a wrong one by being quick."""
    scene = before("move", 3)
    mover = scene.tables[0].status().waiting_for[0]
    scene.run(moves=1)
    statement = scene.history(mover).rounds[-2].statements[Seat(mover)]
    behind = before("move", 3).history(0)
    assert statement.round_number == behind.stage.round_number
    assert named_by(WrongStatement(statement), behind) is None
    assert named_by(WrongStatement(statement), scene.history(0)) is None


def test_objection_is_not_a_wrong_statement() -> None:
    scene = before("move", 3)
    statement = scene.objection(1, 0, None)
    assert named_by(WrongStatement(statement), scene.history(0)) is None


def test_box_of_a_deal_not_yet_received_convicts_nobody() -> None:
    scene = before("dealt", 3)
    scene.run(ticks=0, moves=0)
    done = scene.history(0).rounds[6]
    history = scene.history(0)
    early = History(done.stage, history.signatures, history.rounds[:6])
    key = bytes(TableSecret(scene.mes[2].secret, scene.seating.table).box_key)
    dealt = history.rounds[6].statements[Seat(1)]
    behind = History(history.rounds[5].stage, history.signatures, history.rounds[:5])
    for history in (early, behind):
        assert named_by(FalseBox(dealt, Card(0), key), history, Seat(1)) is None
    assert due_rows(history.rounds[0].stage, Dealt((), ()), (Seat(0), Seat(1))) == {}


def test_statement_out_of_turn_in_an_old_round_names_its_seat() -> None:
    scene = before("move", 3)
    old = scene.history(0).rounds[2].statements[Seat(0)]
    scene.deliver(0, scene.signed(2, old, old.body).data)
    scene.run()
    check_named(scene, 2)


def test_objection_after_the_last_close_is_dropped() -> None:
    scene = film(3)[Activity.ENDED].copy()
    scene.deliver(0, scene.now(1, ("object", 0, ("because",), None)).data)
    assert scene.wire.nodes[0].dropped == [Reason(Ignored.AFTER_CLOSE)]
    assert [ending.how for ending in scene.ended] == [EndingKind.CLOSED] * 3


def test_statement_after_the_last_close_changes_nothing() -> None:
    scene = film(3)[Activity.ENDED].copy()
    old = scene.tables[0].transcript()
    like = scene.history(0).rounds[6].statements[Seat(1)]
    for statement in (
        scene.now(1, ("close", bytes(32), None)),
        scene.signed(1, like, ("agree", bytes(32)), head=bytes(32)),
        scene.signed(2, scene.history(0).rounds[2].statements[Seat(0)], ("shuffled", (), ())),
    ):
        scene.deliver(0, statement.data)
    assert scene.tables[0].transcript() == old
    assert scene.tables[0].ending() is not None


def test_garbage_between_seats_changes_nothing() -> None:
    scene = before("move", 3)
    head = scene.history(0).stage.head
    for message in (Have(2**64 - 1, (), ()), Digest(bytes(32)), AllSent(10**9, bytes(32))):
        scene.deliver(0, message.data)
    assert scene.history(0).stage.head == head
    assert scene.ended == []


def test_statement_too_far_ahead_is_dropped() -> None:
    scene = before("move", 3)
    number = scene.history(0).stage.round_number
    for ahead, dropped in ((5, 0), (6, 1), (2**63, 2)):
        like = Statement(b"", b"", number + ahead, Seat(1), bytes(32), None)
        scene.deliver(0, scene.signed(1, like, ("agree", bytes(32))).data)
        assert len(scene.wire.nodes[0].dropped) == dropped


def test_withdrawal_names_the_one_who_left() -> None:
    scene = before("move", 3)
    scene.wire.carry(Seat(1), scene.tables[1].withdraw())
    scene.run()
    check_named(scene, 1, how=EndingKind.WITHDRAWN, honest=[0, 1, 2])
    assert scene.tables[1].withdraw() == []


def test_nobody_moves_after_an_objection() -> None:
    scene = before("move", 3)
    scene.wire.carry(Seat(1), scene.tables[1].withdraw())
    rounds = [len(scene.history(seat).rounds) for seat in range(3)]
    scene.run()
    assert [len(scene.history(seat).rounds) for seat in range(3)] == rounds


# Villains send random messages.


@sampled(8)
@pytest.mark.parametrize("seed", range(24))
def test_villains_never_get_an_honest_seat_named(seed: int) -> None:
    """`make soak` plays many more of these."""
    made = villains.gang(seed)
    villains.play(made)
    assert villains.check(made)
