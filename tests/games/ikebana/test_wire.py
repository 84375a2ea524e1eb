"""The wire format of Ikebana, and a whole table played over the protocol."""

from __future__ import annotations

from typing import Any

import pytest

from p2p_hanabi.games.ikebana.moves import Buy, Draw, Keep, Move, Refuse
from p2p_hanabi.games.ikebana.state import Shuffled
from protocol.audit.verdict import audit
from protocol.encoding import Value, dec, enc
from protocol.errors import BadEncoding
from protocol.game import Seat
from protocol.peer.status import EndingKind
from tests.any_game import bare
from tests.fakes import play_out, wire_for
from tests.lengths import long
from tests.simulation.standin import fast_group

from .table import IKEBANA, face, lay


@pytest.mark.parametrize(
    ("move", "packed"),
    [
        (Draw(), ("draw",)),
        (Keep(), ("keep",)),
        (Refuse(), ("refuse",)),
        (Buy(Seat(3)), ("buy", 3)),
    ],
)
def test_moves_have_one_form_on_the_wire(move: Move, packed: Value) -> None:
    """IK8, IK9"""
    assert IKEBANA.pack(move) == packed
    assert IKEBANA.unpack(packed) == move


@pytest.mark.parametrize(
    "value",
    [
        None,
        "draw",
        (),
        ("draw", 1),
        ("keep", None),
        ("pass",),
        ("buy",),
        ("buy", True),
        ("buy", "1"),
        ("buy", -1),
        ("buy", 1, 2),
        ("BUY", 1),
    ],
)
def test_anything_else_is_not_a_move(value: Value) -> None:
    with pytest.raises(BadEncoding):
        IKEBANA.unpack(value)


def test_the_public_state_contains_everything_face_up() -> None:
    """E11, E17"""
    table = lay(["R1", ""], heaps=["B1 B2", ""], drawn="K5", prestige=[4, 8])
    public: Any = IKEBANA.public(table.state)
    assert public == (
        1,
        1,
        0,
        0,
        51,
        (4, 8),
        (3, face("K5")),
        (((0, face("R1")),), ()),
        (((1, face("B1")), (2, face("B2"))), ()),
        (),
    )
    assert dec(enc(public)) == public


def test_while_a_card_is_turned_over_nobody_is_to_act() -> None:
    """IK9"""
    public: Any = IKEBANA.public(lay(["R1", ""]).applied(Draw()).state)
    assert (public[1], public[6]) == (None, None)


def refuse_what_can_be(view: Any) -> Any:
    """Exhausts the pile before the bouquets are complete."""
    return Refuse() if Refuse() in view.moves else view.moves[0]


@long
@fast_group()
def test_a_table_with_second_piles_closes_and_passes_its_audit() -> None:
    """IK28, IK29: shuffled by all seats, again and again, and proven to be."""
    wire = wire_for(IKEBANA, 2)
    wire.open()
    play_out(wire, refuse_what_can_be)
    tables = [node.table for node in wire.nodes]
    for table in tables:
        ending = table.ending()
        assert ending is not None
        assert ending.how is EndingKind.CLOSED
    shuffles = [e for e in bare(tables[0].view()).log if isinstance(e, Shuffled)]
    assert len(shuffles) > 4
    assert {len(e.faces) == 55 for e in shuffles} == {True, False}
    report = audit(tables[1].transcript(), {"ikebana": bare(IKEBANA)})
    assert report.fault is None
    assert report.finished
