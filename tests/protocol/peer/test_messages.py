"""Any data on a link is a message, or is dropped without changing anything."""

from __future__ import annotations

import contextlib
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from protocol.audit.verdict import audit
from protocol.encoding import (
    MAX_DEPTH,
    MAX_OBJECTION_BYTES,
    MAX_STATEMENT_BYTES,
    Value,
    dec,
    dec_stream,
    enc,
)
from protocol.errors import BadEncoding, Dropped, Wrong
from protocol.game import Seat
from protocol.identity.seating import seating_from
from protocol.ledger.evidence import named_by, read_evidence
from protocol.ledger.history import Statement, read_statement
from protocol.peer.messages import AllSent, Digest, Have, Signatures, read_message
from protocol.peer.status import Activity
from protocol.reasons import Ignored, Malformed
from protocol.rounds.state import Stage
from protocol.rounds.verify import verify
from tests.any_game import RULES
from tests.attacks.villain import Scene, before, film
from tests.raised import for_reason

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(0, 2**64 - 1)
    | st.integers(0, 60)
    | st.binary(max_size=70)
    | st.text(max_size=12)
    | st.sampled_from(["statement", "object", "have", "two", "wrong", "box", "agree", "move"])
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=6).map(tuple), max_leaves=20
)
FEW = settings(
    max_examples=60,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
MANY = settings(FEW, max_examples=200)


@cache
def scene() -> Scene:
    """Which tests must not change."""
    return before("move", 2)


def seating() -> Any:
    return scene().seating


def standing(scene: Scene, seat: int) -> tuple[Any, ...]:
    table = scene.tables[seat]
    history = table._history
    disputes = table._disputes
    return (
        history.stage,
        dict(history.statements),
        dict(table._early),
        dict(disputes.objections),
        disputes.ending,
        table.transcript(),
    )


def send(seat: int, data: bytes) -> None:
    """Send this to a seat; whether it is dropped or not, nothing has changed."""
    was = standing(scene(), seat)
    with contextlib.suppress(Dropped):
        scene().tables[seat].receive(Seat(1 - seat), data)
    assert standing(scene(), seat) == was


# The encoding.


@MANY
@given(VALUES)
def test_a_value_is_decoded_from_its_encoding(value: Any) -> None:
    assert dec(enc(value)) == value
    assert enc(dec(enc(value))) == enc(value)


@MANY
@given(st.binary(max_size=60))
def test_bytes_are_one_value_or_refused(data: bytes) -> None:
    try:
        value = dec(data)
    except BadEncoding:
        return
    assert enc(value) == data


@MANY
@given(st.binary(max_size=60))
def test_a_stream_is_a_list_of_values_or_refused(data: bytes) -> None:
    try:
        values = [value for value, _ in dec_stream(data)]
    except BadEncoding:
        return
    assert b"".join(enc(value) for value in values) == data


def nested(levels: int) -> bytes:
    return b"\x91" * levels + b"\x05"


@pytest.mark.parametrize("data", [nested(17), nested(1000), nested(60_000), b"\x91" * 1000])
def test_deep_nesting_is_refused(data: bytes) -> None:
    with pytest.raises(BadEncoding):
        dec(data)
    with pytest.raises(BadEncoding):
        list(dec_stream(data))
    send(0, data)
    assert enc(dec(nested(MAX_DEPTH))) == nested(MAX_DEPTH)


@pytest.mark.parametrize(
    "data",
    [
        b"\xff",
        b"\xd0\xff",
        b"\xca\x00\x00\x00\x00",
        b"\x80",
        b"\x81\x90\x90",
        b"\xd4\x01\x00",
        b"\xd6\xff\x00\x00\x00\x00",
        b"\xc7\x0c\xff" + b"\xff" * 12,
        b"\xc7\x03\xff\x00\x00\x00",
        b"\xcd\x00\x05",
        b"\xa2\xc3\x28",
        b"\xdd\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xc1",
        b"\x05\x05"[:1] * 0,
    ],
    ids=lambda data: data[:5].hex() or "nothing",
)
def test_other_types_and_longer_forms_are_refused(data: bytes) -> None:
    with pytest.raises(BadEncoding):
        dec(data)
    if data:
        with pytest.raises(BadEncoding):
            list(dec_stream(data))
    send(0, data)


def test_a_statement_of_ten_mebibytes_is_not_read() -> None:
    body = bytes(10 * 1024 * 1024)
    send(0, enc((body, bytes(64))))
    send(0, body)
    with pytest.raises(BadEncoding, check=for_reason(Malformed.TOO_LARGE)):
        dec(body)
    with pytest.raises(BadEncoding, check=for_reason(Malformed.VALUE_TOO_LARGE)):
        list(dec_stream(enc(body)))


@pytest.mark.parametrize(
    ("tag", "size", "dropped"),
    [
        ("agree", MAX_STATEMENT_BYTES - 400, False),
        ("agree", MAX_STATEMENT_BYTES, True),
        ("object", MAX_STATEMENT_BYTES, False),
        ("object", MAX_OBJECTION_BYTES, True),
    ],
)
def test_a_statement_is_shorter_than_an_objection_may_be(
    tag: str, size: int, dropped: bool
) -> None:
    stage = scene().history(1).stage
    payload = enc(
        ("statement", seating().table, stage.round_number, 1, stage.head, (tag, bytes(size)))
    )
    value = (payload, scene().mes[1].identity.sign(payload))
    if dropped:
        with pytest.raises(Dropped):
            read_statement(value, seating())
    else:
        assert read_statement(value, seating()).payload == payload


# Messages.


@MANY
@given(VALUES)
def test_any_value_is_a_message_or_dropped(value: Any) -> None:
    send(0, enc(value))


@MANY
@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_dropped(data: bytes) -> None:
    send(1, data)


@FEW
@given(st.sampled_from(["have", "all sent", "signatures", "digest"]), st.lists(VALUES, max_size=4))
def test_messages_of_a_known_kind_are_read_or_dropped(kind: str, rest: list[Any]) -> None:
    send(0, enc((kind, *rest)))


BAD: list[Value] = [
    ("have", True, (), ()),
    ("have", 1, (True,), ()),
    ("have", 1, (), (2,)),
    ("have", 1, (0, 1, 0), ()),
    ("have", 1, ((),), ()),
    ("all sent", False, bytes(32)),
    ("signatures", (bytes(64),)),
    ("signatures", (bytes(64), bytes(63))),
    ("signatures", (bytes(64), None)),
    ("digest", "text"),
    (bytes(10), bytes(63)),
    (bytes(10), bytes(64)),
    ("nonsense",),
    5,
    None,
]


@pytest.mark.parametrize("value", BAD, ids=repr)
def test_malformed_messages_are_dropped(value: Value) -> None:
    with pytest.raises(Dropped):
        read_message(enc(value), seating())
    send(0, enc(value))


@pytest.mark.parametrize(
    "message",
    [
        Have(7, (Seat(1),), (Seat(0),)),
        AllSent(7, bytes(32)),
        Signatures((bytes(64), bytes(64))),
        Digest(bytes(32)),
    ],
)
def test_messages_are_read_back_from_their_bytes(message: Any) -> None:
    assert read_message(message.data, seating()) == message


PAYLOADS: list[tuple[Any, ...]] = [
    ("statement",),
    ("statement", bytes(32), 0, 0, bytes(32), None),
    ("statement", "TABLE", True, 0, bytes(32), None),
    ("statement", "TABLE", 0, True, bytes(32), None),
    ("statement", "TABLE", 0, 2, bytes(32), None),
    ("statement", "TABLE", 0, 2**64 - 1, bytes(32), None),
    ("statement", "TABLE", 0, 0, "head", None),
    ("statement", "TABLE", 0, 0, bytes(32), None, None),
    ("sentence", "TABLE", 0, 0, bytes(32), None),
]


@pytest.mark.parametrize("parts", PAYLOADS, ids=repr)
def test_malformed_statements_are_dropped_though_signed(parts: tuple[Any, ...]) -> None:
    payload = enc(tuple(seating().table if part == "TABLE" else part for part in parts))
    send(0, enc((payload, scene().mes[1].identity.sign(payload))))
    with pytest.raises(Dropped):
        read_statement((payload, scene().mes[1].identity.sign(payload)), seating())


def test_a_malformed_payload_is_dropped_though_signed() -> None:
    payload = enc(("statement", seating().table, 5, 1, bytes(32), None)).replace(
        b"\x05", b"\xcc\x05", 1
    )
    with pytest.raises(Dropped):
        read_statement((payload, scene().mes[1].identity.sign(payload)), seating())


# What a seat may say: always judged, never a crash.


def taken_or_named(stage: Stage, seat: Seat, body: Value) -> bool | int:
    """True, or the seat that is named."""
    try:
        verify(stage, seat, body)
    except Wrong as wrong:
        return wrong.seat
    return True


@FEW
@given(
    value=VALUES, tag=st.sampled_from(["commit", "reveal", "shuffled", "agree", "dealt", "opened"])
)
@pytest.mark.parametrize(
    "activity",
    [
        Activity.COMMITTING,
        Activity.REVEALING,
        Activity.SHUFFLING,
        Activity.DEALING,
        Activity.MOVING,
    ],
)
def test_any_body_is_accepted_or_names_its_seat(activity: Activity, tag: str, value: Any) -> None:
    stage = next(
        history.stage
        for seat in range(2)
        if (history := film(2)[activity].history(seat)) and history.stage.speakers
    )
    for body in (value, (tag, value), (tag, (value,), (value,)), (tag, *(value,) * 6)):
        for seat in stage.speakers:
            assert taken_or_named(stage, seat, body) in (True, seat)


HINTS = st.tuples(
    st.sampled_from(["play", "discard", "hint colour", "hint rank"]),
    st.integers(0, 12) | st.booleans() | SCALARS,
    st.integers(0, 12) | SCALARS,
    st.lists(st.integers(0, 12) | st.booleans(), max_size=6).map(tuple) | SCALARS,
)


@MANY
@given(HINTS, st.integers(2, 4), VALUES)
def test_any_move_is_accepted_or_names_its_seat(parts: Any, length: int, proof: Any) -> None:
    stage = scene().history(0).stage
    seat = stage.speakers[0]
    for proofs in ((), (proof,) * 5, proof):
        verdict = taken_or_named(stage, seat, ("move", parts[:length], proofs))
        if verdict is True:
            assert parts[0] in ("play", "discard")
        else:
            assert verdict == seat


@MANY
@given(VALUES, st.sampled_from(["two", "signed twice", "wrong", "box"]))
def test_any_evidence_is_read_or_dropped_and_convicts_nobody(value: Any, tag: str) -> None:
    stood = scene().history(0).statements_of(4)[Seat(0)].value
    for shown in (
        value,
        (tag, value),
        (tag, stood, value),
        (tag, 5, value, bytes(32)),
        (tag, stood),
    ):
        try:
            evidence = read_evidence(shown, seating())
        except Dropped:
            continue
        assert evidence is None or named_by(evidence, scene().history(0)) is None


@FEW
@given(VALUES)
def test_any_objection_convicts_nobody(value: Any) -> None:
    other = scene().copy()
    for body in (("object", 0, ("because",), value), ("object", value, ("because",), None)):
        other.deliver(0, other.now(1, body).data)
    ending = other.tables[0].ending()
    assert ending is None or ending.seat == 1


@MANY
@given(VALUES)
def test_any_seating_is_read_or_refused(value: Any) -> None:
    whole = list(seating().value())
    for place in range(len(whole)):
        changed = (*whole[:place], value, *whole[place + 1 :])
        try:
            read = seating_from(changed)
        except BadEncoding:
            continue
        assert enc(read.value()) == enc(changed)


@FEW
@given(VALUES)
def test_any_file_is_judged(value: Any) -> None:
    values = [part for part, _ in dec_stream(scene().tables[0].transcript())][:3]
    for parts in (
        [value],
        [("p2ph transcript", 1, value, ())],
        [*values, value],
        [*values, ("ended", value, (), None)],
        [*values, ("ended", (), value, None)],
        [*values, ("ended", (), (value,), None)],
        [*values, ("ended", (value,), (), None)],
        [*values, ("ended", (), (), value)],
    ):
        report = audit(b"".join(enc(part) for part in parts), RULES)
        if report.valid:
            assert report.named is None
            assert parts[-1] == ("ended", (), (), None)


def test_a_statement_of_another_table_is_dropped() -> None:
    other = film(3)[Activity.MOVING]
    statement = other.history(0).statements_of(0)[Seat(0)]
    assert isinstance(statement, Statement)
    with pytest.raises(Dropped, check=for_reason(Ignored.OTHER_TABLE)):
        read_statement(statement.value, seating())
