"""Ending a table by common consent."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from protocol.encoding import dec, enc
from protocol.errors import BadFile, Dropped, NotNow
from protocol.game import Seat
from protocol.identity.seating import Seating
from protocol.ledger.consent import consent_of
from protocol.ledger.history import Statement, read_statement
from protocol.ledger.transcript import read_transcript
from protocol.peer.effects import Persist
from protocol.peer.status import Activity, Ending, EndingKind
from protocol.peer.stop_votes import MAX_SAVED, Stops
from protocol.peer.table import Table
from protocol.reasons import BadTranscript, Forbidden, Ignored, Reason
from tests.any_game import AnyTable
from tests.attacks.villain import TOY, Scene, choose, film, judged
from tests.fakes import Node, act, play_out
from tests.protocol.peer.split import join, part
from tests.raised import for_reason


def scene_at(activity: Activity = Activity.MOVING, seats: int = 3) -> Scene:
    return film(seats, TOY)[activity].copy()


def stop(scene: Scene, *seats: int) -> None:
    for seat in seats:
        scene.wire.carry(Seat(seat), scene.tables[seat].stop())


def restored(scene: Scene, seat: int, journal: list[Persist]) -> AnyTable:
    table = Table(TOY, scene.seating, scene.history(seat).signatures, scene.mes[seat])
    table.restore(journal)
    return table


def agreed(*by: int) -> Ending:
    return Ending(EndingKind.AGREED, by=tuple(Seat(seat) for seat in by))


def check_agreed(scene: Scene, by: tuple[int, ...], seats: tuple[int, ...]) -> None:
    for seat in seats:
        assert scene.tables[seat].ending() == agreed(*by)
        report = judged(scene.tables[seat].evidence())
        assert report.valid, report.fault
        assert not report.finished
        assert (report.agreed, report.named) == (by, None)


def check_left(scene: Scene, by: int, seats: tuple[int, ...]) -> None:
    for seat in seats:
        assert scene.tables[seat].ending() == Ending(
            EndingKind.WITHDRAWN, Seat(by), Reason(Forbidden.STOPPED_ALONE)
        )
        report = judged(scene.tables[seat].evidence())
        assert report.valid, report.fault
        assert (report.agreed, report.named, report.withdrawn) == ((), by, True)


def test_the_table_ends_when_all_have_agreed() -> None:
    scene = scene_at()
    stop(scene, 0, 1)
    scene.run(moves=0)
    assert scene.ended == []
    assert [table.status().stopped_by for table in scene.tables] == [(0, 1)] * 3
    stop(scene, 2)
    scene.run()
    check_agreed(scene, (0, 1, 2), (0, 1, 2))
    assert {table.status().activity for table in scene.tables} == {Activity.ENDED}


@pytest.mark.parametrize(
    "activity", [Activity.REVEALING, Activity.SHUFFLING, Activity.MOVING, Activity.CLOSING]
)
def test_connected_seats_end_the_table_without_the_missing_ones(activity: Activity) -> None:
    scene = scene_at(activity)
    part(scene, 2, 0, 1)
    scene.run(moves=0)
    stop(scene, 0, 1)
    scene.run(moves=0)
    check_agreed(scene, (0, 1), (0, 1))
    assert scene.tables[2].ending() is None


def test_seat_that_arrives_later_gets_the_stop_and_ends_too() -> None:
    scene = scene_at()
    part(scene, 2, 0, 1)
    scene.run(moves=0)
    stop(scene, 0, 1)
    scene.run(moves=0)
    join(scene, 2, 0, 1)
    scene.run()
    check_agreed(scene, (0, 1), (0, 1, 2))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_seat_that_ends_the_table_alone_has_left_it(seats: int) -> None:
    """The others cannot distinguish a seat that is alone from one that claims to be."""
    scene = scene_at(seats=seats)
    others = range(1, seats)
    part(scene, 0, *others)
    stop(scene, 0)
    check_left(scene, 0, (0,))
    join(scene, 0, *others)
    scene.run()
    check_left(scene, 0, tuple(range(seats)))


def test_stop_waits_for_every_reachable_seat_to_agree() -> None:
    scene = scene_at()
    part(scene, 2, 0)
    scene.run(moves=0)
    stop(scene, 0, 1)  # seat 1 still has a link to seat 2
    scene.run(moves=0)
    assert scene.ended == []
    with pytest.raises(NotNow):
        scene.tables[0].stop()


def test_a_seat_repeats_its_stop_when_others_leave() -> None:
    scene = scene_at()
    stop(scene, 0, 1)
    scene.run(moves=0)
    part(scene, 2, 0, 1)
    scene.run(moves=0)
    check_agreed(scene, (0, 1), (0, 1))


def test_stop_is_also_sent_for_the_round_of_a_lagging_seat() -> None:
    scene = scene_at()
    part(scene, 2, 0, 1)
    scene.run(moves=0)
    mover = scene.tables[0].status().waiting_for[0]
    ahead, behind = (mover, 1 - mover)
    part(scene, 0, 1)
    assert act(scene.wire, choose)
    assert scene.history(ahead).stage.round_number > scene.history(behind).stage.round_number
    stop(scene, behind)
    stop(scene, ahead)
    ends = scene.tables[behind].ending()
    assert ends is not None  # it reached nobody
    join(scene, 0, 1)
    scene.run(moves=0)
    assert [scene.tables[seat].ending() is not None for seat in (0, 1)] == [True, True]


def test_seat_can_end_the_table_alone_after_any_earlier_stop() -> None:
    scene = scene_at()
    stop(scene, 1)
    scene.wire.queues.clear()
    part(scene, 0, 1, 2)
    stop(scene, 0)
    join(scene, 0, 1, 2)
    scene.run()
    check_left(scene, 0, (0, 1, 2))


def test_only_the_stops_of_a_seats_latest_rounds_are_kept() -> None:
    """Otherwise a seat could fill the memory and the disk of others with stops for many rounds."""
    scene = film(3, TOY)[Activity.CLOSING].copy()
    history = scene.history(0)
    number = len(scene.wire.nodes[0].journal)
    for done in history.rounds:
        like = Statement(b"", b"", done.stage.round_number, Seat(1), done.stage.head, None)
        for missing in ((), (0,), (2,)):
            stop_ = scene.signed(1, like, ("stop", missing))
            scene.deliver(0, stop_.data, stop_.data)
    kept = scene.tables[0]._stops.all()
    rounds = {stop_.round_number for stop_ in kept}
    assert rounds == set(range(len(history.rounds) - 5, len(history.rounds)))
    assert len(kept) == 15
    assert len(scene.wire.nodes[0].journal) == number + 15
    first = history.rounds[0].stage
    old = Statement(b"", b"", 0, Seat(1), first.head, None)
    with pytest.raises(Dropped, check=for_reason(Ignored.LONG_OVER)):
        scene.tables[0].receive(Seat(1), scene.signed(1, old, ("stop", ())).data)


VILLAIN, MISSING = 4, [sets for n in range(4) for sets in combinations((0, 1, 2, 3), n)]


def flooded() -> Scene:
    """Before the last move of a table of five, with every stop of every round by one seat."""
    scene = film(5, TOY)[Activity.COMMITTING].copy()
    scene.wire.open()
    count = -1
    while True:
        if count < (number := scene.history(0).stage.round_number):
            count = number
            for missing in MISSING:
                stop_ = scene.now(VILLAIN, ("stop", missing), as_seen_by=0)
                scene.deliver(0, stop_.data, link=VILLAIN)
        if not scene.wire.deliver():
            return scene


def stops_in(journal: list[Persist], seating: Seating, seat: int) -> list[Statement]:
    statements = [read_statement(dec(kept.record), seating) for kept in journal]
    return [one for one in statements if (one.kind, one.seat) == ("stop", seat)]


def test_the_stops_of_a_seat_that_floods_are_few_on_disk() -> None:
    scene = flooded()
    assert len(scene.history(0).rounds) * len(MISSING) > 2 * MAX_SAVED
    saved = stops_in(scene.wire.nodes[0].journal, scene.seating, VILLAIN)
    assert len(saved) == MAX_SAVED
    again = restored(scene, 0, scene.wire.nodes[0].journal)
    known = {stop_.digest for stop_ in scene.tables[0]._stops.all()}
    assert {stop_.digest for stop_ in again._stops.all()} <= known


def test_a_stop_that_ends_the_table_is_saved_after_a_flood_too() -> None:
    """Whatever was not saved before: after each crash the table is not over, or it is over by the
    same stops."""
    scene = flooded()
    before = len(scene.wire.nodes[0].journal)
    scene.deliver(0, *(scene.now(seat, ("stop", ())).data for seat in (3, 1, 2)))
    stop(scene, 0)
    check_agreed(scene, (0, 1, 2, 3, 4), (0,))
    journal = scene.wire.nodes[0].journal
    for end in range(before, len(journal) + 1):
        again = restored(scene, 0, journal[:end])
        is_over = end == len(journal)
        assert again.ending() == (agreed(0, 1, 2, 3, 4) if is_over else None)
    assert again.evidence() == scene.tables[0].evidence()


def test_departure_after_a_flood_survives_a_restart() -> None:
    scene = flooded()
    scene.deliver(0, scene.now(VILLAIN, ("stop", (0, 1, 2, 3))).data, link=VILLAIN)
    check_left(scene, VILLAIN, (0,))
    again = restored(scene, 0, scene.wire.nodes[0].journal)
    assert again.evidence() == scene.tables[0].evidence()


def test_stops_that_end_a_table_do_not_depend_on_their_order() -> None:
    """Nor does the file: of further stops of a seat some may be saved before earlier ones."""
    scene = scene_at()
    stage = scene.history(0).stage
    of_two = [scene.now(2, ("stop", missing)) for missing in ((), (0,), (1,), (0, 1))]
    statements = {Seat(seat): [scene.now(seat, ("stop", ()))] for seat in (0, 1)}
    found = [consent_of({**statements, Seat(2): some}, stage) for some in permutations(of_two)]
    assert all(each is not None and each.by == (0, 1, 2) for each in found)
    assert len(set(found)) == 1


def test_stops_of_old_rounds_prevent_nobody_from_stopping() -> None:
    """Only each seat's latest stops are kept: a seat that agrees does so for the latest round."""
    scene = film(3, TOY)[Activity.CLOSING].copy()
    for done in scene.history(0).rounds[:5]:
        like = Statement(b"", b"", done.stage.round_number, Seat(1), done.stage.head, None)
        scene.deliver(0, *(scene.signed(seat, like, ("stop", ())).data for seat in (1, 2)))
    stop(scene, 0, 1, 2)
    scene.run(moves=0)
    check_agreed(scene, (0, 1, 2), (0, 1, 2))


def test_the_game_goes_on_after_a_stop_without_agreement() -> None:
    scene = scene_at()
    stop(scene, 0, 1)
    play_out(scene.wire, choose)
    assert {ending.how for ending in scene.ended} == {EndingKind.CLOSED}
    with pytest.raises(NotNow):
        scene.tables[2].stop()


def test_last_stop_of_a_past_round_still_ends_the_table() -> None:
    scene = scene_at()
    late = scene.copy()
    late.tables[2].stop()
    message = late.tables[2]._stops.all()[0].data
    stop(scene, 0, 1)
    scene.run(moves=0)
    assert act(scene.wire, choose)  # the move: the round of the stops is over
    assert scene.ended == []
    scene.deliver(1, message)
    scene.run(moves=0)
    check_agreed(scene, (0, 1, 2), (1,))


def test_stops_are_passed_on_by_third_seats() -> None:
    scene = scene_at()
    part(scene, 0, 1)
    scene.run(moves=0, ticks=2)
    stop(scene, 0, 1, 2)
    scene.run()
    check_agreed(scene, (0, 1, 2), (0, 1, 2))


def test_a_restored_seat_remembers_that_it_has_agreed() -> None:
    scene = scene_at()
    stop(scene, 0)
    scene.run(moves=0)
    for seat in (0, 1):
        table = restored(scene, seat, scene.wire.nodes[seat].journal)
        table.start()
        assert table.status().stopped_by == (0,)
    stop(scene, 1, 2)
    scene.run()
    again = restored(scene, 0, scene.wire.nodes[0].journal)
    again.start()
    assert again.ending() == agreed(0, 1, 2)
    assert again.evidence() == scene.tables[0].evidence()


def test_a_seat_that_lost_the_stops_receives_them_again() -> None:
    scene = scene_at()
    stop(scene, 0)
    kept = list(scene.wire.nodes[1].journal)
    scene.run(moves=0)
    scene.wire.nodes[1] = Node(restored(scene, 1, kept), kept)
    for other in (0, 2):
        scene.wire.carry(Seat(1), scene.tables[1].connected(Seat(other)))
    scene.wire.carry(Seat(1), scene.tables[1].start())
    scene.run(moves=0)
    assert scene.tables[1].status().stopped_by == (0,)


def test_malformed_stop_is_dropped() -> None:
    scene = scene_at()
    scene.deliver(0, scene.now(1, ("stop", (2, 0))).data)
    assert scene.wire.nodes[0].dropped == [Reason(Ignored.NO_STOP)]
    assert scene.tables[0].status().stopped_by == ()


def test_stop_of_a_future_round_is_dropped() -> None:
    scene = scene_at()
    like = scene.now(1, None)
    ahead = Statement(b"", b"", like.round_number + 1, Seat(1), like.head, None)
    with pytest.raises(Dropped):
        scene.tables[0].receive(Seat(1), scene.signed(1, ahead, ("stop", ())).data)


def test_a_stop_of_a_rolled_back_round_ends_nothing() -> None:
    scene = scene_at()
    stops, history = Stops(Seat(0)), scene.history(0)
    for seat in range(3):
        assert stops.receive(scene.now(seat, ("stop", ())), history)
    history.back_to(len(history.rounds) - 1)
    assert stops.consent(history) is None


def test_stop_under_another_head_is_answered_with_the_history() -> None:
    scene = scene_at()
    like = scene.now(1, None)
    scene.deliver(0, scene.signed(1, like, ("stop", ()), head=bytes(32)).data, link=1)
    assert scene.tables[0].status().stopped_by == ()
    shown = scene.wire.queues[Seat(0), Seat(1)]
    assert scene.history(0).rounds[0].statements[Seat(0)].data in shown


def test_a_stop_and_a_statement_of_its_round_are_not_a_pair() -> None:
    scene = scene_at()
    mover = scene.tables[0].status().waiting_for[0]
    stop(scene, mover)
    scene.run(moves=0)
    assert act(scene.wire, choose)
    scene.run()
    assert {ending.how for ending in scene.ended} == {EndingKind.CLOSED}


# The file.


def with_stops(stops: list[Statement]) -> bytes:
    """The file of a table that these seats are claimed to have ended."""
    scene = scene_at()
    stop(scene, 0, 1, 2)
    scene.run()
    file = scene.tables[0].transcript()
    ended = read_transcript(file).ended
    assert ended is not None
    statements = [s.value for s in stops]
    start = file[: -len(enc(("ended", ended.statements, ended.out_of_band, None)))]
    return start + enc(("ended", (), statements, None))


@pytest.mark.parametrize(
    ("stated", "fault"),
    [
        ([(0, ()), (1, ())], Reason(BadTranscript.NOT_AGREED)),
        ([(0, (2,)), (1, (2,))], None),
        ([(0, ()), (1, ()), (2, ())], None),
        ([(0, (2,)), (1, ())], Reason(BadTranscript.NOT_AGREED)),
        ([(1, (2,)), (0, (2,))], Reason(BadTranscript.OUT_OF_BAND_ORDER)),
        ([(0, (2,)), (0, (2,)), (1, (2,))], Reason(BadTranscript.OUT_OF_BAND_ORDER)),
        ([(0, (2, 1))], BadTranscript.OUT_OF_BAND.because(Reason(Ignored.NO_STOP))),
    ],
    ids=str,
)
def test_stops_in_a_file_must_suffice(
    stated: list[tuple[int, tuple[int, ...]]], fault: Reason | None
) -> None:
    scene = scene_at()
    stops = [scene.now(seat, ("stop", missing)) for seat, missing in stated]
    report = judged(with_stops(stops))
    assert (report.fault.reason if report.fault else None) == fault
    assert report.agreed == (() if fault else tuple(seat for seat, _ in stated))


def test_stops_for_several_rounds_are_a_fault() -> None:
    scene = scene_at()
    now = scene.now(0, None)
    before = scene.history(0).rounds[-1].statements[Seat(0)]
    stops = [scene.signed(0, before, ("stop", (2,))), scene.signed(1, now, ("stop", (2,)))]
    report = judged(with_stops(stops))
    assert report.fault is not None
    assert report.fault.reason == Reason(BadTranscript.STOP_ROUNDS)


@pytest.mark.parametrize("number", [3, 99])
def test_stops_for_a_round_that_is_not_in_the_file_are_a_fault(number: int) -> None:
    scene = scene_at()
    like = Statement(b"", b"", number, Seat(0), bytes(32), None)
    report = judged(with_stops([scene.signed(0, like, ("stop", (1, 2)))]))
    assert report.fault is not None
    assert report.fault.reason == Reason(BadTranscript.STOP_ROUND_UNKNOWN)


def test_a_stop_is_not_a_statement_of_a_round() -> None:
    scene = scene_at()
    file = scene.tables[0].transcript() + enc([scene.now(0, ("stop", ())).value])
    report = judged(file)
    assert isinstance(report.fault, BadFile)
    assert report.fault.reason == Reason(BadTranscript.OUT_OF_BAND_IN_ROUND)
    assert dec(enc(("stop", ()))) == ("stop", ())
