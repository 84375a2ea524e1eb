"""Sealed shares: how the seats that may see a hidden card learn it and its holder does not.

In a deal, seat i sends seat k its blindings y_i of all cards that neither of them holds, each with
a proof that its blinded share minus y_i·Q is its share. The rows are encrypted in a box (X25519,
XSalsa20-Poly1305) inside the statement, so that what was sent is signed and in the transcript.
Source: docs/protocol.md, section 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..encoding import H, Integer, Value, dec, enc
from ..errors import BadEncoding, BadProof
from ..game import AllBut, Audience, Card, Seat
from ..reasons import Code, InvalidProof, Reason
from .boxes import BoxKey
from .group import Point, Q, Scalar, mul, scalar_from, sub, to_bytes
from .parts import Workers, for_each, in_turn
from .proofs import Context, ShareProof, TableSecret, prove_share

DealtCards: TypeAlias = Sequence[tuple[Card, Audience]]
OVERHEAD = 16  # Poly1305's tag


class BadBox(BadProof):
    """A box that its receiver finds false; `card` is the one that the evidence names."""

    def __init__(self, card: Card, why: Code | Reason) -> None:
        super().__init__(why)
        self.card = card


def cards_between(cards: DealtCards, one: Seat, other: Seat) -> list[Card]:
    """Return the cards of a deal whose blindings `one` sends to `other`, ascending."""
    return sorted(
        card
        for card, audience in cards
        if isinstance(audience, AllBut) and audience.holder not in (one, other) and one != other
    )


def check_boxes(
    boxes: Sequence[Value], sender: Seat, cards: DealtCards, seats: int
) -> tuple[bytes | None, ...]:
    """Check that there is a box of the right length for each seat with rows due, and None for every
    other. Raises `BadProof`."""
    if len(boxes) != seats:
        raise BadProof(InvalidProof.BOX_COUNT)
    checked: list[bytes | None] = []
    for k, box in enumerate(boxes):
        due = cards_between(cards, sender, Seat(k))
        match box:
            case None if not due:
                checked.append(None)
            # §5: all that a seat can check of a box that it cannot open
            case bytes() if due and len(box) == OVERHEAD + len(enc(_blank(due))):
                checked.append(box)
            case _:
                raise BadProof(InvalidProof.BOX_LENGTH)
    return tuple(checked)


def _blank(cards: Sequence[Card]) -> Value:
    # §5: y, e and z have 32 bytes whatever they are, so the length follows from the cards alone.
    return tuple((card, bytes(32), bytes(32), bytes(32)) for card in cards)


def _nonce(ctx: Context, to: Seat) -> bytes:
    return H("box nonce", ctx.value, to)[:24]


@dataclass(frozen=True, slots=True)
class Sealing:
    """The sealing of one speaker's boxes in a deal."""

    secret: TableSecret
    ctx: Context
    cards: DealtCards
    first_halves: Mapping[Card, Point]

    def rows(self, together: Workers = in_turn) -> dict[Card, Value]:
        """Return the row [card, y, e, z] of every card that the speaker has blinded."""

        def row(card: Card) -> Value:
            a = self.first_halves[card]
            _, e, z = prove_share(self.secret, self.ctx, card, a, tag="sealed share")
            # §2: from the ctx of the seat's own statement, so that it says the same bytes after a
            # restart.
            y = self.secret.blinding(self.ctx, card)
            return (card, to_bytes(y), to_bytes(e), to_bytes(z))

        blinded = [
            card
            for card, audience in self.cards
            # §5: the holder publishes a plain share: it has no blinding of its own card to send.
            if isinstance(audience, AllBut) and audience.holder != self.ctx.seat
        ]
        return dict(zip(blinded, for_each(blinded, row, together), strict=True))

    def boxes(
        self, receivers: Sequence[bytes], together: Workers = in_turn
    ) -> tuple[bytes | None, ...]:
        """Seal a box for each seat, given all seats' public box keys, 32 bytes each, in seat order;
        None for a seat to which no row is due."""
        due = [cards_between(self.cards, self.ctx.seat, Seat(k)) for k in range(len(receivers))]
        rows = self.rows(together) if any(due) else {}
        return tuple(
            self._seal([rows[card] for card in cards], Seat(k), receivers[k]) if cards else None
            for k, cards in enumerate(due)
        )

    def _seal(self, rows: Sequence[Value], to: Seat, receiver: bytes) -> bytes:
        return self.secret.box_key.seal(enc(rows), receiver, _nonce(self.ctx, to))


@dataclass(frozen=True, slots=True)
class Unsealing:
    """One box: from the speaker at `ctx` to the seat `to`, whose private box key is given."""

    ctx: Context
    to: Seat
    box_key: BoxKey
    sender_box: bytes
    sender_key: Point

    def open(
        self, box: bytes, due: Mapping[Card, tuple[Point, Point]], together: Workers = in_turn
    ) -> dict[Card, Scalar]:
        """Return the y of each card in `due`, which maps it to (A, E). Raises `BadBox`, which names
        a card that shows the fault."""
        rows = self.rows(box, sorted(due))
        found = for_each(rows, lambda card: self.blinding(rows[card], card, due[card]), together)
        return dict(zip(rows, found, strict=True))

    def read(self, box: bytes, due: Iterable[Card]) -> dict[Card, Scalar]:
        """Return the y of each card due from a box that `open` has verified before. Raises `BadBox`
        for a box that it cannot have verified."""
        rows = self.rows(box, sorted(due))
        # §5: its proofs held before they were stored: verifying them again would only slow a
        # resume.
        return {card: scalar_from(y) for card, (y, _, _) in rows.items()}

    def rows(self, box: bytes, due: Sequence[Card]) -> dict[Card, tuple[Value, Value, Value]]:
        """Return the (y, e, z) in the row of each card, unverified; `due` is ascending and not
        empty. Raises `BadBox`."""
        try:
            rows = dec(self.box_key.open(box, self.sender_box, _nonce(self.ctx, self.to)))
        except (BadProof, BadEncoding):
            # §5: evidence names a card; for a fault of the whole box it is the first one due.
            raise BadBox(due[0], InvalidProof.BOX_CLOSED) from None
        # §5: one row more could carry a message, one fewer would hide a face.
        if not isinstance(rows, tuple) or len(rows) != len(due):
            raise BadBox(due[0], InvalidProof.BOX_ROWS)
        read: dict[Card, tuple[Value, Value, Value]] = {}
        for card, row in zip(due, rows, strict=True):
            match row:
                # §5: a row without its card's number could be read as that of another card.
                case (Integer(number), y, e, z) if number == card:
                    read[card] = (y, e, z)
                case _:
                    raise BadBox(due[0], InvalidProof.BOX_ROWS)
        return read

    def blinding(
        self, row: tuple[Value, Value, Value], card: Card, about: tuple[Point, Point]
    ) -> Scalar:
        """Return the y of one row, verified to turn the speaker's blinded share into its share.
        Raises `BadBox` if it does not."""
        a, blinded = about
        y_value, e, z = row
        try:
            y = scalar_from(y_value)
            # §5: E was proven to be x·A + y·Q for some y. It is for this one if E - y·Q is x·A;
            # otherwise C + y·Q would be no face, and nobody could tell whose fault that is.
            d = sub(blinded, mul(y, Q))
            proof = ShareProof(self.ctx, card, a, self.sender_key)
            proof.verify_share(d, scalar_from(e), scalar_from(z), tag="sealed share")
        except BadProof as error:
            raise BadBox(card, InvalidProof.FALSE_ROW.because(error.reason)) from None
        return y
