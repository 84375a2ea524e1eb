"""A table ended without a player who was away, and the others went home: one of them has the
program running for something else when that player comes back."""

from __future__ import annotations

import json
import os
import pty
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from p2p_hanabi.net.discovery.rediscovery import table_id, who_is
from p2p_hanabi.net.table.parting import read_parting
from p2p_hanabi.net.table.seat import OwnSeat, read_own_seat
from p2p_hanabi.paths import Home
from protocol.audit.verdict import audit
from protocol.game import Seat
from tests import warm
from tests.any_game import RULES
from tests.lengths import long
from tests.warm import Copy, Warm

from .conftest import Network, NewParty
from .network import Machine, sh
from .players import PROGRAM, SILENT_S, Party, Person, Program

ANA, BO, CY = range(3)


class Page(Program):
    """The menu on a page, at which nobody looks."""

    PLAYED = ()


def ended_without_bo(machines: list[Machine], gather: NewParty, *at: str) -> Party:
    """Bo is killed, Cy asks to end the game, Ana's bot agrees, and both close their programs. Ana
    hosts `at` an interface."""
    table = gather(machines)
    usual, table.common = table.common, (*table.common, *at)
    code = table.host()
    table.common = usual
    table.join(BO, code)
    table.programs[BO].wait_for("lobby")
    table.join(CY, code, kind=Person, module=PROGRAM)
    cy = table.programs[CY]
    assert isinstance(cy, Person)
    cy.read_words('Type "ready"')
    cy.type("ready")
    cy.read_words("Your turn.")
    table.programs[BO].kill()
    cy.read_words("lost the connection")
    cy.type("stop")
    cy.read_words("Ana, Cy agreed to end the game")
    cy.type("quit")
    assert table.programs[ANA].exit_code() == 1
    assert cy.process.wait(SILENT_S) == 1
    return table


def seat_of(table: Party, seat: int) -> OwnSeat:
    home = Home(house_path(table, seat))
    [known] = home.known_tables()
    return read_own_seat(home.table_folder(known))


def house_path(table: Party, seat: int) -> Path:
    machine = table.machines[seat]
    assert machine is not None
    return machine.house.path(table.home(seat))


def file_of(table: Party, seat: int) -> bytes:
    [file] = (house_path(table, seat) / "transcripts").glob("*.p2ph")
    return file.read_bytes()


def who_lacks_it(table: Party, seat: int) -> tuple[Seat, ...]:
    own = seat_of(table, seat)
    return read_parting(
        Home(house_path(table, seat)).table_folder(own.seating.table), own.other_seats
    )


def come_back(table: Party) -> Person:
    bo = table.resume(BO, kind=Person, module=PROGRAM)
    assert isinstance(bo, Person)
    bo.read_words("Back at the table of")
    return bo


def check_told(table: Party, bo: Person) -> None:
    """Bo reads the end, and has the same file as the others."""
    bo.read_words("Ana, Cy agreed to end the game", ".p2ph")
    assert bo.process.wait(SILENT_S) == 1
    files = [file_of(table, seat) for seat in (ANA, BO, CY)]
    assert len(set(files)) == 1
    report = audit(files[0], RULES)
    assert (report.valid, report.agreed) == (True, (ANA, CY))


@contextmanager
def menu(table: Party, seat: int) -> Iterator[None]:
    """The menu at a terminal, at which nobody types."""
    machine = table.machines[seat]
    assert machine is not None
    keyboard, terminal = pty.openpty()
    environment = {**os.environ, "P2PHANABI_HOME": str(table.home(seat)), "TERM": "xterm"}
    program = Copy([*PROGRAM], environment, (terminal,) * 3, machine.place)
    os.close(terminal)
    reader = threading.Thread(target=read_all, args=(keyboard, house_path(table, seat)))
    reader.start()
    try:
        yield
    finally:
        program.kill()
        program.wait()
        reader.join()
        os.close(keyboard)


def read_all(keyboard: int, home: Path) -> None:
    """Read what a program draws, so that it never waits for that, until it ends."""
    with (home / "drawn").open("wb") as drawn, suppress(OSError):
        while data := os.read(keyboard, 4096):
            drawn.write(data)
            drawn.flush()


def test_open_page_gives_the_end_to_a_returning_player(lan: Network, gather: NewParty) -> None:
    table = ended_without_bo(lan(3), gather)
    assert [who_lacks_it(table, seat) for seat in (ANA, CY)] == [(BO,), (BO,)]
    page = table.start(CY, ["web"], kind=Page, module=PROGRAM)
    check_told(table, come_back(table))
    table.until_logged(CY, "leaves the table; may lack its end: nobody")
    assert who_lacks_it(table, CY) == ()
    page.kill()


@long
def test_open_menu_gives_the_end_at_new_addresses(lan: Network, gather: NewParty) -> None:
    machines = lan(3)
    table = ended_without_bo(machines, gather)
    for number in (ANA, BO):
        machines[number].move_to(f"10.77.0.{number + 101}")
    bo = come_back(table)  # first, so that it is found although its announcement was missed
    with menu(table, ANA):
        check_told(table, bo)


def test_end_is_delivered_from_the_interfaces_next_address(lan: Network, gather: NewParty) -> None:
    machines = lan(3)
    table = ended_without_bo(machines, gather, "--interface", "10.77.0.1")
    machines[ANA].move_to("10.77.0.101")  # as by another lease
    bo = come_back(table)
    with menu(table, ANA):
        check_told(table, bo)


@long
def test_host_of_another_table_gives_the_end_too(lan: Network, gather: NewParty) -> None:
    table = ended_without_bo(lan(3), gather)
    other = table.start(ANA, ["host", "--new", "--seats", "2"], kind=Person, module=PROGRAM)
    assert isinstance(other, Person)
    other.read_words("The room code is")
    check_told(table, come_back(table))
    table.until_logged(ANA, "leaves the table; may lack its end: nobody")
    assert who_lacks_it(table, ANA) == ()


def test_impostor_learns_nothing_and_keeps_the_end_from_nobody(
    lan: Network, gather: NewParty
) -> None:
    machines = lan(4)
    table = ended_without_bo(machines[:3], gather)
    own = seat_of(table, CY)
    who = [who_is(place.identity).hex() for place in own.seating.places]
    page = table.start(CY, ["web"], kind=Page, module=PROGRAM)
    words = ["tests.lan.impostor", machines[3].host, table_id(own.seating).hex(), *who]
    with Warm(words, dict(os.environ), stderr=2, place=machines[3].place) as impostor:
        assert "ready" in impostor.stdout.readline()
        met = json.loads(impostor.stdout.readline())
        assert met == {"name": None, "is_let_in": False}
        assert listening(machines[CY]) <= {"127.0.0.1"}
        bo = come_back(table)  # who meets the impostor in the place of both others too
        check_told(table, bo)
        impostor.kill()
    page.kill()


def test_player_that_left_early_keeps_its_own_account(lan: Network, gather: NewParty) -> None:
    table = ended_without_bo(lan(3), gather)
    bo = come_back(table)
    bo.type("abandon")
    bo.read_words(".p2ph")
    assert bo.process.wait(SILENT_S) == 1
    files = [file_of(table, seat) for seat in (ANA, BO, CY)]
    assert who_lacks_it(table, BO) == (ANA, CY)
    page = table.start(CY, ["web"], kind=Page, module=PROGRAM)
    table.resume(BO, module=PROGRAM)  # as a bot, which stays for those who may lack its own end
    table.until_logged(CY, "leaves the table; may lack its end: nobody")
    page.kill()
    table.programs[BO].kill()
    assert [file_of(table, seat) for seat in (ANA, BO, CY)] == files
    paths = [house_path(table, seat) / "transcripts" for seat in (BO, CY)]
    names = [str(path) for folder in paths for path in folder.glob("*.p2ph")]
    sentence = warm.run(["p2p_hanabi", "audit", *names], dict(os.environ)).stdout
    assert "Bo withdrew" in sentence
    assert "Ana and Cy agreed to end the game" in sentence
    assert "Nobody is accused" in sentence


def listening(machine: Machine) -> set[str]:
    """The addresses at which something on this machine accepts connections."""
    rows = sh(*machine.command("ss", "-Hltn")).splitlines()
    return {row.split()[3].rpartition(":")[0] for row in rows}


def test_a_damaged_journal_is_not_delivered_and_disturbs_nothing(
    lan: Network, gather: NewParty
) -> None:
    table = ended_without_bo(lan(3), gather)
    own = seat_of(table, CY)
    journal = Home(house_path(table, CY)).table_folder(own.seating.table).journal
    content = bytearray(journal.read_bytes())
    content[len(content) // 2] ^= 1
    journal.write_bytes(content)
    page = table.start(CY, ["web"], kind=Page, module=PROGRAM)
    bo = come_back(table)
    table.until_logged(CY, "cannot deliver the end of table")
    assert who_lacks_it(table, CY) == (BO,)
    with menu(table, ANA):
        check_told(table, bo)
    page.kill()
