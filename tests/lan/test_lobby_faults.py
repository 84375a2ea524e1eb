"""What can happen while players gather: lost cables, new addresses, a killed host."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.lengths import long, mostly_long

from .conftest import Network, NewParty
from .network import Machine, sh
from .players import Event, Party, Person, Program, is_one_good_game

NEW_HOST = "10.77.0.99"


def away(*names: str) -> dict[str, list[str]]:
    return {"away": list(names)}


def shows(program: Program, **facts: object) -> Event:
    """Wait until its lobby has these facts."""
    return program.wait_for("lobby", lambda event: facts.items() <= event.items())


def gathered(table: Party) -> str:
    """Seat all machines except the last at a table; return the code."""
    code = table.host()
    for seat in range(1, len(table.machines) - 1):
        table.join(seat, code)
        table.programs[seat].wait_for("lobby")
    return code


def play(table: Party, code: str) -> list[bytes]:
    """Let the last one join, and the game be played to its end."""
    table.join(len(table.machines) - 1, code)
    return table.end()


@long
def test_guest_with_a_pulled_cable_returns_without_the_code(lan: Network, gather: NewParty) -> None:
    machines = lan(3)
    table = gather(machines)
    code = gathered(table)  # Bo, a bot, is ready at once
    machines[1].cut()
    shows(table.programs[0], **away("Bo"))
    table.join(2, code)  # all seats are taken, but nothing begins
    shows(table.programs[2], **away("Bo"), seating=False)
    shows(table.programs[1], searching=True)
    machines[1].heal()
    shows(table.programs[1], searching=False)
    assert is_one_good_game(table.end())


@pytest.mark.parametrize("cut", mostly_long([0, 1]), ids=["host", "guest"])
def test_a_cable_pulled_before_a_guest_is_ready_costs_it_nothing(
    lan: Network, gather: NewParty, cut: int
) -> None:
    """The guest is a person, since a bot is ready at once."""
    machines = lan(2)
    table = gather(machines)
    table.join(1, table.host(), kind=Person)
    host, guest = table.programs
    assert isinstance(guest, Person)
    guest.read_until("Bo (you). All seats are taken.")
    machines[cut].cut()
    shows(host, **away("Bo"), members=[["Ana", True], ["Bo", False]])
    guest.read_until("Looking for the host")
    guest.type("ready")
    guest.read_until("Looking for the host")  # that made nobody ready
    machines[cut].heal()
    guest.read_until("The host is back. Your seat was kept.")
    shows(host, **away(), members=[["Ana", True], ["Bo", False]], seating=False)
    guest.type("ready")
    guest.read_until("You are ready.")
    guest.read_until("The game starts.")
    host.wait_for("dealt")


@long
def test_guests_find_a_disconnected_or_moved_host_again(lan: Network, gather: NewParty) -> None:
    machines = lan(3)
    table = gather(machines)
    code = gathered(table)
    machines[0].cut()
    shows(table.programs[1], searching=True)
    machines[0].move_to(NEW_HOST)
    machines[0].heal()
    shows(table.programs[1], searching=False)
    table.programs[0].wait_for("lobby", lambda event: NEW_HOST in event["addresses"][0])
    table.join(2, code)  # a new joiner discovers the new address
    assert is_one_good_game(table.end())


def test_cable_pulled_before_the_signature_returns_to_the_lobby(
    lan: Network, gather: NewParty
) -> None:
    machines = lan(3)
    table = gather(machines)
    code = table.host()
    table.join(1, code, module=("tests.lan.late",))
    table.programs[1].wait_for("lobby")
    table.join(2, code)
    shows(table.programs[0], seating=True)
    shows(table.programs[1], seating=True)
    machines[1].cut()
    shows(table.programs[0], **away("Bo"), seating=False)
    shows(table.programs[2], **away("Bo"), seating=False)
    machines[1].heal()
    assert is_one_good_game(table.end())


@long
def test_killed_host_reopens_its_table_and_its_guests_return(
    lan: Network, gather: NewParty
) -> None:
    table = gather(lan(3))
    code = gathered(table)
    table.programs[0].kill()
    shows(table.programs[1], searching=True)
    table.programs[0] = table.start(0, ["host", "--reopen"])
    again = table.programs[0].wait_for("lobby")
    assert again["code"] == code
    shows(table.programs[1], searching=False)
    assert is_one_good_game(play(table, code))


def listed(machine: Machine, home: Path) -> str:
    """Return what `p2phanabi tables` finds there."""
    looking = ("-m", "p2p_hanabi", "tables", "--seconds", "1", "--json")
    return sh(*machine.command("env", f"P2PHANABI_HOME={home}", sys.executable, *looking))


def test_no_guess_is_spent_at_another_table_of_the_same_name(
    lan: Network, gather: NewParty, tmp_path: Path
) -> None:
    machines = lan(3)
    tables = [gather([machines[0], machines[2]], folder="one"), gather([machines[1], machines[2]])]
    tables[0].names, tables[1].names = ("Ana", "Cy"), ("Bo", "Cy")
    other = tables[0].host(table="Duo")
    code = tables[1].host(table="Duo")
    while (
        listed(machines[2], tmp_path).count('"Duo"') < 2
    ):  # a table is announced after a second or two
        continue
    tables[1].join(1, code, table="Duo")
    refused = tables[1].programs.pop()
    assert refused.exit_code() == 2
    assert "There are several tables: " in refused.stderr_text
    assert all(f"Duo (opened by {host})" in refused.stderr_text for host in ("Ana", "Bo"))
    tables[1].join(1, code, table="Duo", options=("--by", "Bo"))
    assert is_one_good_game(tables[1].end())
    tables[0].join(1, other, table="Duo", options=("--by", "ana"))
    assert is_one_good_game(tables[0].end())
