"""What the simulation has found, each as the smallest table that shows it."""

from __future__ import annotations

from collections.abc import Sequence

from protocol.game import Seat
from protocol.messages import Digest, read_message
from tests.fakes import Wire, act, wire_for
from tests.simulation.standin import fast_group
from tests.simulation.tiny import Tiny


def test_a_digest_that_was_lost_is_told_again_to_whoever_still_asks() -> None:
    """Seed 179: who has settled ticks no more, so the other waited for its digest for ever."""
    lost: list[bytes] = []

    def lose_first(frm: Seat, _to: Seat, message: bytes) -> Sequence[bytes]:
        seating = wire.nodes[frm].table._seating
        if frm == 0 and not lost and isinstance(read_message(message, seating), Digest):
            lost.append(message)
            return ()
        return (message,)

    with fast_group():
        wire = wire_for(Tiny(reveals_secrets=True), 2)
        wire.tamper = lose_first
        wire.open()
        _until_quiet(wire)
        assert [node.table.settled for node in wire.nodes] == [True, False]
        wire.tick()
        _until_quiet(wire)
        assert [node.table.settled for node in wire.nodes] == [True, True]


def _until_quiet(wire: Wire) -> None:
    while wire.deliver() or act(wire, lambda view: view.moves[0]):
        pass
