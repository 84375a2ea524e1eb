"""A key split among all others, and what its receivers find in their boxes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from protocol.crypto.group import L, Point, Scalar, add, hash_to_scalar, mul_base, to_bytes
from protocol.crypto.key_split import NO_CARD, Escrowed, escrow, escrowed_from
from protocol.crypto.proofs import Context, TableSecret
from protocol.crypto.sealed_shares import BadBox
from protocol.encoding import H, Value
from protocol.errors import BadProof
from protocol.game import Seat
from protocol.reasons import Code, InvalidProof
from tests.raised import for_reason

TABLE = bytes(range(32))
SECRETS = tuple(TableSecret(bytes([0x40 + seat]) * 32, TABLE) for seat in range(4))
RECEIVERS = [secret.box_public for secret in SECRETS]
KEYS = [secret.public_key for secret in SECRETS]
EVERYONE = tuple(map(Seat, range(4)))
Boxes = tuple[bytes | None, ...]


def ctx_of(seat: int) -> Context:
    return Context(TABLE, 2, Seat(seat), bytes(32))


def split(seat: int) -> Escrowed:
    return escrow(SECRETS[seat], ctx_of(seat), RECEIVERS)


def opened(made: Escrowed, to: int) -> Scalar:
    return made.open(Seat(to), SECRETS[to].box_key, RECEIVERS[made.ctx.seat])


@pytest.mark.parametrize("seat", EVERYONE)
def test_shares_in_the_boxes_sum_to_the_key_and_fit_their_points(seat: int) -> None:
    made = split(seat)
    shares = {k: opened(made, k) for k in EVERYONE if k != seat}
    assert sum(shares.values()) % L == SECRETS[seat].x
    assert {k: mul_base(share) for k, share in shares.items()} == {
        k: point for k, point in enumerate(made.public_shares) if point is not None
    }
    assert made.public_shares[seat] is made.boxes[seat] is None
    assert escrowed_from(made.public_shares, made.boxes, ctx_of(seat), KEYS) == made
    assert made.value() == ("escrowed", made.public_shares, made.boxes)


def test_shares_are_hashes_but_the_last_which_is_the_rest() -> None:
    """So a restored seat splits its key in the same way, and an audit can compute the shares."""
    secret, place = SECRETS[1].secret, ctx_of(1).value
    hashed = [hash_to_scalar("escrow share", secret, place, k) for k in (0, 2)]
    assert [opened(split(1), k) for k in (0, 2)] == hashed
    assert (opened(split(1), 3) + sum(hashed)) % L == SECRETS[1].x


def parsed(points: tuple[Value, ...], boxes: tuple[Value, ...], seat: int = 1) -> Escrowed:
    return escrowed_from(points, boxes, ctx_of(seat), KEYS)


def with_entry(entries: tuple[Value, ...], place: int, new: Value) -> tuple[Value, ...]:
    return (*entries[:place], new, *entries[place + 1 :])


POINTS, BOXES = split(1).public_shares, split(1).boxes
WRONG: dict[str, tuple[tuple[Value, ...], tuple[Value, ...], Code]] = {
    "a point too few": (POINTS[:3], BOXES, InvalidProof.KEY_SHARE_COUNT),
    "a point too many": ((*POINTS, POINTS[0]), BOXES, InvalidProof.KEY_SHARE_COUNT),
    "a box too few": (POINTS, BOXES[:3], InvalidProof.KEY_SHARE_COUNT),
    "a box too many": (POINTS, (*BOXES, BOXES[0]), InvalidProof.KEY_SHARE_COUNT),
    "a point for oneself": (
        with_entry(POINTS, 1, POINTS[0]), BOXES, InvalidProof.OWN_KEY_SHARE,
    ),
    "a box for oneself": (POINTS, with_entry(BOXES, 1, BOXES[0]), InvalidProof.OWN_KEY_SHARE),
    "no point": (with_entry(POINTS, 3, None), BOXES, InvalidProof.POINT_LENGTH),
    "no box": (POINTS, with_entry(BOXES, 3, None), InvalidProof.KEY_SHARE_LENGTH),
    "a box that is text": (POINTS, with_entry(BOXES, 0, "x" * 48), InvalidProof.KEY_SHARE_LENGTH),
    "a box too short": (POINTS, with_entry(BOXES, 0, bytes(47)), InvalidProof.KEY_SHARE_LENGTH),
    "a box too long": (POINTS, with_entry(BOXES, 2, bytes(49)), InvalidProof.KEY_SHARE_LENGTH),
    "points of another sum": (
        with_entry(POINTS, 0, mul_base(7)), BOXES, InvalidProof.KEY_SHARE_SUM,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_everybody_checks_all_that_it_can_see(name: str) -> None:
    points, boxes, why = WRONG[name]
    with pytest.raises(BadProof, check=for_reason(why)):
        parsed(points, boxes)


def test_each_box_stays_where_it_was() -> None:
    """Nobody but the receiver can tell the boxes apart."""
    boxes = tuple(None if box is None else bytes([k]) * 48 for k, box in enumerate(BOXES))
    assert parsed(POINTS, boxes).boxes == boxes
    assert parsed(POINTS, boxes).public_shares == POINTS


def sealed(plain: bytes, to: int, nonce: bytes = b"") -> Escrowed:
    """Seat 1's split with another box for this seat."""
    right = H("escrow nonce", ctx_of(1).value, to)[:24]
    box = SECRETS[1].box_key.seal(plain, RECEIVERS[to], nonce or right)
    return replace(split(1), boxes=(*BOXES[:to], box, *BOXES[to + 1 :]))


def moved(share: Scalar) -> tuple[Point | None, ...]:
    point = POINTS[2]
    assert point is not None
    return (*POINTS[:2], add(point, mul_base(share)), POINTS[3])


SHARE = to_bytes(opened(split(1), 2))
FALSE: dict[str, tuple[Escrowed, Code]] = {
    "another share": (sealed(to_bytes(Scalar(7)), 2), InvalidProof.FALSE_KEY_SHARE),
    "another point": (
        replace(split(1), public_shares=moved(Scalar(7))), InvalidProof.FALSE_KEY_SHARE,
    ),
    "no scalar": (sealed(bytes(32), 2), InvalidProof.KEY_SHARE_BOX),
    "too long a share": (sealed(SHARE + b"\0", 2), InvalidProof.KEY_SHARE_BOX),
    "another nonce": (sealed(SHARE, 2, bytes(24)), InvalidProof.KEY_SHARE_BOX),
    "another's box": (
        replace(split(1), boxes=(*BOXES[:2], BOXES[3], BOXES[3])), InvalidProof.KEY_SHARE_BOX,
    ),
    "no box": (replace(split(1), boxes=(None,) * 4), InvalidProof.NO_KEY_SHARE),
    "no point": (replace(split(1), public_shares=(None,) * 4), InvalidProof.NO_KEY_SHARE),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_receiver_finds_what_is_false_in_its_box(name: str) -> None:
    made, why = FALSE[name]
    with pytest.raises(BadBox, check=for_reason(why)) as caught:
        opened(made, 2)
    assert caught.value.card == NO_CARD == 0
