"""Tests that take minutes: many tables, many deaths, bad networks for a whole game.

Collected only with P2PHANABI_SOAK=1.
"""

from __future__ import annotations

import random
import signal
from concurrent.futures import ThreadPoolExecutor
from itertools import chain

import pytest

from .conftest import Network, NewParty
from .players import is_mine, is_one_good_game, names_in
from .test_faults import KINDS, play_named

TABLES = 8
INSTANTS = ("unsynced", "saved", "said")


def deaths(seed: int, count: int) -> list[tuple[str, str]]:
    """Return deaths, the first late enough for the table to have been signed."""
    dice = random.Random(seed)  # noqa: S311 - no secret
    return [(dice.choice(INSTANTS), str(dice.randrange(5, 30))) for _ in range(count)]


def test_two_disconnected_seats_play_through_the_third(lan: Network, gather: NewParty) -> None:
    machines = lan(3)
    table = gather(machines)
    table.open()
    table.programs[1].wait_for("turn", is_mine)
    machines[1].shut_out(machines[2])
    machines[2].shut_out(machines[1])
    assert is_one_good_game(table.end())
    assert machines[1].dropped("apart") > 0


def test_eight_tables_at_once_each_have_their_own_players(lan: Network, gather: NewParty) -> None:
    machines = lan(2 * TABLES)
    tables = []
    for number in range(TABLES):
        table = gather(machines[2 * number : 2 * number + 2], folder=str(number))
        table.names = (f"Host {number}", f"Guest {number}")
        tables.append(table)
    with ThreadPoolExecutor(TABLES) as pool:
        transcripts = list(pool.map(play_named, tables, range(TABLES)))
    for table, held in zip(tables, transcripts, strict=True):
        assert is_one_good_game(held)
        assert names_in(held[0]) == table.names
    assert len(set(chain.from_iterable(transcripts))) == TABLES


@pytest.mark.parametrize("seed", range(4))
def test_three_seats_that_die_twelve_times_play_one_game(
    seed: int, lan: Network, gather: NewParty
) -> None:
    table = gather(lan(3))
    table.open()
    for program in table.programs:
        program.wait_for("dealt")
        program.kill()
    lives = [deaths(10 * seed + seat, 4) for seat in range(3)]
    with ThreadPoolExecutor(3) as pool:
        ends = list(pool.map(table.live_on, range(3), lives))
    assert [end["how"] for end in ends] == ["closed"] * 3
    assert len(table.started) == 3 + 3 * 5  # each was killed once, and died four times
    assert is_one_good_game([table.transcript(seat) for seat in range(3)])


def test_machines_that_sleep_beyond_the_timeout_go_on_awake(lan: Network, gather: NewParty) -> None:
    """A process is stopped as on a suspended machine, except for its clock: the monotonic clock of
    a machine stops while it sleeps, but not that of a stopped process."""
    table = gather(lan(3))
    table.open()
    for seat in (1, 0, 2):
        table.programs[seat].wait_for("turn", is_mine)
        table.programs[seat].process.send_signal(signal.SIGSTOP)
        other = (seat + 1) % 3
        table.until_logged(other, f"{table.names[seat]} is away")
        table.programs[seat].process.send_signal(signal.SIGCONT)
    assert is_one_good_game(table.end())


@pytest.mark.parametrize("kind", KINDS)
def test_table_survives_a_power_cut_of_all_in_any_phase(
    kind: str, lan: Network, gather: NewParty
) -> None:
    table = gather(lan(3))
    table.open(modules=[table.program, table.program, ("tests.lan.mortal", "saying", kind)])
    assert table.programs[2].exit_code() == -signal.SIGKILL
    for seat in (0, 1):
        table.programs[seat].kill()
    for seat in (1, 2, 0):
        table.resume(seat)
    assert is_one_good_game(table.end())


@pytest.mark.parametrize("percent", [5, 20])
def test_five_seats_play_a_whole_game_on_a_bad_network(
    percent: int, lan: Network, gather: NewParty
) -> None:
    machines = lan(5)
    for machine in machines:
        machine.hurry()
        machine.lose(percent)
    table = gather(machines)
    table.open()
    assert is_one_good_game(table.end())
    assert all(machine.dropped("loss") > 4 * percent for machine in machines)


def test_three_seats_die_on_a_bad_network(lan: Network, gather: NewParty) -> None:
    machines = lan(3)
    for machine in machines:
        machine.hurry()
        machine.lose(10)
    table = gather(machines)
    table.open()
    for program in table.programs:
        program.wait_for("dealt")
        program.kill()
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(table.live_on, range(3), [deaths(seat, 2) for seat in range(3)]))
    assert is_one_good_game([table.transcript(seat) for seat in range(3)])
