"""How statements are signed and read, and a table's history, round by round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from protocol.crypto.proofs import TableSecret
from protocol.encoding import MAX_OBJECTION_BYTES, MAX_STATEMENT_BYTES, H, Value, enc
from protocol.errors import Dropped, Wrong
from protocol.game import Act, Card, Over, Seat
from protocol.identity.keys import Identity
from protocol.ledger.history import (
    History,
    Round,
    Statement,
    following,
    is_long_over,
    is_too_far,
    next_head,
    read_statement,
    sign,
    void_head,
)
from protocol.reasons import Forbidden, Ignored, Malformed, Reason
from protocol.rounds.cards import Private
from protocol.rounds.phases import (
    AgreeingOnPile,
    Closing,
    Committing,
    Confirming,
    Moving,
    Revealing,
    Shuffling,
)
from protocol.rounds.prove import prove
from protocol.rounds.seat_secrets import Prover
from tests.any_game import bare
from tests.attacks.toy import PILE, Say, Toy
from tests.fakes import seated

GAME = Toy((Act(Seat(1)), Over(("done",))))
SEATING, SIGNATURES, MES = seated(GAME, 2)
TABLE = SEATING.table
ZERO, ONE = Seat(0), Seat(1)
MOVE = Say(Card(0), ())


def begun() -> History:
    return History.of(bare(GAME), SEATING, SIGNATURES)


def statement_of(history: History, seat: Seat, secret: bytes = b"", move: Any = None) -> Statement:
    """Let a seat make the statement it owes."""
    prover = Prover(seat, TableSecret(secret or MES[seat].secret, TABLE), Private())
    body, verified = prove(history.stage, prover, move)
    statement = sign(history.stage, seat, body, MES[seat].identity)
    history.add(statement, verified)
    return statement


def complete(history: History, move: Any = None) -> Round:
    for seat in history.missing:
        statement_of(history, seat, move=move)
    done = history.complete_round()
    assert done is not None
    return done


def signed(payload: Value, who: Identity = MES[0].identity) -> Value:
    data = enc(payload)
    return data, who.sign(data)


def place(**other: Value) -> tuple[Value, ...]:
    """What seat 0 signs, with one part replaced."""
    value: dict[str, Value] = {"kind": "statement", "table": TABLE, "round": 0, "seat": 0}
    value |= {"head": bytes(32), "body": ("commit", b"")}
    return tuple((value | other).values())


# Statements.


def test_a_signed_statement_is_read_back_whole() -> None:
    stage = begun().stage
    made = sign(stage, ONE, ["commit", bytes(32)], MES[1].identity)
    assert made == Statement(
        made.payload, made.signature, 0, ONE, stage.head, ("commit", bytes(32))
    )
    assert read_statement(made.value, SEATING) == made


@pytest.mark.parametrize("kind", ["object", "stop", "vote", "decide", "next"])
def test_statement_outside_a_round_is_recognised_by_its_kind(kind: str) -> None:
    statement = sign(begun().stage, ZERO, (kind,), MES[0].identity)
    assert (statement.kind, statement.is_objection) == (kind, kind == "object")


@pytest.mark.parametrize("body", [("commit",), "object", (b"object",), (), None])
def test_everything_else_is_a_statement_of_its_round(body: Value) -> None:
    statement = sign(begun().stage, ZERO, body, MES[0].identity)
    assert (statement.kind, statement.is_objection) == ("", False)


DROPPED: list[tuple[Reason, Value]] = [
    (Reason(Ignored.STATEMENT_FORM), None),
    (Reason(Ignored.STATEMENT_FORM), (enc(place()),)),
    (Reason(Ignored.STATEMENT_FORM), (enc(place()), bytes(63))),
    (Reason(Ignored.STATEMENT_FORM), ("text", bytes(64))),
    (Reason(Ignored.NO_STATEMENT, (), Reason(Malformed.NO_MSGPACK)), (b"\x01\x02", bytes(64))),
    (Reason(Ignored.NO_STATEMENT), signed(place(kind="remark"))),
    (Reason(Ignored.NO_STATEMENT), signed(place()[:5])),
    (Reason(Ignored.NO_STATEMENT), signed(place(head="head"))),
    (Reason(Ignored.NO_STATEMENT), signed(place(seat=b"0"))),
    (Reason(Ignored.NO_STATEMENT), signed(place(round=False))),
    (Reason(Ignored.NO_STATEMENT), signed(place(seat=False))),
    (Reason(Ignored.OTHER_TABLE), signed(place(table=bytes(32)))),
    (Reason(Ignored.NO_SUCH_SEAT), signed(place(seat=2))),
    (Reason(Ignored.UNSIGNED, (1,)), signed(place(seat=1))),
]


@pytest.mark.parametrize(("reason", "value"), DROPPED)
def test_an_invalid_statement_is_dropped_with_its_reason(reason: Reason, value: Value) -> None:
    with pytest.raises(Dropped) as dropped:
        read_statement(value, SEATING)
    assert dropped.value.reason == reason


@pytest.mark.parametrize(
    ("kind", "bound"), [("commit", MAX_STATEMENT_BYTES), ("object", MAX_OBJECTION_BYTES)]
)
def test_a_statement_is_read_up_to_its_size_limit(kind: str, bound: int) -> None:
    def sized(size: int) -> Statement:
        spare = 0
        for _ in range(3):  # until the length fields have their final width
            made = sign(stage, ZERO, (kind, bytes(spare)), MES[0].identity)
            spare += size - len(made.data)
        assert len(made.data) == size
        return made

    stage = begun().stage
    fits = sized(bound)
    assert read_statement(fits.value, SEATING) == fits
    with pytest.raises(Dropped) as dropped:
        read_statement(sized(bound + 1).value, SEATING)
    assert dropped.value.reason == Malformed.TOO_LARGE.reason(size=bound + 1, most=bound)


def test_no_seat_is_more_than_n_plus_two_rounds_ahead_or_behind() -> None:
    now = replace(begun().stage, round_number=9)
    for number, is_out in ((0, False), (9, False), (13, False), (14, True)):
        assert is_too_far(spoken(1, number, now.head), now) is is_out
    for number, is_out in ((9, False), (5, False), (4, True), (0, True)):
        assert is_long_over(replace(now, round_number=number), now) is is_out


# Heads that follow from one, though the statements under them cannot be judged.


def spoken(seat: int, number: int, head: bytes) -> Statement:
    return Statement(b"", bytes([seat, number]), number, Seat(seat), head, None)


def gone_on(head: bytes, number: int, coming: Iterable[Statement]) -> set[int]:
    return set(following(head, number, coming, [Seat(seat) for seat in range(5)]))


def test_a_seat_that_has_gone_on_is_found_by_the_heads_alone() -> None:
    """Round 6 was void, without 3; in round 5 seat 4 has spoken out of turn."""
    head = {5: b"after round 4"}
    five = [spoken(1, 5, head[5])]
    head[6] = next_head(head[5], {Seat(1): five[0]})
    head[7] = void_head(head[6], Seat(3))
    seven = [spoken(seat, 7, head[7]) for seat in (1, 2)]
    head[8] = next_head(head[7], {one.seat: one for one in seven})
    astray = [spoken(4, 5, head[5]), spoken(4, 6, b"another"), spoken(4, 8, head[7])]
    coming = [*five, *seven, spoken(0, 8, head[8]), *astray]
    assert gone_on(head[5], 5, coming) == {0, 1, 2, 4}
    assert gone_on(head[5], 5, [*five, *seven]) == {1, 2}
    assert gone_on(head[6], 6, coming) == {0, 1, 2}
    assert gone_on(b"another", 5, coming) == set()


# A history.


def test_a_round_is_complete_when_all_its_speakers_have_spoken() -> None:
    history = begun()
    assert list(history.missing) == [ZERO, ONE]
    first = statement_of(history, ONE)
    assert list(history.missing) == [ZERO]
    assert history.complete_round() is None
    second = statement_of(history, ZERO)
    stage = history.stage
    done = history.complete_round()
    assert done is not None
    assert done.stage is stage
    assert dict(done.statements) == {ZERO: second, ONE: first}
    assert set(done.verified) == {ZERO, ONE}
    assert history.rounds == [done]
    assert (history.missing, history.stage.round_number) == ((ZERO, ONE), 1)


def test_head_depends_on_its_predecessor_and_ordered_statements() -> None:
    history = begun()
    head = history.stage.head
    done = complete(history)
    digests = [done.statements[seat].digest for seat in (ZERO, ONE)]
    assert history.stage.head == next_head(head, done.statements) == H("round", head, digests)


def test_a_course_knows_whether_somebody_has_moved() -> None:
    history = begun()
    seen = []
    while not isinstance(history.stage.phase, Closing):
        seen.append((type(history.stage.phase), history.moved))
        complete(history, MOVE)
    assert seen[0] == (Committing, False)
    assert (Moving, False) in seen
    assert history.moved
    complete(history)
    assert history.moved
    assert history.complete_round() is None, "nobody speaks after the end"


def test_higher_seat_of_two_equal_keys_is_named_and_not_stored() -> None:
    for order in ((ZERO, ONE), (ONE, ZERO)):
        history = begun()
        complete(history)
        assert isinstance(history.stage.phase, Revealing)
        statement_of(history, order[0], b"same" * 8)
        with pytest.raises(Wrong) as wrong:
            statement_of(history, order[1], b"same" * 8)
        assert (wrong.value.seat, wrong.value.reason) == (1, Reason(Forbidden.COPIED_KEY))
        assert (set(history.statements), set(history.verified)) == ({ZERO}, {ZERO})


def three_rounds() -> History:
    """Two complete rounds, and a third in which seat 0 has spoken."""
    history = begun()
    complete(history)
    complete(history)
    statement_of(history, ONE, move=MOVE)
    assert history.stage.round_number == 2
    return history


def test_statements_are_found_in_complete_and_open_rounds() -> None:
    history = three_rounds()
    for number, done in enumerate(history.rounds):
        assert history.statements_of(number) is done.statements
        assert history.standing(number, ONE) is done.statements[ONE]
        assert history.stage_of(number) is done.stage
    assert history.statements_of(2) is history.statements
    assert history.standing(2, ONE) is history.statements[ONE]
    assert history.standing(2, ZERO) is None
    assert history.stage_of(2) is history.stage
    assert history.statements_of(3) == {}
    assert history.standing(3, ONE) is None
    assert history.stage_of(3) is None


def test_before_its_close_a_course_has_one_round_less() -> None:
    history = three_rounds()
    complete(history)
    before = history.before_close()
    assert before.stage is history.rounds[2].stage
    assert before.signatures == SIGNATURES
    assert before.rounds == history.rounds[:2]
    assert before.missing == (ONE,)


def test_a_reopened_round_keeps_its_statements() -> None:
    history = three_rounds()
    first, second = history.rounds
    history.back_to(1)
    assert history.rounds == [first]
    assert history.stage is second.stage
    assert history.statements == second.statements
    assert history.statements is not second.statements
    assert history.verified == second.verified
    assert history.complete_round() == second


def test_speaking_after_a_round_includes_all_later_statements() -> None:
    history = three_rounds()
    assert [history.has_spoken_after(number, ZERO) for number in range(3)] == [True, False, False]
    assert [history.has_spoken_after(number, ONE) for number in range(3)] == [True, True, False]


def shuffling() -> tuple[History, Statement]:
    """A history that waits for a seat's shuffle, and that shuffle."""
    game = Toy((PILE, Over(("done",))))
    history = History.of(bare(game), *seated(game, 2)[:2])
    while not isinstance(history.stage.phase, Shuffling):
        complete(history)
    shuffle = statement_of(history, history.stage.phase.by)
    history.statements.clear()
    history.verified.clear()
    return history, shuffle


def test_stage_after_a_shuffle_is_known_before_verification() -> None:
    history, shuffle = shuffling()
    after = history.predicted(shuffle)
    complete(history)
    assert after == history.stage


def test_only_a_well_formed_shuffle_that_is_due_is_foreseen() -> None:
    history, shuffle = shuffling()
    body: Any = shuffle.body
    assert history.predicted(replace(shuffle, seat=ONE)) is None
    for other in (("agree", body[1]), ("shuffled", body[1][1:], body[2])):
        assert history.predicted(replace(shuffle, body=other)) is None
    while not isinstance(history.stage.phase, AgreeingOnPile):
        complete(history)
    assert history.predicted(statement_of(history, ZERO)) is None


def voided() -> tuple[History, Statement, Statement]:
    """A history whose second round seat 0 has made void, with its vote and what was set aside."""
    history = begun()
    complete(history)
    dropped = statement_of(history, ONE)
    vote = sign(history.stage, ZERO, ("decide", 0, 1), MES[0].identity)
    history.void(ONE, {ZERO: vote})
    return history, vote, dropped


def test_void_round_keeps_the_decisions_and_dropped_statements() -> None:
    history, vote, dropped = voided()
    done = history.rounds[1]
    assert (done.gone, dict(done.statements), dict(done.verified)) == (ONE, {ZERO: vote}, {})
    assert dict(done.set_aside) == {ONE: dropped}
    assert history.stage.head == H("void", done.stage.head, ONE)
    assert isinstance(history.stage.phase, Confirming)
    assert history.stage.phase.after == done.stage.phase
    assert (history.stage.round_number, history.stage.gone) == (2, ONE)
    assert (history.statements, history.verified) == ({}, {})


def test_statements_dropped_by_a_void_round_stay_on_record() -> None:
    history, vote, dropped = voided()
    assert [history.is_void(number) for number in range(3)] == [False, True, False]
    assert history.standing(1, ONE) is dropped
    assert history.standing(1, ZERO) is None
    assert dict(history.statements_of(1)) == {ZERO: vote}


def test_seat_at_a_round_may_lack_decisions_of_the_last_three() -> None:
    history, decision, _ = voided()
    assert [history.decisions_before(number) for number in range(6)] == [
        [],
        [],
        *[[decision]] * 3,
        [],
    ]
    later = sign(history.stage, ZERO, ("decide", 0, 1), MES[0].identity)
    history.void(ONE, {ZERO: later})
    assert history.stage.phase == Confirming(history.rounds[1].stage.phase)
    assert history.decisions_before(3) == [decision, later]
    at_once = begun()
    at_once.void(ONE, {ZERO: decision})
    assert at_once.decisions_before(1) == [decision]


def test_history_keeps_the_signatures_it_began_with() -> None:
    history = History.of(bare(GAME), SEATING, list(SIGNATURES))
    assert history.signatures == SIGNATURES
    assert history.stage == begun().stage
