"""A seat shuffles while it verifies the shuffle before; after a false one it sends nothing."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from p2p_hanabi.net.table.proofs_ahead import ProofsAhead
from protocol.encoding import Value, enc
from protocol.game import AnyMove
from protocol.peer.status import Activity, EndingKind
from protocol.peer.table import Table
from protocol.rounds.phases import Shuffling, Verified
from protocol.rounds.prove import NO_MOVE, Proofs, prove
from protocol.rounds.seat_secrets import Prover
from protocol.rounds.state import Stage

from .villain import TOY, Scene, before, check_named, film, put

SEATS = 3
SHUFFLED = enc("shuffled")


@dataclass
class Noted(Proofs):
    """Records what is expected, and for which shuffles a proof is requested."""

    expected: list[Stage] = field(default_factory=list)
    asked: list[Stage] = field(default_factory=list)

    def expect(self, stage: Stage, prover: Prover) -> None:
        assert isinstance(stage.phase, Shuffling)
        self.expected.append(stage)

    def prove(
        self, stage: Stage, prover: Prover, move: AnyMove = NO_MOVE
    ) -> tuple[Value, Verified]:
        if isinstance(stage.phase, Shuffling):
            self.asked.append(stage)
        return super().prove(stage, prover, move)


def noted(scene: Scene) -> list[Noted]:
    found = [Noted() for _ in scene.tables]
    for table, proofs in zip(scene.tables, found, strict=True):
        table._proofs = proofs
    return found


def test_later_seats_send_the_shuffle_they_expected() -> None:
    scene = before("shuffled", SEATS, TOY)
    first, *others = noted(scene)
    scene.run()
    assert len(first.asked) > 1  # a pile for each of the toy's rounds
    assert first.expected == []
    for proofs in others:
        assert proofs.expected == proofs.asked
        assert len(proofs.asked) == len(first.asked)


def spoilt_proof(body: Any) -> Value:
    """The unchanged pile, with an invalid proof."""
    return put(body, (2, 0), bytes(32))


def at_a_shuffle() -> tuple[Scene, list[Noted], Value]:
    """Seat 1 waits for the shuffle of seat 0, which is about to send this."""
    scene = film(SEATS, TOY)[Activity.SHUFFLING].copy()
    while not isinstance(scene.history(1).stage.phase, Shuffling):
        assert scene.wire.deliver()
    stage = scene.history(1).stage
    assert stage.speakers == (0,)
    body, _ = prove(stage, scene.tables[0]._boxes.prover)
    return scene, noted(scene), body


def test_shuffle_ahead_of_a_false_pile_is_not_saved_or_sent() -> None:
    scene, found, body = at_a_shuffle()
    scene.deliver(1, scene.now(0, spoilt_proof(body), as_seen_by=1).data)
    ending = scene.tables[1].ending()
    assert ending is not None
    assert (ending.how, ending.seat) == (EndingKind.CHEAT, 0)
    assert len(found[1].expected) == 1  # it was made ahead, once
    assert found[1].asked == []
    scene.deliver(1, scene.now(0, body, as_seen_by=1).data)  # it is too late for a true one
    assert (len(found[1].expected), found[1].asked) == (1, [])
    kept = (each.record for each in scene.wire.nodes[1].journal)
    sent = (message for queue in scene.wire.queues.values() for message in queue)
    statements = [scene.statement(message) for message in (*kept, *sent)]
    shuffles = [one for one in statements if one is not None and SHUFFLED in one.payload[:200]]
    assert 1 not in {one.seat for one in shuffles if not one.is_objection}


def test_a_repeated_true_shuffle_starts_the_next_one_once() -> None:
    scene, found, body = at_a_shuffle()
    message = scene.now(0, body, as_seen_by=1).data
    scene.deliver(1, message, message, message)
    assert len(found[1].expected) == len(found[1].asked) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda body: put(body, (1,), ()),
        lambda body: put(body, (1, 0), (bytes(32),)),
        lambda body: put(body, (1, 0, 0), b"short"),
        lambda body: ("shuffled", body[1]),
    ],
    ids=["no cards", "half a card", "no point", "no proof"],
)
def test_a_malformed_shuffle_makes_nobody_work(change: Any) -> None:
    scene, found, body = at_a_shuffle()
    scene.deliver(1, scene.now(0, change(body), as_seen_by=1).data)
    assert found[1].expected == []
    scene.run()
    check_named(scene, 0)


def test_only_the_seat_whose_turn_it_is_makes_another_work() -> None:
    scene, found, body = at_a_shuffle()
    payload = scene.now(0, body, as_seen_by=1).payload
    scene.deliver(1, enc((payload, bytes(64))))  # nobody has signed it
    assert found[1].expected == []
    scene.deliver(1, scene.now(2, body, as_seen_by=1).data)  # out of turn
    assert found[1].expected == []


def test_a_journal_that_is_read_again_makes_nothing_ahead() -> None:
    scene = film(SEATS, TOY)[Activity.ENDED]
    me = scene.mes[1]
    proofs = Noted()
    table: Table[Any, Any] = Table(
        TOY, scene.seating, scene.history(1).signatures, me, proofs=proofs
    )
    table.restore(replace(kept, is_proven=False) for kept in scene.wire.nodes[1].journal)
    table.start()
    assert table.transcript() == scene.tables[1].transcript()
    assert proofs == Noted()


# The second thread.


def shuffle_of_seat_1() -> tuple[Stage, Prover]:
    scene = before("shuffled", SEATS, TOY)
    proofs = noted(scene)[1]
    scene.run()
    return proofs.expected[0], scene.tables[1]._boxes.prover


async def test_a_proof_made_ahead_equals_the_one_made_later() -> None:
    stage, prover = shuffle_of_seat_1()
    ahead = ProofsAhead()
    ahead.expect(stage, prover)
    assert ahead.prove(stage, prover) == prove(stage, prover)
    await ahead.close()


async def test_shuffle_ahead_for_another_stage_or_seat_is_discarded() -> None:
    stage, prover = shuffle_of_seat_1()
    others = [
        (replace(stage, head=bytes(32)), prover),
        (stage, replace(prover, secret=replace(prover.secret, secret=bytes(32)))),
    ]
    for other, by in others:
        ahead = ProofsAhead()
        ahead.expect(stage, prover)
        verified = ahead.prove(other, by)
        assert verified == prove(other, by) != prove(stage, prover)
        assert ahead._ahead is None
        await ahead.close()


async def test_a_shuffle_that_cannot_be_made_ahead_does_no_harm() -> None:
    """A pile of invalid points: the statement that contains them is refused anyway."""
    stage, prover = shuffle_of_seat_1()
    assert isinstance(stage.phase, Shuffling)
    pile = tuple((bytes(32), bytes(32)) for _ in stage.phase.pile)
    broken = replace(stage, phase=replace(stage.phase, pile=pile))  # type: ignore[arg-type] # bytes that are no points
    ahead = ProofsAhead()
    ahead.expect(broken, prover)
    assert ahead.prove(stage, prover) == prove(stage, prover)
    await ahead.close()
