"""An audit's report on a valid file, to the last number."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from protocol.audit.early_end import is_void
from protocol.audit.verdict import Player, Report, audited, replay
from protocol.encoding import dec_stream
from protocol.game import Seat
from protocol.identity.keys import fingerprint, table_words
from protocol.peer.status import Activity
from protocol.reasons import Forbidden, Reason
from protocol.rounds.phases import Closed
from tests.attacks.villain import BOTH, SPLIT, TOY, film, judged
from tests.fakes import wire_for
from tests.protocol.audit.toy_file import (
    DEALING,
    FILE,
    HISTORY,
    LAST,
    MOVING,
    ROUNDS,
    SCENE,
    account,
    joined,
    upto,
)
from tests.protocol.peer.split import find_gone, lose, waiting_for


@cache
def whole() -> Report:
    return judged(joined(*FILE))


def test_a_whole_game_is_reported() -> None:
    seating, data = SCENE.seating, joined(*FILE)
    report, history = audited(data, BOTH)
    assert history is not None
    assert history.stage == HISTORY.stage
    assert (report.valid, report.finished) == (True, True)
    assert (report.game, report.options, report.table) == ("toy", (), seating.table)
    assert report.players == tuple(
        Player(Seat(i), name, fingerprint(seating.places[i].identity))
        for i, name in enumerate(("Ana", "Ben", "Chi"))
    )
    assert report.words == table_words(seating.table, HISTORY.stage.beacon)
    assert (report.rounds, report.statements) == (17, 32)
    assert isinstance(HISTORY.stage.phase, Closed)
    assert report.outcome == HISTORY.stage.phase.outcome == ("done",)
    assert report.head == HISTORY.stage.head
    assert report.last is history.stage
    assert (report.machines, report.not_recomputed, report.signed_by) == ((0, 1, 2), {}, ())
    assert (report.named, report.named_round, report.withdrawn) == (None, None, False)
    assert replay(data, BOTH).stage == HISTORY.stage


def test_all_checks_are_counted() -> None:
    assert whole().proofs == {
        "seat signatures": 3,
        "signatures": 32,
        "keys": 3,
        "shuffles": 6,
        "shares": 12,
        "blinded shares": 4,
        "moves": 1,
        "claims": 1,
        "openings": 7,
        "statements recomputed": 32,
        "cards recomputed": 10,
    }


CHECKED = {
    1: ["keys 1"] * 3,
    2: ["shuffles 1"],
    5: ["", ""],
    DEALING: ["shares 3", "blinded shares 1, shares 2", "blinded shares 1, shares 3"],
    MOVING: ["moves 1, claims 1"],
    9: ["openings 2"] * 3,
    14: ["blinded shares 1, shares 1", "shares 2", "blinded shares 1, shares 1"],
    LAST: ["", "", ""],
}


@pytest.mark.parametrize("number", CHECKED)
def test_each_statements_checks_are_listed_in_order(number: int) -> None:
    checks = [check for check in whole().checks if check.round_number == number]
    seats = sorted({check.seat for check in checks})
    listed = [
        ", ".join(
            f"{c.kind} {c.count}" for c in checks if c.seat == seat and c.kind != "signatures"
        )
        for seat in seats
    ]
    signed = [check.count for check in checks if check.kind == "signatures"]
    assert listed == CHECKED[number]
    assert signed == [1] * len(seats)
    assert [check.seat for check in checks] == sorted(check.seat for check in checks)


def test_a_file_records_on_whose_machine_each_seat_ran() -> None:
    wire = wire_for(TOY, 3, seed=1, machines=(0, 0, 2))
    wire.open()
    while wire.deliver():
        pass
    report = judged(wire.nodes[0].table.transcript())
    assert report.valid, report.fault
    assert (report.machines, report.options) == ((0, 0, 2), ())


def test_head_of_an_unfinished_file_is_that_of_its_open_round() -> None:
    report = judged(upto(DEALING))
    assert (report.valid, report.finished, report.rounds) == (True, False, DEALING)
    assert report.head == HISTORY.rounds[DEALING].stage.head
    assert report.last == HISTORY.rounds[DEALING].stage
    assert "statements recomputed" not in report.proofs


def test_table_words_are_missing_until_all_shares_are_shown() -> None:
    assert judged(upto(1)).words == ()
    assert judged(upto(2)).words == whole().words


def test_statements_are_recomputed_from_secrets_in_an_account() -> None:
    report = judged(upto(LAST, account(ROUNDS[LAST][:2])))
    assert (report.valid, report.finished) == (True, False)
    assert (
        report.proofs["statements recomputed"]
        == sum(seat in done.verified for done in HISTORY.rounds[:LAST] for seat in (0, 1)) + 2
    )
    assert report.not_recomputed == {2: sum(2 in done.verified for done in HISTORY.rounds[:LAST])}
    assert report.signed_by == ()
    assert "cards recomputed" not in report.proofs
    assert report.proofs["signatures"] == report.statements == 31
    assert report.rounds == LAST


def test_keys_in_escrow_are_counted_for_each_seat() -> None:
    report = judged(film(3, SPLIT)[Activity.ENDED].tables[0].transcript())
    split = [check for check in report.checks if check.kind == "split keys"]
    found = [(check.round_number, check.seat, check.count) for check in split]
    assert found == [(2, 0, 1), (2, 1, 1), (2, 2, 1)]
    assert report.proofs["split keys"] == 3


def test_signatures_for_a_seat_being_gone_are_counted() -> None:
    scene = waiting_for(1, Activity.MOVING)
    lose(scene, 1)
    scene.run()
    find_gone(scene, 1)
    scene.run()
    data = scene.tables[0].transcript()
    report = judged(data)
    assert (report.valid, report.finished) == (True, True)
    checks = [check for check in report.checks if check.kind == "absences"]
    number = checks[0].round_number
    assert [(check.seat, check.count) for check in checks[:2]] == [(0, 1), (2, 1)]
    assert report.rounds == len(scene.history(0).rounds)
    assert report.proofs["cards recomputed"] == 10
    assert report.head == scene.history(0).stage.head

    values: list[Any] = [value for value, _ in dec_stream(data)]
    assert is_void(values[number])
    assert not is_void(values[number + 1])
    there = judged(joined(*values[: number + 1]))
    assert there.valid, there.fault
    assert there.head == scene.history(0).rounds[number].stage.head
    assert (there.unconfirmed, there.signed_by) == ((1,), ())
    half = judged(joined(*values[: number + 1], ["ended", [values[number + 1][0]], [], None]))
    assert (half.fault, half.unconfirmed, half.signed_by) == (None, (1,), (0,))
    assert (report.unconfirmed, report.signed_by) == ((), ())
    last = scene.history(0).rounds[number].statements[Seat(0)]
    other = scene.signed(0, last, ("without", 0))
    wrong = judged(joined(*values[: number + 1], [other.value, values[number + 1][1]])).fault
    assert wrong is not None
    assert (wrong.reason, wrong.seat) == (Reason(Forbidden.OTHER_AGREEMENT), 0)
