"""Attacks on escrow and absence: who is named for them, and what comes of votes that are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from protocol.accept import accept
from protocol.encoding import H, Value, enc
from protocol.errors import BadFile, NotNow
from protocol.escrow import Escrowed
from protocol.evidence import Evidence, FalseBox, Two, WrongStatement
from protocol.game import Card, Seat
from protocol.group import mul_base, to_bytes
from protocol.history import Statement
from protocol.proofs import Context, TableSecret, prove_share, share_value
from protocol.recompute import recompute, shown_secrets
from protocol.sealed import seal_box
from protocol.stage import AgreeingOnMove, Closing, Said, Stage
from protocol.status import Doing, How
from protocol.table import Table
from tests.attacks.villain import (
    SPLIT,
    Scene,
    attack,
    check_named,
    film,
    judged,
    put,
    saying,
)
from tests.protocol.split import (
    check_closed,
    find_gone,
    join,
    lose,
    part,
    waiting_for,
)

VILLAIN = 1


def escrowing(seats: int = 3) -> Scene:
    return film(seats, SPLIT)[Doing.REVEALING].copy()


def boxed(scene: Scene, statement: Statement, to: int, plain: bytes) -> bytes:
    """A box of the villain that opens well, with this in it."""
    secret = TableSecret(scene.mes[VILLAIN].secret, scene.seating.table)
    receiver = TableSecret(scene.mes[to].secret, scene.seating.table).box_public
    place = Context(scene.seating.table, statement.round_number, Seat(VILLAIN), statement.head)
    nonce = H("escrow nonce", place.value, to)[:24]
    return seal_box(plain, secret.box_key, receiver, nonce)


# A key that is split falsely.


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("plain", [to_bytes(7), bytes(32)], ids=["another share", "no scalar"])
def test_false_share_of_a_key_names_its_seat(seats: int, plain: bytes) -> None:
    scene = escrowing(seats)

    def forge(scene: Scene, statement: Statement, _to: Seat) -> Sequence[bytes]:
        body: Any = put(statement.body, (2, 0), boxed(scene, statement, 0, plain))
        return (scene.signed(VILLAIN, statement, body).data,)

    attack(scene, VILLAIN, "escrowed", forge)
    scene.run()
    check_named(scene, VILLAIN)


CHANGES: dict[str, Callable[[Any], Value]] = {
    "a box that cannot be opened": lambda body: put(body, (2, 2), bytes(48)),
    "shares that do not sum to the key": lambda body: put(body, (1, 0), mul_base(9)),
    "a share for oneself": lambda body: put(body, (1, 1), mul_base(9)),
    "a box for oneself": lambda body: put(body, (2, 1), bytes(48)),
    "no share for another": lambda body: put(body, (1, 0), None),
    "no box for another": lambda body: put(body, (2, 0), None),
    "a short box": lambda body: put(body, (2, 0), bytes(47)),
    "too few shares": lambda body: put(body, (1,), body[1][:2]),
    "too many boxes": lambda body: put(body, (2,), (*body[2], None)),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_key_that_is_not_split_among_all_others_names_its_seat(
    change: Callable[[Any], Value],
) -> None:
    scene = escrowing()
    attack(scene, VILLAIN, "escrowed", saying(change))
    scene.run()
    check_named(scene, VILLAIN)


@pytest.mark.parametrize("blamed", range(3))
def test_a_true_box_convicts_nobody(blamed: int) -> None:
    scene = waiting_for(1, Doing.SHUFFLING)
    key = TableSecret(scene.mes[2].secret, scene.seating.table).box_key
    for card in (0, 1):
        false = FalseBox(escrowed(scene, blamed), Card(card), key)
        assert named(scene, 2, blamed, false) == (2, True)


def escrowed(scene: Scene, seat: int) -> Statement:
    return scene.course(0).rounds[2].statements[Seat(seat)]


def named(scene: Scene, by: int, blamed: int, evidence: Evidence) -> tuple[int | None, bool]:
    """Whom a file with this objection names, and whether as one who withdrew."""
    again = scene.copy()
    again.tell(0, again.objection(by, blamed, evidence).data)
    report = judged(again.tables[0].evidence())
    assert report.valid, report.fault
    return report.named, report.withdrawn


def test_a_box_shown_with_anothers_key_or_for_its_own_speaker_convicts_nobody() -> None:
    scene = waiting_for(1, Doing.SHUFFLING)
    key = TableSecret(scene.mes[2].secret, scene.seating.table).box_key
    assert named(scene, 2, 2, FalseBox(escrowed(scene, 2), Card(0), key)) == (2, True)
    assert named(scene, 2, 1, FalseBox(escrowed(scene, 1), Card(0), bytes(32))) == (2, True)
    own = scene.course(0).stage.escrow[2]
    assert isinstance(own, Escrowed)
    with pytest.raises(Exception, match="its own key"):
        own.open(Seat(2), key, bytes(32))


# Votes.


def absent(scene: Scene, by: int, about: int) -> Statement:
    return scene.now(by, ("absent", about), as_seen_by=0)


def test_a_seat_that_says_both_absent_and_present_is_named() -> None:
    scene = waiting_for(2, Doing.AGREEING_ON_MOVE)
    part(scene, 2, 0, 1)
    scene.run(moves=0)
    held = scene.now(2, ("agree", bytes(32)), as_seen_by=0)
    other = scene.now(2, ("agree", bytes(31)), as_seen_by=0)
    vote = absent(scene, 1, 2).data
    both = [vote, scene.now(1, ("present", held.value), as_seen_by=0).data]
    assert other.value != held.value
    for order in (both, [vote, vote, both[1]]):
        again = scene.copy()
        again.tell(0, *order, link=1)
        ending = again.tables[0].ending()
        assert ending is not None
        assert (ending.how, ending.seat) == (How.CHEAT, 1)
        assert judged(again.tables[0].evidence()).named == 1


def test_a_seat_that_calls_two_absent_in_one_round_is_named() -> None:
    scene = waiting_for(2, Doing.DEALING, seats=5)
    assert {1, 3} <= set(scene.tables[0].status().waiting_for)
    scene.tell(0, absent(scene, 4, 1).data, absent(scene, 4, 3).data, link=4)
    ending = scene.tables[0].ending()
    assert ending is not None
    assert (ending.how, ending.seat) == (How.CHEAT, 4)
    assert judged(scene.tables[0].evidence()).named == 4


def test_what_is_no_pair_convicts_nobody() -> None:
    scene = waiting_for(2, Doing.DEALING)
    held = scene.now(2, ("dealt", (), ()), as_seen_by=0)
    gone = absent(scene, 1, 2)
    present = scene.now(1, ("present", held.value), as_seen_by=0)
    other = scene.course(0).rounds[3].statements[Seat(0)]
    pairs = [
        (gone, scene.now(1, ("stop", ()), as_seen_by=0)),
        (gone, scene.now(1, ("present", (b"", bytes(64))), as_seen_by=0)),
        (gone, scene.now(1, ("present", other.value), as_seen_by=0)),
        (absent(scene, 1, 0), present),
        (present, scene.now(1, ("present", other.value), as_seen_by=0)),
        (gone, gone),
    ]
    for first, second in pairs:
        assert named(scene, 1, 1, Two(first, second)) == (1, True)


def test_all_but_one_are_not_enough_to_be_rid_of_a_seat() -> None:
    """The one who holds its statement shows it, and those who called it absent go on with it."""
    scene = waiting_for(1, Doing.MOVING, seats=5)
    scene.run(moves=0)
    for voter in (2, 3, 4):
        vote = absent(scene, voter, 1)
        for seat in (0, 2, 3, 4):
            scene.tell(seat, vote.data, link=voter if voter != seat else 0)
    assert scene.tables[0].status().absent_said == ((1, (2, 3, 4)),)
    assert scene.tables[0].status().gone is None
    scene.run(moves=1)
    assert {table.status().gone for table in scene.tables} == {None}
    assert all(len(scene.course(seat).rounds) > 10 for seat in range(5))


def test_a_seat_that_comes_back_before_all_have_called_it_absent_plays_on() -> None:
    scene = waiting_for(1, Doing.AGREEING_ON_MOVE)
    lose(scene, 1)
    scene.run(moves=0)
    scene.wire.carry(Seat(0), scene.tables[0].declare_gone(Seat(1)))
    with pytest.raises(NotNow, match="said"):
        scene.tables[0].declare_gone(Seat(1))
    join(scene, 1, 0)
    scene.run(moves=0)
    scene.run()
    join(scene, 1, 2)
    scene.run()
    check_closed(scene, 0, 1, 2)


def test_two_late_statements_are_a_pair_though_they_are_kept_out() -> None:
    scene = waiting_for(1, Doing.SHUFFLING)
    lose(scene, 1)
    scene.run(moves=0)
    scene.wire.carry(Seat(0), scene.tables[0].declare_gone(Seat(1)))
    first, second = scene.now(1, 1, as_seen_by=0), scene.now(1, 2, as_seen_by=0)
    scene.tell(0, first.data, first.data, link=2)
    assert scene.ended == []
    scene.tell(0, second.data, link=2)
    scene.run()
    check_named(scene, 1, honest=[0, 2])


# Void rounds.


def test_what_was_said_in_a_void_round_frames_nobody() -> None:
    scene = waiting_for(1, Doing.AGREEING_ON_MOVE)
    lose(scene, 1)
    scene.run()
    stage = scene.course(0).stage
    assert isinstance(stage.phase, AgreeingOnMove)
    mine = scene.course(0).statements[Seat(2)]
    true = scene.now(1, ("agree", stage.phase.digest), as_seen_by=0)
    wrong = scene.now(1, ("agree", bytes(32)), as_seen_by=0)
    find_gone(scene, 1)
    assert scene.course(0).is_void(stage.round_number)
    scene.tell(0, true.data, mine.data, link=2)  # late, and known
    assert scene.ended == []
    assert named(scene, 2, 1, WrongStatement(true)) == (2, True)
    assert named(scene, 0, 2, WrongStatement(mine)) == (0, True)
    assert named(scene, 2, 1, WrongStatement(wrong)) == (1, False)


def test_a_box_of_a_void_deal_convicts_its_sender_only_if_it_is_false() -> None:
    scene = gone_scene()
    void = next(done for done in scene.course(0).rounds if done.absent is not None)
    key = TableSecret(scene.mes[0].secret, scene.seating.table).box_key
    dealt: Any = void.set_aside[Seat(2)]
    assert named(scene, 0, 2, FalseBox(dealt, Card(2), key)) == (0, True)
    box = dealt.body[2][0]
    false = scene.signed(2, dealt, put(dealt.body, (2, 0), bytes([box[0] ^ 1]) + box[1:]))
    assert named(scene, 0, 2, FalseBox(false, Card(2), key)) == (2, False)


def test_two_statements_of_a_void_round_are_still_a_pair() -> None:
    scene = waiting_for(1, Doing.DEALING)
    lose(scene, 1)
    scene.run()
    mine = scene.course(0).statements[Seat(2)]
    find_gone(scene, 1)
    other = scene.signed(2, mine, ("dealt", (), ()))
    scene.tell(0, other.data, link=2)
    scene.run()
    check_named(scene, 2, honest=[0])


def gone_scene(seats: int = 3, doing: Doing = Doing.DEALING) -> Scene:
    scene = waiting_for(1, doing, seats)
    lose(scene, 1)
    scene.run()
    find_gone(scene, 1)
    return scene


def test_nobody_else_can_be_found_gone() -> None:
    scene = gone_scene(5)
    lose(scene, 3)
    scene.run()
    for seat in (0, 2, 4):
        with pytest.raises(NotNow, match="another is gone"):
            scene.tables[seat].declare_gone(Seat(3))
        scene.tell(0, absent(scene, seat, 3).data, link=2)
    assert set(scene.wire.nodes[0].dropped[-2:]) == {"nobody can be found absent, or nobody else"}
    assert scene.tables[0].status().absent_said == ()


def test_a_seat_that_is_gone_and_speaks_out_of_its_turn_is_named() -> None:
    scene = gone_scene()
    scene.tell(0, scene.now(1, ("agree", bytes(32)), as_seen_by=0).data, link=2)
    check_named(scene, 1, honest=[0])


def test_a_share_of_the_old_key_alone_is_false() -> None:
    scene = waiting_for(1, Doing.DEALING)
    lose(scene, 1)
    scene.run()
    number = scene.course(0).stage.round_number
    old: list[Value] = []

    def forge(scene: Scene, statement: Statement, _to: Seat) -> Sequence[bytes]:
        stage = scene.course(2).stage
        secret = TableSecret(scene.mes[2].secret, scene.seating.table)
        place = Context(scene.seating.table, statement.round_number, Seat(2), statement.head)
        share = prove_share(secret, place, Card(0), stage.cards.first_half(Card(0)))
        old.append(statement.round_number)
        body: Any = put(statement.body, (1, 0), share_value(share))
        return (scene.signed(2, statement, body).data,)

    attack(scene, 2, "dealt", forge)
    for seat in (0, 2):
        scene.wire.carry(Seat(seat), scene.tables[seat].declare_gone(Seat(1)))
    scene.run()
    assert old == [number + 1]
    check_named(scene, 2, honest=[0])


# What cannot be said.


@pytest.mark.parametrize(
    ("by", "body", "why"),
    [
        (2, ("absent", 2), "not for this seat to say"),
        (2, ("absent", 0), "nothing is awaited of that seat"),
        (2, ("absent", True), "no absence"),
        (2, ("absent",), "no absence"),
        (2, ("absent", 7), "nothing is awaited of that seat"),
        (2, ("present", 1), "nothing is shown"),
        (2, ("present", (b"", b"")), "a statement is a payload and a signature"),
    ],
    ids=str,
)
def test_votes_of_another_form_are_dropped(by: int, body: Value, why: str) -> None:
    scene = waiting_for(1, Doing.SHUFFLING)
    scene.tell(0, scene.now(by, body, as_seen_by=0).data, link=2)
    assert scene.wire.nodes[0].dropped == [why]


def test_votes_are_dropped_where_keys_are_not_in_escrow_and_before_they_are() -> None:
    scene = escrowing()
    scene.tell(0, absent(scene, 2, 1).data, link=2)
    assert scene.wire.nodes[0].dropped == ["nobody can be found absent, or nobody else"]


def test_who_is_gone_cannot_call_others_absent() -> None:
    scene = gone_scene()
    scene.tell(0, absent(scene, 1, 1).data, link=2)
    assert scene.wire.nodes[0].dropped[-1] == "not for this seat to say"


def test_shown_statements_are_of_the_round_and_of_another() -> None:
    scene = waiting_for(1, Doing.DEALING)
    before = scene.course(0).rounds[-1].statements
    own = scene.now(2, ("dealt", (), ()), as_seen_by=0)
    for held in (next(iter(before.values())), absent(scene, 1, 2)):
        scene.tell(0, scene.now(2, ("present", held.value), as_seen_by=0).data, link=2)
        assert scene.wire.nodes[0].dropped[-1] == "not of this round"
    scene.tell(0, scene.now(2, ("present", own.value), as_seen_by=0).data, link=2)
    assert scene.wire.nodes[0].dropped[-1] == "not for this seat to say"


# The file.


def void_file(scene: Scene) -> tuple[bytes, list[tuple[Value, ...]]]:
    """A table without seat 1, up to its void round, and the votes of that."""
    course = scene.course(0)
    file = scene.tables[0].transcript()
    done = next(r for r in course.rounds if r.absent is not None)
    votes: list[tuple[Value, ...]] = [done.statements[s].value for s in sorted(done.statements)]  # type: ignore[misc] # a statement's value is a pair
    return file[: file.index(enc(votes))], votes


def test_a_void_round_in_a_file_holds_the_votes_of_all_others_in_order() -> None:
    scene = gone_scene(5)
    begin, votes = void_file(scene)
    done = next(r for r in scene.course(0).rounds if r.absent is not None)
    number = done.stage.round_number
    good = judged(begin + enc(votes))
    assert good.valid, good.fault
    assert good.proofs["absences"] == 4
    assert [c.kind for c in good.checks if c.round_number == number] == ["absences"] * 4
    like = done.statements[Seat(0)]
    third = scene.signed(0, like, ("absent", 3)).value
    other = scene.signed(0, like, ("absent", 1), head=bytes(32)).value
    early = scene.course(0).rounds[number - 1].statements
    cases: dict[str, list[Any]] = {
        "not all others have found one seat absent": [votes[:3], votes[::-1], [third, *votes[1:]]],
        "a statement under another head": [[other, *votes[1:]]],
        "an absence: no absence": [
            [votes[0], scene.signed(2, like, ("stop", ())).value, *votes[2:]]
        ],
        f"a statement of round {number - 1}": [[votes[0], next(iter(early.values())).value]],
    }
    for fault, entries in cases.items():
        for changed in entries:
            assert str(judged(begin + enc(changed)).fault) == fault


def test_an_array_that_only_begins_like_a_void_round_is_none() -> None:
    begin, _votes = void_file(gone_scene())
    for entry in ((b"\xc1", b""), (enc(("x",)), b""), (enc(5), b""), 5):
        report = judged(begin + enc([entry]))
        assert report.fault is not None
        assert report.named is None


def test_two_closes_and_a_vote_after_the_close_change_no_file() -> None:
    scene = film(3, SPLIT)[Doing.ENDED].copy()
    last = scene.course(0).rounds[-1]
    like = last.statements[Seat(1)]
    file = scene.tables[0].transcript()
    votes = [scene.signed(1, like, ("absent", about)).data for about in (0, 2)]
    scene.tell(2, *votes, link=1)
    assert scene.tables[0].transcript() == file == scene.tables[2].transcript()
    ending = scene.tables[2].ending()
    assert ending is not None
    assert (ending.how, ending.seat) == (How.CHEAT, 1)


def test_false_share_of_a_key_in_a_file_is_found_by_whoever_shows_a_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its receiver kept silent about it, and its speaker has not closed."""
    monkeypatch.setattr(Table, "_open_box", silently(Table._open_box))
    scene = escrowing()

    def forge(scene: Scene, statement: Statement, _to: Seat) -> Sequence[bytes]:
        body: Any = put(statement.body, (2, 0), boxed(scene, statement, 0, to_bytes(7)))
        return (scene.signed(VILLAIN, statement, body).data,)

    villain = attack(scene, VILLAIN, "escrowed", forge)
    while not scene.course(0).stage.escrow:
        assert scene.wire.deliver()
    stage = scene.course(0).stage
    assert villain.place == 2
    closing = replace(stage, phase=Closing(("done",)))
    body = ("close", H("outcome", ("done",)), scene.mes[0].secret)
    close = scene.now(0, body)
    course = scene.course(0)
    course.stage = closing
    course.add(close, accept(closing, Seat(0), close.body))
    with pytest.raises(BadFile, match="a false share of the key") as caught:
        recompute(course, shown_secrets(course.said, scene.seating))
    assert caught.value.seat == VILLAIN


def silently(open_box: Any) -> Any:
    def opened(table: Table, stage: Stage, sender: Seat, said: Said) -> None:
        if not isinstance(said, Escrowed):
            open_box(table, stage, sender, said)

    return opened
