"""Everything that reads bytes of strangers, as functions that fail if it does what it must not.

A target is given any bytes. It fails with anything but the project's own exception for that place,
and with an `AssertionError` where something was taken that should not, or was changed by a refusal.
Hypothesis and atheris feed the same targets.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from typing import Any

from protocol.audit.verdict import audit
from protocol.encoding import MAX_OBJECTION_BYTES, Value, dec, dec_stream, enc
from protocol.errors import BadEncoding, BadFile, Dropped
from protocol.game import Seat
from protocol.identity.keys import Identity
from protocol.identity.pairing import (
    Banner,
    HostPairing,
    Introduction,
    JoinerPairing,
    PairingFailed,
    Setting,
    banner_from,
    refusal,
)
from protocol.identity.seating import seating_from
from protocol.ledger.evidence import named_by, read_evidence, read_objection
from protocol.ledger.history import read_statement
from protocol.ledger.transcript import read_transcript
from protocol.peer.messages import AllSent, Digest, Have, Signatures, read_message
from protocol.peer.status import Activity
from tests.any_game import RULES, bare
from tests.attacks.villain import Scene, film

Target = Callable[[bytes], None]

SEATS = 2


@cache
def scene() -> Scene:
    """A table whose first move is awaited. No target changes it."""
    return film(SEATS)[Activity.MOVING]


def decoded(data: bytes) -> Value:
    """The value of these bytes; nil for none, so that what reads values is always tried."""
    try:
        return dec(data, MAX_OBJECTION_BYTES)
    except BadEncoding:
        return None


# Decoders.


def value(data: bytes) -> None:
    with contextlib.suppress(BadEncoding):
        assert enc(dec(data)) == data


def stream(data: bytes) -> None:
    with contextlib.suppress(BadEncoding):
        read = list(dec_stream(data))
        assert b"".join(enc(part) for part, _ in read) == data
        assert [end for _, end in read][-1:] in ([], [len(data)])


def seating(data: bytes) -> None:
    decoded_value = decoded(data)
    with contextlib.suppress(BadEncoding):
        assert enc(seating_from(decoded_value).value()) == data


def statement(data: bytes) -> None:
    with contextlib.suppress(Dropped):
        read = read_statement(decoded(data), scene().seating)
        assert read.data == data
        assert is_signed(read.data)


def evidence(data: bytes) -> None:
    """What is read convicts nobody: at this table nobody has done wrong."""
    with contextlib.suppress(Dropped):
        read = read_evidence(decoded(data), scene().seating)
        assert read is None or named_by(read, scene().history(0)) is None


def objection(data: bytes) -> None:
    """As said by seat 1, under its own signature."""
    signed = scene().now(1, decoded(data))
    with contextlib.suppress(Dropped):
        assert read_objection(signed, scene().seating).by == 1


def message(data: bytes) -> None:
    with contextlib.suppress(Dropped):
        assert read_message(data, scene().seating).data == data


def transcript(data: bytes) -> None:
    with contextlib.suppress(BadFile):
        contents = read_transcript(data)
        assert len(contents.signatures) == len(contents.seating.places)


def verdict(data: bytes) -> None:
    """Nothing but a beginning of the true file is valid."""
    report = audit(data, RULES)
    if report.valid:
        assert report.table == scene().seating.table
        assert report.named is None


def is_signed(data: bytes) -> bool:
    """Whether a seat of this table really said it: nobody else can sign."""
    records = [r.record for node in film(SEATS)[Activity.ENDED].wire.nodes for r in node.journal]
    return data in records


def packed_move(data: bytes) -> None:
    decoded_value = decoded(data)
    for game in RULES.values():
        with contextlib.suppress(BadEncoding):
            move = game.unpack(decoded_value)
            assert game.unpack(game.pack(move)) == move


# Pairings, at each of their steps.

TABLE = b"t" * 16
HOST = Introduction("Ana", Identity(b"a" * 32), b"certificate of Ana")
JOINER = Introduction("Bo", Identity(b"b" * 32), b"certificate of Bo")


def pair(steps: int) -> tuple[HostPairing, JoinerPairing, list[bytes]]:
    """Both sides after so many messages, and those."""
    setting = Setting(TABLE, sha256(HOST.certificate).digest(), b"\1\2\3")
    host = HostPairing(setting, HOST, b"h" * 64)
    joiner = JoinerPairing(setting, JOINER, b"j" * 64)
    messages: list[bytes] = [joiner.opening()]
    while len(messages) < steps:
        side = host if len(messages) % 2 else joiner
        answer = side.receive(messages[-1])
        assert answer is not None
        messages.append(answer)
    return host, joiner, messages


@cache
def pairing_messages() -> tuple[bytes, ...]:
    return tuple(pair(6)[2])


def pairing(data: bytes) -> None:
    """Only the true message goes on from any step, under whatever name; no other lets anybody in.

    A name is what its bearer says that it is: TLS carries it, and no signature of a pairing.
    """
    true = pairing_messages()
    step = data[0] % 6 if data else 0
    host, joiner, _ = pair(step) if step else pair(1)
    side = joiner if step % 2 else host
    with contextlib.suppress(PairingFailed):
        side.receive(data[1:])
    if side.peer is not None:
        assert but_for_the_name(data[1:]) == but_for_the_name(true[step])


def but_for_the_name(introduction: bytes) -> tuple[Value, ...]:
    match decoded(introduction):
        case ("identity", _, *proven):
            return tuple(proven)
    raise AssertionError("no introduction let a peer in")


def banner(data: bytes) -> None:
    with contextlib.suppress(PairingFailed):
        assert banner_from(data).message() == data


# A seat's machine.


def same(one: Any, other: Any) -> bool:
    """Equal through and through, also where a class has no equality of its own."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    match one:
        case dict():
            return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
        case list() | tuple():
            return len(one) == len(other) and all(map(same, one, other))
    has_equality = any("__eq__" in vars(kind) for kind in type(one).__mro__[:-1])
    if not has_equality and hasattr(one, "__dict__"):
        return same(vars(one), vars(other))
    return bool(one == other)


def received(data: bytes) -> None:
    """Over a link, as it is: taken or dropped; if dropped, nothing has changed."""
    table, was = scene().copy().tables[0], scene().tables[0]
    try:
        table.receive(Seat(1), data)
    except Dropped:
        assert same(vars(table), vars(was))
    assert table.transcript().startswith(was.transcript())
    assert table.ending() is None


def said(data: bytes) -> None:
    """The value as a statement, rightly signed by the seat that is to move, or that is not.

    Whatever it is, it is a move or its seat is named, and nobody else is.
    """
    decoded_value = decoded(data)
    for seat in range(SEATS):
        there = scene().copy()
        hearing = there.tables[1 - seat]
        there.deliver(1 - seat, there.now(seat, decoded_value).data)
        ending = hearing.ending()
        assert ending is None or ending.seat == seat
        assert not hearing._effects


TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in (
        value,
        stream,
        seating,
        statement,
        evidence,
        objection,
        message,
        transcript,
        verdict,
        packed_move,
        pairing,
        banner,
        received,
        said,
    )
}


@cache
def corpus(name: str) -> tuple[bytes, ...]:
    """Bytes that the target takes, to begin from."""
    there = scene()
    history, file = there.history(0), there.tables[0].transcript()
    small = [s for r in (0, 1, 3) for s in history.statements_of(r).values()]
    pairs = enc(("two", *(s.value for s in small[:2])))
    shown = [pairs, enc(("wrong", small[0].value)), enc(("box", small[0].value, 0, bytes(32)))]
    have, sent = Have(7, (Seat(1),), (Seat(0),)), AllSent(7, bytes(32))
    signatures, digest = Signatures(history.signatures), Digest(bytes(32))
    messages = [have.data, sent.data, signatures.data, digest.data]
    packed = [enc(there.history(0).stage.rules.pack(m)) for m in legal_moves(there)]
    known: dict[str, list[bytes]] = {
        "seating": [enc(there.seating.value())],
        "statement": [s.data for s in small],
        "evidence": shown,
        "objection": [enc(("object", 0, ("because",), dec(part))) for part in shown],
        "message": messages + [s.data for s in small],
        "received": messages + [s.data for s in small],
        "transcript": [file[:3000]],
        "verdict": [file[:3000]],
        "packed_move": packed,
        "pairing": [bytes([i]) + message for i, message in enumerate(pairing_messages())],
        "banner": [Banner(TABLE, True, ("Sunday", 3)).message(), refusal("wait", 20)],
        "said": [enc(("move", dec(move), ())) for move in packed] + [enc(("agree", bytes(32)))],
    }
    return tuple(known.get(name, [enc(small[0].body), enc((None, (True, b"x", "x")))]))


def legal_moves(there: Scene) -> list[Any]:
    stage = there.history(0).stage
    seat = stage.speakers[0]
    moves: list[Any] = list(bare(there.tables[seat].view()).moves)
    return moves
