"""Bugs that the simulation has found, each as the smallest table that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from protocol.game import Seat
from protocol.peer.effects import Persist
from protocol.peer.messages import Digest, read_message
from protocol.peer.status import Activity, Ending, EndingKind
from protocol.peer.table import Table
from protocol.reasons import Forbidden, Reason
from tests.any_game import AnyTable, bare
from tests.fakes import Wire, act, seated, wire_for
from tests.simulation.standin import fast_group
from tests.simulation.tiny import Tiny

GAME = Tiny(reveals_secrets=True)
HAVE_BYTES = 20
"""The length limit of a `have`; all other messages between two seats are longer."""
ROUND_AFTER_MOVES = 14
"""By then both seats have moved, and the results are agreed on."""


@pytest.fixture(autouse=True)
def _fast() -> Iterator[None]:
    with fast_group():
        yield


def test_lost_digest_is_sent_again_to_a_seat_that_still_asks() -> None:
    """A settled seat no longer ticks, so the other waited for its digest for ever."""
    lost: list[bytes] = []

    def lose_first(frm: Seat, _to: Seat, message: bytes) -> Sequence[bytes]:
        seating = wire.nodes[frm].table._seating
        if frm == 0 and not lost and isinstance(read_message(message, seating), Digest):
            lost.append(message)
            return ()
        return (message,)

    wire = wire_for(GAME, 2)
    wire.tamper = lose_first
    wire.open()
    _until_quiet(wire)
    assert [node.table.settled for node in wire.nodes] == [True, False]
    wire.tick()
    _until_quiet(wire)
    assert [node.table.settled for node in wire.nodes] == [True, True]


def test_withdrawal_after_the_close_is_closed_if_all_have_closed() -> None:
    """One seat had closed, the other stayed withdrawn for ever."""
    wire = wire_for(GAME, 2)
    wire.open()
    leaver = wire.nodes[1].table
    while (leaver.status().activity, leaver.status().waiting_for) != (Activity.CLOSING, (0,)):
        assert wire.deliver() or act(wire, lambda view: view.moves[0])
    wire.carry(Seat(1), leaver.withdraw())
    assert leaver.ending() == Ending(EndingKind.WITHDRAWN, Seat(1), Reason(Forbidden.LEFT))
    _until_quiet(wire)
    wire.tick()
    _until_quiet(wire)
    assert [node.table.ending() for node in wire.nodes] == [Ending(EndingKind.CLOSED)] * 2
    assert len({node.table.transcript() for node in wire.nodes}) == 1


def test_seat_that_forgot_its_move_is_shown_it_by_closed_seats() -> None:
    """The others had ended, and the seat waited for them for ever."""
    wire = wire_for(GAME, 2)
    wire.open()
    _until_quiet(wire)
    again = _before_its_move(wire.nodes[1].journal)
    first, *_, other = bare(again.view()).moves
    assert first != other
    wire.nodes[1].table = again
    wire.cut.add(frozenset((Seat(0), Seat(1))))
    wire.carry(Seat(1), again.play(other))
    wire.cut.clear()
    _link_up(wire)
    _until_quiet(wire)
    assert [_named(node.table) for node in wire.nodes] == [
        (EndingKind.CHEAT, 1),
        (EndingKind.CHEAT, 1),
    ]


def test_history_shown_in_vain_is_shown_again_over_the_next_link() -> None:
    """The link broke meanwhile, and two histories coexisted."""
    wire = wire_for(GAME, 2)
    wire.open()
    while wire.nodes[0].table.status().round_number < ROUND_AFTER_MOVES:
        assert wire.deliver() or act(wire, lambda view: view.moves[0])
    wire.queues.clear()
    wire.nodes[1].table = again = _before_its_move(wire.nodes[1].journal)
    wire.carry(Seat(1), again.play(bare(again.view()).moves[-1]))
    wire.tamper = lambda _frm, to, message: (
        () if to == 0 and len(message) > HAVE_BYTES else (message,)
    )
    _link_up(wire)
    assert [node.table.ending() for node in wire.nodes] == [None, None]
    wire.tamper = lambda _frm, _to, message: (message,)
    _link_up(wire)
    assert [_named(node.table) for node in wire.nodes] == [
        (EndingKind.CHEAT, 1),
        (EndingKind.CHEAT, 1),
    ]


def _link_up(wire: Wire) -> None:
    """Give both ends a new link, and deliver everything that follows."""
    wire.queues.clear()
    for seat, other in ((Seat(0), Seat(1)), (Seat(1), Seat(0))):
        wire.carry(seat, wire.nodes[seat].table.disconnected(other))
        wire.carry(seat, wire.nodes[seat].table.connected(other))
    while wire.deliver():
        pass


def _before_its_move(journal: Sequence[Persist]) -> AnyTable:
    """Return seat 1, from a copy of its journal that ends where it is first to move."""
    seating, signatures, mes = seated(GAME, 2)
    for count in range(len(journal)):
        table = Table(bare(GAME), seating, signatures, mes[1])
        table.restore(journal[:count])
        if table.status().activity is Activity.MOVING and table.status().waiting_for == (1,):
            return table
    raise AssertionError("it never moved")


def _named(table: AnyTable) -> tuple[EndingKind, Seat | None]:
    ending = table.ending()
    assert ending is not None
    return ending.how, ending.seat


def _until_quiet(wire: Wire) -> None:
    while wire.deliver() or act(wire, lambda view: view.moves[0]):
        pass
