"""What one seat finds in the boxes of a deal and of an escrow, without a table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from protocol.crypto.group import Scalar, to_bytes
from protocol.crypto.key_split import NO_CARD, Escrowed
from protocol.crypto.sealed_shares import BadBox
from protocol.encoding import H, dec, enc
from protocol.game import Card, Seat
from protocol.ledger.evidence import FalseBox
from protocol.ledger.history import History, Round
from protocol.peer.opened_boxes import OpenedBoxes
from protocol.peer.status import Activity
from protocol.rounds.phases import Agreed, Dealing, Dealt, Escrowing
from tests.attacks.villain import SEED, SPLIT, film
from tests.fakes import seated

ZERO, ONE, TWO, THREE = map(Seat, range(4))
SEATING, _, MES = seated(SPLIT, 4, seed=SEED)


def history() -> History:
    """A game of four that has ended."""
    return film(4, SPLIT)[Activity.ENDED].history(0)


def of(phase: type[Any]) -> Round:
    return next(done for done in history().rounds if isinstance(done.stage.phase, phase))


def fresh(seat: Seat = THREE) -> OpenedBoxes:
    return OpenedBoxes(MES[seat], SEATING)


DEAL, SPLIT_KEYS = of(Dealing), of(Escrowing)
AFTER = history().rounds[history().rounds.index(DEAL) + 1].stage
HIDDEN = [Card(1), Card(2), Card(3)]
"""Of seats 0, 1 and 2; seat 3 may see them all."""


def dealt_by(sender: Seat) -> Dealt:
    found = DEAL.verified[sender]
    assert isinstance(found, Dealt)
    return found


def with_box(sender: Seat, box: bytes) -> Dealt:
    """The sender's deal with another box for seat 3."""
    dealt = dealt_by(sender)
    return replace(dealt, boxes=(*dealt.boxes[:THREE], box))


def with_false_proof(sender: Seat) -> Dealt:
    """One whose last row has a proof that does not hold."""
    me, key = fresh().prover.secret.box_key, DEAL.stage.keys[sender].box
    nonce = H("box nonce", DEAL.stage.context(sender).value, THREE)[:24]
    rows: Any = dec(me.open(dealt_by(sender).boxes[THREE] or b"", key, nonce))
    false = (*rows[:-1], (*rows[-1][:3], to_bytes(Scalar(7))))
    return with_box(sender, me.seal(enc(false), key, nonce))


def test_seat_learns_a_deal_from_what_it_has_opened() -> None:
    boxes = fresh()
    for sender in (ZERO, ONE, TWO, THREE):
        assert boxes.open(DEAL.stage, sender, DEAL.verified[sender]) is None
    before = boxes.prover
    boxes.learn(DEAL.stage, AFTER)
    known = boxes.prover.private.faces
    assert [card for card in HIDDEN if card in known] == HIDDEN
    assert (boxes.prover.seat, boxes.prover.secret) == (before.seat, before.secret)
    assert before.private.faces == {}


def test_seat_opens_no_box_of_its_own() -> None:
    boxes = fresh()
    assert boxes.open(DEAL.stage, THREE, with_box(ONE, bytes(7))) is None
    assert THREE not in boxes._blindings


def test_false_box_is_returned_and_teaches_nothing() -> None:
    boxes = fresh()
    false = boxes.open(DEAL.stage, ONE, with_false_proof(ONE))
    assert isinstance(false, BadBox)
    assert false.card == 3
    assert boxes._blindings == {}


def test_proofs_of_a_stored_box_are_not_verified_again() -> None:
    """Without its first verification such a box would be false."""
    boxes = fresh()
    assert boxes.open(DEAL.stage, ONE, with_false_proof(ONE), is_proven=True) is None
    assert set(boxes._blindings[ONE]) == {Card(1), Card(3)}


@pytest.mark.parametrize("sender", [ZERO, ONE, TWO])
def test_false_share_of_a_key_is_found_when_it_arrives(sender: Seat) -> None:
    split = SPLIT_KEYS.verified[sender]
    assert isinstance(split, Escrowed)
    assert fresh().open(SPLIT_KEYS.stage, sender, split) is None
    moved = replace(split, boxes=(*split.boxes[:THREE], split.boxes[(sender + 1) % 3]))
    false = fresh().open(SPLIT_KEYS.stage, sender, moved)
    assert isinstance(false, BadBox)
    assert false.card == NO_CARD
    assert fresh().open(SPLIT_KEYS.stage, sender, moved, is_proven=True) is None


def test_nothing_else_has_boxes() -> None:
    boxes = fresh()
    assert boxes.open(DEAL.stage, ONE, Agreed()) is None
    assert boxes._blindings == {}


def test_rest_is_opened_once_the_deal_is_complete() -> None:
    """Those that were opened on arrival are not opened again."""
    boxes = fresh()
    boxes.open(DEAL.stage, ZERO, dealt_by(ZERO))
    false = {ZERO: with_box(ZERO, bytes(7)), TWO: with_false_proof(TWO)}
    done = replace(DEAL, verified={**DEAL.verified, **false})
    ((sender, found),) = boxes.open_rest(done)
    assert (sender, found.card) == (TWO, 2)
    assert set(boxes._blindings) == {ZERO, ONE}


def test_another_round_begins_without_blindings() -> None:
    boxes = fresh()
    boxes.open(DEAL.stage, ZERO, dealt_by(ZERO))
    boxes.forget()
    assert boxes._blindings == {}
    assert [*boxes.open_rest(DEAL)] == []
    assert set(boxes._blindings) == {ZERO, ONE, TWO}


def test_evidence_shows_the_card_and_this_seats_own_box_key() -> None:
    boxes = fresh()
    statement = DEAL.statements[ONE]
    false = boxes.open(DEAL.stage, ONE, with_false_proof(ONE))
    assert false is not None
    key = bytes(boxes.prover.secret.box_key)
    assert boxes.evidence(statement, false) == FalseBox(statement, Card(3), key)
    assert boxes.prover.secret.box_public == DEAL.stage.keys[THREE].box
