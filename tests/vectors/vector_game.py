"""The short game of the vectors, and every way of being wrong in it.

Two seats, one mistake allowed: seat 0 hints, seat 1 plays a card that fits nowhere. A way of being
wrong is a change of one statement of it (its body said otherwise and signed again, or its bytes),
or of the order of the rounds in its file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import sha512
from typing import Any

from p2p_hanabi.games.common.firework_cards import rank_of
from p2p_hanabi.games.hanabi.moves import HintRank, Play
from protocol.audit.verdict import audit
from protocol.crypto.group import L, mul_base, to_bytes
from protocol.crypto.proofs import TableSecret
from protocol.encoding import Value, dec_stream, enc
from protocol.errors import BadFile, Dropped, Wrong
from protocol.game import Seat
from protocol.identity.keys import Identity, seat_message, table_words
from protocol.identity.seating import Place, Seating
from protocol.ledger.history import History, read_statement, sign
from protocol.ledger.transcript import digest, write_transcript
from protocol.reasons import Reason, WireReason
from protocol.rounds.cards import Private
from protocol.rounds.phases import Moving
from protocol.rounds.seat_secrets import Prover
from protocol.rounds.verify import verify
from tests.any_game import RULES, bare
from tests.attacks.forgeries import ORDER_8, plus_order
from tests.attacks.villain import put
from tests.worked_example import Example, array

HANABI = RULES["hanabi"]
NAMES = ("Ada", "Bob")


@cache
def short_game() -> tuple[Example, list[Any]]:
    """The game, told to its end, and its moves."""
    identities = tuple(Identity(bytes([seat + 0x41]) * 32) for seat in range(2))
    places = tuple(
        Place(name, who.public_key, bytes([seat + 0x51]) * 32, bytes([seat + 0x61]) * 16)
        for seat, (name, who) in enumerate(zip(NAMES, identities, strict=True))
    )
    options = HANABI.options({"red": 1, "first": 0})
    seating = Seating(HANABI.name, options, HANABI.deck, HANABI.faces(dict(options)), places)
    signatures = [w.sign(seat_message(seating.table, i)) for i, w in enumerate(identities)]
    provers = {
        seat: Prover(seat, TableSecret(bytes([seat + 0x71]) * 32, seating.table), Private())
        for seat in seating.seats
    }
    history = History.of(HANABI, seating, signatures)
    game = Example(HANABI, seating, identities, history, provers, [])
    moves: list[Any] = []
    while history.stage.speakers:
        if isinstance(history.stage.phase, Moving):
            moves.append(_choose(game, history.stage.phase.by))
            game.moves = moves[-1:]
        game.one_round()
    return game, moves


def _choose(game: Example, seat: Seat) -> Any:
    stage = game.history.stage
    if seat == 1:
        known = game.provers[Seat(0)].private.faces
        return next(Play(c) for c in bare(stage.state).hands[1] if rank_of(known[c]) > 1)
    legal = HANABI.moves(stage.state, seat, game.provers[seat].known(stage.cards))
    return next(move for move in legal if isinstance(move, HintRank))


def game_facts() -> dict[str, Any]:
    game, moves = short_game()
    history, seating = game.history, game.seating
    file = write_transcript(history)
    return {
        "identity seeds": [who.seed for who in game.identities],
        "secrets": [game.provers[seat].secret.secret for seat in seating.seats],
        "moves": [HANABI.pack(move) for move in moves],
        "seating": enc(seating.value()),
        "table": seating.table,
        "signatures": history.signatures,
        "rounds": [
            {
                "head": done.stage.head,
                "statements": [
                    {"seat": seat, "payload": statements.payload, "signature": statements.signature}
                    for seat, statements in sorted(done.statements.items())
                ],
            }
            for done in history.rounds
        ],
        "head": history.stage.head,
        "beacon": history.stage.beacon,
        "words": table_words(seating.table, history.stage.beacon),
        "transcript bytes": len(file),
        "transcript": digest(file),
    }


# Ways of being wrong.

Change = tuple[tuple[int, ...], Any]
"""Where in the body, and what stands there instead; a function is given what stood there."""


def plus_1(scalar: bytes) -> bytes:
    return ((int.from_bytes(scalar, "little") + 1) % L).to_bytes(32, "little")


WRONG: dict[str, tuple[str, int, tuple[Change, ...]]] = {
    "commitment too short": ("commit", 1, (((1,), bytes(31)),)),
    "something else than is due": ("commit", 0, (((0,), "reveal"),)),
    "another key than committed to": ("reveal", 1, (((1,), bytes(mul_base(9))),)),
    "another beacon share than committed to": ("reveal", 0, (((3,), bytes(32)),)),
    "one card of the result twice": (
        "shuffled", 1, (((1, 0), lambda: statement("shuffled", 1)[1][1]),),
    ),
    "halves of a card exchanged": ("shuffled", 1, (((1, 2), lambda card: card[::-1]),)),
    "a card of small order": ("shuffled", 0, (((1, 4, 0), ORDER_8),)),
    "a commitment p of the identity": ("shuffled", 0, (((2, 0, 3), bytes([1]) + bytes(31)),)),
    "challenge too large by L": ("shuffled", 0, (((2, 2), plus_order),)),
    "answer s1 too large by 1": ("shuffled", 1, (((2, 3), plus_1),)),
    "answer of zero": ("shuffled", 1, (((2, 8, 0), bytes(32)),)),
    "a chain too short": ("shuffled", 0, (((2, 1), lambda chain: chain[:-1]),)),
    "agreement to another pile": ("agree", 0, (((1,), bytes(32)),)),
    "a share that is none": ("dealt", 0, (((1, 0, 0), bytes(mul_base(9))),)),
    "a share's answer too large by 1": ("dealt", 0, (((1, 0, 2), plus_1),)),
    "a blinded share where none is due": (
        "dealt", 0, (((1, 0), lambda: statement("dealt", 1)[1][0]),),
    ),
    "a blinded share that is none": ("dealt", 1, (((1, 0, 0), bytes(mul_base(9))),)),
    "nothing in place of a share": ("dealt", 1, (((1, 2), None),)),
    "a box where none is due": ("dealt", 1, (((2, 0), bytes(16)),)),
    "a box too few": ("dealt", 1, (((2,), (None,)),)),
    "a move that the rules forbid": ("move", 1, (((1,), ("play", 0)),)),
    "a move of no kind": ("move", 1, (((1,), ("pass",)),)),
    "a hint that touches one card fewer": ("move", 0, (((1, 3), lambda cards: cards[1:]),)),
    "a claim's answer too large by 1": ("move", 0, (((2, 0, 0, 1), plus_1),)),
    "a claim without proof": ("move", 0, (((2,), lambda proofs: proofs[1:]),)),
    "a blinding that opens nothing": ("opened", 0, (((1, 0), plus_1),)),
    "another outcome": ("close", 0, (((1,), bytes(32)),)),
    "another secret than committed to": ("close", 1, (((2,), bytes(32)),)),
    "no secret where it is to be shown": ("close", 0, (((2,), None),)),
}  # fmt: skip


def place_of(kind: str, seat: int) -> int:
    """The round of the seat's first statement of this kind."""
    rounds = short_game()[0].history.rounds
    return next(
        number
        for number, done in enumerate(rounds)
        if Seat(seat) in done.statements and array(done.statements[Seat(seat)].body)[0] == kind
    )


def statement(kind: str, seat: int) -> tuple[Any, ...]:
    """The body of that statement."""
    rounds = short_game()[0].history.rounds
    return array(rounds[place_of(kind, seat)].statements[Seat(seat)].body)


def settled(kind: str, seat: int, change: Change) -> tuple[tuple[int, ...], Value]:
    """The change with its value: one that is a function is worked out."""
    path, new = change
    if callable(new):
        old: Any = statement(kind, seat)
        for step in path:
            old = old[step]
        new = new(old) if new.__code__.co_argcount else new()
    return path, new


def apply_changes(body: Value, changes: Sequence[tuple[Sequence[int], Value]]) -> Value:
    for path, new in changes:
        body = put(body, tuple(path), new)
    return body


def verdict_on(number: int, seat: int, body: Value) -> tuple[int, Reason] | None:
    """Who is named for saying this in place of what was said, and for what."""
    game, _ = short_game()
    stage = game.history.rounds[number].stage
    signed = sign(stage, Seat(seat), body, game.identities[seat])
    try:
        verify(stage, Seat(seat), signed.body)
    except Wrong as wrong:
        return wrong.seat, wrong.reason
    return None


def dropped_because(payload: bytes, signature: bytes) -> tuple[WireReason, ...] | None:
    try:
        read_statement((payload, signature), short_game()[0].seating)
    except Dropped as error:
        return error.reason.wire
    return None


def fault_of(order: Sequence[int]) -> BadFile | None:
    """What an audit finds in the game's file with its rounds in this order."""
    header, *rounds = [value for value, _ in dec_stream(write_transcript(short_game()[0].history))]
    return audit(enc(header) + b"".join(enc(rounds[i]) for i in order), RULES).fault


def _strangers() -> Iterator[tuple[str, bytes, bytes]]:
    """Bytes that are no statement of this table."""
    game, _ = short_game()
    signed = game.history.rounds[0].statements[Seat(1)]
    other, table = game.identities[0], game.seating.table
    s = (int.from_bytes(signed.signature[32:], "little") + L).to_bytes(32, "little")
    elsewhere = signed.payload.replace(table, bytes(32))
    longer = signed.payload.replace(table + b"\x00", table + b"\xcc\x00")
    yield "signed by another seat", signed.payload, other.sign(signed.payload)
    yield "S of the signature too large by L", signed.payload, signed.signature[:32] + s
    yield "a bit of the payload turned", signed.payload[:-1] + b"\xff", signed.signature
    yield "of another table", elsewhere, game.identities[1].sign(elsewhere)
    yield "the round's number in two bytes", longer, game.identities[1].sign(longer)


def _orders() -> Iterator[tuple[str, list[int]]]:
    count = len(short_game()[0].history.rounds)
    whole = list(range(count))
    yield "no round at all", []
    yield "a round missing", [0, 1, 2, 4, *whole[5:]]
    yield "a round twice", [0, 1, 2, 2, *whole[3:]]
    yield "two rounds exchanged", [0, 2, 1, *whole[3:]]
    yield "something after the close", [*whole, 0]


def _wrong_statements() -> Iterator[dict[str, Any]]:
    for name, (kind, seat, changes) in WRONG.items():
        done = [settled(kind, seat, change) for change in changes]
        yield _wrong_statement(name, (kind, seat), seat, done)
    yield _wrong_statement("a move of the seat that is not to move", ("move", 0), 1, [])
    yield _wrong_statement("agreement by the one who shuffled last", ("agree", 0), 1, [])
    yield _wrong_statement("an opening by the card's holder", ("opened", 0), 1, [])


def _wrong_statement(
    name: str, of: tuple[str, int], seat: int, changes: Sequence[tuple[tuple[int, ...], Value]]
) -> dict[str, Any]:
    """What is said `of` a kind by a seat, changed, as said by `seat`."""
    number = place_of(*of)
    verdict = verdict_on(number, seat, apply_changes(statement(*of), changes))
    assert verdict is not None, name
    return {
        "name": name,
        "round": number,
        "of": of[1],
        "seat": seat,
        "changes": [{"path": path, "enc": enc(new)} for path, new in changes],
        "named": verdict[0],
        "reason": verdict[1].wire,
    }


Ending = tuple[int, Sequence[Value], Value]
"""After how many rounds; the objections; the writer's evidence."""


def second_signature(who: Identity, message: bytes) -> bytes:
    """Another signature that verifies: Ed25519 with a nonce that is not RFC 8032's."""
    half = bytearray(sha512(who.seed).digest()[:32])
    half[0], half[31] = half[0] & 248, half[31] & 127 | 64
    r = 271828
    challenge = sha512(mul_base(r) + who.public_key + message).digest()
    answer = r + int.from_bytes(challenge, "little") * int.from_bytes(half, "little")
    return mul_base(r) + to_bytes(answer)


def _endings() -> Iterator[tuple[str, Ending]]:
    """Accounts of how a table ended, after the pile was agreed on."""
    game, _ = short_game()
    number = place_of("dealt", 0)
    agreed, dealing = (game.history.rounds[i] for i in (number - 1, number))
    stands = agreed.statements[Seat(0)]
    other = sign(agreed.stage, Seat(0), ("agree", bytes(32)), game.identities[0])
    false = sign(dealing.stage, Seat(1), ("dealt", (), ()), game.identities[1])
    message = seat_message(game.seating.table, 1)
    signatures = (game.history.signatures[1], second_signature(game.identities[1], message))
    two, wrong = ("two", stands.value, other.value), ("wrong", false.value)
    nothing = ("two", stands.value, stands.value)

    def objection(
        by: int, blamed: int, evidence: Value, reason: Value = ("other-agreement",)
    ) -> Value:
        body = ("object", blamed, reason, evidence)
        return sign(dealing.stage, Seat(by), body, game.identities[by]).value

    yield "two statements for one round", (number, (), two)
    yield "a wrong statement", (number, (), wrong)
    yield "a statement that does not stand where it says", (number, (), ("wrong", other.value))
    yield "a seating signed twice", (number, (), ("signed twice", 1, *signatures))
    yield "an objection with evidence", (number, (objection(1, 0, two),), None)
    yield "an objection without evidence is a withdrawal", (number, (objection(1, 0, None),), None)
    yield "so is one that shows nothing", (number, (objection(1, 0, nothing),), None)
    yield "so is one that blames another seat", (number, (objection(0, 0, wrong),), None)
    yield "of two cheats that of the lower round", (number, (objection(0, 1, wrong),), two)
    yield "evidence that shows nothing", (number, (), nothing)
    yield "a sentence for a reason", (number, (objection(1, 0, two, "because"),), None)
    yield "a reason that nobody knows", (number, (objection(1, 0, two, ("surely-not", 1)),), None)
    yield "no reason", (number, (objection(1, 0, two, ()),), None)
    long = objection(1, 0, two, ("x" * 198,))
    yield "too long a reason", (number, (long,), None)
    yield "objections out of order", (number, (objection(1, 1, None), objection(0, 0, None)), None)


def ended_file(number: int, ended: bytes) -> bytes:
    """The game's file up to a round, with this account after it."""
    file = write_transcript(short_game()[0].history)
    ends = [end for _, end in dec_stream(file)]
    return file[: ends[number]] + ended


def _ending_facts() -> Iterator[dict[str, Any]]:
    for name, (number, objections, evidence) in _endings():
        ended = enc(("ended", (), objections, evidence))
        report = audit(ended_file(number, ended), RULES)
        yield {
            "name": name,
            "rounds": number,
            "ended": ended,
            "valid": report.valid,
            "round": report.named_round if report.fault is None else report.fault.round_number,
            "named": report.named if report.fault is None else report.fault.seat,
            "withdrawn": report.valid and report.withdrawn,
        }


def wrong_facts() -> dict[str, Any]:
    files = []
    for name, order in _orders():
        fault = fault_of(order)
        assert fault is not None, name
        files.append(
            {
                "name": name,
                "rounds": order,
                "round": fault.round_number,
                "named": fault.seat,
                "reason": fault.reason.wire,
            }
        )
    return {
        "statements": list(_wrong_statements()),
        "dropped": [
            {
                "name": name,
                "payload": payload,
                "signature": signature,
                "reason": dropped_because(payload, signature),
            }
            for name, payload, signature in _strangers()
        ],
        "files": files,
        "endings": list(_ending_facts()),
    }
