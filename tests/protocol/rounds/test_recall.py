"""Statements that a seat has verified are the same when read back from its journal."""

from __future__ import annotations

from typing import Any

import pytest

from p2p_hanabi.registry import BOTS, RULES
from protocol.errors import Dropped
from protocol.ledger.history import Round
from protocol.peer.effects import Persist
from protocol.peer.status import Activity
from protocol.peer.table import Table
from protocol.rounds.phases import Confirming, Escrowing
from protocol.rounds.recall import recall
from protocol.rounds.verify import verify
from tests.attacks.villain import SPLIT, Scene, film
from tests.fakes import play_out, wire_for
from tests.lengths import sampled
from tests.protocol.peer.split import find_gone, lose, waiting_for


def without_a_seat() -> Scene:
    """A table with its keys in escrow that goes on without a seat."""
    scene = waiting_for(0, Activity.MOVING)
    lose(scene, 0)
    for _ in range(4):  # until all have announced whom they can reach
        scene.wire.tick()
        scene.run(moves=0)
    find_gone(scene, 0)
    scene.run(moves=3)
    return scene


def rounds_of(game: str) -> list[Round]:
    if game == "gone":
        return without_a_seat().history(1).rounds
    if game == "toy":
        return film(4, SPLIT)[Activity.ENDED].history(0).rounds
    wire = wire_for(RULES[game], 2, seed=1)
    wire.open()
    play_out(wire, BOTS[game])
    return wire.nodes[0].table._history.rounds


@sampled(2)
@pytest.mark.parametrize("game", ["hanabi", "ikebana", "koikoi", "toy", "gone"])
def test_every_statement_of_a_game_is_read_as_it_was_verified(game: str) -> None:
    read, rounds = 0, rounds_of(game)
    for done in rounds:
        for seat, verified in done.verified.items():
            body = done.statements[seat].body
            assert recall(done.stage, seat, body) == verified == verify(done.stage, seat, body)
            read += 1
    assert read > 20
    phases = {type(done.stage.phase) for done in rounds}
    assert game != "gone" or {Escrowing, Confirming} <= phases


@pytest.mark.parametrize("body", [("agree",), ("commit", 5), None, ("commit", b"", b"")])
def test_unverified_statements_are_dropped(body: Any) -> None:
    stage = film(2)[Activity.COMMITTING].history(0).stage
    with pytest.raises(Dropped):
        recall(stage, stage.speakers[0], body)


@pytest.mark.parametrize("body", [("move", 5, ()), ("move", ("say", 99), ())])
def test_a_move_that_other_rules_allowed_is_dropped(body: Any) -> None:
    stage = film(2)[Activity.MOVING].history(0).stage
    with pytest.raises(Dropped):
        recall(stage, stage.speakers[0], body)


def test_an_unproven_journal_gives_the_same_table() -> None:
    scene = film(3)[Activity.ENDED]
    journal = scene.wire.nodes[1].journal
    assert all(kept.is_proven for kept in journal)
    for kept in (journal, [Persist(kept.record) for kept in journal]):
        table = Table(
            scene.history(1).stage.rules, scene.seating, scene.history(1).signatures, scene.mes[1]
        )
        table.restore(kept)
        assert table.transcript() == scene.tables[1].transcript()
        assert table.view() == scene.tables[1].view()
        assert table.status().activity is Activity.ENDED
