"""Comparison of two transcripts of one table."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from protocol.audit.compare import Comparison, SignedBoth, compare
from protocol.audit.report import Report
from protocol.audit.verdict import audit
from protocol.game import Seat
from tests.any_game import RULES
from tests.commands.test_audit_gone import bereaved, settle
from tests.second_auditor import Audit, digest, enc
from tests.second_auditor.played import GAME_3, Played, second_signature
from tests.simulation.standin import fast_group

WHOLE = GAME_3.until(len(GAME_3.values) - 1)
MOVE = 7
"""The first move: seat 0's."""


@cache
def of_file(data: bytes) -> Report:
    return audit(data, RULES)


def compared(first: bytes, second: bytes) -> Comparison:
    """Compare like the command: both files are valid."""
    one, other = of_file(first), of_file(second)
    assert (one.fault, other.fault) == (None, None)
    assert one.table == other.table
    assert one.last is not None
    found = compare(first, second, one.last)
    assert other.last is not None
    assert compare(second, first, other.last) == found
    return found


def other_move() -> Played:
    return GAME_3.changed(MOVE, 0, ["move", ["play", 1], []])


def objection(reason: str) -> list[bytes]:
    return GAME_3.say(1, MOVE, ["object", 0, [reason], None])


def ended(*account: Any) -> bytes:
    return GAME_3.until(MOVE, ["ended", *account])


def test_a_file_and_its_beginning_agree() -> None:
    rounds = len(GAME_3.values) - 1
    assert compared(WHOLE, WHOLE) == Comparison(rounds, parted=False, signed_both=())
    assert compared(WHOLE, GAME_3.until(9)) == Comparison(9, parted=False, signed_both=())
    account = ended([], [objection("I leave")], None)
    assert compared(WHOLE, account).fits


def test_a_seat_that_made_two_moves_is_named() -> None:
    changed = other_move()
    both = (SignedBoth(Seat(0), MOVE),)
    assert compared(WHOLE, changed.until(MOVE + 1)) == Comparison(MOVE, True, both)
    assert compared(GAME_3.until(MOVE + 1), changed.until(MOVE + 1)) == Comparison(MOVE, True, both)


def test_seats_that_signed_both_are_named_with_their_first_round() -> None:
    changed = other_move()
    agreed = ["agree", digest("state", state(changed.until(MOVE + 1)))]
    entries = [changed.say(seat, MOVE + 1, agreed) for seat in (1, 2)]
    found = compared(WHOLE, changed.until(MOVE + 1, entries))
    assert found == Comparison(
        MOVE,
        parted=True,
        signed_both=tuple(SignedBoth(Seat(seat), MOVE + (seat > 0)) for seat in range(3)),
    )


def state(data: bytes) -> Any:
    second = Audit()
    second.run(data)
    return second.playing().public()


def test_a_seat_with_two_statements_for_an_open_round_is_named() -> None:
    deal = MOVE - 1
    honest = GAME_3.until(deal, ["ended", [GAME_3.values[deal + 1][2]], [], None])
    assert compared(WHOLE, honest).fits
    body = GAME_3.bodies(deal)[2]
    turned = [body[2][0], bytes([body[2][1][0] ^ 1]) + body[2][1][1:], None]
    other = GAME_3.say(2, deal, ["dealt", body[1], turned])
    both = (SignedBoth(Seat(2), deal),)
    found = compared(WHOLE, GAME_3.until(deal, ["ended", [other], [], None]))
    assert found == Comparison(deal, parted=False, signed_both=both)


def test_objection_pairs_with_an_objection_not_with_a_statement() -> None:
    one, other = ended([], [objection("a")], None), ended([], [objection("b")], None)
    both = (SignedBoth(Seat(1), MOVE),)
    assert compared(one, other) == Comparison(MOVE, parted=False, signed_both=both)
    assert compared(one, one).fits


def test_a_seat_that_signed_the_table_twice_is_named() -> None:
    signatures = [*GAME_3.values[0][3]]
    signatures[1] = second_signature(GAME_3, 1)
    header = [*GAME_3.values[0][:3], signatures]
    left = GAME_3.say(0, 0, ["object", 1, ["r"], None], digest("genesis", GAME_3.table, signatures))
    other = enc(header) + enc(["ended", [], [left], None])
    found = compared(WHOLE, other)
    assert found == Comparison(0, parted=True, signed_both=(SignedBoth(Seat(1), None),))


@pytest.mark.parametrize("seat", [0, 1])
def test_gone_seat_that_went_on_alone_has_signed_nothing_twice(seat: int) -> None:
    """Chi's move reached nobody; the others have gone on without it."""
    with fast_group():
        wire = bereaved(escrow=True, first=2)
        alone = wire.nodes[2].table.transcript()
        for other in (Seat(0), Seat(1)):
            wire.carry(other, wire.nodes[other].table.declare_gone(Seat(2)))
        settle(wire)
        found = compared(wire.nodes[seat].table.transcript(), alone)
    assert (found.parted, found.signed_both) == (True, ())
