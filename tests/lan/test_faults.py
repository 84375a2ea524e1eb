"""Whole games between processes that are killed, with packet loss, pulled cables, new addresses."""

from __future__ import annotations

import signal
from concurrent.futures import ThreadPoolExecutor

from tests.lengths import long

from .conftest import Network, NewParty
from .players import Party, is_mine, is_one_good_game, names_in

KINDS = ("commit", "reveal", "shuffled", "dealt", "agree", "opened", "move", "close")
"""What a seat says, phase by phase. The first `agree` it says after a deal is to a move."""


def test_three_seats_finish_a_game_at_a_fifth_packet_loss(lan: Network, gather: NewParty) -> None:
    machines = lan(3)
    for machine in machines:
        machine.hurry()
        machine.lose(20)
    table = gather(machines)
    table.open(table="Café ☕")
    assert is_one_good_game(table.end())
    assert all(machine.dropped("loss") > 20 for machine in machines)


def test_table_waits_for_a_pulled_cable_and_finds_moved_machines(
    lan: Network, gather: NewParty
) -> None:
    machines = lan(3)
    table = gather(machines)
    table.open()
    table.programs[1].wait_for("turn", is_mine)
    machines[1].cut()
    machines[0].move_to("10.77.0.99")
    table.until_logged(0, "Bo is away")
    machines[1].heal()
    assert is_one_good_game(table.end())


def test_each_seat_is_killed_at_its_turn_and_then_all_at_once(
    lan: Network, gather: NewParty
) -> None:
    table = gather(lan(3))
    table.open()
    for seat in (1, 0, 2):
        table.programs[seat].wait_for("turn", is_mine)
        table.programs[seat].kill()
        table.resume(seat).wait_for("came back")
    table.programs[2].wait_for("turn", is_mine)
    for program in table.programs:
        program.kill()
    for seat in (2, 0, 1):
        table.resume(seat)
    assert is_one_good_game(table.end())


def test_seat_killed_between_saving_and_sending_repeats_itself(
    lan: Network, gather: NewParty
) -> None:
    table = gather(lan(2))
    # The shortest game has thirteen turns; the last of these deaths comes by the eighth.
    deaths = [
        [("saved", "3"), ("said", "15"), ("unsynced", "5")],
        [("said", "9"), ("unsynced", "8"), ("saved", "4")],
    ]
    mortals = [("tests.lan.mortal", *seat.pop(0)) for seat in deaths]
    table.open(modules=mortals)
    with ThreadPoolExecutor() as pool:
        ends = list(pool.map(lambda seat: table.live_on(seat, deaths[seat]), range(2)))
    assert len(table.started) == 2 + 6
    assert [end["how"] for end in ends] == ["closed", "closed"]
    assert is_one_good_game([table.transcript(seat) for seat in range(2)])


@long
def test_seat_killed_while_sending_any_kind_repeats_itself(lan: Network, gather: NewParty) -> None:
    table = gather(lan(2))
    first, *deaths = [("saying", kind) for kind in KINDS]
    table.open(modules=[table.program, ("tests.lan.mortal", *first)])
    ends = [table.live_on(1, deaths), table.live_on(0, [])]
    assert [end["how"] for end in ends] == ["closed", "closed"]
    assert len(table.started) == 2 + len(KINDS)
    assert is_one_good_game([table.transcript(seat) for seat in range(2)])


@long
def test_seat_killed_with_its_last_statement_may_return_late(
    lan: Network, gather: NewParty
) -> None:
    """The only deadlock that these tests have found: the other left after five seconds."""
    table = gather(lan(2))
    table.open(modules=[table.program, ("tests.lan.mortal", "saying", "close")])
    assert table.programs[1].exit_code() == -signal.SIGKILL
    table.programs[0].wait_for("waiting", lambda event: event["seats"] == ["Bo"])
    table.resume(1)
    assert is_one_good_game(table.end())


def play_named(table: Party, number: int) -> list[bytes]:
    table.open(table=f"table {number}")
    return table.end()


@long
def test_two_tables_on_one_network_each_have_their_own_players(
    lan: Network, gather: NewParty
) -> None:
    machines = lan(4)
    tables = [gather(machines[:2], folder="one"), gather(machines[2:], folder="two")]
    tables[0].names = ("Ana", "Bo")
    tables[1].names = ("Cy", "Di")
    with ThreadPoolExecutor() as pool:
        held = list(pool.map(play_named, tables, range(2)))
    for table, transcripts in zip(tables, held, strict=True):
        assert is_one_good_game(transcripts)
        assert names_in(transcripts[0]) == table.names
