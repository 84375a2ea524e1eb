"""One dishonest seat among three, which votes one way with one honest seat and another with the
other: what the honest ones find when they meet again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from protocol.game import Seat
from protocol.history import Statement
from protocol.messages import Have
from protocol.status import Doing
from tests.attacks.villain import SPLIT, Scene, check_named, film
from tests.protocol.split import join, lose

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
