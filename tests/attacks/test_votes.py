"""One dishonest seat among three, which votes one way with one honest seat and another with the
other: what the honest ones find when they meet again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from protocol.absence import Absences
from protocol.game import Seat
from protocol.history import Statement
from protocol.messages import Have
from protocol.status import Doing, How
from tests.attacks import voters
from tests.attacks.villain import SPLIT, Scene, check_named, check_unnamed, film, judged, put
from tests.protocol.split import find_gone, join, lose

VILLAIN = 2
Passes = Callable[[Seat, Seat, Statement], bool]


def at_the_deal(passes: Passes = lambda _frm, _to, _said: True) -> Scene:
    """All three have dealt; of what they said only that has come which passes."""
    scene = film(3, SPLIT)[Doing.AGREEING_ON_PILE].copy()

    def tamper(frm: Seat, to: Seat, message: bytes) -> Sequence[bytes]:
        said = scene.statement(message)
        is_deal = said is not None and isinstance(said.body, tuple) and said.body[0] == "dealt"
        return (message,) if said is None or not is_deal or passes(frm, to, said) else ()

    scene.wire.tamper = tamper
    while {table.status().doing for table in scene.tables} != {Doing.DEALING}:
        assert scene.wire.deliver()
    scene.wire.tamper = lambda _frm, _to, message: (message,)
    scene.wire.queues.clear()
    return scene


def calls_absent(scene: Scene, seat: int, about: int) -> Statement:
    """An honest seat says so, since nobody tells it of a link to the other; so does the villain."""
    number = scene.course(seat).stage.round_number
    scene.tell(seat, Have(number, (), (Seat(seat),)).data, link=VILLAIN)
    scene.wire.carry(Seat(seat), scene.tables[seat].declare_gone(Seat(about)))
    vote = scene.now(VILLAIN, ("absent", about), as_seen_by=seat)
    scene.tell(seat, vote.data, link=VILLAIN)
    return vote


def test_a_seat_that_lets_each_of_two_find_the_other_gone_is_named_when_they_meet() -> None:
    scene = at_the_deal(lambda frm, to, said: VILLAIN in (frm, to) and said.seat == frm)
    lose(scene, 0)
    scene.wire.queues.clear()
    scene.wire.carry(Seat(0), scene.tables[0].connected(Seat(VILLAIN)))
    calls_absent(scene, 0, 1)
    calls_absent(scene, 1, 0)
    assert [scene.tables[seat].status().gone for seat in (0, 1)] == [1, 0]
    lose(scene, VILLAIN)
    scene.wire.queues.clear()
    join(scene, 0, 1)
    scene.run(moves=0)
    check_named(scene, VILLAIN)


def test_a_seat_that_voted_for_a_void_round_and_shows_a_statement_of_it_is_named() -> None:
    scene = at_the_deal(lambda frm, _to, _said: frm == VILLAIN)
    dealt: Any = scene.course(1).statements[Seat(1)]
    lose(scene, 1)
    scene.wire.queues.clear()
    calls_absent(scene, 0, 1)
    assert scene.tables[0].status().gone == 1
    void = scene.course(0).rounds[-1].stage
    like = Statement(b"", b"", void.round_number, Seat(VILLAIN), void.head, None)
    scene.tell(0, scene.signed(VILLAIN, like, ("present", dealt.value)).data, link=VILLAIN)
    check_named(scene, VILLAIN, honest=[0])


# A seat that is found absent, and did nothing wrong.


def deals_a_false_box(scene: Scene) -> Statement:
    """To seat 1, which alone can open it."""
    real: Any = scene.course(VILLAIN).statements[Seat(VILLAIN)]
    box = real.body[2][1]
    return scene.signed(VILLAIN, real, put(real.body, (2, 1), bytes([box[0] ^ 1]) + box[1:]))


def nothing_yet() -> Scene:
    scene = at_the_deal(lambda _frm, _to, _said: False)
    lose(scene, 1)
    scene.wire.queues.clear()
    return scene


def meet_without_the_villain(scene: Scene) -> None:
    lose(scene, VILLAIN)
    scene.wire.queues.clear()
    join(scene, 0, 1)
    scene.run(moves=0)


def check_split(scene: Scene) -> None:
    """Seat 0 has ended without a name, and neither honest seat is named in a file."""
    ending = scene.tables[0].ending()
    assert ending is not None
    assert (ending.how, ending.seat) == (How.SPLIT, None)
    check_unnamed(scene, [0, 1])


def test_who_objects_to_a_false_box_in_a_round_that_became_void_without_it_is_right() -> None:
    scene = nothing_yet()
    forged = deals_a_false_box(scene)
    for seat in (0, 1):
        scene.tell(seat, forged.data, link=VILLAIN)
    check_named(scene, VILLAIN, honest=[1])
    calls_absent(scene, 0, 1)
    assert scene.tables[0].status().gone == 1
    meet_without_the_villain(scene)
    check_named(scene, VILLAIN, honest=[0, 1])


def test_who_has_named_a_cheat_takes_no_round_for_void_any_more() -> None:
    """Its file still shows what it has ended for."""
    scene = nothing_yet()
    forged = deals_a_false_box(scene)
    for seat in (0, 1):
        scene.tell(seat, forged.data, link=VILLAIN)
    scene.tell(0, Have(forged.round_number, (), (Seat(0),)).data, link=VILLAIN)
    scene.wire.carry(Seat(0), scene.tables[0].declare_gone(Seat(1)))
    scene.tell(0, scene.course(1).statements[Seat(VILLAIN)].data, link=VILLAIN)
    said = [scene.statement(record) for record in scene.wire.nodes[1].journal]
    objection = next(one for one in said if one is not None and one.is_objection)
    scene.tell(0, objection.data, link=VILLAIN)
    check_named(scene, VILLAIN, honest=[0])
    scene.tell(0, scene.now(VILLAIN, ("absent", 1), as_seen_by=0).data, link=VILLAIN)
    check_named(scene, VILLAIN, honest=[0, 1])


def alone_in_the_next_round() -> Scene:
    """Seat 1 has heard all of the deal, and nobody has heard what it dealt."""
    scene = at_the_deal(lambda frm, _to, said: frm == said.seat != 1)
    number = scene.course(0).stage.round_number
    scene.run(moves=0, ticks=0)
    for seat in (0, VILLAIN):
        scene.tell(1, scene.course(seat).statements[Seat(seat)].data, link=seat)
    lose(scene, 1)
    scene.wire.queues.clear()
    assert scene.course(1).stage.round_number == number + 1
    return scene


def test_an_objection_in_a_history_that_has_to_be_taken_back_names_nobody_elsewhere() -> None:
    scene = alone_in_the_next_round()
    ahead: Any = scene.now(VILLAIN, ("agree", bytes(32)), as_seen_by=1)
    scene.tell(1, ahead.data, link=VILLAIN)
    check_named(scene, VILLAIN, honest=[1])
    calls_absent(scene, 0, 1)
    meet_without_the_villain(scene)
    check_split(scene)
    check_named(scene, VILLAIN, honest=[1])


def test_who_ended_the_table_alone_in_a_round_that_it_takes_back_keeps_a_good_file() -> None:
    scene = alone_in_the_next_round()
    scene.wire.carry(Seat(1), scene.tables[1].stop())
    ending = scene.tables[1].ending()
    assert ending is not None
    assert judged(scene.tables[1].evidence()).agreed == (1,)
    scene.run(moves=0)
    find_gone(scene, 1)
    join(scene, 1, 0, VILLAIN)
    scene.run(moves=0)
    assert scene.tables[1].status().gone == 1
    assert scene.tables[1].ending() == ending
    report = judged(scene.tables[1].evidence())
    assert report.valid, report.fault
    assert (report.agreed, report.named) == ((), None)


def test_a_round_after_which_others_have_spoken_is_taken_back_for_nobody() -> None:
    """Else all others together make a seat speak twice for one round: once with them, and once more
    in what they put in place of it."""
    scene = film(3, SPLIT)[Doing.MOVING].copy()
    scene.run(moves=3)
    course, old = scene.course(1), scene.course(1).rounds[8]
    stands = course.stage.head
    for seat in (0, VILLAIN):
        scene.tell(1, scene.signed(seat, old.statements[Seat(1)], ("absent", 1)).data, link=seat)
    assert (course.stage.head, course.stage.gone) == (stands, None)
    anew = course.rounds[9].statements[Seat(VILLAIN)]
    scene.tell(1, scene.signed(VILLAIN, anew, anew.body, head=bytes(32)).data, link=VILLAIN)
    check_named(scene, VILLAIN, honest=[1])


def test_a_vote_that_is_known_is_not_passed_on_again_though_it_is_the_same_object() -> None:
    scene = nothing_yet()
    vote, course = scene.now(VILLAIN, ("absent", 1), as_seen_by=0), scene.course(0)
    absences = Absences(Seat(0), scene.seating)
    assert [absences.hear(vote, course) for _ in range(2)] == [True, False]


# At random.


@pytest.mark.parametrize("seed", [228, 513, 630, 2031])
def test_whatever_a_seat_votes_and_whoever_comes_back_no_honest_seat_is_named(seed: int) -> None:
    """These four found something once; `make soak` tries many more."""
    made = voters.company(seed)
    voters.play(made)
    assert voters.check(made)
