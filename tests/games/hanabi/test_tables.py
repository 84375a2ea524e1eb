"""Whole games of Hanabi's variants through the real protocol, in memory, audited at the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from p2p_hanabi.games.hanabi.moves import Move, Play
from p2p_hanabi.games.hanabi.outcome import signed
from p2p_hanabi.games.hanabi.view import HanabiView, Waiting
from protocol.audit.verdict import audit
from protocol.encoding import Value
from protocol.game import Card
from tests.any_game import BOTS, RULES, bare
from tests.fakes import act, play_out, wire_for
from tests.lengths import sampled
from tests.simulation.standin import fast_group

from .table import HANABI

choose = BOTS["hanabi"]


@pytest.fixture(autouse=True)
def _fast() -> Iterator[None]:
    """The variants do not depend on the group."""
    with fast_group():
        yield


SIX: dict[str, Value] = {"multicolour": True}
ANNOUNCE: dict[str, Value] = {"announce": True}
FINALE: dict[str, Value] = {"finale": True}
EVERYTHING: dict[str, Value] = {**SIX, **ANNOUNCE, **FINALE, "blue": 10, "stuck": "skip"}


TABLES = [
    (2, SIX | ANNOUNCE, 20),
    (2, FINALE, 200),
    (2, EVERYTHING, 200),
    (5, SIX | ANNOUNCE, 12),
    (5, FINALE, 12),
]


@sampled(2)
@pytest.mark.parametrize(("seats", "options", "good_moves"), TABLES, ids=str)
def test_variant_is_played_to_the_end_with_a_valid_file(
    seats: int, options: dict[str, Value], good_moves: int
) -> None:
    """D20: the seats signed what the rules yield, and the audit recomputes it.

    After the good moves each seat plays its oldest card blindly: some tables end sooner.
    """

    def player(view: HanabiView) -> Move:
        return choose(view) if view.turn < good_moves else view.moves[0]

    wire = wire_for(HANABI, seats, seed=3, options=options)
    wire.open()
    play_out(wire, player)
    files = {node.table.transcript() for node in wire.nodes}
    assert len(files) == 1
    report = audit(files.pop(), RULES)
    assert report.valid
    assert report.finished
    assert dict(report.options) == dict(HANABI.options(options))
    assert report.outcome == signed(bare(wire.nodes[0].table.view()).outcome)


def test_a_colour_is_named_before_its_player_knows_the_card() -> None:
    """D16: it is signed with the move, before any share of the card is opened."""
    wire = wire_for(HANABI, 2, seed=3, options=ANNOUNCE)
    wire.open()
    named: set[Card] = set()
    while len(named) < 2:
        assert wire.deliver() or act(wire, choose)
        for seat, node in enumerate(wire.nodes):
            view = node.table.view()
            match view and view.waiting:
                case Waiting(actor, Play(card, int())) if actor == seat:
                    assert card not in node.table.faces()
                    named.add(card)
