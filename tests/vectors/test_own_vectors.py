"""The vectors in protocol/vectors, read as another implementation would: every value is used.

An unknown file or an unknown key is refused, so that nothing stands in them that nobody checks.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from protocol.audit.verdict import audit, replay
from protocol.crypto import group
from protocol.crypto.group import G, to_bytes
from protocol.crypto.shuffle_proof import verify_shuffle
from protocol.encoding import H, W, dec, enc
from protocol.errors import BadEncoding, BadProof, Dropped
from protocol.game import Seat
from protocol.identity.keys import Identity, identity_from, verify_signature
from protocol.identity.seating import seating_from
from protocol.ledger.history import History, read_statement, sign
from protocol.ledger.transcript import digest, write_header
from protocol.reasons import Reason
from tests.any_game import RULES
from tests.independent_vectors import value
from tests.second_auditor import verdict
from tests.second_auditor.objections import header_of
from tests.vectors import make_vectors
from tests.vectors.vector_ballots import check_ballots
from tests.vectors.vector_escrow import check_escrow
from tests.vectors.vector_exclusion import check_case as check_void
from tests.vectors.vector_exclusion import check_exclusion
from tests.vectors.vector_exclusion import walk as void_walk
from tests.vectors.vector_game import apply_changes, verdict_on
from tests.vectors.vector_objections import Known, check_objections
from tests.vectors.vector_proofs import (
    Unknown,
    b,
    check_proofs,
    check_shuffle,
    fields,
    point,
    scalar,
)
from tests.vectors.vector_stops import check_case as check_stop
from tests.vectors.vector_stops import check_stops, random_case
from tests.vectors.vector_stops import facts_of as stop_facts_of

FOLDER = make_vectors.FOLDER
verify_once = cache(verify_shuffle)


def load(name: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((FOLDER / name).read_text(encoding="ascii"))
    assert facts.pop("about")
    return facts


def check_encoding(facts: dict[str, Any]) -> None:
    encodes, refused = fields(facts, "encodes", "refused")
    for case in encodes:
        received, digits = fields(case, "value", "hex")
        assert enc(value(received)) == b(digits)
        assert dec(b(digits)) == value(received)
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
        assert who.public_key == identity_from(b(key)) == other.public_key().public_bytes_raw()
        assert who.sign(b(message)) == b(signature) == other.sign(b(message))
        verify_signature(who.public_key, b(message), b(signature))
    for case in refused:
        _, key, message, signature = fields(case, *names)
        with pytest.raises(BadProof):
            verify_signature(identity_from(b(key)), b(message), b(signature))


# The game, and what is wrong.


def game_file(facts: dict[str, Any]) -> tuple[bytes, list[bytes]]:
    """The header and the rounds of the game's transcript, from the vectors alone."""
    seating = seating_from(dec(b(facts["seating"])))
    header = write_header(seating, [b(s) for s in facts["signatures"]])
    rounds = []
    for done in facts["rounds"]:
        _, statements = fields(done, "head", "statements")
        each = [fields(s, "seat", "payload", "signature") for s in statements]
        assert [seat for seat, _, _ in each] == sorted(seat for seat, _, _ in each)
        rounds.append(enc([(b(payload), b(signature)) for _, payload, signature in each]))
    return header, rounds


def check_game(facts: dict[str, Any]) -> None:
    names = ("identity seeds", "secrets", "moves", "seating", "table", "signatures", "rounds")
    last = ("head", "beacon", "words", "transcript bytes", "transcript")
    seeds, secrets, moves, _, table, _, rounds, head, beacon, words, size, received = fields(
        facts, *names, *last
    )
    header, parts = game_file(facts)
    file = header + b"".join(parts)
    report, history = audit(file, RULES), replay(file, RULES)
    assert report.valid, report.fault
    assert report.finished
    assert (report.table, report.head, list(report.words)) == (b(table), b(head), words)
    assert (len(file), digest(file)) == (size, b(received))
    assert history.stage.beacon == b(beacon)
    assert [done.stage.head for done in history.rounds] == [b(done["head"]) for done in rounds]
    assert [Identity(b(s)).public_key for s in seeds] == [
        p.identity for p in history.stage.seating.places
    ]
    shut = [s.body for s in history.rounds[-1].statements.values()]
    assert [body[2] for body in shut if isinstance(body, tuple)] == [b(s) for s in secrets]
    bodies = [s.body for done in history.rounds for s in done.statements.values()]
    values = [body[1] for body in bodies if isinstance(body, tuple) and body[0] == "move"]
    assert [enc(move) for move in values] == [enc(value(move)) for move in moves]


def check_wrong(facts: dict[str, Any]) -> None:
    lists = ("statements", "dropped", "files", "endings")
    statements, dropped, files, endings = fields(facts, *lists)
    header, rounds = game_file(load("game.json"))
    history = replay(header + b"".join(rounds), RULES)
    for case in statements:
        check_wrong_statement(case, history)
    for case in dropped:
        _, payload, signature, reason = fields(case, "name", "payload", "signature", "reason")
        with pytest.raises(Dropped) as caught:
            read_statement((b(payload), b(signature)), history.stage.seating)
        assert listed(caught.value.reason) == reason
    for case in files:
        _, order, number, named, reason = fields(case, "name", "rounds", "round", "named", "reason")
        refused(header + b"".join(rounds[i] for i in order), number, named, reason)
    for case in endings:
        check_ending(case, [header, *rounds])


def listed(reason: Reason) -> list[Any]:
    """As it stands in JSON."""
    values: list[Any] = json.loads(json.dumps(reason.wire))
    return values


def refused(file: bytes, number: int | None, named: int | None, reason: list[Any]) -> None:
    """By the audit, and by the second auditor, which shares no code with it."""
    fault = audit(file, RULES).fault
    assert fault is not None
    assert (fault.round_number, fault.seat, listed(fault.reason)) == (number, named, reason)
    other = verdict(file)
    assert (other["valid"], other["seat"]) == (False, named), (reason, other)


def check_ending(case: dict[str, Any], parts: list[bytes]) -> None:
    names = ("name", "rounds", "ended", "valid", "round", "named", "withdrawn")
    _, count, ended, valid, number, named, withdrawn = fields(case, *names)
    file = b"".join(parts[: count + 1]) + b(ended)
    report, other = audit(file, RULES), verdict(file)
    assert report.valid is other["valid"] is valid
    assert other["seat"] == named
    if valid:
        found = (report.named_round, report.named, report.withdrawn)
        assert found == (number, named, withdrawn)
    else:
        assert report.fault is not None
        assert (report.fault.round_number, report.fault.seat) == (number, named)


def check_wrong_statement(case: dict[str, Any], history: History) -> None:
    """Refused as a statement, and in a file that ends with it, with the same seat named."""
    names = ("name", "round", "of", "seat", "changes", "named", "reason")
    _, number, of, seat, changes, named, reason = fields(case, *names)
    done = history.rounds[number]
    read_changes = [fields(change, "path", "enc") for change in changes]
    new = [(path, dec(b(received))) for path, received in read_changes]
    body = apply_changes(done.statements[Seat(of)].body, new)
    found = verdict_on(number, seat, body)
    assert found is not None
    assert (found[0], listed(found[1])) == (named, reason)
    who = Identity(b(load("game.json")["identity seeds"][seat]))
    statement = sign(done.stage, Seat(seat), body, who)
    before = [[s.value for s in r.statements.values()] for r in history.rounds[:number]]
    ended = ("ended", (statement.value,), (), None)
    header = write_header(done.stage.seating, history.signatures)
    refused(header + b"".join(map(enc, before)) + enc(ended), number, named, reason)


def check_objections_at_both_tables(facts: dict[str, Any]) -> None:
    """The table of two is the game of game.json."""
    game = load("game.json")
    header = header_of(b(game["seating"]), [b(one) for one in game["signatures"]])
    rounds = [
        [[b(one["payload"]), b(one["signature"])] for one in done["statements"]]
        for done in game["rounds"]
    ]
    check_objections(facts, Known(header, rounds))


CHECKS: dict[str, Callable[[dict[str, Any]], None]] = {
    "encoding.json": check_encoding,
    "hashes.json": check_hashes,
    "group.json": check_group,
    "signatures.json": check_signatures,
    "proofs.json": check_proofs,
    "shuffle.json": check_shuffle,
    "escrow.json": check_escrow,
    "ballots.json": check_ballots,
    "stops.json": check_stops,
    "objections.json": check_objections_at_both_tables,
    "exclusion.json": check_exclusion,
    "game.json": check_game,
    "wrong.json": check_wrong,
}


def files_of(folder: Path) -> list[str]:
    names = sorted({path.name for path in folder.iterdir()} - make_vectors.OF_PYTHON)
    if set(names) != set(CHECKS):
        raise Unknown(sorted(set(names) ^ set(CHECKS)))
    return names


@pytest.fixture(autouse=True)
def _shuffles_are_verified_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of the files here begin alike."""
    monkeypatch.setattr("protocol.rounds.shuffle.verify_shuffle", verify_once)


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


# Two readings of the same text.


def test_second_reading_of_stops_says_the_same() -> None:
    for seed in range(400):
        check_stop(make_vectors.written(stop_facts_of(random_case(seed))))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_second_reading_of_void_rounds_says_the_same(seats: int) -> None:
    for seed in range(60):
        check_void(make_vectors.written(void_walk(seats, seed)))


# The generator.


def test_stored_vectors_equal_generated_ones() -> None:
    assert make_vectors.main(["--check"]) == 0
    assert make_vectors.differing(FOLDER) == []


def test_generator_lists_differences_and_rewrites_them(
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
    history = replay(header + b"".join(rounds), RULES)
    for case in load("wrong.json")["statements"]:
        number, of = case["round"], case["of"]
        body = history.rounds[number].statements[Seat(of)].body
        assert verdict_on(number, of, body) is None
