"""Turns that are skipped because their seat is gone for good (D25)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p_hanabi.games.hanabi.outcome import EndReason, ended
from protocol.encoding import Value
from protocol.errors import BadOptions, NotNow
from protocol.game import Act, Over, Seat
from protocol.reasons import BadOption
from tests.games.hanabi.table import HANABI, Table, lay
from tests.raised import for_reason

HANDS = ["R1 R2", "Y1 Y2", "G1 G2"]


def passed(table: Table) -> Table:
    return replace(table, state=HANABI.passed(table.state))


def test_a_skipped_turn_counts_and_changes_nothing_else() -> None:
    """D25"""
    table = lay(HANDS, turn=1)
    after = passed(table)
    assert HANABI.pending(after.state) == Act(Seat(2))
    assert after.state.passed == after.view(0).passed == ((table.state.turn, Seat(1)),)
    turn = table.state.turn + 1
    assert after.state == table.state._replace(
        seat=Seat(2), turn=turn, passed=((table.state.turn, Seat(1)),)
    )


def test_skipped_turns_count_in_the_last_round() -> None:
    """D25, HB32"""
    table = lay(HANDS, deck="", turns_left=2)
    table = passed(table)
    assert table.state.turns_left == 1
    assert HANABI.pending(passed(table).state) == Over(("pile ended", 0))


def test_a_table_is_stuck_if_only_the_absent_seat_could_move() -> None:
    """D25, D19"""
    options: dict[str, Value] = {"finale": True, "stuck": "skip"}
    table = passed(lay(["R1", "", ""], deck="", blue=0, options=options))
    assert table.view(1).outcome == ended(EndReason.STUCK)


def test_no_turn_is_skipped_while_nobody_is_to_act() -> None:
    table = lay(HANDS)
    waiting = table.applied(table.view(0).moves[0])
    with pytest.raises(NotNow):
        HANABI.passed(waiting.state)


def test_escrow_is_in_the_seating_only_where_it_is_chosen() -> None:
    """D25"""
    assert dict(HANABI.options({"escrow": True}))["escrow"] is True
    assert HANABI.options({"escrow": False}) == HANABI.options({})


@pytest.mark.parametrize(
    ("escrow", "seats", "why"),
    [
        (True, 2, BadOption.ESCROW_SEATS),
        (True, 3, BadOption.ESCROW_SEATS),
        (True, 4, None),
        (True, 5, None),
        ("trusting", 2, BadOption.TRUSTING_SEATS),
        ("trusting", 3, None),
        ("trusting", 4, BadOption.TRUSTING_SEATS),
    ],
)
def test_three_players_choose_escrow_under_a_name_with_trust(
    escrow: Value, seats: int, why: BadOption | None
) -> None:
    """D25"""
    if why is None:
        HANABI.start({"escrow": escrow}, seats, b"")
        return
    with pytest.raises(BadOptions, check=for_reason(why)):
        HANABI.start({"escrow": escrow}, seats, b"")
