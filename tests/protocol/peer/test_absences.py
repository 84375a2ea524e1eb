"""A table that goes on without a seat that is gone for good."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from protocol.encoding import Value
from protocol.errors import NotNow
from protocol.game import Seat
from protocol.peer.status import Activity, Ending, EndingKind
from protocol.reasons import Forbidden, Ignored, NotPossible, Reason
from protocol.rounds.advance import advance
from protocol.rounds.deal import _only_other
from protocol.rounds.exclusion import without
from protocol.rounds.phases import Moving, Opening
from tests.attacks.villain import HANABI, SEED, SPLIT, TOY, Scene, film
from tests.fakes import act, seated, wire_for
from tests.lengths import sampled
from tests.protocol.peer.split import (
    check_closed,
    find_gone,
    join,
    lose,
    others,
    part,
    restored,
    waiting_for,
)
from tests.raised import for_reason


@pytest.mark.parametrize("seats", [3, 5])
def test_a_table_with_escrow_at_which_nobody_is_gone_closes(seats: int) -> None:
    report = check_closed(film(seats, SPLIT)[Activity.ENDED], *range(seats))
    assert report.proofs["statements recomputed"] == report.statements


LATER = (
    Activity.SHUFFLING,
    Activity.AGREEING_ON_PILE,
    Activity.DEALING,
    Activity.OPENING,
    Activity.MOVING,
    Activity.AGREEING_ON_MOVE,
    Activity.CLOSING,
)
AWAITED = [
    (activity, seat)
    for activity in LATER
    for seat in range(3)
    if (activity, seat) != (Activity.AGREEING_ON_PILE, 2)  # the last to shuffle need not agree
]


@sampled(6)
@pytest.mark.parametrize(("activity", "seat"), AWAITED, ids=str)
def test_others_play_on_and_close_without_a_gone_seat(activity: Activity, seat: int) -> None:
    scene = waiting_for(seat, activity)
    lose(scene, seat)
    scene.run()
    assert scene.ended == []
    find_gone(scene, seat)
    scene.run()
    report = check_closed(scene, *others(scene, seat), gone=seat)
    assert report.proofs["absences"] >= 2


@sampled(6)
@pytest.mark.parametrize(("activity", "seat"), AWAITED, ids=str)
def test_gone_seat_returns_and_closes_with_the_others(activity: Activity, seat: int) -> None:
    scene = waiting_for(seat, activity)
    lose(scene, seat)
    scene.run()
    find_gone(scene, seat)
    scene.wire.nodes[seat].table = restored(scene, seat)
    join(scene, seat, *others(scene, seat))
    scene.wire.carry(Seat(seat), scene.tables[seat].start())
    scene.run()
    check_closed(scene, *range(3), gone=seat)


def test_only_an_absent_awaited_seat_can_be_declared_gone() -> None:
    scene = waiting_for(1, Activity.MOVING)
    scene.run(moves=0)
    with pytest.raises(NotNow, check=for_reason(NotPossible.LINKED)):
        scene.tables[0].declare_gone(Seat(1))
    part(scene, 1, 0)
    part(scene, 2, 0, 1)
    scene.run(moves=0)
    with pytest.raises(NotNow, check=for_reason(NotPossible.NOT_AWAITED)):
        scene.tables[0].declare_gone(Seat(2))
    with pytest.raises(NotNow, check=for_reason(NotPossible.OTHERS_MISSING)):
        scene.tables[0].declare_gone(Seat(1))


def test_nobody_is_declared_gone_without_escrow_or_after_the_end() -> None:
    with pytest.raises(NotNow, check=for_reason(NotPossible.NO_ESCROW)):
        film(3, TOY)[Activity.MOVING].copy().tables[0].declare_gone(Seat(1))
    with pytest.raises(NotNow, check=for_reason(NotPossible.ENDED)):
        film(3, SPLIT)[Activity.ENDED].copy().tables[0].declare_gone(Seat(1))


def test_turn_of_a_gone_seat_is_skipped_when_its_link_breaks() -> None:
    scene = waiting_for(1, Activity.MOVING)
    lose(scene, 1)
    scene.run()
    find_gone(scene, 1)
    scene.run(moves=1)
    join(scene, 1, 0, 2)
    scene.run()
    assert scene.tables[0].status().gone == 1
    check_closed(scene, 0, 1, 2, gone=1)


def test_a_seat_that_is_gone_moves_once_it_is_back() -> None:
    scene = waiting_for(1, Activity.DEALING)
    lose(scene, 1)
    scene.run(moves=0)
    find_gone(scene, 1)
    join(scene, 1, 0, 2)
    scene.run()
    moves = [done.verified for done in scene.history(0).rounds if 1 in done.verified]
    assert [type(verified[Seat(1)]).__name__ for verified in moves].count("Moved") == 1
    check_closed(scene, 0, 1, 2, gone=1)


def test_status_shows_who_is_gone_and_who_has_been_declared_gone() -> None:
    scene = waiting_for(1, Activity.MOVING)
    lose(scene, 1)
    scene.run(moves=0)
    assert scene.tables[0].status().has_escrow
    scene.wire.carry(Seat(0), scene.tables[0].declare_gone(Seat(1)))
    scene.run(moves=0)
    assert {scene.tables[seat].status().called_gone for seat in (0, 2)} == {((1, (0,)),)}
    scene.wire.carry(Seat(2), scene.tables[2].declare_gone(Seat(1)))
    scene.run(moves=0)
    assert {scene.tables[seat].status().gone for seat in (0, 2)} == {1}


def test_statements_for_a_future_round_are_kept_up_to_a_limit() -> None:
    """Otherwise each turn of a seat that is gone would wait until everything is repeated."""
    scene = waiting_for(1, Activity.MOVING, 4)
    lose(scene, 1)
    scene.run(moves=0)
    for seat in (0, 2, 3):
        scene.wire.carry(Seat(seat), scene.tables[seat].declare_gone(Seat(1)))
    while scene.wire.deliver():  # nothing is repeated: no tick
        pass
    scene.run(ticks=0)
    assert [scene.tables[seat].status().gone for seat in (0, 2, 3)] == [1, 1, 1]
    number = scene.history(0).stage.round_number
    like = scene.now(2, None, as_seen_by=0)
    for ballot in range(40):
        ahead = replace(like, round_number=number + 1)
        scene.deliver(0, scene.signed(2, ahead, ("vote", ballot, 1)).data, link=2)
    assert scene.wire.nodes[0].dropped == [Reason(Ignored.TOO_MANY)] * 8
    far = replace(like, round_number=number + 20)
    scene.deliver(0, scene.signed(2, far, ("vote", 0, 1)).data, link=2)
    assert scene.wire.nodes[0].dropped[8:] == [Reason(Ignored.TOO_FAR)]


def test_deal_that_hides_nothing_names_its_only_possible_author() -> None:
    stage = waiting_for(1, Activity.DEALING).history(0).stage
    gone = replace(stage, gone=Seat(1))
    assert _only_other(stage, Seat(0)) is None
    assert _only_other(gone, Seat(0)) == 2
    assert _only_other(gone, Seat(1)) is None


# A seat that is cut off after it has voted.


def hush(scene: Scene, seat: int, *kinds: str) -> None:
    """No statement of these kinds by this seat reaches anybody."""

    def tamper(_frm: Seat, _to: Seat, message: bytes) -> Sequence[bytes]:
        statement: Any = scene.statement(message)
        return (
            ()
            if statement is not None and statement.seat == seat and statement.body[0] in kinds
            else [message]
        )

    scene.wire.tamper = tamper


def has_voted_unheard(kind: str, seats: int) -> Scene:
    """Seat 0, gone before and back, would go on from a round without 1, and nobody hears that; then
    it is cut off, and 1 is there again."""
    scene = waiting_for(0, Activity.AGREEING_ON_PILE, seats)
    lose(scene, 0)
    scene.run(moves=0)
    find_gone(scene, 0)
    join(scene, 0, *others(scene, 0))
    hush(scene, 1, kind)
    scene.run()
    lose(scene, 1)
    scene.run()
    hush(scene, 0, "vote")
    scene.wire.carry(Seat(0), scene.tables[0].declare_gone(Seat(1)))
    scene.run(ticks=0)
    lose(scene, 0)
    hush(scene, 0)
    join(scene, 1, *range(2, seats))
    scene.run()
    return scene


@sampled(4)
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("kind", ["dealt", "move", "opened", "close"])
def test_seat_cut_off_for_long_after_its_vote_plays_on(kind: str, seats: int) -> None:
    """The ballots of that round are long over for the others. That it stands is in what they have
    said after it."""
    scene = has_voted_unheard(kind, seats)
    behind = scene.history(1).stage.round_number - scene.history(0).stage.round_number
    assert kind == "close" or behind > seats + 2
    join(scene, 0, *others(scene, 0))
    scene.run()
    check_closed(scene, *range(seats), gone=0)
    assert restored(scene, 0).transcript() == scene.tables[0].transcript()


# Three seats, one of them gone, though back: another may be the only one to speak.


def plays_first(view: Any) -> Any:
    return view.moves[0]


def until(scene: Scene, seat: int, phase: type[Any], by: int) -> None:
    """Play until this seat stands where that one moves, or where its move is agreed on."""
    while True:
        at: Any = scene.history(seat).stage.phase
        if isinstance(at, phase) and at.by == by:
            return
        assert scene.wire.deliver() or act(scene.wire, plays_first)


def left_alone_with_a_move() -> Scene:
    """1 is gone, but back. 0 has played a card; only 2 has to agree, and is cut off."""
    options: dict[str, Value] = {"escrow": "trusting"}
    seating, _, mes = seated(HANABI, 3, seed=SEED, options=options)
    scene = Scene(wire_for(HANABI, 3, seed=SEED, options=options), seating, mes)
    scene.wire.open()
    until(scene, 0, Moving, 1)
    lose(scene, 1)
    scene.run(moves=0)
    find_gone(scene, 1)
    join(scene, 1, 0, 2)
    until(scene, 2, Moving, 0)
    scene.run(moves=0)
    hush(scene, 2, "agree", "opened", "dealt")
    until(scene, 2, Moving, 0)
    act(scene.wire, plays_first)
    scene.run(ticks=0, moves=0)
    lose(scene, 2)
    hush(scene, 2)
    scene.run(moves=0)
    return scene


def test_seat_that_opened_alone_takes_it_back_and_plays_on() -> None:
    scene = left_alone_with_a_move()
    assert isinstance(scene.history(2).stage.phase, Opening)
    find_gone(scene, 2)
    assert scene.history(0).stage.gone == 2
    join(scene, 2, 0, 1)
    scene.run(moves=0)
    assert scene.history(2).stage == scene.history(0).stage
    lose(scene, 1)
    for _ in range(20):
        scene.run(moves=1)
        for seat in (0, 2):
            with suppress(NotNow):
                scene.wire.carry(Seat(seat), scene.tables[seat].declare_gone(Seat(1)))
    scene.run()
    assert {str(scene.tables[seat].ending()) for seat in (0, 2)} == {str(Ending(EndingKind.CLOSED))}


def test_seat_left_behind_that_ends_alone_is_known_to_have_left() -> None:
    """The others never reach the head of its stop, and it cannot sign another one."""
    scene = left_alone_with_a_move()
    scene.wire.carry(Seat(2), scene.tables[2].stop())
    assert scene.tables[2].ending() == Ending(
        EndingKind.WITHDRAWN, Seat(2), Reason(Forbidden.STOPPED_ALONE)
    )
    find_gone(scene, 2)
    scene.wire.nodes[2].table = restored(scene, 2)
    scene.wire.carry(Seat(2), scene.tables[2].start())
    join(scene, 2, 0, 1)
    scene.run(moves=0)
    assert [table.status().left for table in scene.tables] == [(2,), (2,), ()]
    scene.run()
    assert scene.ended == [Ending(EndingKind.CLOSED)] * 3


def test_seat_killed_before_announcing_its_stop_does_so_later() -> None:
    scene = left_alone_with_a_move()
    scene.wire.carry(Seat(2), scene.tables[2].stop())
    statement = scene.statement(scene.wire.nodes[2].journal.pop().record)
    assert statement is not None
    assert statement.is_objection
    scene.wire.nodes[2].table = restored(scene, 2)
    scene.wire.carry(Seat(2), scene.tables[2].start())
    assert scene.wire.nodes[2].journal[-1].record == statement.data
    scene.wire.carry(Seat(2), scene.tables[2].start())
    assert [kept.record for kept in scene.wire.nodes[2].journal].count(statement.data) == 1


def test_lagging_seat_learns_at_once_that_another_has_left() -> None:
    """Otherwise it would take every ballot about the other for a mistake, until none is left."""
    scene = waiting_for(0, Activity.SHUFFLING)
    ahead = next(seat for seat in (1, 2) if scene.history(seat).stage.escrow)
    behind = next(seat for seat in scene.seating.seats if not scene.history(seat).stage.escrow)
    lose(scene, ahead)
    scene.wire.carry(Seat(ahead), scene.tables[ahead].stop())
    scene.deliver(behind, scene.wire.nodes[ahead].journal[-1].record, link=3 - ahead - behind)
    assert scene.tables[behind].ending() is None
    assert scene.tables[behind].status().left == (ahead,)


def test_gone_seat_cannot_end_the_table_though_connected() -> None:
    """Nor does it say so again of an earlier round, of which others remind it."""
    scene = waiting_for(1, Activity.MOVING)
    scene.run(moves=0)
    scene.wire.carry(Seat(1), scene.tables[1].stop())
    lose(scene, 1)
    scene.run(moves=0)
    find_gone(scene, 1)
    join(scene, 1, 0, 2)
    scene.run(moves=0)
    with pytest.raises(NotNow, check=for_reason(NotPossible.GONE)):
        scene.tables[1].stop()
    scene.run()
    assert [node.dropped for node in scene.wire.nodes] == [[], [], []]


@pytest.mark.parametrize("activity", [Activity.AGREEING_ON_PILE, Activity.AGREEING_ON_MOVE])
def test_everybody_agrees_again_after_a_void_round(activity: Activity) -> None:
    scene = waiting_for(0, activity)
    stage = max((scene.history(s).stage for s in range(3)), key=lambda stage: stage.round_number)
    confirming = without(stage, Seat(0), b"void")
    assert confirming.speakers == (1, 2)
    assert advance(confirming, {}, b"after").speakers == (1, 2)
    assert stage.speakers != (1, 2)
