"""Two statements of one seat for one round, sent to different seats.

The pair is found wherever the two histories meet, all name the seat, and nobody has shown a card
for a move or a pile that not all have signed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from protocol.crypto import shuffle_proof as shuffling
from protocol.crypto.group import hash_to_scalar
from protocol.crypto.proofs import Context, TableSecret
from protocol.crypto.shuffle_proof import Task
from protocol.encoding import H, Value, enc
from protocol.game import Card, Seat
from protocol.identity.keys import seat_message
from protocol.ledger.evidence import SignedTwice, Two, WrongStatement, named_by
from protocol.ledger.history import Statement
from protocol.peer.messages import Signatures
from protocol.peer.status import Activity, EndingKind
from protocol.peer.table import Table
from protocol.rounds.phases import Shuffling
from protocol.rounds.prove import prove
from protocol.rounds.seat_secrets import Prover
from tests.any_game import bare
from tests.attacks.forgeries import other_pile, second_signature, stage_of
from tests.attacks.villain import (
    HANABI,
    TOY,
    Scene,
    attack,
    before,
    check_named,
    film,
    judged,
)


class OtherBlindings(TableSecret):
    """The same keys, but different blinding for every card."""

    def blinding(self, ctx: Context, card: Any) -> Any:
        return hash_to_scalar("other blinding", self.secret, ctx.value, card)


def other_commitment(_scene: Scene, _statement: Statement) -> Value:
    return ("commit", bytes(32))


def other_deal(scene: Scene, statement: Statement) -> Value:
    stage = stage_of(scene, statement)
    secret = OtherBlindings(scene.mes[statement.seat].secret, scene.seating.table)
    prover = scene.tables[statement.seat]._boxes.prover
    return prove(stage, Prover(statement.seat, secret, prover.private))[0]


def other_move(scene: Scene, statement: Statement) -> Value:
    hand = bare(stage_of(scene, statement).state).hands[statement.seat]
    card = hand[0] if statement.body[1] != ("play", hand[0]) else hand[1]  # type: ignore[index] # it is an array
    return ("move", ("play", card), ())


OTHERS: dict[str, Callable[[Scene, Statement], Value]] = {
    "commit": other_commitment,
    "shuffled": other_pile,
    "dealt": other_deal,
    "move": other_move,
}


def statements_by(scene: Scene, seat: int, tag: str) -> list[int]:
    """The rounds for which the seat has sent a statement of this kind."""
    found = []
    for kept in scene.wire.nodes[seat].journal:
        statement = scene.statement(kept.record)
        assert statement is not None
        if statement.seat == seat and statement.body[0] == tag:  # type: ignore[index] # it is an array
            found.append(statement.round_number)
    return found


@pytest.mark.parametrize(
    ("kind", "seats"),
    [
        ("commit", 3),
        ("shuffled", 3),
        ("dealt", 3),
        ("dealt", 4),
        ("move", 3),
    ],
)
def test_two_statements_to_different_seats_name_their_speaker(kind: str, seats: int) -> None:
    scene = before(kind, seats)
    villain = scene.tables[0].status().waiting_for[0] if kind == "move" else seats - 1
    shown_other = (villain + 1) % seats

    def forge(scene: Scene, statement: Statement, to: Seat) -> list[bytes]:
        if to != shown_other:
            return [statement.data]
        return [scene.signed(villain, statement, OTHERS[kind](scene, statement)).data]

    done = attack(scene, villain, kind, forge, each=True)
    scene.run()
    check_named(scene, villain)
    assert done.place is not None
    for seat in set(range(seats)) - {villain}:
        for tag in ("opened", "dealt"):
            assert all(number <= done.place for number in statements_by(scene, seat, tag))


@pytest.mark.parametrize("kind", ["commit", "reveal", "shuffled", "agree", "dealt", "move"])
def test_two_signatures_of_one_statement_name_their_speaker(kind: str) -> None:
    scene = before(kind, 3, TOY)
    villain = scene.tables[0].status().waiting_for[0] if kind == "move" else 1

    def forge(scene: Scene, statement: Statement, to: Seat) -> list[bytes]:
        if to != (villain + 1) % 3:
            return [statement.data]
        other = second_signature(scene.mes[villain].identity, statement.payload)
        return [enc((statement.payload, other))]

    attack(scene, villain, kind, forge, each=True)
    scene.run()
    check_named(scene, villain)


@pytest.mark.parametrize("seats", [2, 3])
def test_two_statements_to_one_seat_name_their_speaker(seats: int) -> None:
    scene = before("move", seats)
    villain = scene.tables[0].status().waiting_for[0]

    def forge(scene: Scene, statement: Statement, _to: Seat) -> list[bytes]:
        other = scene.signed(villain, statement, other_move(scene, statement))
        return [statement.data, other.data]

    attack(scene, villain, "move", forge)
    scene.run()
    check_named(scene, villain)


def test_two_early_statements_name_their_speaker() -> None:
    scene = before("move", 3)
    stage = scene.history(0).stage
    like = Statement(b"", b"", stage.round_number + 2, Seat(1), bytes(32), None)
    for number in range(2):
        scene.deliver(0, scene.signed(1, like, ("agree", bytes([number]))).data)
    scene.run()
    check_named(scene, 1)


def test_two_closes_leave_the_smaller_in_every_file() -> None:
    scene = before("close", 3)
    seen: list[bytes] = []

    def forge(scene: Scene, statement: Statement, to: Seat) -> list[bytes]:
        other = enc((statement.payload, second_signature(scene.mes[1].identity, statement.payload)))
        seen[:] = sorted((statement.data, other))
        return [statement.data if to == 0 else other]

    attack(scene, 1, "close", forge, each=True)
    scene.run()
    files = {scene.tables[seat].transcript() for seat in (0, 2)}
    assert len(files) == 1
    file = files.pop()
    assert seen[0] in file
    assert seen[1] not in file
    check_named(scene, 1, honest=[seat for seat in (0, 2) if scene.tables[seat].evidence()])
    for seat in (0, 2):
        scene.deliver(seat, *seen, *seen)
        assert scene.tables[seat].transcript() == file
        assert [f.ending.how for f in scene.wire.nodes[seat].finished] == [
            EndingKind.CLOSED,
            EndingKind.CHEAT,
        ]
    assert any(scene.tables[seat].evidence() for seat in (0, 2))


def test_two_closes_are_still_known_after_a_restart() -> None:
    scene = before("close", 3)

    def forge(scene: Scene, statement: Statement, to: Seat) -> list[bytes]:
        other = enc((statement.payload, second_signature(scene.mes[1].identity, statement.payload)))
        return [max(statement.data, other) if to == 0 else min(statement.data, other)]

    attack(scene, 1, "close", forge, each=True)
    scene.run()
    again = Table(HANABI, scene.seating, scene.history(0).signatures, scene.mes[0])
    again.restore(scene.wire.nodes[0].journal)
    again.start()
    assert again.ending() == scene.tables[0].ending()
    assert again.transcript() == scene.tables[0].transcript()
    assert again.evidence() == scene.tables[0].evidence()


def test_another_history_uses_new_masks_and_nonces() -> None:
    """So a restored copy, shown another pile, uses no mask and no nonce twice."""
    scene = film(2)[Activity.ENDED]
    secret = TableSecret(scene.mes[0].secret, scene.seating.table)
    stage = scene.history(0).rounds[2].stage
    assert isinstance(stage.phase, Shuffling)
    here = stage.context(Seat(0))
    there = Context(here.table, here.round_number, here.seat, bytes(32))
    assert secret.blinding(here, Card(0)) != secret.blinding(there, Card(0))
    piles = [
        shuffling.shuffle(secret, stage.beacon, Task(ctx, 0, stage.table_key, stage.phase.pile))
        for ctx in (here, there)
    ]
    halves = [{half for card in result for half in card} for result, _ in piles]
    assert not halves[0] & halves[1]
    answers = [{proof.e, *proof.s, *proof.s_chain, *proof.s_weight} for _, proof in piles]
    assert not answers[0] & answers[1]


# The seating signed twice.


def test_seating_signed_twice_names_the_seat() -> None:
    """Seat 2 gave seat 0 another signature of the seating than it gave seat 1."""
    scene = film(3)[Activity.COMMITTING].copy()
    message = seat_message(scene.seating.table, 2)
    other = second_signature(scene.mes[2].identity, message)
    signatures = (*scene.history(0).signatures[:2], other)
    scene.wire.nodes[0].table = Table(HANABI, scene.seating, signatures, scene.mes[0])
    scene.wire.open()
    scene.run()
    check_named(scene, 2)


def test_seating_signed_twice_is_the_same_evidence_in_any_order() -> None:
    scene = film(3)[Activity.COMMITTING]
    message = seat_message(scene.seating.table, 2)
    other = second_signature(scene.mes[2].identity, message)
    first = scene.history(0).signatures[2]
    history = scene.history(0)
    assert named_by(SignedTwice(Seat(2), other, first), history) == 2
    assert named_by(SignedTwice(Seat(2), first, other), history, Seat(2)) == 2
    assert named_by(SignedTwice(Seat(2), first, other), history, Seat(1)) is None
    assert named_by(SignedTwice(Seat(2), first, first), history) is None
    assert named_by(SignedTwice(Seat(2), first, bytes(64)), history) is None
    assert named_by(SignedTwice(Seat(1), first, other), history) is None


def test_the_signatures_that_all_share_convict_nobody() -> None:
    scene = before("move", 3)
    scene.deliver(0, Signatures(scene.history(0).signatures).data)
    scene.deliver(0, Signatures((bytes(64),) * 3).data)
    assert scene.ended == []


# Other histories, and evidence about them.


def test_statement_under_another_head_accuses_nobody() -> None:
    scene = before("move", 3)
    villain = scene.tables[0].status().waiting_for[0]
    stage = scene.history(villain).stage
    like = Statement(b"", b"", stage.round_number, Seat(villain), bytes(32), None)
    strange = scene.signed(villain, like, ("move", ("play", 0), ()))
    other = (villain + 1) % 3
    scene.deliver(other, strange.data, link=villain)
    assert scene.ended == []
    assert named_by(WrongStatement(strange), scene.history(other)) is None
    scene.run(moves=1)
    assert scene.ended == []


def test_of_two_pairs_the_one_of_the_lower_round_counts() -> None:
    """A later pair may come from the seat that was shown another history by the earlier one."""
    scene = before("move", 4)
    history = scene.history(0)
    pairs = {}
    for seat, number in ((1, 7), (2, 3)):
        like = Statement(b"", b"", number, Seat(seat), bytes(32), None)
        one, two = (scene.signed(seat, like, ("agree", bytes([i]))) for i in range(2))
        pairs[seat] = Two(one, two)
    later = scene.objection(3, 1, pairs[1])
    earlier = scene.objection(2, 2, pairs[2])
    scene.deliver(0, later.data)
    assert scene.tables[0].ending() is not None
    scene.deliver(0, earlier.data)
    check_named(scene, 2, honest=[0])
    assert history.stage.round_number > 7
    scene.deliver(1, earlier.data, later.data)
    check_named(scene, 2, honest=[1])


def test_a_statement_and_an_objection_are_not_a_pair() -> None:
    scene = before("move", 3)
    stood = scene.history(0).statements_of(6)[Seat(1)]
    objection = scene.signed(1, stood, ("object", 0, ("because",), None))
    other = scene.signed(1, stood, ("object", 2, ("because",), None))
    assert named_by(Two(stood, objection), scene.history(0)) is None
    assert named_by(Two(stood, stood), scene.history(0)) is None
    assert named_by(Two(objection, other), scene.history(0)) == 1


def test_wrong_statement_pairs_with_the_one_on_record() -> None:
    scene = before("move", 3)
    stood = scene.history(0).statements_of(6)[Seat(1)]
    other = scene.signed(1, stood, ("agree", H("something else")))
    assert named_by(WrongStatement(stood), scene.history(0)) is None
    assert named_by(WrongStatement(other), scene.history(0)) == 1
    statement = scene.objection(2, 1, WrongStatement(other))
    scene.deliver(0, statement.data)
    ending = scene.tables[0].ending()
    assert ending is not None
    assert (ending.how, ending.seat) == (EndingKind.CHEAT, 1)
    assert judged(scene.tables[0].evidence()).named == 1
