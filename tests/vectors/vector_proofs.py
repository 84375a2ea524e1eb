"""Read the vectors of proofs as another implementation would: from their numbers alone."""

from __future__ import annotations

from typing import Any

from protocol.crypto import group
from protocol.crypto.group import L, Point, Q, Scalar, add, mul, mul_base, sub
from protocol.crypto.proofs import Context, ShareProof, TableSecret, verify_claim, verify_key
from protocol.crypto.shuffle_proof import Task, permutation, shuffle, starting_pile, verify_shuffle
from protocol.encoding import H
from protocol.game import Card, Claim, Face, Seat


class Unknown(Exception):
    """A vector has a key, or the folder a file, that the runner does not check."""


def fields(entry: dict[str, Any], *names: str) -> list[Any]:
    """The values of just these keys, in this order."""
    if set(entry) != set(names):
        raise Unknown(sorted(set(entry) ^ set(names)))
    return [entry[name] for name in names]


def b(digits: str) -> bytes:
    return bytes.fromhex(digits)


def scalar(digits: str) -> Scalar:
    return group.scalar_from(b(digits))


def point(digits: str) -> Point:
    return group.point_from(b(digits))


Place = tuple[Context, TableSecret, Card, Point]


def place_of(facts: dict[str, Any]) -> Place:
    names = ("table", "round", "seat", "head", "secret", "card", "A")
    table, number, seat, head, secret, card, a = fields(facts, *names)
    ctx = Context(b(table), number, Seat(seat), b(head))
    return ctx, TableSecret(b(secret), b(table)), Card(card), point(a)


def check_proofs(facts: dict[str, Any]) -> None:
    names = ("place", "key proof", "share", "sealed share", "blinded share", "claim")
    place, key, share, sealed, blinded, claim = fields(facts, *names)
    check_key(key, place_of(place))
    check_share(share, place_of(place), "share")
    check_share(sealed, place_of(place), "sealed share")
    check_blinded(blinded, place_of(place))
    check_claim(claim, place_of(place))


def answers(w: str, e: str, secret: Scalar, z: str) -> bool:
    """z = w + e·secret."""
    return (scalar(w) + scalar(e) * secret - scalar(z)) % L == 0


def check_key(facts: dict[str, Any], place: Place) -> None:
    ctx, secret, _, _ = place
    names = ("x", "K", "box key", "X", "b", "sigma", "w", "R", "e", "z")
    x, key, box, public, share, sigma, w, r, e, z = fields(facts, *names)
    assert mul_base(scalar(x)) == point(key) == secret.public_key
    assert (b(box), b(public)) == (bytes(secret.box_key), secret.box_public)
    assert (b(share), b(sigma)) == (secret.beacon_share, secret.commitment(ctx.seat))
    assert mul_base(scalar(w)) == point(r) == sub(mul_base(scalar(z)), mul(scalar(e), point(key)))
    assert answers(w, e, scalar(x), z)
    verify_key(ctx.table, ctx.seat, point(key), (scalar(e), scalar(z)))


def check_share(facts: dict[str, Any], place: Place, tag: str) -> None:
    ctx, secret, card, a = place
    d, w, r1, r2, e, z = fields(facts, "d", "w", "R1", "R2", "e", "z")
    assert (mul_base(scalar(w)), mul(scalar(w), a)) == (point(r1), point(r2))
    assert answers(w, e, secret.x, z)
    about = ShareProof(ctx, card, a, secret.public_key)
    about.verify_share(point(d), scalar(e), scalar(z), tag=tag)


def check_blinded(facts: dict[str, Any], place: Place) -> None:
    ctx, secret, card, a = place
    y, blinded, w, v, r1, r2, e, z, u = fields(facts, "y", "E", "w", "v", "R1", "R2", "e", "z", "u")
    assert add(mul(secret.x, a), mul(scalar(y), Q)) == point(blinded)
    assert mul_base(scalar(w)) == point(r1)
    assert add(mul(scalar(w), a), mul(scalar(v), Q)) == point(r2)
    assert answers(w, e, secret.x, z)
    assert answers(v, e, scalar(y), u)
    about = ShareProof(ctx, card, a, secret.public_key)
    about.verify_blinded(point(blinded), scalar(e), scalar(z), scalar(u))


def check_claim(facts: dict[str, Any], place: Place) -> None:
    ctx, _, card, _ = place
    names = ("deck", "faces", "true", "y", "C", "w", "R", "sum of e", "proof")
    deck, faces, true, y, c, w, r, total, proof = fields(facts, *names)
    points = group.face_points(deck, 25)
    assert sub(points[true], mul(scalar(y), Q)) == point(c)
    assert mul(scalar(w), Q) == point(r[faces.index(true)])
    for face, commitment, (e, z) in zip(faces, r, proof, strict=True):
        branch = mul(scalar(e), sub(points[face], point(c)))
        assert sub(mul(scalar(z), Q), branch) == point(commitment)
    assert sum(scalar(e) for e, _ in proof) % L == scalar(total)
    claim = Claim(card, tuple(Face(f) for f in faces))
    wire = tuple((b(e), b(z)) for e, z in proof)
    verify_claim(wire, ctx, claim, (points, point(c)))


def check_shuffle(facts: dict[str, Any]) -> None:
    lists = ("rho", "rho chain", "w chain", "w weight", "w")
    names = ("place", "beacon", "number", "K*", "faces", "pile", "permutation", "masks", "result")
    last = ("D", "u", "proof", "pile digest")
    found = dict(zip((*names, *lists, *last), fields(facts, *names, *lists, *last), strict=True))
    ctx, secret, _, _ = place_of(found["place"])
    key, number = point(found["K*"]), found["number"]
    pile = starting_pile("hanabi", 25, [Face(f) for f in found["faces"]], key)
    result, proof = read(found["result"]), read(found["proof"])
    assert pile == read(found["pile"])
    order, masks = found["permutation"], [scalar(r) for r in found["masks"]]
    assert order == permutation(secret.secret, b(found["beacon"]), number, 5)
    for source, r, (a, masked) in zip(order, masks, result, strict=True):
        assert (sub(a, pile[source][0]), sub(masked, pile[source][1])) == (mul_base(r), mul(r, key))
    task = Task(ctx, number, key, pile)
    assert shuffle(secret, b(found["beacon"]), task)[1].value() == proof
    assert verify_shuffle(task, result, proof) == result
    check_answers(found, proof, order)
    assert H("pile", result) == b(found["pile digest"])


def check_answers(found: dict[str, Any], proof: Any, order: list[int]) -> None:
    """The nonces are what the proof's commitments and answers are made of."""
    p, chain, e, s1, _, s3, s4, s_chain, s_weight = proof
    u, rho = [scalar(part) for part in found["u"]], [scalar(part) for part in found["rho"]]
    assert u == [group.hash_to_scalar("shuffle weight", b(found["D"]), i) for i in range(5)]
    for i, source in enumerate(order):
        assert p[source] == add(mul_base(rho[source]), group.shuffle_bases(5)[i])
        assert answers(
            found["w chain"][i], e.hex(), scalar(found["rho chain"][i]), s_chain[i].hex()
        )
        assert answers(found["w weight"][i], e.hex(), u[source], s_weight[i].hex())
    first = add(mul_base(scalar(found["rho chain"][0])), mul(u[order[0]], group.CHAIN_BASE))
    assert chain[0] == first
    masks = [scalar(r) for r in found["masks"]]
    secrets = {
        (0, s1): sum(rho),
        (2, s3): sum(r * weight for r, weight in zip(rho, u, strict=True)),
        (3, s4): sum(r * u[source] for r, source in zip(masks, order, strict=True)),
    }
    for (place, s), secret in secrets.items():
        assert answers(found["w"][place], e.hex(), Scalar(secret % L), s.hex())


def read(value: Any) -> Any:
    """Nested arrays of hexadecimal as tuples of bytes."""
    return b(value) if isinstance(value, str) else tuple(read(part) for part in value)
