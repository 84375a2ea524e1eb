"""Tables with their keys in escrow, links that break, and what must hold afterwards."""

from __future__ import annotations

from protocol.audit.verdict import Report
from protocol.game import Seat
from protocol.peer.status import Activity, EndingKind
from protocol.peer.table import Table
from tests.any_game import AnyTable
from tests.attacks.villain import SPLIT, Scene, choose, film, judged
from tests.fakes import act


def scene_at(activity: Activity = Activity.MOVING, seats: int = 3) -> Scene:
    return film(seats, SPLIT)[activity].copy()


def part(scene: Scene, seat: int, *others: int) -> None:
    """Break the links between the seat and the others; messages in transit are lost."""
    for other in others:
        scene.wire.cut.add(frozenset((Seat(seat), Seat(other))))
        for one, two in ((seat, other), (other, seat)):
            scene.wire.queues.pop((Seat(one), Seat(two)), None)
        for one, two in ((seat, other), (other, seat)):
            scene.wire.carry(Seat(one), scene.tables[one].disconnected(Seat(two)))


def join(scene: Scene, seat: int, *others: int) -> None:
    for other in others:
        scene.wire.cut.discard(frozenset((Seat(seat), Seat(other))))
        for one, two in ((seat, other), (other, seat)):
            scene.wire.carry(Seat(one), scene.tables[one].connected(Seat(two)))


def waiting_for(seat: int, activity: Activity, seats: int = 3, order: int | None = None) -> Scene:
    """The first moment at which another seat waits for this one to do that. `order` is a seed: in
    what order messages arrive."""
    scene = scene_at(Activity.COMMITTING, seats)
    if order is not None:
        scene.wire.rng.seed(order)
    scene.wire.open()
    while True:
        for other in others(scene, seat):
            status = scene.tables[other].status()
            if status.activity is activity and seat in status.waiting_for:
                return scene
        assert scene.wire.deliver() or act(scene.wire, choose)


def others(scene: Scene, seat: int) -> list[int]:
    return [other for other in scene.seating.seats if other != seat]


def lose(scene: Scene, seat: int) -> None:
    part(scene, seat, *others(scene, seat))


def find_gone(scene: Scene, seat: int) -> None:
    """All others declare it gone."""
    for other in others(scene, seat):
        scene.wire.carry(Seat(other), scene.tables[other].declare_gone(Seat(seat)))
    scene.run(moves=0)
    for _ in range(4):  # statements for a round that others had not reached are repeated
        scene.wire.tick()
        scene.run(moves=0)


def restored(scene: Scene, seat: int) -> AnyTable:
    """The seat's machine, rebuilt from its journal."""
    history = scene.history(seat)
    table = Table(history.stage.rules, scene.seating, history.signatures, scene.mes[seat])
    table.restore(scene.wire.nodes[seat].journal)
    return table


def check_closed(scene: Scene, *seats: int, gone: int | None = None) -> Report:
    """Check that these seats have closed with one transcript, in which every card was checked."""
    files = {scene.tables[seat].transcript() for seat in seats}
    assert len(files) == 1
    for seat in seats:
        ending = scene.tables[seat].ending()
        assert ending is not None, scene.tables[seat].status()
        assert ending.how is EndingKind.CLOSED, ending
        assert scene.tables[seat].status().gone == gone
    report = judged(files.pop())
    assert report.valid, report.fault
    assert report.finished
    assert report.proofs["cards recomputed"] == 10
    return report
