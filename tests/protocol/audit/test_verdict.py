"""The audit: what it accepts, what it refuses, and which seat it names."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from protocol.audit import recompute
from protocol.audit.verdict import Report, audit
from protocol.crypto.shuffle_proof import verify_shuffle
from protocol.encoding import dec_stream, enc
from protocol.errors import BadEncoding, BadFile
from protocol.game import Seat
from protocol.identity.keys import seat_message
from protocol.identity.seating import Place, Seating, seating_from
from protocol.ledger.evidence import objection_body
from protocol.ledger.history import Statement
from protocol.ledger.transcript import NotATranscript, write_header
from protocol.peer.status import Activity
from protocol.reasons import BadTranscript, Forbidden, Malformed, Reason
from tests.any_game import RULES
from tests.attacks.villain import HANABI, Scene, before, film, put
from tests.independent_vectors import FOLDER, load
from tests.raised import for_reason

BROKEN: list[dict[str, Any]] = load("broken/broken.json")["files"]
FLIPS = 70


def parts(data: bytes) -> list[Any]:
    return [value for value, _ in dec_stream(data)]


def joined(values: list[Any]) -> bytes:
    return b"".join(enc(value) for value in values)


def finished() -> bytes:
    return film(2)[Activity.ENDED].tables[0].transcript()


def refused(data: bytes) -> BadFile:
    report = audit(data, RULES)
    assert not report.valid
    assert report.fault is not None
    return report.fault


# Files of another implementation.


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: str(case["file"]))
def test_verdicts_are_those_of_another_implementation(case: dict[str, Any]) -> None:
    report = audit((FOLDER / case["file"]).read_bytes(), RULES)
    assert report.valid is case["valid"]
    if report.fault is not None:
        assert (report.fault.round_number, report.fault.seat) == (case["round"], case["seat"])
    else:
        assert (report.named_round, report.named) == (case["round"], case["seat"])
        assert not report.withdrawn


# Every byte counts.


def test_no_byte_of_a_transcript_can_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Identical shuffles are verified once for all files."""
    monkeypatch.setattr("protocol.rounds.shuffle.verify_shuffle", cache(verify_shuffle))
    data = finished()
    dice = random.Random("flipped bytes")  # noqa: S311 - a test needs reproducible dice
    whole = dice.sample(range(len(data)), FLIPS - 40)
    for place in (*range(20), *range(len(data) - 20, len(data)), *whole):
        for bit in (1 << dice.randrange(8),):
            changed = data[:place] + bytes([data[place] ^ bit]) + data[place + 1 :]
            refused(changed)


def test_statements_cannot_be_dropped_doubled_or_swapped() -> None:
    values = parts(finished())
    first, later = values[1], values[10]
    changes: dict[str, list[Any]] = {
        "dropped": [values[0], first[1:], *values[2:]],
        "doubled": [values[0], (*first, first[0]), *values[2:]],
        "exchanged": [values[0], first[::-1], *values[2:]],
        "round dropped": values[:5] + values[6:],
        "round doubled": [*values[:5], values[4], *values[5:]],
        "rounds exchanged": [*values[:4], values[5], values[4], *values[6:]],
        "round of another place": [*values[:5], later, *values[5:]],
        "round after the close": [*values, first],
        "two accounts": [*values[:5], ("ended", (), (), None), ("ended", (), (), None)],
        "account after the close": [*values, ("ended", (), (), None)],
        "number for a round": [*values[:5], 7],
        "empty round": [*values[:5], ()],
    }
    for name, changed in changes.items():
        assert refused(joined(changed)), name


def test_a_file_cut_between_rounds_is_valid_and_unfinished() -> None:
    data = finished()
    ends = [end for _, end in dec_stream(data)]
    for end in (ends[1], ends[2], ends[6]):
        report = audit(data[:end], RULES)
        assert report.valid
        assert not report.finished
        assert report.named is None


def test_a_file_cut_within_a_round_is_refused() -> None:
    data = finished()
    ends = [end for _, end in dec_stream(data)]
    for end in (ends[1] + 1, ends[2] - 1, ends[5] + 70, ends[6] + 3):
        refused(data[:end])


def test_a_file_without_a_complete_round_cannot_be_checked() -> None:
    data = finished()
    header = next(end for _, end in dec_stream(data))
    for empty in (data[:header], data[:header] + enc(("ended", (), (), None))):
        assert refused(empty).reason == Reason(BadTranscript.NO_ROUND)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        bytes(40),
        enc(("p2ph transcript",)),
        enc(("p2ph transcript", 2, (), ())),
        enc(("p2ph transcript", True, (), ())),
        enc(("p2ph", 1, (), ())),
        enc(5),
        b"\xc1",
        b"\x81\x01\x01",
    ],
    ids=lambda data: data[:18].hex(),
)
def test_a_file_with_a_wrong_beginning_is_not_a_transcript(data: bytes) -> None:
    assert isinstance(refused(data), NotATranscript)


def test_a_file_that_is_too_large_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("protocol.ledger.transcript.MAX_FILE_BYTES", 1000)
    assert isinstance(refused(finished()), NotATranscript)


# The header.


def header_of(change: Callable[[Any], Any]) -> bytes:
    values = parts(finished())
    return joined([put(values[0], (), change), *values[1:2]])


HEADERS: dict[str, Callable[[Any], Any]] = {
    "a signature too few": lambda h: put(h, (3,), h[3][1:]),
    "a short signature": lambda h: put(h, (3, 0), bytes(63)),
    "another signature": lambda h: put(h, (3, 0), bytes(64)),
    "signatures exchanged": lambda h: put(h, (3,), h[3][::-1]),
    "another table": lambda h: put(h, (2, 6, 0, 3), bytes(16)),
    "no game": lambda h: put(h, (2, 2), "chess"),
    "another deck": lambda h: put(h, (2, 4), "tarot"),
    "another number of faces": lambda h: put(h, (2, 5), 30),
    "truth value for a number of faces": lambda h: put(h, (2, 5), True),
    "truth value for a version": lambda h: put(h, (2, 1), True),
    "no seats": lambda h: put(put(h, (2, 6), ()), (3,), ()),
    "one seat": lambda h: put(put(h, (2, 6), h[2][6][:1]), (3,), h[3][:1]),
    "one seat twice": lambda h: put(h, (2, 6, 1), h[2][6][0]),
    "one identity twice": lambda h: put(h, (2, 6, 1, 1), h[2][6][0][1]),
    "an identity of small order": lambda h: put(h, (2, 6, 1, 1), bytes(32)),
    "a short identity": lambda h: put(h, (2, 6, 1, 1), bytes(31)),
    "a seat of three": lambda h: put(h, (2, 6, 1), h[2][6][1][:3]),
    "no name": lambda h: put(h, (2, 6, 1, 0), ""),
    "a long name": lambda h: put(h, (2, 6, 1, 0), "x" * 25),
    "a name of two lines": lambda h: put(h, (2, 6, 1, 0), "Ben\n"),
    "bytes for a name": lambda h: put(h, (2, 6, 1, 0), b"Ben"),
    "options unsorted": lambda h: put(h, (2, 3), h[2][3][::-1]),
    "an option twice": lambda h: put(h, (2, 3), (h[2][3][0], *h[2][3])),
    "an option of one": lambda h: put(h, (2, 3, 0), ("announce",)),
    "an option missing": lambda h: put(h, (2, 3), h[2][3][1:]),
    "an option unknown": lambda h: put(h, (2, 3), (*h[2][3], ("zeal", 1))),
    "zero for false": lambda h: put(h, (2, 3, 0, 1), 0),
    "an array for a value": lambda h: put(h, (2, 3, 0, 1), ((),)),
    "no seating": lambda h: put(h, (2,), ("seating", 1)),
}


@pytest.mark.parametrize("change", HEADERS.values(), ids=HEADERS)
def test_invalid_headers_are_refused_and_name_nobody(change: Callable[[Any], Any]) -> None:
    assert refused(header_of(change)).seat is None


def signed_header(scene: Scene, change: Callable[[Any], Any]) -> bytes:
    """All seats have signed this seating."""
    seating = seating_from(put(scene.seating.value(), (), change))
    signatures = [
        me.identity.sign(seat_message(seating.table, me.seat))
        for me in scene.mes[: len(seating.places)]
    ]
    return write_header(seating, signatures)


SEATINGS: dict[str, Callable[[Any], Any]] = {
    "zero for false": lambda s: put(s, (3, 0, 1), 0),
    "true for one red token": lambda s: put(s, (3, 5, 1), True),
    "text for a number": lambda s: put(s, (3, 1, 1), "8"),
    "an array for a number": lambda s: put(s, (3, 1, 1), (8,)),
    "nil for a number": lambda s: put(s, (3, 1, 1), None),
    "thirty faces": lambda s: put(s, (5,), 30),
    "one seat": lambda s: put(s, (6,), s[6][:1]),
    "nobody begins": lambda s: put(s, (3,), (*s[3][:4], ("first", 4), *s[3][4:])),
}


@pytest.mark.parametrize("change", SEATINGS.values(), ids=SEATINGS)
def test_seating_that_does_not_fit_the_game_is_always_refused(change: Callable[[Any], Any]) -> None:
    scene = film(2)[Activity.ENDED]
    rounds = parts(scene.tables[0].transcript())[1:]
    fault = refused(signed_header(scene, change) + joined(rounds))
    assert fault.seat is None
    assert fault.round_number is None


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        (0, Malformed.SAME_NAME),
        (1, Malformed.SAME_IDENTITY),
        (2, Malformed.SAME_CERTIFICATE),
    ],
)
def test_seats_differ_in_name_identity_and_certificate(entry: int, what: Malformed) -> None:
    value: Any = film(2)[Activity.ENDED].seating.value()
    with pytest.raises(BadEncoding, check=for_reason(what)):
        seating_from(put(value, (6, 1, entry), value[6][0][entry]))


def test_a_seating_of_many_names_is_read() -> None:
    place = Place(
        "\u9280\u6cb3", film(2)[Activity.ENDED].mes[0].identity.public_key, bytes(32), bytes(16)
    )
    seating = Seating("hanabi", (), "hanabi", 25, (place,))
    assert seating_from(seating.value()) == seating
    assert seating.name(Seat(0)) == "\u9280\u6cb3"


# The account of how it ended.


def ended(scene: Scene, account: Any) -> Report:
    """A file of the scene's complete rounds, with this account."""
    values = parts(scene.tables[0].transcript())
    if values[-1][0] == "ended":
        values.pop()
    return audit(joined([*values, account]), RULES)


def test_open_round_has_statements_in_seat_order_without_repeats() -> None:
    scene = film(3)[Activity.DEALING].copy()
    scene.run(ticks=0, moves=0)
    entries = [s.value for _, s in sorted(scene.history(0).rounds[6].statements.items())]
    course_file = scene.tables[0].transcript()
    upto = joined(parts(course_file)[:7])

    def verdict(statements: list[Any]) -> Report:
        return audit(upto + enc(("ended", statements, (), None)), RULES)

    assert verdict(entries[:2]).valid
    assert verdict(entries[1:]).valid
    assert not verdict(entries[:2][::-1]).valid
    assert not verdict([entries[0], entries[0]]).valid
    assert not verdict(entries).valid  # a complete round is written as a round


def test_a_wrong_statement_in_the_account_names_its_seat() -> None:
    scene = before("move", 3)
    mover = scene.tables[0].status().waiting_for[0]
    for seat in range(3):
        wrong = scene.now(seat, ("move", ("play", 49), ()))
        report = ended(scene, ("ended", (wrong.value,), (), None))
        assert report.fault is not None
        assert report.fault.seat == seat
        assert report.fault.round_number == scene.history(0).stage.round_number
    assert mover in range(3)


def test_evidence_that_does_not_hold_up_makes_the_file_invalid() -> None:
    scene = before("move", 3)
    stood = scene.history(0).rounds[5].statements[Seat(0)]
    for shown in (
        ("two", stood.value, stood.value),
        ("wrong", stood.value),
        ("box", stood.value, 0, bytes(32)),
        ("box", stood.value, True, bytes(32)),
        ("signed twice", 0, bytes(64), bytes(64)),
        ("signed twice", 9, bytes(64), bytes(64)),
        ("rumour",),
        5,
    ):
        assert not ended(scene, ("ended", (), (), shown)).valid


def test_evidence_in_a_file_names_the_seat() -> None:
    scene = before("move", 3)
    stood = scene.history(0).rounds[5].statements[Seat(0)]
    other = scene.signed(0, stood, ("agree", bytes(32)))
    report = ended(scene, ("ended", (), (), ("two", stood.value, other.value)))
    assert report.valid
    assert (report.named, report.named_round, report.withdrawn) == (0, 5, False)


def test_objections_are_in_seat_order_and_of_the_right_kind() -> None:
    scene = before("move", 3)
    statements = [scene.objection(seat, seat, None).value for seat in range(3)]
    assert ended(scene, ("ended", (), statements[:2], None)).named == 0
    assert not ended(scene, ("ended", (), statements[:2][::-1], None)).valid
    assert not ended(scene, ("ended", (), (statements[0], statements[0]), None)).valid
    agreed = scene.history(0).rounds[5].statements[Seat(0)].value
    assert not ended(scene, ("ended", (), (agreed,), None)).valid
    assert not ended(scene, ("ended", (), (5,), None)).valid
    assert not ended(scene, ("ended", (statements[0],), (), None)).valid


def test_conviction_beats_withdrawal_and_lower_rounds_win() -> None:
    scene = before("move", 3)
    history = scene.history(0)

    def pair(seat: int, number: int) -> Any:
        like = history.rounds[number].statements.get(
            Seat(seat), Statement(b"", b"", number, Seat(seat), bytes(32), None)
        )
        statements = [scene.signed(seat, like, ("agree", bytes([i]))).value for i in range(2)]
        return ("two", *statements)

    def objection(by: int, blamed: int, number: int) -> Any:
        body = ("object", blamed, ("because",), pair(blamed, number))
        return scene.now(by, body).value

    left = scene.now(0, objection_body(Seat(0), Reason(Forbidden.LEFT), None)).value
    report = ended(scene, ("ended", (), (left, objection(1, 2, 6), objection(2, 1, 4)), None))
    assert (report.named, report.named_round, report.withdrawn) == (1, 4, False)
    report = ended(scene, ("ended", (), (left, objection(1, 2, 3)), pair(1, 6)))
    assert (report.named, report.named_round, report.withdrawn) == (2, 3, False)
    report = ended(scene, ("ended", (), (left,), pair(1, 6)))
    assert (report.named, report.named_round, report.withdrawn) == (1, 6, False)


# What the secrets reveal.


def test_a_shown_secret_must_reproduce_the_payloads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 1 draws its nonces from elsewhere: all proofs are valid, and may hide a message."""
    scene = film(2)[Activity.COMMITTING].copy()
    honest = type(scene.tables[1]._boxes.prover.secret)

    class Chatty(honest):  # type: ignore[valid-type, misc] # the class is found at run time
        def nonce(self, ctx: Any, purpose: str, index: Any, digest: bytes) -> Any:
            drawn = super().nonce(ctx, purpose, index, digest)
            return drawn + 1 if purpose == "blinded share" else drawn

    prover = scene.tables[1]._boxes.prover
    chatty = Chatty(prover.secret.secret, prover.secret.table)
    scene.tables[1]._boxes.prover = type(prover)(Seat(1), chatty, prover.private)
    scene.wire.open()
    scene.run()
    assert len(scene.ended) == 2
    fault = refused(scene.tables[0].transcript())
    assert (fault.round_number, fault.seat) == (5, 1)
    assert fault.reason == Reason(BadTranscript.OTHER_WORDS)


def test_a_file_without_the_last_close_is_still_recomputed() -> None:
    scene = film(2)[Activity.ENDED]
    values = parts(scene.tables[0].transcript())
    last = values.pop()
    report = audit(joined([*values, ("ended", last[:1], (), None)]), RULES)
    assert report.valid
    assert not report.finished
    assert report.proofs["statements recomputed"] > 10
    assert "cards recomputed" not in report.proofs


def test_boxes_are_opened_where_the_senders_secret_is_hidden() -> None:
    scene = film(3)[Activity.ENDED]
    values = parts(scene.tables[0].transcript())
    last = values.pop()
    report = audit(joined([*values, ("ended", last[1:], (), None)]), RULES)
    assert report.valid, report.fault
    assert report.proofs["statements recomputed"] > 10


def test_a_claim_is_checked_against_the_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    history = film(2)[Activity.ENDED].history(0)
    secrets = recompute.shown_secrets(history.rounds[-1].verified, history.stage.seating)
    assert recompute.check_faces(history, secrets) == 50
    honest = type(HANABI).claims

    def narrow(game: Any, state: Any, move: Any) -> Any:
        claims = honest(game, state, move)
        return [type(claim)(claim.card, ()) for claim in claims]

    monkeypatch.setattr(type(HANABI), "claims", narrow)
    with pytest.raises(BadFile, check=for_reason(Forbidden.FALSE_CLAIM)):
        recompute.check_faces(history, secrets)
