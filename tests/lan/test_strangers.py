"""Strangers on the network against tables that gather or play.

The counts are small here; docs/reliability.md has large ones, from `python -m tests.lan.figures`.
"""

from __future__ import annotations

from contextlib import ExitStack

from .conftest import Network, NewParty
from .measure import descriptors, listening_port
from .network import Machine
from .players import PROGRAM, Party, is_one_good_game, stranger

FEW_DESCRIPTORS = 48  # those of a seat itself, of eight strangers, and a margin
ENOUGH_KIB = 96 * 1024
KNOCKS = "100"


def bother(table: Party, seat: int, eve: Machine, undo: ExitStack) -> None:
    """Attack the seat's port in all manners in turn, until the stack is unwound."""
    port = str(listening_port(table.programs[seat].pid))
    host = table.machines[seat]
    assert host is not None
    undo.enter_context(stranger(eve, "mixed", host.host, port, KNOCKS))


def test_strangers_connecting_to_an_open_table_exclude_nobody(
    lan: Network, gather: NewParty
) -> None:
    machines = lan(3)
    table = gather(machines[:2])
    code = table.host()
    port = str(listening_port(table.programs[0].pid))
    with ExitStack() as undo:
        undo.enter_context(stranger(machines[2], "guesses", machines[0].host, port, "4"))
        bother(table, 0, machines[2], undo)
        assert descriptors(table.programs[0].pid) < FEW_DESCRIPTORS
        table.join(1, code)
        assert is_one_good_game(table.end())
    assert peaks(table) < ENOUGH_KIB


def test_strangers_connecting_to_a_playing_table_change_nothing(
    lan: Network, gather: NewParty
) -> None:
    machines = lan(3)
    table = gather(machines[:2])
    table.program = PROGRAM  # a whole game, since the strangers need time to connect
    table.open()
    for program in table.programs:
        program.wait_for("dealt")
    with ExitStack() as undo:
        for seat in range(2):
            bother(table, seat, machines[2], undo)
            assert descriptors(table.programs[seat].pid) < FEW_DESCRIPTORS
        assert is_one_good_game(table.end())
    assert peaks(table) < ENOUGH_KIB


def test_a_table_is_found_among_fakes_and_noise_and_played(lan: Network, gather: NewParty) -> None:
    machines = lan(3)
    table = gather(machines[:2])
    code = table.host()
    eve = machines[2]
    with (
        stranger(eve, "services", eve.host, "5353", "400"),
        stranger(eve, "malformed", eve.host, "5353", "400"),
    ):
        table.join(1, code)
        table.programs[1].wait_for("agreed")
    with (
        stranger(eve, "services", eve.host, "5353", "400"),
        stranger(eve, "malformed", eve.host, "5353", "400"),
    ):
        assert is_one_good_game(table.end())
    assert peaks(table) < ENOUGH_KIB


def peaks(table: Party) -> int:
    """Return the highest peak memory of all seats, in KiB."""
    return max(int(program.events[-1]["max_rss_kib"]) for program in table.programs)
