"""Blindings between the seats that may see a card: what is due, sealed, checked, and false."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.crypto.group import Point, Q, Scalar, add, mul, mul_base, to_bytes
from protocol.crypto.proofs import Context, TableSecret, prove_blinded
from protocol.crypto.sealed_shares import (
    OVERHEAD,
    BadBox,
    Sealing,
    Unsealing,
    cards_between,
    check_boxes,
)
from protocol.encoding import H, Value, enc
from protocol.errors import BadProof
from protocol.game import AllBut, Audience, Card, Everyone, Only, Seat
from protocol.reasons import Code, InvalidProof
from tests.raised import codes, for_reason

TABLE = bytes(range(32))
SECRETS = tuple(TableSecret(bytes([0x50 + seat]) * 32, TABLE) for seat in range(3))
RECEIVERS = [secret.box_public for secret in SECRETS]
ZERO, ONE, TWO = map(Seat, range(3))
CARDS: tuple[tuple[Card, Audience], ...] = (
    (Card(9), AllBut(ONE)),
    (Card(3), AllBut(ONE)),
    (Card(4), Everyone()),
    (Card(5), Only(TWO)),
    (Card(6), AllBut(ZERO)),
    (Card(7), AllBut(TWO)),
)
HALVES = {card: mul_base(Scalar(100 + card)) for card, _ in CARDS}


def ctx_of(seat: Seat) -> Context:
    return Context(TABLE, 6, seat, bytes(32))


def sealing(seat: Seat) -> Sealing:
    return Sealing(SECRETS[seat], ctx_of(seat), CARDS, HALVES)


def unsealing(sender: Seat, to: Seat) -> Unsealing:
    key = SECRETS[to].box_key
    return Unsealing(ctx_of(sender), to, key, RECEIVERS[sender], SECRETS[sender].public_key)


def due(sender: Seat, to: Seat) -> dict[Card, tuple[Point, Point]]:
    """What the receiver knows of each card: A, and the sender's blinded share E."""
    cards = cards_between(CARDS, sender, to)
    return {
        card: (HALVES[card], prove_blinded(SECRETS[sender], ctx_of(sender), card, HALVES[card])[0])
        for card in cards
    }


def sealed(value: Value, sender: Seat = ZERO, to: Seat = TWO) -> bytes:
    nonce = H("box nonce", ctx_of(sender).value, to)[:24]
    return SECRETS[sender].box_key.seal(enc(value), RECEIVERS[to], nonce)


def test_cards_between_two_are_those_that_neither_holds() -> None:
    assert cards_between(CARDS, ZERO, TWO) == [3, 9]
    assert cards_between(CARDS, ZERO, ONE) == [7]
    assert cards_between(CARDS, ONE, TWO) == [6]
    assert cards_between(CARDS, ZERO, ZERO) == []


@pytest.mark.parametrize("sender", [ZERO, ONE, TWO])
def test_each_receiver_learns_the_blindings_that_are_due(sender: Seat) -> None:
    boxes = sealing(sender).boxes(RECEIVERS)
    assert check_boxes(boxes, sender, CARDS, 3) == boxes
    for to in (ZERO, ONE, TWO):
        box, known = boxes[to], due(sender, to)
        assert (box is None) is (to == sender)
        if box is not None:
            blindings = {card: SECRETS[sender].blinding(ctx_of(sender), card) for card in known}
            assert unsealing(sender, to).open(box, known) == blindings
            assert unsealing(sender, to).read(box, reversed(known)) == blindings


def test_rows_are_of_the_cards_that_the_speaker_has_blinded() -> None:
    assert set(sealing(ONE).rows()) == {Card(6), Card(7)}
    y, e, z = (bytes(32),) * 3
    row = sealing(ZERO).rows()[Card(3)]
    assert isinstance(row, tuple)
    assert len(enc(row)) == len(enc((3, y, e, z)))
    assert sealing(TWO).boxes(RECEIVERS)[TWO] is None


def test_nothing_is_sealed_where_nothing_is_hidden() -> None:
    plain = replace(sealing(ZERO), cards=CARDS[2:4], first_halves={})
    assert plain.boxes(RECEIVERS) == (None, None, None)
    own = replace(sealing(ZERO), cards=CARDS[4:5], first_halves={})
    assert own.boxes(RECEIVERS) == (None, None, None)
    assert own.rows() == {}


def test_nothing_is_proven_where_nothing_is_sealed() -> None:
    """Of two seats none has a card that the other does not hold."""
    two = replace(sealing(ZERO), cards=CARDS[:1], first_halves={})
    assert two.boxes(RECEIVERS[:2]) == (None, None)


BOXES = sealing(ZERO).boxes(RECEIVERS)
BLANK = len(enc(((7, bytes(32), bytes(32), bytes(32)),)))
WRONG: dict[str, tuple[tuple[Value, ...], Code]] = {
    "a box too few": (BOXES[:2], InvalidProof.BOX_COUNT),
    "a box too many": ((*BOXES, None), InvalidProof.BOX_COUNT),
    "a box for oneself": ((BOXES[1], BOXES[1], BOXES[2]), InvalidProof.BOX_LENGTH),
    "an empty box for oneself": (
        (bytes(OVERHEAD + len(enc(()))), *BOXES[1:]),
        InvalidProof.BOX_LENGTH,
    ),
    "no box": ((None, None, BOXES[2]), InvalidProof.BOX_LENGTH),
    "too short": ((None, bytes(OVERHEAD + BLANK - 1), BOXES[2]), InvalidProof.BOX_LENGTH),
    "too long": ((None, bytes(OVERHEAD + BLANK + 1), BOXES[2]), InvalidProof.BOX_LENGTH),
    "text": ((None, "x" * (OVERHEAD + BLANK), BOXES[2]), InvalidProof.BOX_LENGTH),
}


@pytest.mark.parametrize("name", WRONG)
def test_everybody_checks_the_length_of_every_box(name: str) -> None:
    boxes, why = WRONG[name]
    with pytest.raises(BadProof, check=for_reason(why)):
        check_boxes(boxes, ZERO, CARDS, 3)


ROWS = [sealing(ZERO).rows()[Card(card)] for card in (3, 9)]
FORMS: dict[str, tuple[bytes, Code]] = {
    "cannot be opened": (sealed(ROWS, TWO, ONE), InvalidProof.BOX_CLOSED),
    "is no value": (b"", InvalidProof.BOX_CLOSED),
    "is no array": (sealed("rows"), InvalidProof.BOX_ROWS),
    "is an integer": (sealed(2), InvalidProof.BOX_ROWS),
    "has a row too few": (sealed(ROWS[:1]), InvalidProof.BOX_ROWS),
    "has a row too many": (sealed([*ROWS, ROWS[1]]), InvalidProof.BOX_ROWS),
    "has its rows in another order": (sealed(ROWS[::-1]), InvalidProof.BOX_ROWS),
    "has a row of three": (sealed([ROWS[0], (9, bytes(32), bytes(32))]), InvalidProof.BOX_ROWS),
    "has a row that is none": (sealed([ROWS[0], 9]), InvalidProof.BOX_ROWS),
}


@pytest.mark.parametrize("name", FORMS)
def test_a_box_without_the_rows_due_is_false_for_the_first_card(name: str) -> None:
    box, why = FORMS[name]
    for opens in (unsealing(ZERO, TWO).open, unsealing(ZERO, TWO).read):
        with pytest.raises(BadBox, check=for_reason(why)) as caught:
            opens(box, due(ZERO, TWO))
        assert caught.value.card == 3


def false(place: int, new: Value) -> bytes:
    """A box whose second row has something else at this place."""
    row = ROWS[1]
    assert isinstance(row, tuple)
    return sealed([ROWS[0], (*row[:place], new, *row[place + 1 :])])


ROW = ROWS[1]
FALSE: dict[str, tuple[bytes, Code]] = {
    "y is no scalar": (false(1, bytes(32)), InvalidProof.SCALAR_RANGE),
    "another y": (false(1, to_bytes(Scalar(7))), InvalidProof.SEALED_SHARE_PROOF),
    "e is no scalar": (false(2, b""), InvalidProof.SCALAR_LENGTH),
    "another e": (false(2, to_bytes(Scalar(7))), InvalidProof.SEALED_SHARE_PROOF),
    "z is no scalar": (false(3, "z"), InvalidProof.SCALAR_LENGTH),
    "another z": (false(3, to_bytes(Scalar(7))), InvalidProof.SEALED_SHARE_PROOF),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_row_is_false_for_its_own_card(name: str) -> None:
    box, why = FALSE[name]
    with pytest.raises(BadBox) as caught:
        unsealing(ZERO, TWO).open(box, due(ZERO, TWO))
    assert caught.value.card == 9
    assert [*codes(caught.value.reason)] == [InvalidProof.FALSE_ROW, why]


def test_a_row_is_for_one_blinded_share_of_one_key() -> None:
    """The same row is false beside another E, another A, another key or another place."""
    row, right = unsealing(ZERO, TWO).rows(BOXES[2] or b"", [Card(3), Card(9)]), due(ZERO, TWO)
    a, blinded = right[Card(9)]
    opens = unsealing(ZERO, TWO)
    opens.blinding(row[Card(9)], Card(9), (a, blinded))
    others = [
        (opens, Card(9), (a, add(blinded, Q))),
        (opens, Card(9), (add(a, Q), blinded)),
        (opens, Card(3), (a, blinded)),
        (replace(opens, sender_key=SECRETS[1].public_key), Card(9), (a, blinded)),
        (replace(opens, ctx=ctx_of(ONE)), Card(9), (a, blinded)),
    ]
    for unsealed, card, about in others:
        with pytest.raises(BadBox) as caught:
            unsealed.blinding(row[Card(9)], card, about)
        assert caught.value.card == card


def test_a_blinding_that_leaves_the_identity_is_false() -> None:
    y = Scalar(7)
    row = (to_bytes(y), to_bytes(Scalar(1)), to_bytes(Scalar(1)))
    with pytest.raises(BadBox) as caught:
        unsealing(ZERO, TWO).blinding(row, Card(3), (HALVES[Card(3)], mul(y, Q)))
    assert caught.value.card == 3
