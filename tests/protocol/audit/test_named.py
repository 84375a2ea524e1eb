"""Which seat a valid file names, for what, and in which round."""

from __future__ import annotations

from typing import Any

from protocol.encoding import Value, dec_stream
from protocol.game import Seat
from protocol.identity.keys import seat_message
from protocol.ledger.history import Statement
from protocol.peer.status import Activity
from tests.attacks.forgeries import second_signature
from tests.attacks.villain import TOY, film, judged
from tests.protocol.audit.toy_file import (
    DEALING,
    HISTORY,
    ROUNDS,
    SCENE,
    account,
    joined,
    objection,
    pair,
    statement_of,
    stop,
    upto,
)


def named(*out_of_band: Value, evidence: Value = None, number: int = DEALING) -> tuple[Any, ...]:
    """Seat, round, whether it withdrew; how many objections and pieces of evidence there were."""
    report = judged(upto(number, account((), out_of_band, evidence)))
    assert report.valid, report.fault
    counted = (report.proofs["objections"], report.proofs["evidence"])
    return report.named, report.named_round, report.withdrawn, *counted


def test_an_objection_without_evidence_names_its_author() -> None:
    assert named(objection(1, 2, DEALING)) == (1, DEALING, True, 1, 0)


def test_an_objection_with_invalid_evidence_names_its_author() -> None:
    stood = ROUNDS[5][0]
    assert named(objection(1, 0, DEALING, ("two", stood, stood))) == (1, DEALING, True, 1, 0)


def test_of_two_withdrawals_the_lower_seats_counts() -> None:
    assert named(objection(1, 2, 5), objection(2, 1, 4)) == (1, 5, True, 2, 0)


def test_an_objection_that_cannot_be_judged_yet_names_nobody() -> None:
    body = ("object", 0, ("because",), ("wrong", ROUNDS[5][0]))
    early = statement_of(1, DEALING, body, head=bytes(32)).value
    assert named(early) == (None, None, False, 1, 0)


def test_conviction_of_the_lowest_round_counts() -> None:
    late, soon = objection(0, 1, DEALING, pair(1, 5)), objection(1, 2, DEALING, pair(2, 3))
    assert named(late, soon) == (2, 3, False, 2, 0)
    late, soon = objection(1, 2, DEALING, pair(2, 5)), objection(0, 1, DEALING, pair(1, 3))
    assert named(soon, late) == (1, 3, False, 2, 0)
    assert named(soon, evidence=pair(2, 3)) == (1, 3, False, 1, 1)
    assert named(soon, evidence=pair(2, 0)) == (2, 0, False, 1, 1)


def test_a_conviction_outweighs_a_withdrawal_before_or_after_it() -> None:
    left = [objection(seat, seat, 4) for seat in range(3)]
    cheat = objection(1, 2, DEALING, pair(2, 5))
    assert named(left[0], cheat) == (2, 5, False, 2, 0)
    assert named(cheat, left[2]) == (2, 5, False, 2, 0)


def seating_signed_twice() -> Value:
    message = seat_message(SCENE.seating.table, Seat(2))
    second = second_signature(SCENE.mes[2].identity, message)
    return ("signed twice", 2, HISTORY.signatures[2], second)


def test_a_seating_signed_twice_comes_before_every_round() -> None:
    evidence = seating_signed_twice()
    assert named(objection(0, 1, DEALING, pair(1, 0)), evidence=evidence) == (2, None, False, 1, 1)
    sooner = objection(0, 2, DEALING, evidence)
    assert named(sooner, evidence=pair(1, 0)) == (2, None, False, 1, 1)


def test_a_seating_signed_twice_is_found_before_any_statement() -> None:
    report = judged(upto(0, account((), (), seating_signed_twice())))
    assert report.valid, report.fault
    assert (report.named, report.rounds) == (2, 0)
    assert report.head == HISTORY.rounds[0].stage.head


def test_stops_by_all_end_the_table_by_agreement() -> None:
    for number in (DEALING, 4):
        stops = [stop(seat, number) for seat in range(3)]
        report = judged(upto(DEALING, account(ROUNDS[DEALING][:1], stops)))
        assert report.valid, report.fault
        assert (report.agreed, report.agreed_round, report.named) == ((0, 1, 2), number, None)
        assert (report.proofs["stops"], report.proofs["objections"]) == (3, 0)


def test_the_stop_of_one_alone_is_enough_and_names_it() -> None:
    scene = film(2, TOY)[Activity.ENDED]
    values = [value for value, _ in dec_stream(scene.tables[0].transcript())][:4]
    done = scene.history(0).rounds[3]
    like = Statement(b"", b"", 3, Seat(0), done.stage.head, None)
    ended = account((), [scene.signed(0, like, ("stop", (1,))).value])
    report = judged(joined(*values, ended))
    assert report.valid, report.fault
    assert (report.agreed, report.proofs["stops"]) == ((), 1)
    assert (report.named, report.named_round, report.withdrawn) == (0, 3, True)
