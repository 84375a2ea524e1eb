"""The vectors of escrow: one key, split among all others, and what they give shares with then."""

from __future__ import annotations

from typing import Any

from protocol.crypto.group import L, Scalar, add, hash_to_scalar, mul_base, to_bytes
from protocol.crypto.key_split import Escrowed, escrow, escrowed_from
from protocol.crypto.proofs import Context, TableSecret
from protocol.encoding import H
from protocol.game import Seat
from tests.vectors.vector_proofs import b, fields, point, scalar

TABLE, HEAD = bytes(range(32)), bytes(range(32, 64))
SPEAKER = Seat(1)
SECRETS = tuple(TableSecret(bytes(range(64 + k, 96 + k)), TABLE) for k in range(3))
OTHERS = {"the first seat's key": Seat(0), "the last seat's key": Seat(2)}
"""The last other seat is the last seat for the one, and the last but one for the other."""


def escrow_facts() -> dict[str, Any]:
    shares = _shares(SPEAKER)
    first = shares[0]
    assert first is not None
    return {
        **_split(SPEAKER),
        "K of seat 0 without seat 1": add(SECRETS[0].public_key, mul_base(first)),
        "x of seat 0 without seat 1": to_bytes(SECRETS[0].x + first),
        "others": [{"name": name, **_split(seat)} for name, seat in OTHERS.items()],
    }


def _context(seat: Seat) -> Context:
    return Context(TABLE, 2, seat, HEAD)


def _made(seat: Seat) -> Escrowed:
    return escrow(SECRETS[seat], _context(seat), [secret.box_public for secret in SECRETS])


def _shares(seat: Seat) -> list[Scalar | None]:
    made, own = _made(seat), SECRETS[seat]
    return [
        None if k == seat else made.open(Seat(k), secret.box_key, own.box_public)
        for k, secret in enumerate(SECRETS)
    ]


def _split(seat: Seat) -> dict[str, Any]:
    made = _made(seat)
    return {
        "place": {"table": TABLE, "round": 2, "seat": seat, "head": HEAD},
        "secrets": [secret.secret for secret in SECRETS],
        "s": [None if share is None else to_bytes(share) for share in _shares(seat)],
        "S": made.public_shares,
        "nonces": [_nonce(seat, k) for k in range(3)],
        "boxes": made.boxes,
    }


def _nonce(seat: Seat, to: int) -> bytes | None:
    return None if to == seat else H("escrow nonce", _context(seat).value, to)[:24]


SPLIT = ("place", "secrets", "s", "S", "nonces", "boxes")


def check_escrow(facts: dict[str, Any]) -> None:
    after = ("K of seat 0 without seat 1", "x of seat 0 without seat 1", "others")
    *_, key, x, others = fields(facts, *SPLIT, *after)
    check_split(facts)
    for case in others:
        name, place, *_ = fields(case, "name", *SPLIT)
        assert OTHERS[name] == place["seat"]
        check_split(case)
    secrets = [TableSecret(b(secret), TABLE) for secret in facts["secrets"]]
    assert point(key) == mul_base(scalar(x)) == add(secrets[0].public_key, point(facts["S"][0]))


def check_split(facts: dict[str, Any]) -> None:
    """Compare one key's split with the text of section 14."""
    place, raw, shares, points, nonces, boxes = (facts[name] for name in SPLIT)
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
    taken = escrowed_from(lists[0], lists[1], ctx, [secret.public_key for secret in secrets])
    assert taken == Escrowed(ctx, lists[0], lists[1])  # type: ignore[arg-type] # points are bytes
