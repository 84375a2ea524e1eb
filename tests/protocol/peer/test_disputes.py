"""How a table ends early: which objections are judged, and which ending stands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from protocol.errors import Dropped
from protocol.game import Seat
from protocol.identity.keys import seat_message
from protocol.ledger.consent import Consent, stop_body
from protocol.ledger.evidence import (
    Evidence,
    SignedTwice,
    Two,
    WrongStatement,
    objection_body,
)
from protocol.ledger.history import History, Statement, sign
from protocol.ledger.transcript import account, write_transcript
from protocol.peer.disputes import Disputes, signed_twice
from protocol.peer.effects import Broadcast, Changed, Finished, Persist
from protocol.peer.status import Ending, EndingKind
from protocol.reasons import Forbidden, Ignored, Reason
from tests.attacks.forgeries import second_signature
from tests.attacks.toy import ToyRefusal
from tests.protocol.ledger.test_evidence import FIRST, SECOND, elsewhere, stated
from tests.protocol.ledger.test_history import (
    MES,
    MOVE,
    ONE,
    SIGNATURES,
    TABLE,
    ZERO,
    complete,
    three_rounds,
)
from tests.raised import for_reason

WHY = Reason(Forbidden.NOT_DUE)
PAIR = Two(FIRST, SECOND)
"""Of seat 1, for round 0."""
LATER_PAIR = Two(*(elsewhere(ONE, ("agree", number), number=2) for number in range(2)))
CHEAT = Ending(EndingKind.CHEAT, ONE, WHY)
LEFT = Ending(EndingKind.WITHDRAWN, ONE, WHY)
CLOSED = Ending(EndingKind.CLOSED)


def objecting(
    history: History, evidence: Evidence | None, blamed: Seat = ZERO, why: Reason = WHY
) -> Statement:
    """Seat 1's objection in the open round."""
    return stated(history, ONE, objection_body(blamed, why, evidence))


def closed() -> History:
    history = three_rounds()
    while not history.is_closed:
        complete(history, MOVE)
    return history


def ended(disputes: Disputes, history: History) -> list[Ending]:
    """The endings of the objections that can be judged now."""
    return [ending for ending, _, _ in disputes.verdicts(history)]


def fresh() -> Disputes:
    return Disputes(MES[0])


# Objecting.


def test_objection_follows_the_statements_that_it_depends_on() -> None:
    disputes, history = fresh(), three_rounds()
    effects = disputes.object_to(ONE, WHY, PAIR, history)
    own = stated(history, ZERO, objection_body(ONE, WHY, PAIR))
    stated_before = history.statements[ONE].data
    assert effects == [
        Persist(own.data),
        Broadcast(stated_before),
        Broadcast(own.data),
        Finished(CHEAT),
        Changed(),
    ]
    assert (disputes.objections, disputes.unjudged()) == ({ZERO: own}, [])
    assert (disputes.silent, disputes.has_convicted, disputes.ending) == (True, True, CHEAT)
    assert disputes.evidence is None


def test_objection_without_evidence_is_a_withdrawal() -> None:
    disputes = fresh()
    disputes.object_to(ONE, WHY, None, three_rounds())
    assert (disputes.ending, disputes.has_convicted) == (LEFT, False)


def test_nobody_objects_after_the_last_close() -> None:
    disputes = fresh()
    assert disputes.object_to(ONE, WHY, PAIR, closed()) == []
    assert (disputes.ending, disputes.silent) == (None, False)


def test_seat_that_has_objected_keeps_further_evidence_to_itself() -> None:
    disputes, history = fresh(), three_rounds()
    disputes.object_to(ZERO, WHY, None, history)
    assert disputes.object_to(ONE, WHY, PAIR, history) == [Finished(CHEAT), Changed()]
    assert (disputes.evidence, len(disputes.objections)) == (PAIR, 1)
    assert disputes.object_to(ONE, WHY, LATER_PAIR, history) == []
    assert disputes.evidence == PAIR


def stops(*seats: Seat) -> Consent:
    return Consent(tuple(stated(three_rounds(), seat, stop_body(())) for seat in seats))


def escrowed(history: History) -> History:
    history.stage = replace(history.stage, escrow=cast("Any", ("split",)))
    return history


def test_seat_that_ends_the_table_alone_also_withdraws() -> None:
    disputes, history = fresh(), escrowed(three_rounds())
    disputes.agree(stops(ZERO))
    persist, *sent = disputes.withdraw_after_lone_stop(history)
    own = stated(history, ZERO, objection_body(ZERO, Reason(Forbidden.STOPPED_ALONE), None))
    assert persist == Persist(own.data)
    assert sent == [Broadcast(history.statements[ONE].data), Broadcast(own.data)]
    assert disputes.withdraw_after_lone_stop(history) == []


@pytest.mark.parametrize("case", ["no stop", "no escrow", "closed", "another's", "all"])
def test_no_other_end_needs_a_withdrawal(case: str) -> None:
    disputes = fresh()
    history = three_rounds() if case == "no escrow" else escrowed(three_rounds())
    if case == "closed":
        history = escrowed(closed())
    if case != "no stop":
        by = {"another's": (ONE,), "all": (ZERO, ONE)}.get(case, (ZERO,))
        disputes.agree(stops(*by))
    assert disputes.withdraw_after_lone_stop(history) == []


# Receiving.


def test_anothers_objection_is_saved_and_silences_nobody() -> None:
    disputes, history = fresh(), three_rounds()
    one = objecting(history, PAIR)
    assert disputes.receive(one, history) == [Persist(one.data), Broadcast(one.data), Changed()]
    assert (disputes.objections, disputes.unjudged()) == ({ONE: one}, [one])
    assert (disputes.silent, disputes.ending) == (False, None)
    assert disputes.receive(one, history) == []
    disputes.conclude(LEFT)
    assert disputes.silent


def test_objection_malformed_or_after_the_close_is_dropped() -> None:
    with pytest.raises(Dropped, check=for_reason(Ignored.AFTER_CLOSE)):
        fresh().receive(objecting(closed(), PAIR), closed())
    with pytest.raises(Dropped, check=for_reason(Ignored.NO_OBJECTION)):
        fresh().receive(stated(three_rounds(), ONE, ("object",)), three_rounds())


def never_judged(number: int = 1, why: str = "because") -> Statement:
    """Under a head that nobody else has, for a round that is known."""
    stood = three_rounds().statements_of(0)[ZERO]
    body = ("object", 0, (why,), WrongStatement(stood).value())
    return elsewhere(ONE, body, number=number)


def test_objection_that_can_never_be_judged_is_not_kept() -> None:
    disputes = fresh()
    assert disputes.receive(never_judged(), three_rounds()) == []
    assert disputes.objections == {}


def test_two_objections_for_one_round_name_their_speaker() -> None:
    disputes, history = fresh(), three_rounds()
    first, second = (
        objecting(history, None, why=why) for why in (WHY, Reason(Forbidden.OUT_OF_TURN))
    )
    disputes.receive(first, history)
    found = Ending(EndingKind.CHEAT, ONE, Reason(Forbidden.TWO_STATEMENTS))
    assert disputes.receive(second, history) == [Finished(found), Changed()]
    assert (disputes.evidence, disputes.objections) == (Two(first, second), {ONE: first})


def test_judged_objection_stays_whatever_its_seat_says_later() -> None:
    disputes, history = fresh(), three_rounds()
    first = objecting(history, None)
    disputes.receive(first, history)
    assert len(ended(disputes, history)) == 1
    complete(history)
    assert disputes.receive(objecting(history, PAIR), history) == []
    assert (disputes.objections, disputes.ending) == ({ONE: first}, None)


def test_waiting_objection_gives_way_to_one_that_can_be_judged() -> None:
    history, waits = three_rounds(), never_judged(4)
    disputes = fresh()
    disputes.receive(waits, history)
    assert disputes.receive(never_judged(5), history) == []
    assert disputes.objections == {ONE: waits}
    other = objecting(history, None)
    assert disputes.receive(other, history)[0] == Persist(other.data)
    assert (disputes.objections, ended(disputes, history)) == (
        {ONE: other},
        [Ending(EndingKind.WITHDRAWN, ONE, WHY)],
    )


def test_restored_objection_replaces_the_first_and_is_read_anew() -> None:
    history, waits = three_rounds(), never_judged(4)
    disputes = fresh()
    disputes.restore(waits)
    assert ended(disputes, history) == []
    other = objecting(history, None)
    disputes.restore(other)
    assert disputes.objections == {ONE: other}
    assert ended(disputes, history) == [Ending(EndingKind.WITHDRAWN, ONE, WHY)]


# Judging.


def test_own_objection_silences_before_it_is_judged() -> None:
    disputes = fresh()
    disputes.restore(stated(three_rounds(), ZERO, objection_body(ONE, WHY, PAIR)))
    assert (disputes.silent, disputes.ending) == (True, None)


def test_objection_names_the_blamed_seat_or_else_its_speaker() -> None:
    history = three_rounds()
    mine = Two(elsewhere(ZERO, ("agree", 0)), elsewhere(ZERO, ("agree", 1)))
    for evidence, ending in (
        (mine, Ending(EndingKind.CHEAT, ZERO, WHY)),
        (PAIR, Ending(EndingKind.WITHDRAWN, ONE, WHY)),
        (None, Ending(EndingKind.WITHDRAWN, ONE, WHY)),
    ):
        disputes, statement = fresh(), objecting(history, evidence)
        disputes.receive(statement, history)
        shown = evidence if ending.how is EndingKind.CHEAT else None
        assert [*disputes.verdicts(history)] == [(ending, shown, statement)]
        assert (disputes.unjudged(), [*disputes.verdicts(history)]) == ([], [])


def ahead(number: int) -> Statement:
    """An objection under the head of a round that is not reached yet, to a statement before it."""
    history = three_rounds()
    while history.stage.round_number < number:
        complete(history, MOVE)
    return objecting(history, WrongStatement(history.statements_of(0)[ZERO]))


def test_objection_is_judged_once_its_round_is_reached() -> None:
    disputes, history = fresh(), three_rounds()
    disputes.receive(ahead(3), history)
    assert ended(disputes, history) == []
    complete(history, MOVE)
    assert ended(disputes, history) == [Ending(EndingKind.WITHDRAWN, ONE, WHY)]


def test_objection_is_dropped_once_it_can_never_be_judged() -> None:
    disputes, history = fresh(), three_rounds()
    disputes.receive(never_judged(3), history)
    assert ended(disputes, history) == []
    assert len(disputes.objections) == 1
    complete(history, MOVE)
    assert ended(disputes, history) == []
    assert (disputes.objections, disputes.unjudged()) == ({}, [])


def test_objection_is_read_once_and_examined_once_for_each_news(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    disputes, history, examined = fresh(), three_rounds(), list[int]()
    disputes.receive(never_judged(4), history)
    monkeypatch.delattr("protocol.peer.disputes.read_objection")

    def examine(*_of: object) -> bool:
        examined.append(1)
        return False

    monkeypatch.setattr("protocol.peer.disputes.can_be_judged", examine)
    for _ in range(3):
        assert ended(disputes, history) == []
    assert len(examined) == 1
    history.verified.clear()
    assert (ended(disputes, history), len(examined)) == ([], 2)
    history.stage = replace(history.stage, head=bytes(32))
    assert (ended(disputes, history), len(examined)) == ([], 3)
    assert ended(disputes, history) == []
    assert (len(examined), len(disputes.objections)) == (3, 1)


# Which ending stands.


@pytest.mark.parametrize(
    ("first", "second", "stands"),
    [
        ((LEFT, None), (Ending(EndingKind.AGREED), None), LEFT),
        ((LEFT, None), (CLOSED, None), CLOSED),
        ((LEFT, None), (CHEAT, PAIR), CHEAT),
        ((CLOSED, None), (CHEAT, PAIR), CHEAT),
        ((CHEAT, PAIR), (CLOSED, None), CHEAT),
        ((CHEAT, PAIR), (LEFT, None), CHEAT),
        ((CHEAT, PAIR), (LEFT, LATER_PAIR), CHEAT),
        ((CHEAT, PAIR), (LEFT, PAIR), CHEAT),
        ((LEFT, LATER_PAIR), (CHEAT, PAIR), CHEAT),
        ((LEFT, PAIR), (CHEAT, SignedTwice(ONE, b"", b"")), CHEAT),
    ],
)
def test_first_ending_stands_unless_an_earlier_cheat_is_shown(
    first: tuple[Ending, Evidence | None], second: tuple[Ending, Evidence | None], stands: Ending
) -> None:
    disputes = fresh()
    assert disputes.conclude(*first) == [Finished(first[0]), Changed()]
    shown = [Finished(second[0]), Changed()] if stands is second[0] else []
    assert disputes.conclude(*second) == shown
    assert disputes.ending is stands


def test_consent_of_all_ends_the_table_and_a_lone_stop_withdraws() -> None:
    for by, ending in (
        ((ZERO, ONE), Ending(EndingKind.AGREED, by=(ZERO, ONE))),
        ((ONE,), Ending(EndingKind.WITHDRAWN, ONE, Reason(Forbidden.STOPPED_ALONE))),
    ):
        disputes = fresh()
        assert disputes.agree(stops(*by)) == [Finished(ending), Changed()]
        assert disputes.agree(stops(ZERO)) == []
        assert disputes.ending == ending


def test_seating_signed_twice_is_found_in_signatures_of_others() -> None:
    other = second_signature(MES[1].identity, seat_message(TABLE, 1))
    history = three_rounds()
    assert signed_twice((SIGNATURES[0], other), history) == SignedTwice(ONE, SIGNATURES[1], other)
    assert signed_twice(SIGNATURES, history) is None
    assert signed_twice((bytes(64), bytes(64)), history) is None


# The file.


def test_no_file_accounts_for_a_table_that_goes_on_or_has_closed() -> None:
    disputes = fresh()
    assert disputes.file(three_rounds()) is None
    disputes.conclude(CLOSED)
    assert disputes.file(closed()) is None


def test_file_has_the_objections_or_stops_that_ended_the_table() -> None:
    history = three_rounds()
    left, agreed, found = fresh(), fresh(), fresh()
    objection = objecting(history, None)
    left.receive(objection, history)
    left.conclude(LEFT)
    assert left.file(history) == write_transcript(history, account(history, [objection], None))
    both = stops(ZERO, ONE)
    assert left.agree(both) == []
    assert left.file(history) == write_transcript(history, account(history, [objection], None))
    agreed.agree(both)
    assert agreed.file(history) == write_transcript(history, account(history, both.stops, None))
    found.agree(both)
    found.keep(CHEAT, PAIR)
    assert found.file(history) == write_transcript(history, account(history, [], PAIR))


def test_cheat_found_after_the_close_is_filed_without_that_round() -> None:
    history, disputes = closed(), fresh()
    disputes.conclude(CLOSED)
    disputes.keep(CHEAT, PAIR)
    before = history.before_close()
    assert disputes.file(history) == write_transcript(before, account(before, [], PAIR))


def test_stops_that_were_taken_back_are_not_in_the_file() -> None:
    history, disputes = three_rounds(), fresh()
    disputes.agree(stops(ZERO, ONE))
    history.back_to(1)
    assert disputes.file(history) == write_transcript(history, account(history, [], None))


def test_the_reason_of_an_objection_is_one_of_this_game() -> None:
    for code, reason in (
        ("surely-not", None),
        ("toy-no-card", Reason(ToyRefusal.NO_CARD)),
        ("not-due", WHY),
    ):
        history, disputes = three_rounds(), fresh()
        body = ("object", 0, (code,), None)
        disputes.receive(sign(history.stage, ONE, body, MES[1].identity), history)
        assert ended(disputes, history) == [Ending(EndingKind.WITHDRAWN, ONE, reason)]
