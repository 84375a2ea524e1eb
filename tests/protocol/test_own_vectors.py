"""The vectors in protocol/vectors, read as another implementation would: every value is used.

An unknown file or an unknown key is refused, so that nothing stands in them that nobody checks.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p_hanabi.games import GAMES
from protocol import group
from protocol.audit import audit, replay
from protocol.encoding import H, W, dec, enc
from protocol.errors import BadEncoding, BadProof, Dropped
from protocol.game import Card, Claim, Face, Seat
from protocol.group import G, L, Point, Q, Scalar, add, mul, mul_base, sub, to_bytes
from protocol.history import Course, read_statement, sign
from protocol.identity import Identity, identity_from, verify
from protocol.proofs import Context, ShareProof, TableSecret, verify_claim, verify_key
from protocol.seating import seating_from
from protocol.shuffle import Task, permutation, shuffle, starting_pile, verify_shuffle
from protocol.transcript import digest, write_header
from tests import make_vectors
from tests.vector_game import apply_changes, verdict_on
from tests.vectors import value

FOLDER = make_vectors.FOLDER


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


def load(name: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((FOLDER / name).read_text(encoding="ascii"))
    assert facts.pop("about")
    return facts


def check_encoding(facts: dict[str, Any]) -> None:
    encodes, refused = fields(facts, "encodes", "refused")
    for case in encodes:
        told, digits = fields(case, "value", "hex")
        assert enc(value(told)) == b(digits)
        assert dec(b(digits)) == value(told)
    for case in refused:
        name, digits = fields(case, "name", "hex")
        with pytest.raises(BadEncoding):
            dec(b(digits))
        assert name


def check_hashes(facts: dict[str, Any]) -> None:
    hashes: dict[str, Callable[..., bytes]] = {
        "H": H,
        "W": W,
        "scalar": lambda *parts: to_bytes(group.hash_to_scalar(*parts)),
        "point": group.hash_to_point,
    }
    for name, cases in zip(hashes, fields(facts, *hashes), strict=True):
        for case in cases:
            tag, parts, preimage, made = fields(case, "tag", "parts", "preimage", "value")
            assert enc(["p2ph/1", tag, *value(parts)]) == b(preimage)
            assert hashes[name](tag, *value(parts)) == b(made)


def check_group(facts: dict[str, Any]) -> None:
    names = ("G", "Q", "h", "H", "M", "points refused", "scalars refused")
    g, q, h, bases, decks, points, scalars = fields(facts, *names)
    assert [b(g), b(q), b(h)] == [group.G, group.Q, group.CHAIN_BASE]
    assert [b(base) for base in bases] == group.shuffle_bases(len(bases))
    for deck, made in zip(("hanabi", "hanafuda"), fields(decks, "hanabi", "hanafuda"), strict=True):
        assert [b(m) for m in made] == group.face_points(deck, len(made))
    for case in points:
        name, digits = fields(case, "name", "hex")
        with pytest.raises(BadProof):
            point(digits)
        assert name
    for case in scalars:
        name, digits = fields(case, "name", "hex")
        with pytest.raises(BadProof):
            scalar(digits)
        assert name


def check_signatures(facts: dict[str, Any]) -> None:
    """Signed by PyNaCl and by `cryptography`: the one signature that RFC 8032 gives."""
    good, refused = fields(facts, "RFC 8032", "refused")
    names = ("name", "key", "message", "signature")
    for case in good:
        seed, _, key, message, signature = fields(case, "seed", *names)
        who, other = Identity(b(seed)), Ed25519PrivateKey.from_private_bytes(b(seed))
        assert who.public == identity_from(b(key)) == other.public_key().public_bytes_raw()
        assert who.sign(b(message)) == b(signature) == other.sign(b(message))
        verify(who.public, b(message), b(signature))
    for case in refused:
        _, key, message, signature = fields(case, *names)
        with pytest.raises(BadProof):
            verify(identity_from(b(key)), b(message), b(signature))


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
    assert mul_base(scalar(x)) == point(key) == secret.key
    assert (b(box), b(public)) == (secret.box_key, secret.box_public)
    assert (b(share), b(sigma)) == (secret.beacon_share, secret.commitment(ctx.seat))
    assert mul_base(scalar(w)) == point(r) == sub(mul_base(scalar(z)), mul(scalar(e), point(key)))
    assert answers(w, e, scalar(x), z)
    verify_key(ctx.table, ctx.seat, point(key), (scalar(e), scalar(z)))


def check_share(facts: dict[str, Any], place: Place, tag: str) -> None:
    ctx, secret, card, a = place
    d, w, r1, r2, e, z = fields(facts, "d", "w", "R1", "R2", "e", "z")
    assert (mul_base(scalar(w)), mul(scalar(w), a)) == (point(r1), point(r2))
    assert answers(w, e, secret.x, z)
    about = ShareProof(ctx, card, a, secret.key)
    about.verify_share(point(d), scalar(e), scalar(z), tag=tag)


def check_blinded(facts: dict[str, Any], place: Place) -> None:
    ctx, secret, card, a = place
    y, blinded, w, v, r1, r2, e, z, u = fields(facts, "y", "E", "w", "v", "R1", "R2", "e", "z", "u")
    assert add(mul(secret.x, a), mul(scalar(y), Q)) == point(blinded)
    assert mul_base(scalar(w)) == point(r1)
    assert add(mul(scalar(w), a), mul(scalar(v), Q)) == point(r2)
    assert answers(w, e, secret.x, z)
    assert answers(v, e, scalar(y), u)
    about = ShareProof(ctx, card, a, secret.key)
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


def read(told: Any) -> Any:
    """Nested arrays of hexadecimal as tuples of bytes."""
    return b(told) if isinstance(told, str) else tuple(read(part) for part in told)


# The game, and what is wrong.


def game_file(facts: dict[str, Any]) -> tuple[bytes, list[bytes]]:
    """The header and the rounds of the game's transcript, from the vectors alone."""
    seating = seating_from(dec(b(facts["seating"])))
    header = write_header(seating, [b(s) for s in facts["signatures"]])
    rounds = []
    for done in facts["rounds"]:
        _, said = fields(done, "head", "statements")
        each = [fields(s, "seat", "payload", "signature") for s in said]
        assert [seat for seat, _, _ in each] == sorted(seat for seat, _, _ in each)
        rounds.append(enc([(b(payload), b(signature)) for _, payload, signature in each]))
    return header, rounds


def check_game(facts: dict[str, Any]) -> None:
    names = ("identity seeds", "secrets", "moves", "seating", "table", "signatures", "rounds")
    last = ("head", "beacon", "words", "transcript bytes", "transcript")
    seeds, secrets, moves, _, table, _, rounds, head, beacon, words, size, told = fields(
        facts, *names, *last
    )
    header, parts = game_file(facts)
    file = header + b"".join(parts)
    report, course = audit(file, GAMES), replay(file, GAMES)
    assert report.valid, report.fault
    assert report.finished
    assert (report.table, report.head, list(report.words)) == (b(table), b(head), words)
    assert (len(file), digest(file)) == (size, b(told))
    assert course.stage.beacon == b(beacon)
    assert [done.stage.head for done in course.rounds] == [b(done["head"]) for done in rounds]
    assert [Identity(b(s)).public for s in seeds] == [
        p.identity for p in course.stage.seating.places
    ]
    shut = [s.body for s in course.rounds[-1].statements.values()]
    assert [body[2] for body in shut if isinstance(body, tuple)] == [b(s) for s in secrets]
    bodies = [s.body for done in course.rounds for s in done.statements.values()]
    said = [body[1] for body in bodies if isinstance(body, tuple) and body[0] == "move"]
    assert [enc(move) for move in said] == [enc(value(move)) for move in moves]


def check_wrong(facts: dict[str, Any]) -> None:
    statements, dropped, files = fields(facts, "statements", "dropped", "files")
    game = load("game.json")
    header, rounds = game_file(game)
    course = replay(header + b"".join(rounds), GAMES)
    for case in statements:
        check_wrong_statement(case, course)
    for case in dropped:
        _, payload, signature, reason = fields(case, "name", "payload", "signature", "reason")
        with pytest.raises(Dropped) as caught:
            read_statement((b(payload), b(signature)), course.stage.seating)
        assert str(caught.value) == reason
    for case in files:
        _, order, number, named, reason = fields(case, "name", "rounds", "round", "named", "reason")
        fault = audit(header + b"".join(rounds[i] for i in order), GAMES).fault
        assert fault is not None
        assert (fault.round_number, fault.seat, fault.reason) == (number, named, reason)


def check_wrong_statement(case: dict[str, Any], course: Course) -> None:
    """Refused as a statement, and in a file that ends with it, with the same seat named."""
    names = ("name", "round", "seat", "changes", "named", "reason")
    _, number, seat, changes, named, reason = fields(case, *names)
    done = course.rounds[number]
    read_changes = [fields(change, "path", "enc") for change in changes]
    new = [(path, dec(b(told))) for path, told in read_changes]
    body = apply_changes(done.statements[Seat(seat)].body, new)
    assert verdict_on(number, seat, body) == (named, reason)
    who = Identity(b(load("game.json")["identity seeds"][seat]))
    said = sign(done.stage, Seat(seat), body, who)
    before = [[s.value for s in r.statements.values()] for r in course.rounds[:number]]
    ended = ("ended", (said.value,), (), None)
    header = write_header(done.stage.seating, course.signatures)
    fault = audit(header + b"".join(map(enc, before)) + enc(ended), GAMES).fault
    assert fault is not None
    assert (fault.round_number, fault.seat, fault.reason) == (number, named, reason)


CHECKS: dict[str, Callable[[dict[str, Any]], None]] = {
    "encoding.json": check_encoding,
    "hashes.json": check_hashes,
    "group.json": check_group,
    "signatures.json": check_signatures,
    "proofs.json": check_proofs,
    "shuffle.json": check_shuffle,
    "game.json": check_game,
    "wrong.json": check_wrong,
}


def files_of(folder: Path) -> list[str]:
    names = sorted(path.name for path in folder.iterdir())
    if set(names) != set(CHECKS):
        raise Unknown(sorted(set(names) ^ set(CHECKS)))
    return names


@pytest.mark.parametrize("name", CHECKS)
def test_our_own_vectors_hold(name: str) -> None:
    CHECKS[name](load(name))


def test_every_file_is_checked() -> None:
    assert files_of(FOLDER) == sorted(CHECKS)


def test_another_file_is_refused(tmp_path: Path) -> None:
    make_vectors.write(tmp_path)
    assert files_of(tmp_path) == sorted(CHECKS)
    (tmp_path / "more.json").write_text("{}")
    with pytest.raises(Unknown, match=r"more\.json"):
        files_of(tmp_path)


@pytest.mark.parametrize("name", CHECKS)
def test_another_key_is_refused(name: str) -> None:
    with pytest.raises(Unknown, match="surprise"):
        CHECKS[name]({**load(name), "surprise": 1})


def test_another_value_is_refused() -> None:
    facts = load("proofs.json")
    facts["share"]["z"] = to_bytes(scalar(facts["share"]["z"]) + 1).hex()
    with pytest.raises(AssertionError):
        check_proofs(facts)


# The generator.


def test_what_is_written_is_what_is_made() -> None:
    assert make_vectors.main(["--check"]) == 0
    assert make_vectors.differing(FOLDER) == []


def test_generator_tells_what_differs_and_writes_it_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "vectors"
    assert make_vectors.main(["--check"], folder=folder) == 1
    assert "differs: game.json" in capsys.readouterr().out
    assert make_vectors.main([], folder=folder) == 0
    (folder / "group.json").write_text("{}")
    (folder / "stray").write_text("")
    assert make_vectors.differing(folder) == ["group.json", "stray"]


def test_signatures_of_the_rfc_are_of_its_generator() -> None:
    """The base of RFC 8032 is the group's G."""
    assert G.hex() == "58" + "66" * 31


def test_wrong_statement_is_right_without_its_change() -> None:
    """So that what is refused is the change."""
    header, rounds = game_file(load("game.json"))
    course = replay(header + b"".join(rounds), GAMES)
    for case in load("wrong.json")["statements"]:
        number, seat = case["round"], case["seat"]
        body = course.rounds[number].statements[Seat(seat)].body
        assert verdict_on(number, seat, body) is None
