"""What the audit tells of a table that went on without a seat, or was ended by consent."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.commands.records.audit import as_json
from p2p_hanabi.commands.records.audit_text import as_text, every_check
from protocol.audit.verdict import audit
from protocol.encoding import dec_stream, enc
from protocol.game import Seat
from protocol.peer.status import Activity
from tests.any_game import RULES
from tests.fakes import Wire, act, wire_for
from tests.simulation.standin import fast_group

PATH = Path("a.p2ph")


@pytest.fixture(autouse=True)
def _stand_in() -> Iterator[None]:
    with fast_group():
        yield


def bereaved(*, escrow: bool, first: int = 0) -> Wire:
    """Three players; Chi's links break before the first move."""
    wire = wire_for(
        RULES["hanabi"], 3, options={"first": first, "escrow": "trusting" if escrow else False}
    )
    wire.open()
    while wire.deliver():
        pass
    for other in (Seat(0), Seat(1)):
        wire.cut.add(frozenset((other, Seat(2))))
        wire.carry(other, wire.nodes[other].table.disconnected(Seat(2)))
    settle(wire)
    return wire


def settle(wire: Wire) -> None:
    for _ in range(20):
        while wire.deliver() or act(wire, lambda view: view.moves[0]):
            pass
        wire.tick()


def gone_file() -> bytes:
    wire = bereaved(escrow=True)
    for seat in (Seat(0), Seat(1)):
        assert wire.nodes[seat].table.status().waiting_for == (2,)
        wire.carry(seat, wire.nodes[seat].table.declare_gone(Seat(2)))
    settle(wire)
    return wire.nodes[0].table.transcript()


def test_gone_seat_and_unchecked_statements_are_reported() -> None:
    report = audit(gone_file(), RULES)
    assert report.valid, report.fault
    assert report.finished
    lines = "\n".join(as_text("a.p2ph", report, None))
    assert "Signatures confirming that a player was gone for good:" in lines
    assert "All 3 keys were split among the other players" in lines
    assert "Chi was gone and revealed none." in lines
    assert any("1 absences" in line for line in every_check(report))
    found = as_json(PATH, report, None)
    assert found["gone"] == 2
    (unseen,) = found["not_recomputed"]
    assert unseen["seat"] == 2
    missing, statements = unseen["statements"], found["statements"]
    assert found["proofs"]["statements recomputed"] == statements - missing
    assert f"Not recomputed: player 3 (Chi), {missing} of {statements} statements" in lines
    assert f"{statements - missing} of {statements} statements were recomputed" in lines
    assert "All" not in next(line for line in lines.splitlines() if "recomputed" in line)


def test_unconfirmed_gone_seat_is_reported() -> None:
    data = gone_file()
    values: list[Any] = [value for value, _ in dec_stream(data)]
    end = data.index(enc(("void", 2))) + len(enc(("void", 2)))
    without = values[values.index(("void", 2)) + 1]
    none = audit(data[:end], RULES)
    sentence = (
        "  Unconfirmed end: player 3 (Chi) was declared gone in the last step, but this file "
        "has no signature to prove it."
    )
    assert sentence in as_text("a.p2ph", none, None)
    found = as_json(PATH, none, None)
    assert (found["valid"], found["gone"]) == (True, 2)
    assert (found["unconfirmed"], found["signed_by"]) == ([2], [])
    one = audit(data[:end] + enc(("ended", without[:1], (), None)), RULES)
    sentence = (
        "  Unconfirmed end: player 3 (Chi) was declared gone in the last step; of the others, "
        "only Ana signed that."
    )
    assert sentence in as_text("a.p2ph", one, None)
    assert as_json(PATH, one, None)["signed_by"] == [0]
    both = audit(data[:end] + enc(without), RULES)
    assert both.valid
    assert "unconfirmed" not in as_json(PATH, both, None)


def test_stop_of_one_seat_is_not_an_agreement_of_all_present() -> None:
    wire = bereaved(escrow=False)
    for other in (Seat(0), Seat(2)):
        wire.carry(Seat(1), wire.nodes[1].table.disconnected(other))
    wire.carry(Seat(1), wire.nodes[1].table.stop())
    report = audit(wire.nodes[1].table.transcript(), RULES)
    first, *rest = as_text("a.p2ph", report, None)
    assert "Ben (player 2) withdrew" in first
    assert "    Only one player agreed to end the game." in rest


def test_seats_that_agreed_to_end_are_reported() -> None:
    wire = bereaved(escrow=False)
    for seat in (Seat(0), Seat(1)):
        wire.carry(seat, wire.nodes[seat].table.stop())
    settle(wire)
    assert wire.nodes[0].table.status().activity is Activity.ENDED
    report = audit(wire.nodes[0].table.transcript(), RULES)
    first, *rest = as_text("a.p2ph", report, None)
    assert first == "a.p2ph: valid so far; Ana, Ben agreed to end it there."
    assert any("All 2 players present agreed" in line for line in rest)
    assert as_json(PATH, report, None)["agreed"] == [0, 1]
