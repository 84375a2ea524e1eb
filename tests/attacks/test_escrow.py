"""Attacks on escrow and absence: who is named, and what votes do that name nobody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from protocol.audit.recompute import recompute, shown_secrets
from protocol.crypto.boxes import BoxKey
from protocol.crypto.group import mul_base, to_bytes
from protocol.crypto.key_split import Escrowed
from protocol.crypto.proofs import Context, TableSecret, prove_share, share_value
from protocol.crypto.sealed_shares import BadBox
from protocol.encoding import H, Value
from protocol.errors import BadFile, Dropped, NotNow
from protocol.game import Card, Seat
from protocol.ledger.evidence import Evidence, FalseBox, Two, WrongStatement
from protocol.ledger.history import Statement
from protocol.ledger.transcript import account, write_transcript
from protocol.peer.opened_boxes import OpenedBoxes
from protocol.peer.status import Activity, EndingKind
from protocol.reasons import Ignored, InvalidProof, NotPossible, Reason
from protocol.rounds.phases import AgreeingOnMove, Closing, Shuffled, Verified
from protocol.rounds.state import Stage
from protocol.rounds.verify import verify
from tests.attacks.villain import (
    SPLIT,
    Scene,
    attack,
    check_named,
    film,
    judged,
    put,
    stating,
)
from tests.protocol.peer.split import (
    check_closed,
    find_gone,
    join,
    lose,
    others,
    part,
    restored,
    scene_at,
    waiting_for,
)
from tests.raised import for_reason

VILLAIN = 1


def escrowing(seats: int = 3) -> Scene:
    return film(seats, SPLIT)[Activity.REVEALING].copy()


def boxed(scene: Scene, statement: Statement, to: int, plain: bytes) -> bytes:
    """A valid box of the villain with this content."""
    secret = TableSecret(scene.mes[VILLAIN].secret, scene.seating.table)
    receiver = TableSecret(scene.mes[to].secret, scene.seating.table).box_public
    place = Context(scene.seating.table, statement.round_number, Seat(VILLAIN), statement.head)
    nonce = H("escrow nonce", place.value, to)[:24]
    return secret.box_key.seal(plain, receiver, nonce)


# A falsely split key.


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
    attack(scene, VILLAIN, "escrowed", stating(change))
    scene.run()
    check_named(scene, VILLAIN)


@pytest.mark.parametrize("blamed", range(3))
def test_a_true_box_convicts_nobody(blamed: int) -> None:
    scene = waiting_for(1, Activity.SHUFFLING)
    key = bytes(TableSecret(scene.mes[2].secret, scene.seating.table).box_key)
    for card in (0, 1):
        false = FalseBox(escrowed(scene, blamed), Card(card), key)
        assert named(scene, 2, blamed, false) == (2, True)


def escrowed(scene: Scene, seat: int) -> Statement:
    return scene.history(0).rounds[2].statements[Seat(seat)]


def named(scene: Scene, by: int, blamed: int, evidence: Evidence) -> tuple[int | None, bool]:
    """The seat that a file with this objection names, and whether it withdrew."""
    history = scene.history(0)
    ended = account(history, [scene.objection(by, blamed, evidence)], None)
    report = judged(write_transcript(history, ended))
    assert report.valid, report.fault
    return report.named, report.withdrawn


def test_box_under_anothers_key_or_the_speakers_convicts_nobody() -> None:
    scene = waiting_for(1, Activity.SHUFFLING)
    key = bytes(TableSecret(scene.mes[2].secret, scene.seating.table).box_key)
    assert named(scene, 2, 2, FalseBox(escrowed(scene, 2), Card(0), key)) == (2, True)
    assert named(scene, 2, 1, FalseBox(escrowed(scene, 1), Card(0), bytes(32))) == (2, True)
    own = scene.history(0).stage.escrow[2]
    assert isinstance(own, Escrowed)
    with pytest.raises(BadBox, check=for_reason(InvalidProof.NO_KEY_SHARE)):
        own.open(Seat(2), BoxKey(key), bytes(32))


# Ballots.


def vote(scene: Scene, by: int, about: int | None, ballot: int = 0) -> Statement:
    return scene.now(by, ("vote", ballot, about), as_seen_by=0)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("vote", 0, 1), ("vote", 0, 3)),
        (("vote", 0, 1), ("vote", 0, None)),
        (("decide", 0, 1), ("decide", 0, None)),
        (("next", 0, None), ("next", 0, (0, 1))),
    ],
    ids=str,
)
def test_two_words_of_one_kind_in_one_ballot_name_their_seat(first: Value, second: Value) -> None:
    scene = waiting_for(2, Activity.DEALING, seats=5)
    assert {1, 3} <= set(scene.tables[0].status().waiting_for)
    statements = [scene.now(4, body, as_seen_by=0).data for body in (first, second)]
    scene.deliver(0, *statements, link=4)
    ending = scene.tables[0].ending()
    assert ending is not None
    assert (ending.how, ending.seat) == (EndingKind.CHEAT, 4)
    assert judged(scene.tables[0].evidence()).named == 4


def test_statements_that_are_no_pair_convict_nobody() -> None:
    scene = waiting_for(2, Activity.DEALING)
    number = scene.history(0).stage.round_number
    before = scene.history(0).rounds[0].statements[Seat(1)]
    gone = vote(scene, 1, 2)
    pairs = [
        (gone, scene.now(1, ("stop", ()), as_seen_by=0)),
        (gone, vote(scene, 1, 2, ballot=1)),
        (gone, scene.now(1, ("decide", 0, 0), as_seen_by=0)),
        (gone, scene.now(1, ("next", 0, None), as_seen_by=0)),
        (gone, scene.signed(1, gone, ("vote", 0, 0), head=bytes(32))),
        (gone, scene.now(1, ("vote", False, 0), as_seen_by=0)),
        (gone, scene.signed(1, before, ("vote", 0, 0))),
        (gone, gone),
    ]
    assert before.round_number < number
    for first, second in pairs:
        assert named(scene, 1, 1, Two(first, second)) == (1, True)


def test_seat_stays_if_a_nonvoter_has_its_statement() -> None:
    """Nobody goes on without it, and those who voted to do so accept its statement after all."""
    scene = waiting_for(1, Activity.MOVING, seats=5)
    scene.run(moves=0)
    for voter in (2, 3, 4):
        statement = vote(scene, voter, 1)
        for seat in (0, 2, 3, 4):
            scene.deliver(seat, statement.data, link=voter if voter != seat else 0)
    assert scene.tables[0].status().gone is None
    scene.run(moves=1)
    assert {table.status().gone for table in scene.tables} == {None}
    assert all(len(scene.history(seat).rounds) > 10 for seat in range(5))


def test_seat_that_returns_before_all_declare_it_gone_plays_on() -> None:
    scene = waiting_for(1, Activity.AGREEING_ON_MOVE, seats=4)
    lose(scene, 1)
    scene.run(moves=0)
    scene.wire.carry(Seat(0), scene.tables[0].declare_gone(Seat(1)))
    with pytest.raises(NotNow, check=for_reason(NotPossible.ALREADY_SAID)):
        scene.tables[0].declare_gone(Seat(1))
    join(scene, 1, 0)
    scene.run()
    join(scene, 1, 2, 3)
    scene.run()
    check_closed(scene, *range(4))


def test_two_late_statements_are_a_pair_though_they_are_left_out() -> None:
    scene = waiting_for(1, Activity.SHUFFLING)
    lose(scene, 1)
    scene.run(moves=0)
    scene.wire.carry(Seat(0), scene.tables[0].declare_gone(Seat(1)))
    first, second = scene.now(1, 1, as_seen_by=0), scene.now(1, 2, as_seen_by=0)
    scene.wire.tamper = lambda _frm, _to, _message: ()
    scene.deliver(0, first.data, first.data, link=2)
    assert scene.ended == []
    scene.wire.tamper = lambda _frm, _to, message: (message,)
    scene.deliver(0, second.data, link=2)
    scene.run()
    check_named(scene, 1, honest=[0])


# After any number of broken links.


def call_gone(scene: Scene, about: int, *seats: int) -> None:
    for seat in seats:
        scene.wire.carry(Seat(seat), scene.tables[seat].declare_gone(Seat(about)))


@pytest.mark.parametrize("seats", [4, 5])
@pytest.mark.parametrize("votes", [1, 2])
def test_returned_seat_can_go_on_without_the_next_lost_one(votes: int, seats: int) -> None:
    """B5: some vote for 1 while its links are down; then 2, who has not voted, is lost for good."""
    scene = waiting_for(1, Activity.DEALING, seats)
    lose(scene, 1)
    scene.run(moves=0)
    call_gone(scene, 1, *[seat for seat in range(seats) if seat not in (1, 2)][:votes])
    scene.run(moves=0)
    lose(scene, 2)
    join(scene, 1, *[seat for seat in range(seats) if seat not in (1, 2)])
    scene.run(moves=0)
    find_gone_again(scene, 2)
    check_closed(scene, *others(scene, 2), gone=2)


def find_gone_again(scene: Scene, lost: int) -> None:
    """Every seat that may declare it gone does so, whenever it is awaited."""
    for _ in range(12):
        for seat in others(scene, lost):
            with suppress(NotNow):
                call_gone(scene, lost, seat)
        scene.run()


@pytest.mark.parametrize("seats", [4, 5])
def test_gone_but_present_seat_replaces_a_lost_one(seats: int) -> None:
    """At most one seat is gone at a time; one declared gone by mistake is active again."""
    scene = waiting_for(1, Activity.DEALING, seats)
    lose(scene, 1)
    scene.run(moves=0)
    find_gone(scene, 1)
    join(scene, 1, *others(scene, 1))
    scene.run(moves=1)
    assert {table.status().gone for table in scene.tables} == {1}
    lose(scene, 3)
    scene.run()
    find_gone_again(scene, 3)
    check_closed(scene, *others(scene, 3), gone=3)


def deal_without(seats: int, *silent: int) -> Scene:
    """All have dealt, and nobody has received the deals of these."""
    scene = scene_at(Activity.AGREEING_ON_PILE, seats)

    def tamper(_frm: Seat, _to: Seat, message: bytes) -> Sequence[bytes]:
        statement: Any = scene.statement(message)
        is_kept = (
            statement is not None and statement.seat in silent and statement.body[0] == "dealt"
        )
        return () if is_kept else (message,)

    scene.wire.tamper = tamper
    scene.run(moves=0, ticks=0)
    return scene


@pytest.mark.parametrize("seats", [4, 5])
def test_votes_that_split_are_cast_again(seats: int) -> None:
    """Links between pairs are down, so two seats are declared gone; then one is lost."""
    scene = deal_without(seats, 1, 3)
    # for now nothing it signs reaches the others
    scene.wire.tamper = lambda _frm, _to, said: () if scene.statement(said) else (said,)
    for seat, about in ((0, 1), (2, 3)):
        lose(scene, about)
        scene.run(moves=0)
        call_gone(scene, about, seat)
        scene.wire.queues.clear()
        join(scene, about, *others(scene, about))
    scene.wire.queues.clear()
    scene.wire.tamper = lambda _frm, _to, message: (message,)
    for seat, about in ((0, 1), (2, 3)):
        assert scene.tables[seat].status().called_gone == ((about, (seat,)),)
    lose(scene, 3)
    scene.run(moves=0)
    find_gone_again(scene, 3)
    check_closed(scene, *others(scene, 3), gone=3)


def test_possible_decision_is_revoted_before_a_lost_seat_is_gone() -> None:
    """All but 1 have voted to go on without it, and 3 is lost with the votes of all: it may have
    gone on. So 1 is gone, though it is connected, until the others go on without 3."""
    scene = waiting_for(1, Activity.DEALING, 4)
    lose(scene, 1)
    scene.run(moves=0)
    call_gone(scene, 1, 0, 2, 3)
    scene.run(limit=7, moves=0, until_the_limit=True)
    lose(scene, 3)
    scene.wire.queues.clear()
    join(scene, 1, 0, 2)
    scene.run(moves=0)
    find_gone_again(scene, 3)
    check_closed(scene, 0, 1, 2, gone=3)
    lost = scene.tables[3].status().gone
    join(scene, 3, 0, 1, 2)
    scene.run()
    assert lost in (None, 1)
    assert scene.tables[3].status().gone == 3


def test_all_but_one_shuffle_however_many_were_declared_gone() -> None:
    """Otherwise a seat that cuts off each of the others at its turn shuffles alone."""
    scene = scene_at(Activity.SHUFFLING, 4)
    held = [1, 2, 3]

    def tamper(_frm: Seat, _to: Seat, message: bytes) -> Sequence[bytes]:
        said: Any = scene.statement(message)
        is_held = said is not None and said.seat in held and said.body[0] == "shuffled"
        return () if is_held else (message,)

    scene.wire.tamper = tamper
    for seat in (1, 2):
        for _ in range(5000):
            if seat in scene.tables[0].status().waiting_for:
                break
            if not scene.wire.deliver():
                scene.wire.tick()
        lose(scene, seat)
        for _ in range(3):
            scene.run(moves=0)
            scene.wire.tick()
        for other in others(scene, seat):
            with suppress(NotNow):  # others have voted for it already, and it is done
                call_gone(scene, seat, other)
        scene.run(moves=0)
        assert scene.tables[0].status().gone == seat
        join(scene, seat, *others(scene, seat))
        scene.wire.tick()
    scene.run(moves=0)
    assert scene.tables[0].status().waiting_for == (1,)  # though 3 is active and could go on
    held.clear()
    scene.run()
    said = [done.verified for done in scene.history(0).rounds]
    shuffled = [seat for each in said for seat, what in each.items() if isinstance(what, Shuffled)]
    assert shuffled[:3] == [0, 1, 3]
    assert [ending.how for ending in scene.ended] == [EndingKind.CLOSED] * 4


def test_a_seat_rolls_back_even_if_one_other_has_gone_on_with_it() -> None:
    """The other then votes with the rest and leaves: otherwise the seat would wait for ever."""
    scene = deal_without(4, 1)
    number = scene.history(0).stage.round_number
    ahead = scene.now(3, ("agree", bytes(32)), as_seen_by=1)
    assert ahead.round_number == number + 1  # 1 has gone on alone
    scene.history(1).statements[Seat(3)] = ahead  # and 3 with it, without telling anybody else
    scene.wire.queues.clear()
    scene.wire.tamper = lambda _frm, _to, message: (message,)
    lose(scene, 1)
    scene.run(moves=0)
    find_gone(scene, 1)
    assert {scene.tables[seat].status().gone for seat in (0, 2, 3)} == {1}
    lose(scene, 3)
    join(scene, 1, 0, 2)
    scene.run(moves=0)
    assert scene.tables[1].status().gone == 1
    find_gone_again(scene, 3)
    check_closed(scene, 0, 1, 2, gone=3)


def vote_ahead(scene: Scene, villain: int) -> None:
    """It alone takes part in each ballot, as soon as it can; then it is lost."""
    scene.wire.tamper = lambda frm, _to, message: () if frm == villain else (message,)
    for ballot in range(64):
        for body in (("vote", ballot, 1), ("next", ballot, None)):
            statement = scene.now(villain, body, as_seen_by=0).data
            for seat in (0, 2):
                scene.deliver(seat, statement, link=villain)
        for _ in range(200):
            scene.wire.deliver()
    lose(scene, villain)
    scene.wire.tamper = lambda _frm, _to, message: (message,)
    scene.run(moves=0)


def test_votes_ahead_use_up_no_ballots_of_rounds_long_over() -> None:
    scene = waiting_for(1, Activity.DEALING, 4)
    vote_ahead(scene, 3)
    find_gone_again(scene, 3)
    check_closed(scene, 0, 1, 2, gone=3)
    old = scene.history(0).rounds[3].stage
    like = Statement(b"", b"", 3, Seat(2), old.head, None)
    with pytest.raises(Dropped, check=for_reason(Ignored.LONG_OVER)):
        scene.tables[0].receive(Seat(2), scene.signed(2, like, ("vote", 0, None)).data)


@pytest.mark.parametrize("order", [1, 4, 7])
def test_votes_ahead_cannot_use_up_the_ballots_of_the_open_round(order: int) -> None:
    """In whatever order the words arrive: the later half is left to the others."""
    scene = waiting_for(1, Activity.DEALING, 4, order=order)
    vote_ahead(scene, 3)
    find_gone_again(scene, 3)
    check_closed(scene, 0, 1, 2, gone=3)


def test_a_seat_that_was_never_met_is_not_declared_gone() -> None:
    """B1 needs a seat in the middle that says to each of two that the other is gone."""
    scene = scene_at(Activity.COMMITTING, 4)
    part(scene, 0, 1)
    scene.wire.open()
    scene.run(moves=0)
    mover = scene.tables[0].status().waiting_for[0]
    assert mover == 1
    lose(scene, 1)
    scene.run(moves=0)
    with pytest.raises(NotNow, check=for_reason(NotPossible.NEVER_MET)):
        scene.tables[0].declare_gone(Seat(1))
    part(scene, 2, 0, 3)
    scene.wire.nodes[2].table = restored(scene, 2)
    scene.wire.carry(Seat(2), scene.tables[2].start())
    join(scene, 2, 0, 3)
    scene.run(moves=0)
    call_gone(scene, 1, 2, 3)  # these had met it before the restart


# Void rounds.


def test_statements_of_a_void_round_frame_nobody() -> None:
    scene = waiting_for(1, Activity.AGREEING_ON_MOVE)
    lose(scene, 1)
    scene.run()
    stage = scene.history(0).stage
    assert isinstance(stage.phase, AgreeingOnMove)
    mine = scene.history(0).statements[Seat(2)]
    true = scene.now(1, ("agree", stage.phase.digest), as_seen_by=0)
    wrong = scene.now(1, ("agree", bytes(32)), as_seen_by=0)
    find_gone(scene, 1)
    assert scene.history(0).is_void(stage.round_number)
    scene.deliver(0, true.data, mine.data, link=2)  # late, and known
    assert scene.ended == []
    assert named(scene, 2, 1, WrongStatement(true)) == (2, True)
    assert named(scene, 0, 2, WrongStatement(mine)) == (0, True)
    assert named(scene, 2, 1, WrongStatement(wrong)) == (1, False)


def test_box_of_a_void_deal_convicts_only_if_false() -> None:
    scene = gone_scene()
    void = next(done for done in scene.history(0).rounds if done.gone is not None)
    key = bytes(TableSecret(scene.mes[0].secret, scene.seating.table).box_key)
    dealt: Any = void.set_aside[Seat(2)]
    assert named(scene, 0, 2, FalseBox(dealt, Card(2), key)) == (0, True)
    box = dealt.body[2][0]
    false = scene.signed(2, dealt, put(dealt.body, (2, 0), bytes([box[0] ^ 1]) + box[1:]))
    assert named(scene, 0, 2, FalseBox(false, Card(2), key)) == (2, False)


def test_two_statements_of_a_void_round_are_still_a_pair() -> None:
    scene = waiting_for(1, Activity.DEALING)
    lose(scene, 1)
    scene.run()
    mine = scene.history(0).statements[Seat(2)]
    find_gone(scene, 1)
    other = scene.signed(2, mine, ("dealt", (), ()))
    scene.deliver(0, other.data, link=2)
    scene.run()
    check_named(scene, 2, honest=[0])


def gone_scene(seats: int = 3, activity: Activity = Activity.DEALING) -> Scene:
    scene = waiting_for(1, activity, seats)
    lose(scene, 1)
    scene.run()
    find_gone(scene, 1)
    return scene


def test_a_seat_that_is_gone_and_speaks_out_of_turn_is_named() -> None:
    scene = gone_scene()
    scene.deliver(0, scene.now(1, ("agree", bytes(32)), as_seen_by=0).data, link=2)
    check_named(scene, 1, honest=[0])


def test_a_share_with_only_the_old_key_is_false() -> None:
    scene = waiting_for(1, Activity.DEALING)
    lose(scene, 1)
    scene.run()
    number = scene.history(0).stage.round_number
    old: list[Value] = []

    def forge(scene: Scene, statement: Statement, _to: Seat) -> Sequence[bytes]:
        stage = scene.history(2).stage
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
    assert old == [number + 2]
    check_named(scene, 2, honest=[0])


# Malformed or untimely words.


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (("vote", 0, 0), Reason(Ignored.NOT_AWAITED)),
        (("vote", 0, 7), Reason(Ignored.NOT_AWAITED)),
        (("vote", 0, True), Reason(Ignored.NOT_AWAITED)),
        (("decide", 0, 0), Reason(Ignored.NOT_AWAITED)),
        (("vote", 64, 1), Reason(Ignored.NO_BALLOT)),
        (("vote", None, 1), Reason(Ignored.NO_BALLOT)),
        (("next", True, None), Reason(Ignored.NO_BALLOT)),
        (("vote", 0), Reason(Ignored.NO_WORD)),
        (("next", 0), Reason(Ignored.NO_WORD)),
        (("next", 0, 1), Reason(Ignored.NO_WORD)),
        (("next", 0, (1, 1)), Reason(Ignored.LATER_DECISION)),
    ],
    ids=str,
)
def test_malformed_words_are_dropped(body: Value, why: Reason) -> None:
    scene = waiting_for(1, Activity.SHUFFLING)
    scene.deliver(0, scene.now(2, body, as_seen_by=0).data, link=2)
    assert scene.wire.nodes[0].dropped == [why]


def test_votes_are_dropped_until_escrow_is_complete() -> None:
    scene = escrowing()
    scene.deliver(0, vote(scene, 2, 1).data, link=2)
    assert scene.wire.nodes[0].dropped == [Reason(Ignored.NO_ESCROW)]


# The file.


def test_two_closes_and_a_vote_after_the_close_change_no_file() -> None:
    scene = film(3, SPLIT)[Activity.ENDED].copy()
    last = scene.history(0).rounds[-1]
    like = last.statements[Seat(1)]
    file = scene.tables[0].transcript()
    votes = [scene.signed(1, like, ("vote", 0, about)).data for about in (0, 2)]
    scene.deliver(2, *votes, link=1)
    assert scene.tables[0].transcript() == file == scene.tables[2].transcript()
    ending = scene.tables[2].ending()
    assert ending is not None
    assert (ending.how, ending.seat) == (EndingKind.CHEAT, 1)


def test_false_key_share_in_a_file_is_found_from_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its receiver kept silent about it, and its speaker has not closed."""
    monkeypatch.setattr(OpenedBoxes, "open", silently(OpenedBoxes.open))
    scene = escrowing()

    def forge(scene: Scene, statement: Statement, _to: Seat) -> Sequence[bytes]:
        body: Any = put(statement.body, (2, 0), boxed(scene, statement, 0, to_bytes(7)))
        return (scene.signed(VILLAIN, statement, body).data,)

    villain = attack(scene, VILLAIN, "escrowed", forge)
    while not scene.history(0).stage.escrow:
        assert scene.wire.deliver()
    stage = scene.history(0).stage
    assert villain.place == 2
    closing = replace(stage, phase=Closing(("done",)))
    body = ("close", H("outcome", ("done",)), scene.mes[0].secret)
    close = scene.now(0, body)
    history = scene.history(0)
    history.stage = closing
    history.add(close, verify(closing, Seat(0), close.body))
    with pytest.raises(BadFile, check=for_reason(InvalidProof.FALSE_KEY_SHARE)) as caught:
        recompute(history, shown_secrets(history.verified, scene.seating))
    assert caught.value.seat == VILLAIN


def silently(open_box: Any) -> Any:
    def opened(
        boxes: OpenedBoxes,
        stage: Stage,
        sender: Seat,
        verified: Verified,
        **how: Any,
    ) -> BadBox | None:
        if isinstance(verified, Escrowed):
            return None
        false: BadBox | None = open_box(boxes, stage, sender, verified, **how)
        return false

    return opened
