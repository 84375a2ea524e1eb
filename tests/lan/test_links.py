"""Networks with few addresses: a cable between two laptops, and single-stack machines."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.lengths import long, mostly_long

from .conftest import Network, NewParty
from .network import CABLE, ROOT, Machine
from .players import Party, is_mine, is_one_good_game


def test_two_laptops_on_a_cable_play_by_link_local_ipv6(lan: Network, gather: NewParty) -> None:
    machines = lan(2)
    for machine in machines:
        machine.leave_ipv4()
    table = gather(machines)
    table.open()
    table.programs[1].wait_for("turn", is_mine)
    for program in table.programs:
        program.kill()
    for seat in (1, 0):
        table.resume(seat).wait_for("came back")
    assert is_one_good_game(table.end())


def test_link_local_address_is_dialled_with_or_without_scope(
    lan: Network, gather: NewParty
) -> None:
    machines = lan(3)
    for machine in machines:
        machine.leave_ipv4()
    table = gather(machines, "--interface", CABLE)
    code = table.host()
    (shown,) = table.programs[0].events[-1]["addresses"]
    scoped = shown.replace("]", f"%{CABLE}]")
    assert shown.startswith("[fe80::")
    assert "%" not in shown
    for seat, address in ((1, shown), (2, scoped)):
        joining = ["join", "--connect", address, "--name", table.names[seat]]
        table.programs.append(table.start(seat, joining, code=code))
    table.until_logged(1, "Cy is here")  # the host has told each where the other is


@long
def test_two_laptops_on_a_cable_play_by_link_local_ipv4(lan: Network, gather: NewParty) -> None:
    machines = lan(2)
    for number, machine in enumerate(machines):
        machine.leave_ipv4()
        machine.ip("addr", "flush", "dev", CABLE)
        machine.ip("addr", "add", f"169.254.7.{number + 1}/16", "dev", CABLE, "scope", "link")
    table = gather(machines)
    table.open()
    begins(table)


@pytest.mark.parametrize("alone", mostly_long([(1,), (0,)]), ids=["a guest", "the host"])
def test_dual_stack_and_single_stack_machines_find_each_other(
    lan: Network, gather: NewParty, alone: tuple[int, ...]
) -> None:
    machines: list[Machine] = lan(2)
    for seat in alone:
        machines[seat].leave_ipv4()
    table = gather(machines)
    table.open()
    begins(table)


def test_path_mtu_black_hole_carries_a_table(lan: Network, gather: NewParty) -> None:
    machines = lan(2)
    for machine in machines:
        machine.swallow_long()
    table = gather(machines)
    table.open()
    begins(table)
    assert [machine.dropped("hole") for machine in machines] == [0, 0]


def begins(table: Party) -> None:
    """Wait until the cards are dealt, and each has had a turn."""
    for program in table.programs:
        program.wait_for("turn", is_mine)


def test_a_network_that_is_gone_is_one_line_in_the_log(lan: Network) -> None:
    """zeroconf logs a traceback for each socket."""
    (machine,) = lan(1)
    words = machine.command(sys.executable, "-m", "tests.lan.announcing")
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as it:
        assert it.stdin is not None
        assert it.stdout is not None
        assert it.stdout.readline() == "announced\n"
        machine.ip("addr", "flush", "dev", CABLE)
        _, errors = it.communicate("again\n")
    assert it.returncode == 0
    assert "Network is unreachable" in errors
    assert "Traceback" not in errors
