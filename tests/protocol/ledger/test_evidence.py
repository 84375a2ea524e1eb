"""Evidence on a table of two: how it is read, whom it convicts, and when it can be judged."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from protocol.encoding import Value, enc
from protocol.errors import Dropped
from protocol.game import Card, Seat
from protocol.identity.keys import seat_message
from protocol.ledger.evidence import (
    Evidence,
    FalseBox,
    Objection,
    SignedTwice,
    Two,
    WrongStatement,
    can_be_judged,
    can_never_be_judged,
    named_by,
    objection_body,
    order_of,
    read_evidence,
    read_objection,
    round_of,
)
from protocol.ledger.history import History, Statement, sign
from protocol.peer.status import Activity
from protocol.reasons import Code, Forbidden, Ignored, Reason
from tests.attacks.forgeries import second_signature, secret_of
from tests.attacks.villain import SPLIT, film, put
from tests.protocol.ledger.test_history import (
    MES,
    MOVE,
    ONE,
    SEATING,
    TABLE,
    ZERO,
    begun,
    complete,
    statement_of,
    three_rounds,
)
from tests.raised import for_reason


def stated(history: History, seat: Seat, body: Value, *, number: int | None = None) -> Statement:
    """What the seat signs for this round, by default the open one."""
    stage = history.stage_of(history.stage.round_number if number is None else number)
    assert stage is not None
    return sign(stage, seat, body, MES[seat].identity)


def elsewhere(seat: Seat, body: Value, *, number: int = 0, head: bytes = bytes(32)) -> Statement:
    """What the seat signs under a head of its own."""
    stage = replace(begun().stage, round_number=number, head=head)
    return sign(stage, seat, body, MES[seat].identity)


TWO = Seat(2)
FIRST, SECOND = (elsewhere(ONE, ("agree", bytes([number]))) for number in range(2))
SIGNATURES = (
    MES[1].identity.sign(seat_message(TABLE, 1)),
    second_signature(MES[1].identity, seat_message(TABLE, 1)),
)
BOX = FalseBox(FIRST, Card(3), bytes(32))


# Reading.


@pytest.mark.parametrize(
    ("evidence", "value", "number"),
    [
        (Two(FIRST, SECOND), ("two", FIRST.value, SECOND.value), 0),
        (SignedTwice(ONE, *SIGNATURES), ("signed twice", 1, *SIGNATURES), None),
        (WrongStatement(FIRST), ("wrong", FIRST.value), 0),
        (BOX, ("box", FIRST.value, 3, bytes(32)), 0),
        (None, None, None),
    ],
)
def test_evidence_is_read_as_it_is_written(
    evidence: Evidence | None, value: Value, number: int | None
) -> None:
    assert read_evidence(value, SEATING) == evidence
    if evidence is not None:
        assert evidence.value() == value
        assert round_of(evidence) == number
        assert order_of(evidence) == (-1 if number is None else number)
    body = objection_body(ONE, Reason(Forbidden.NOT_DUE), evidence)
    assert body == ("object", 1, Reason(Forbidden.NOT_DUE).wire, value)
    read = read_objection(stated(begun(), ZERO, body), SEATING)
    assert read == Objection(ZERO, ONE, Reason(Forbidden.NOT_DUE).wire, evidence)


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (("signed twice", 2, *SIGNATURES), Ignored.NO_SUCH_SEAT),
        (("signed twice", True, *SIGNATURES), Ignored.NO_EVIDENCE),
        (("box", FIRST.value, 3, bytes(31)), Ignored.NO_EVIDENCE),
        (("box", FIRST.value, True, bytes(32)), Ignored.NO_EVIDENCE),
        (("two", FIRST.value), Ignored.NO_EVIDENCE),
        (("wrong", FIRST.value, None), Ignored.NO_EVIDENCE),
        (("lie", FIRST.value), Ignored.NO_EVIDENCE),
        (("two", FIRST.value, 5), Ignored.STATEMENT_FORM),
        (5, Ignored.NO_EVIDENCE),
    ],
    ids=repr,
)
def test_unreadable_evidence_counts_as_none(value: Value, fault: Code) -> None:
    with pytest.raises(Dropped, check=for_reason(fault)):
        read_evidence(value, SEATING)
    objection = stated(begun(), ZERO, ("object", 1, ("because",), value))
    assert read_objection(objection, SEATING).evidence is None


@pytest.mark.parametrize("evidence", [WrongStatement(FIRST), BOX])
def test_evidence_about_a_later_round_counts_as_none(evidence: WrongStatement | FalseBox) -> None:
    later = replace(evidence, statement=elsewhere(ONE, ("agree",), number=1))
    body = objection_body(ONE, Reason(Forbidden.NOT_DUE), later)
    assert read_objection(stated(begun(), ZERO, body), SEATING).evidence is None


def reason_of(size: int) -> Value:
    reason = ("x" * (size - 3),)
    assert len(enc(reason)) == size
    return reason


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (("object", 2, ("because",), None), Ignored.NO_SUCH_SEAT),
        (("object", True, ("because",), None), Ignored.NO_OBJECTION),
        (("object", 1, ("because",)), Ignored.NO_OBJECTION),
        (("stop", 1, ("because",), None), Ignored.NO_OBJECTION),
        (("object", 1, (5,), None), Ignored.REASON_FORM),
        (("object", 1, (), None), Ignored.REASON_FORM),
        (("object", 1, reason_of(201), None), Ignored.REASON_FORM),
    ],
    ids=str,
)
def test_objection_of_another_form_is_dropped(body: Value, fault: Code) -> None:
    with pytest.raises(Dropped, check=for_reason(fault)):
        read_objection(stated(begun(), ZERO, body), SEATING)


def test_a_reason_has_at_most_200_bytes() -> None:
    objection = stated(begun(), ZERO, ("object", 1, reason_of(200), None))
    assert read_objection(objection, SEATING).reason == reason_of(200)


# Pairs.


def pair(one: Value, other: Value, *, head: bytes = bytes(32)) -> Two:
    return Two(elsewhere(ONE, one), elsewhere(ONE, other, head=head))


@pytest.mark.parametrize(
    ("evidence", "is_pair"),
    [
        (Two(FIRST, SECOND), True),
        (Two(FIRST, FIRST), False),
        (Two(FIRST, elsewhere(ONE, ("agree",), number=1)), False),
        (Two(FIRST, elsewhere(ZERO, ("agree",))), False),
        (pair(("agree",), ("agree",), head=b"1" * 32), True),
        (pair(("object", 0, ("a",), None), ("object", 0, ("b",), None)), True),
        (pair(("object", 0, ("a",), None), ("agree",)), False),
        (pair(("stop", ()), ("stop", (0,))), False),
        (pair(("vote", 0, 0), ("vote", 0, None)), True),
        (pair(("vote", 0, 0), ("vote", 0, None), head=b"1" * 32), False),
        (pair(("vote", 0, 0), ("agree",)), False),
    ],
)
def test_two_statements_of_a_seat_for_one_round_convict_it(evidence: Two, is_pair: bool) -> None:
    """Under whatever heads; but for words of a ballot, which may be said again under another."""
    assert named_by(evidence, begun()) == (ONE if is_pair else None)
    assert named_by(evidence, begun(), ONE) == (ONE if is_pair else None)
    assert named_by(evidence, begun(), ZERO) is None


@pytest.mark.parametrize(
    ("seat", "signatures", "is_twice"),
    [
        (ONE, SIGNATURES, True),
        (ONE, SIGNATURES[:1] * 2, False),
        (ZERO, SIGNATURES, False),
        (ONE, (SIGNATURES[0], bytes(64)), False),
        (ONE, (bytes(64), SIGNATURES[1]), False),
    ],
)
def test_two_signatures_of_the_seating_convict_their_seat(
    seat: Seat, signatures: tuple[bytes, bytes], is_twice: bool
) -> None:
    assert named_by(SignedTwice(seat, *signatures), begun()) == (ONE if is_twice else None)


# Wrong statements.


def wrong(statement: Statement, history: History) -> Seat | None:
    return named_by(WrongStatement(statement), history)


def test_statement_beside_the_known_one_is_wrong_under_any_head() -> None:
    history = three_rounds()
    stood = history.statements_of(0)[ONE]
    assert wrong(stood, history) is None
    assert wrong(stated(history, ONE, ("agree",), number=0), history) == ONE
    assert wrong(elsewhere(ONE, ("agree",)), history) == ONE
    assert wrong(stated(history, ONE, ("stop", ()), number=0), history) is None


def test_statement_of_an_unknown_history_accuses_nobody() -> None:
    history = three_rounds()
    assert wrong(elsewhere(ZERO, ("agree",), number=2), history) is None
    assert wrong(elsewhere(ONE, ("agree",), number=3, head=history.stage.head), history) is None


def test_statement_in_a_complete_round_of_others_is_wrong() -> None:
    history = three_rounds()
    complete(history)
    assert history.rounds[2].stage.speakers == (ONE,)
    assert wrong(stated(history, ZERO, ("move", None, ()), number=2), history) == ZERO


def test_statement_of_the_open_round_is_wrong_if_its_check_fails() -> None:
    history = begun()
    complete(history)
    assert wrong(stated(history, ONE, ("reveal",)), history) == ONE
    coming = begun()
    complete(coming)
    assert wrong(statement_of(coming, ONE), history) is None


def test_nothing_that_is_said_after_the_end_is_wrong() -> None:
    history = begun()
    while history.missing:
        complete(history, MOVE)
    assert wrong(stated(history, ONE, ("close",)), history) is None


def test_statement_of_a_void_round_is_judged_as_if_it_were_open() -> None:
    history = three_rounds()
    move = history.statements[ONE]
    history.void(ONE, {})
    assert wrong(move, history) is None
    assert wrong(stated(history, ONE, ("move",), number=2), history) == ONE
    assert isinstance(move.body, tuple)
    other = stated(history, ONE, ("move", (1, ()), move.body[2]), number=2)
    assert other.value != move.value
    assert wrong(other, history) is None


def copied(first: Seat) -> tuple[History, Statement]:
    """A history in which one seat has revealed, and the reveal of the other with the same key."""
    history, copies = begun(), begun()
    for seat in (ZERO, ONE):
        statement = statement_of(copies, seat, b"same" * 8)
        history.add(statement, copies.verified[seat])
    history.complete_round()
    second = begun()
    second.rounds, second.stage = history.rounds, history.stage
    statement_of(history, first, b"same" * 8)
    return history, statement_of(second, Seat(1 - first), b"same" * 8)


def test_copied_key_is_the_fault_of_the_higher_seat_alone() -> None:
    for first, named in ((ZERO, ONE), (ONE, None)):
        history, second = copied(first)
        assert wrong(second, history) == named


# Boxes.


def test_box_of_an_unknown_round_accuses_nobody() -> None:
    assert named_by(replace(BOX, statement=elsewhere(ONE, (), number=9)), three_rounds()) is None


def test_share_of_a_key_is_false_for_the_one_whose_box_it_is() -> None:
    scene = film(3, SPLIT)[Activity.AGREEING_ON_PILE]
    history, key = scene.history(0), bytes(secret_of(scene, 2).box_key)
    escrow = history.rounds[2].statements

    def blamed(statement: Statement, card: int = 0) -> Seat | None:
        return named_by(FalseBox(statement, Card(card), key), open_then)

    open_then = History(history.rounds[2].stage, history.signatures, history.rounds[:2])
    body: Any = escrow[ONE].body
    for box in (bytes(48), body[2][0]):
        false = scene.signed(1, escrow[ONE], put(body, (2, 2), box))
        assert (blamed(false), blamed(false, card=1)) == (ONE, None)
        own = scene.signed(2, escrow[TWO], put(escrow[TWO].body, (2, 0), box))
        assert blamed(own) is None
    assert blamed(escrow[ONE]) is None
    assert blamed(scene.signed(1, escrow[ONE], ("escrowed",))) == ONE
    assert blamed(scene.signed(1, escrow[ONE], ("stop", ()))) is None
    assert blamed(scene.signed(1, escrow[ONE], body, head=bytes(32))) is None


# When an objection can be judged.


def objection(history: History, evidence: Evidence | None, **place: int | bytes) -> Statement:
    body = objection_body(ONE, Reason(Forbidden.NOT_DUE), evidence)
    return replace(stated(history, ZERO, body), **place)  # type: ignore[arg-type] # fields of the right types


def judged(history: History, evidence: Evidence | None, **place: int | bytes) -> tuple[bool, bool]:
    """Whether it can be judged now, and whether it never can."""
    statement = objection(history, evidence, **place)
    content = Objection(ZERO, ONE, ("because",), evidence)
    return (
        can_be_judged(statement, content, history),
        can_never_be_judged(statement, content, history),
    )


@pytest.mark.parametrize("evidence", [None, Two(FIRST, SECOND), SignedTwice(ONE, *SIGNATURES)])
def test_evidence_that_speaks_for_itself_is_judged_at_once(evidence: Evidence | None) -> None:
    history = three_rounds()
    assert judged(history, evidence, round_number=9, head=bytes(32)) == (True, False)
    assert judged(history, evidence, round_number=1, head=bytes(32)) == (True, False)


@pytest.mark.parametrize("evidence", [WrongStatement(FIRST), BOX])
def test_other_evidence_waits_for_the_history_of_its_objector(evidence: Evidence) -> None:
    history = three_rounds()
    assert judged(history, evidence) == (True, False)
    assert judged(history, evidence, head=bytes(32)) == (False, True)
    assert judged(history, evidence, round_number=3, head=bytes(32)) == (False, False)
    assert judged(history, evidence, round_number=6, head=bytes(32)) == (False, False)
    assert judged(history, evidence, round_number=7, head=bytes(32)) == (False, True)


def test_reveal_that_seems_right_waits_for_all_other_keys() -> None:
    history, second = copied(ZERO)
    assert judged(history, WrongStatement(second)) == (True, False)
    alone = History(history.stage, history.signatures, history.rounds)
    assert judged(alone, WrongStatement(second)) == (False, False)
    assert judged(alone, WrongStatement(stated(history, ONE, ("reveal",)))) == (True, False)
    assert judged(alone, replace(BOX, statement=second)) == (True, False)
    honest, coming = begun(), begun()
    complete(honest)
    complete(coming)
    statement_of(honest, ZERO)
    assert judged(honest, WrongStatement(statement_of(coming, ONE))) == (True, False)
    before = history.rounds[0].statements[ONE]
    assert judged(alone, WrongStatement(before)) == (True, False)


def test_statement_that_seems_right_in_another_round_is_judged() -> None:
    history = three_rounds()
    assert judged(history, WrongStatement(history.statements[ONE])) == (True, False)
