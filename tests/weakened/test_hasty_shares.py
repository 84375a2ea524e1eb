"""What *agree* is for: without it a mover that says two things sees two of its cards opened.

The other attack of this kind, a relay between two who pair under a code that is not bound to the
link's certificate, is in `tests/protocol/identity/test_pairing.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from protocol.crypto.group import scalar_from
from protocol.errors import BadProof
from protocol.game import Card, Face, Seat
from protocol.ledger.history import Statement
from protocol.rounds.advance import advance
from protocol.rounds.cards import Blinded, opens
from protocol.rounds.phases import AgreeingOnMove, Verified
from protocol.rounds.state import Stage, ask
from tests.any_game import bare
from tests.attacks.villain import Scene, attack, before, check_named

SEATS = 3


def hasty(stage: Stage, verified: Mapping[Seat, Verified], head: bytes) -> Stage:
    """Go on from a move at once, without asking whether all have heard the same."""
    after = advance(stage, verified, head)
    if isinstance(after.phase, AgreeingOnMove):
        return ask(replace(after, state=after.phase.state))
    return after


def two_faced() -> tuple[Scene, Seat, tuple[Card, Card]]:
    """The mover tells its two neighbours that it plays another card each."""
    scene = before("move", SEATS)
    mover = scene.tables[0].status().waiting_for[0]
    cards = bare(scene.history(0).stage.state).hands[mover][:2]

    def forge(scene: Scene, statement: Statement, to: Seat) -> list[bytes]:
        card = cards[0] if to == (mover + 1) % SEATS else cards[1]
        return [scene.signed(mover, statement, ("move", ("play", card), ())).data]

    attack(scene, mover, "move", forge, each=True)
    return scene, mover, cards


def opened_by(scene: Scene, mover: Seat) -> dict[Card, Face]:
    """The mover's hidden cards that open with what the others have said to it."""
    stage = scene.history(mover).rounds[-1].stage
    statements = [
        s for node in scene.wire.nodes for r in node.journal if (s := scene.statement(r.record))
    ]
    shown: list[Any] = [s.body for s in statements if s.seat != mover]
    blindings = {body[1][0] for body in shown if body[0] == "opened"}
    found: dict[Card, Face] = {}
    for card in bare(stage.state).hands[mover]:
        standing = stage.cards.standing_of(card)
        assert isinstance(standing, Blinded)
        for y in blindings:
            try:
                found[card] = opens(stage.deck, standing.commitment, scalar_from(y))
            except BadProof:
                continue
    return found


def test_shares_given_before_all_have_agreed_open_two_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene, mover, cards = two_faced()  # first: the film that it is cut from is kept for other tests
    monkeypatch.setattr("protocol.ledger.history.advance", hasty)
    scene.run(moves=1, ticks=3)
    found = opened_by(scene, mover)
    assert set(found) == set(cards)
    partner = scene.tables[(mover + 1) % SEATS].faces()
    assert found.items() <= partner.items()


def test_shares_after_agreement_open_nothing_and_name_the_mover() -> None:
    scene, mover, _ = two_faced()
    scene.run(moves=1)
    assert opened_by(scene, mover) == {}
    check_named(scene, mover)
