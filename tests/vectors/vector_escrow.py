"""The vectors of escrow: one key, split among all others, and what they give shares with then."""

from __future__ import annotations

from typing import Any

from protocol.crypto.group import L, add, hash_to_scalar, mul_base, to_bytes
from protocol.crypto.key_split import Escrowed, escrow, escrowed_from
from protocol.crypto.proofs import Context, TableSecret
from protocol.encoding import H
from protocol.game import Seat
from tests.vectors.vector_proofs import b, fields, point, scalar

TABLE, HEAD = bytes(range(32)), bytes(range(32, 64))
SPEAKER = Seat(1)
SECRETS = tuple(TableSecret(bytes(range(64 + k, 96 + k)), TABLE) for k in range(3))
CTX = Context(TABLE, 2, SPEAKER, HEAD)


def escrow_facts() -> dict[str, Any]:
    own = SECRETS[SPEAKER]
    made = escrow(own, CTX, [secret.box_public for secret in SECRETS])
    shares = [
        None if k == SPEAKER else made.open(Seat(k), secret.box_key, own.box_public)
        for k, secret in enumerate(SECRETS)
    ]
    first = shares[0]
    assert first is not None
    return {
        "place": {"table": TABLE, "round": 2, "seat": SPEAKER, "head": HEAD},
        "secrets": [secret.secret for secret in SECRETS],
        "s": [None if share is None else to_bytes(share) for share in shares],
        "S": made.points,
        "nonces": [_nonce(k) for k in range(3)],
        "boxes": made.boxes,
        "K of seat 0 without seat 1": add(SECRETS[0].key, mul_base(first)),
        "x of seat 0 without seat 1": to_bytes(SECRETS[0].x + first),
    }


def _nonce(to: int) -> bytes | None:
    return None if to == SPEAKER else H("escrow nonce", CTX.value, to)[:24]


def check_escrow(facts: dict[str, Any]) -> None:
    names = ("place", "secrets", "s", "S", "nonces", "boxes")
    after = ("K of seat 0 without seat 1", "x of seat 0 without seat 1")
    place, raw, shares, points, nonces, boxes, key, x = fields(facts, *names, *after)
    table, number, seat, head = fields(place, "table", "round", "seat", "head")
    ctx = Context(b(table), number, Seat(seat), b(head))
    secrets = [TableSecret(b(secret), b(table)) for secret in raw]
    own, others = secrets[seat], [k for k in range(len(secrets)) if k != seat]
    assert sum(scalar(shares[k]) for k in others) % L == own.x
    for k in others[:-1]:
        assert scalar(shares[k]) == hash_to_scalar("escrow share", own.secret, ctx.value, k)
    for k in others:
        assert mul_base(scalar(shares[k])) == point(points[k])
        opened = secrets[k].box_key.open(b(boxes[k]), own.box_public, b(nonces[k]))
        assert opened == b(shares[k])
    assert shares[seat] is points[seat] is nonces[seat] is boxes[seat] is None
    lists = [tuple(None if one is None else b(one) for one in each) for each in (points, boxes)]
    taken = escrowed_from(lists[0], lists[1], ctx, [secret.key for secret in secrets])
    assert taken == Escrowed(ctx, lists[0], lists[1])  # type: ignore[arg-type] # points are bytes
    assert point(key) == mul_base(scalar(x)) == add(secrets[0].key, point(points[0]))
