"""Attacks on tables whose keys are in escrow."""

from __future__ import annotations

from typing import Any

from protocol.encoding import Value
from protocol.peer.status import Activity
from tests.protocol.peer.split import find_gone, lose, waiting_for

from .mounting import VILLAIN, Result, changed, named, tell_all
from .villain import SPLIT, put


def escrowed(path: tuple[int, ...], new: Any) -> Any:
    return changed("escrowed", lambda body: put(body, path, new), SPLIT)


def flipped_box(box: bytes) -> Value:
    return bytes([box[0] ^ 1]) + box[1:]


def two_votes(seats: int) -> Result:
    """The villain casts two different votes in one ballot."""
    scene = waiting_for(2, Activity.AGREEING_ON_MOVE, seats)
    while scene.tables[0].status().activity is not Activity.AGREEING_ON_MOVE:
        scene.wire.deliver()
    for about in (2, None):
        tell_all(scene, scene.now(VILLAIN, ("vote", 0, about), as_seen_by=0).data)
    scene.run()
    return named(scene, "vote")


def gone_and_dealing(seats: int) -> Result:
    """A seat that is gone deals again after it has come back."""
    scene = waiting_for(VILLAIN, Activity.DEALING, seats)
    lose(scene, VILLAIN)
    scene.run(moves=0)
    find_gone(scene, VILLAIN)
    tell_all(scene, scene.now(VILLAIN, ("dealt", (), ()), as_seen_by=0).data)
    scene.run()
    return named(scene, "after it is gone")
