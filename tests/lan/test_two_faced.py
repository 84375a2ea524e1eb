"""B1 end to end: a host between its guests declares each of them gone to the other.

The guests are persons at the real program, on separate machines. The attack fails without escrow,
and with it at four seats, but succeeds at three seats that have chosen to trust each other.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

from p2p_hanabi.commands.records.playback import open_playback
from protocol.audit.verdict import Report, audit
from protocol.game import Seat
from tests.any_game import RULES
from tests.lengths import long

from .conftest import Network, NewParty
from .network import Machine
from .players import Party, Person, is_mine

NAMED = "The game has ended: Ana signed two different statements for the same moment"


def keep_apart(machines: list[Machine]) -> None:
    for one, other in permutations(machines[1:], 2):
        one.shut_out(other)


def let_meet(machines: list[Machine]) -> None:
    for machine in machines[1:]:
        machine.let_all_in()


def sit(table: Party, *options: str, sentences: Sequence[str] = ()) -> list[Person]:
    """Host a table of the villain, who begins; return the guests."""
    code = table.host("first=1", *options, module=("tests.lan.two_faced",))
    return table.seat_persons(code, *sentences)


def have_met(table: Party) -> None:
    """Wait until all guests are linked, and the host is to move."""
    names = table.names[1 : len(table.machines)]
    for seat, name in enumerate(names, start=1):
        for other in set(names) - {name}:
            table.until_logged(seat, f"{other} is here")
    table.programs[0].wait_for("turn", is_mine)


def file_of(table: Party, guest: int) -> Path:
    [file] = (table.home(guest) / "transcripts").iterdir()
    return file


def reports(table: Party) -> list[Report]:
    """Audit the guests' files; each must name the host and nobody else."""
    found = []
    for guest in range(1, len(table.machines)):
        report = audit(file_of(table, guest).read_bytes(), RULES)
        assert report.valid, report.fault
        assert (report.named, report.withdrawn) == (Seat(0), False)
        found.append(report)
    return found


@long
def test_without_escrow_a_guest_called_gone_stops_the_table(lan: Network, gather: NewParty) -> None:
    """The host relays until their table exists; then it gets two moves, but no card."""
    machines = lan(3)
    keep_apart(machines)
    table = gather(machines)
    bo, cy = sit(table)
    for guest, other in ((bo, "Cy"), (cy, "Bo")):
        guest.read_words("Ana is to move.", f"No connection to {other} for")
        guest.type(f"gone {other}")
        guest.read_words("This table cannot go on without a player")
    let_meet(machines)
    for guest in (bo, cy):
        guest.read_words(NAMED, ".p2ph")
    assert [report.proofs["openings"] for report in reports(table)] == [0, 0]


@long
def test_players_that_never_met_cannot_call_each_other_gone(lan: Network, gather: NewParty) -> None:
    machines = lan(4)
    keep_apart(machines)
    table = gather(machines)
    bo, cy, di = sit(table, "escrow=true")
    for guest, other in ((bo, "Cy"), (cy, "Bo"), (di, "Cy")):
        guest.read_words(f"Ana says that {other} is gone for good.")
        guest.type(f"gone {other}")
        guest.read_words("This computer never had a direct connection to that player")
    let_meet(machines)
    for guest in (bo, cy, di):
        guest.read_words(NAMED, ".p2ph")
    for report in reports(table):
        assert (report.gone, report.proofs["openings"]) == (None, 0)


def test_escrow_decides_one_version_and_the_other_stops(lan: Network, gather: NewParty) -> None:
    """At four seats no two quorums exist without the third guest, who decides once."""
    machines = lan(4)
    table = gather(machines)
    bo, cy, di = sit(table, "escrow=true")
    have_met(table)
    keep_apart(machines)
    for guest, other in ((bo, "Cy"), (di, "Cy"), (cy, "Bo")):
        guest.read_words(
            f"{other} lost the connection.", f"Ana says that {other} is gone for good."
        )
        guest.type(f"gone {other}")
    for guest in (bo, di):
        guest.read_words("The game goes on without Cy", "Ana plays card 1")
    cy.read_words("You say that Bo is gone for good; all the others have to say so too.")
    let_meet(machines)
    for guest in (bo, cy, di):
        guest.read_words(NAMED, ".p2ph")
    of_bo, of_cy, of_di = reports(table)
    assert (of_cy.gone, of_cy.proofs["openings"]) == (None, 0)
    for report in (of_bo, of_di):
        assert report.gone is not None
        assert report.players[report.gone].name == "Cy"


def test_trusting_escrow_warns_three_of_the_middle_seat(lan: Network, gather: NewParty) -> None:
    """It sees its hand. Both files are valid; only the two together show who it was."""
    machines = lan(3)
    table = gather(machines)
    bo, cy = sit(table, "escrow=trusting", sentences=["a cheater could see their own hand"])
    have_met(table)
    keep_apart(machines)
    for guest, other in ((bo, "Cy"), (cy, "Bo")):
        guest.read_words(
            f"Ana says that {other} is gone for good.",
            "With three players this takes trust",
            "Ask that player yourself, in person or by phone.",
        )
        guest.type(f"gone {other}")
        guest.read_words(f"The game goes on without {other}")
        guest.play_badly("The game is lost")
    seen = [tuple(card) for card in table.programs[0].wait_for("sees its hand")["hand"]]
    for guest in (bo, cy):
        guest.read_words("Audit: everything is correct, down to the last card", ".p2ph")
    files = [file_of(table, guest) for guest in (1, 2)]
    faces = open_playback(files[1]).faces
    assert len(seen) == 5
    assert seen == [(card, faces[card]) for card, _ in seen]
    audited = subprocess.run(
        [sys.executable, "-m", "p2p_hanabi", "audit", *map(str, files)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert audited.returncode == 1
    assert audited.stdout.count(": valid.\n") == 2
    assert "same table, but they DIFFER" in audited.stdout
    assert "Ana (player 1) signed two different statements for step" in audited.stdout
