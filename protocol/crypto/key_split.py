"""A seat's key, split among all others, so that a table can go on without one seat.

Seat j seals for every other seat k a share s_k of its key; S_k = s_k·G is public, and the S_k sum
to K_j. Once the others go on without j, each of them adds its share to its own key: the keys still
sum to K*, so the game continues with one seat fewer, and the key of j is never reconstructed.
Source: docs/protocol.md, section 14.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..encoding import H, Value
from ..errors import BadProof
from ..game import Card, Seat
from ..reasons import InvalidProof
from .boxes import BoxKey
from .group import L, Point, Scalar, hash_to_scalar, mul_base, point_from, scalar_from, to_bytes
from .group import total as sum_of
from .proofs import Context, TableSecret
from .sealed_shares import OVERHEAD, BadBox

NO_CARD = Card(0)
"""The evidence against a box with a key share has this in place of a card."""


@dataclass(frozen=True, slots=True)
class Escrowed:
    """One seat's key, split at `ctx`: S_k and a box for every other seat k."""

    ctx: Context
    public_shares: tuple[Point | None, ...]
    boxes: tuple[bytes | None, ...]

    def value(self) -> Value:
        """Return the body of the statement: ["escrowed", points, boxes], nil for the seat
        itself."""
        return ("escrowed", self.public_shares, self.boxes)

    def open(self, to: Seat, box_key: BoxKey, sender_box: bytes) -> Scalar:
        """Return s_k for the seat k = `to`, given its private box key and the sender's public one,
        32 bytes. Raises `BadBox` if it does not match S_k."""
        box, point = self.boxes[to], self.public_shares[to]
        if box is None or point is None:
            raise BadBox(NO_CARD, InvalidProof.NO_KEY_SHARE)
        try:
            # §14: anything but a scalar in the box is false too, and the evidence is the same.
            share = scalar_from(box_key.open(box, sender_box, _nonce(self.ctx, to)))
        except BadProof:
            raise BadBox(NO_CARD, InvalidProof.KEY_SHARE_BOX) from None
        # §14: all have checked that the S_k sum to K. So if each share matches its S_k, the shares
        # sum to x.
        if mul_base(share) != point:
            raise BadBox(NO_CARD, InvalidProof.FALSE_KEY_SHARE)
        return share


def escrow(secret: TableSecret, ctx: Context, receivers: Sequence[bytes]) -> Escrowed:
    """Split the key among all other seats; `receivers` are all public box keys, 32 bytes each, in
    seat order. No share is random: each follows from the secret and the place (section 14)."""
    points: list[Point | None] = []
    boxes: list[bytes | None] = []
    shares = _split(secret, ctx, len(receivers))
    for k, receiver in enumerate(receivers):
        if k == ctx.seat:
            points.append(None)
            boxes.append(None)
        else:
            share = shares[Seat(k)]
            nonce = _nonce(ctx, Seat(k))
            points.append(mul_base(share))
            boxes.append(secret.box_key.seal(to_bytes(share), receiver, nonce))
    return Escrowed(ctx, tuple(points), tuple(boxes))


def escrowed_from(
    points: tuple[Value, ...], boxes: tuple[Value, ...], ctx: Context, keys: Sequence[Point]
) -> Escrowed:
    """Parse the wire's lists, and check that there is an entry for every other seat and that the
    points sum to the seat's key. Raises `BadProof`."""
    if len(points) != len(keys) or len(boxes) != len(keys):
        raise BadProof(InvalidProof.KEY_SHARE_COUNT)
    if points[ctx.seat] is not None or boxes[ctx.seat] is not None:
        raise BadProof(InvalidProof.OWN_KEY_SHARE)
    # §14: a point is checked by all; whether its share is in the box only the receiver sees, and
    # objects.
    checked = [point_from(point) for k, point in enumerate(points) if k != ctx.seat]
    sealed = [box for box in boxes if isinstance(box, bytes) and len(box) == 32 + OVERHEAD]
    if len(sealed) != len(checked):
        raise BadProof(InvalidProof.KEY_SHARE_LENGTH)
    # §14: so the shares, once each fits its S_k, stand for the whole key.
    if sum_of(checked) != keys[ctx.seat]:
        raise BadProof(InvalidProof.KEY_SHARE_SUM)
    own = ctx.seat
    return Escrowed(
        ctx, (*checked[:own], None, *checked[own:]), (*sealed[:own], None, *sealed[own:])
    )


def _split(secret: TableSecret, ctx: Context, seats: int) -> dict[Seat, Scalar]:
    """Return a share per other seat: all but the last are hashes, the last is the rest of x."""
    *others, last = (Seat(k) for k in range(seats) if k != ctx.seat)
    # §2: hashes, so that a restored seat splits its key alike and the audit can compute the shares.
    shares = {k: hash_to_scalar("escrow share", secret.secret, ctx.value, k) for k in others}
    return {**shares, last: Scalar((secret.x - sum(shares.values())) % L)}


def _nonce(ctx: Context, to: Seat) -> bytes:
    return H("escrow nonce", ctx.value, to)[:24]
