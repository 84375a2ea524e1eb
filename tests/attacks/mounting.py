"""Mount an attack at a table in memory, and inspect the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from protocol.encoding import Value
from protocol.game import Card
from protocol.peer.status import Activity, EndingKind
from tests.any_game import AnyGame

from .forgeries import (
    Liar,
    secret_of,
    with_secret,
)
from .villain import (
    TOY,
    Forge,
    Scene,
    attack,
    before,
    film,
    judged,
    stating,
)

VILLAIN = 1
HIDDEN = Card(3)  # of the toy: dealt to all but seat 0
FAR = Card(4)  # of the toy: in the pile while hands are dealt


@dataclass(frozen=True, slots=True)
class Result:
    """Where an attack was refused, with which reason, and which seat was named.

    `audited`: the file of every honest seat passes its audit and names the same.
    """

    where: str
    check: str
    blamed: str
    audited: bool | None  # absent where there is no table yet


# Results.


def named(
    scene: Scene, where: str, villain: int = VILLAIN, how: EndingKind = EndingKind.CHEAT
) -> Result:
    """All honest seats name the villain, and so do their files."""
    checks = set()
    for seat in set(scene.seating.seats) - {villain}:
        ending = scene.tables[seat].ending()
        assert ending is not None, (seat, scene.tables[seat].status())
        assert (ending.how, ending.seat) == (how, villain), (seat, ending)
        report = judged(scene.tables[seat].evidence())
        assert report.valid, (seat, report.fault)
        assert report.named == villain, seat
        checks.add(str(ending.reason))
    return Result(where, min(checks), "villain", audited=True)


def nobody(scene: Scene, where: str, check: str) -> Result:
    """It had no effect: no table has ended, and every file is valid so far."""
    assert scene.ended == []
    assert all(judged(table.transcript()).valid for table in scene.tables)
    return Result(where, check, "nobody", audited=True)


def dropped(scene: Scene, where: str) -> Result:
    """The same, and all others have dropped the message."""
    received = [scene.wire.nodes[seat].dropped for seat in scene.seating.seats if seat != VILLAIN]
    assert all(received)
    return nobody(scene, where, str(received[0][-1]))


def tell_all(scene: Scene, *messages: bytes, villain: int = VILLAIN) -> None:
    for seat in scene.seating.seats:
        if seat != villain:
            scene.deliver(seat, *messages, link=villain)


# Mounting.


def ended(seats: int) -> Scene:
    """The same table, played honestly to its end."""
    return film(seats, TOY)[Activity.ENDED]


def forged(kind: str, forge: Forge, seats: int, game: AnyGame = TOY) -> Result:
    """The villain makes a wrong statement, the same to all."""
    scene = before(kind, seats, game)
    villain = mover(scene) if kind == "move" else VILLAIN
    done = attack(scene, villain, kind, forge)
    scene.run()
    assert done.place is not None, "the attack was never made"
    return named(scene, kind, villain)


def changed(kind: str, change: Callable[[Any], Value], game: AnyGame = TOY) -> Any:
    return partial(forged, kind, stating(change), game=game)


def mover(scene: Scene) -> int:
    return scene.tables[0].status().waiting_for[0]


def lying(seats: int, /, **lies: object) -> Result:
    """The villain commits to something false, and reveals it."""
    scene = before("commit", seats, TOY)
    with_secret(scene, VILLAIN, Liar(secret_of(scene, VILLAIN), **lies))
    scene.wire.open()
    scene.run()
    return named(scene, "reveal")
