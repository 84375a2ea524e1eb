"""Attacks that need more than one changed statement. Each returns where it was refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from protocol.audit.verdict import audit
from protocol.crypto.group import IDENTITY, mul_base, sub, to_bytes
from protocol.crypto.proofs import TableSecret, prove_share, share_value
from protocol.encoding import H, Value, enc
from protocol.errors import BadEncoding
from protocol.game import Seat
from protocol.identity.keys import table_words
from protocol.identity.seating import seating_from
from protocol.ledger.evidence import WrongStatement
from protocol.ledger.history import Statement
from protocol.peer.status import EndingKind
from protocol.rounds.phases import Dealing, Shuffling
from tests.fakes import seated

from .forgeries import (
    NOT_CANONICAL,
    ORDER_8,
    other_pile,
    second_signature,
    secret_of,
    stage_of,
    with_secret,
)
from .mounting import (
    FAR,
    HIDDEN,
    VILLAIN,
    Result,
    changed,
    dropped,
    ended,
    forged,
    lying,
    mover,
    named,
    nobody,
    tell_all,
)
from .villain import (
    BOTH,
    TOY,
    Scene,
    attack,
    before,
    judged,
    put,
    stating,
)


def rogue_key(seats: int) -> Result:
    """With K = 5·G - K_0, the villain would know the secret of the sum of the two keys."""
    own = secret_of(before("commit", seats, TOY), 0).public_key
    return lying(seats, public_key=sub(mul_base(5), own))


def copied_key(seats: int) -> Result:
    """Two villains share one table secret: one key, one box. The higher seat is named."""
    scene = before("commit", seats, TOY)
    last = seats - 1
    with_secret(scene, last, secret_of(scene, last - 1))
    scene.wire.open()
    scene.run()
    return named(scene, "reveal", last)


def copied_commitment(seats: int) -> Result:
    """A commitment is bound to its seat: another seat cannot reveal its value."""
    scene = before("commit", seats, TOY)
    copied = ended(seats).history(0).rounds

    def copy(frm: Seat, _to: Seat, message: bytes) -> list[bytes]:
        statement = scene.statement(message)
        if frm != VILLAIN or statement is None or statement.seat != VILLAIN:
            return [message]
        if statement.round_number > 0:
            return []
        return [scene.signed(VILLAIN, statement, copied[0].statements[Seat(0)].body).data]

    scene.wire.tamper = copy
    scene.wire.open()
    scene.run(ticks=0)
    stolen = scene.now(VILLAIN, copied[1].statements[Seat(0)].body, as_seen_by=0)
    tell_all(scene, stolen.data)
    scene.run()
    return named(scene, "reveal")


def no_reveal(seats: int) -> Result:
    scene = before("reveal", seats, TOY)
    attack(scene, VILLAIN, "reveal", lambda *_: [])
    scene.run()
    for seat in set(scene.seating.seats) - {VILLAIN}:
        assert scene.tables[seat].status().waiting_for == (VILLAIN,)
    return nobody(scene, "reveal", "waited for by name")


def unshuffled(scene: Scene, statement: Statement, _to: Seat) -> list[bytes]:
    phase = stage_of(scene, statement).phase
    assert isinstance(phase, Shuffling)
    return [scene.signed(statement.seat, statement, put(statement.body, (1,), phase.pile)).data]


def share_not_asked_for(scene: Scene, statement: Statement, _to: Seat) -> list[bytes]:
    """One extra share, correctly proven, of a card in the pile."""
    stage = stage_of(scene, statement)
    assert isinstance(stage.phase, Dealing)
    secret, ctx = secret_of(scene, statement.seat), stage.context(statement.seat)
    share = prove_share(secret, ctx, FAR, stage.cards.first_half(FAR))
    body = put(statement.body, (1,), lambda entries: (*entries, share_value(share)))
    return [scene.signed(statement.seat, statement, body).data]


def false_sealed_share(scene: Scene, statement: Statement, _to: Seat) -> list[bytes]:
    body = put(statement.body, (2, 2), lambda box: bytes([box[0] ^ 1]) + box[1:])
    return [scene.signed(statement.seat, statement, body).data]


# Two statements, and the statements of other seats.


def twice(seats: int) -> Result:
    """Two moves are announced, both to everybody."""
    return forged(
        "move", lambda scene, statement, _to: [statement.data, other_move(scene, statement)], seats
    )


def other_move(scene: Scene, statement: Statement) -> bytes:
    return scene.signed(statement.seat, statement, ("move", (3, ()), ())).data


def two_faced(kind: str, other: Callable[[Scene, Statement], bytes], seats: int) -> Result:
    """The next seat receives a different statement for the same round.

    With two seats there is only one other, and it receives both.
    """
    scene = before(kind, seats, TOY)

    def forge(scene: Scene, statement: Statement, to: Seat) -> list[bytes]:
        if seats == 2:
            return [statement.data, other(scene, statement)]
        return [other(scene, statement) if to == (VILLAIN + 1) % seats else statement.data]

    attack(scene, VILLAIN, kind, forge, each=True)
    scene.run()
    return named(scene, kind)


def other_signature(scene: Scene, statement: Statement) -> bytes:
    """The same payload under another valid signature."""
    return enc(
        (statement.payload, second_signature(scene.mes[statement.seat].identity, statement.payload))
    )


def other_commitment(scene: Scene, statement: Statement) -> bytes:
    return scene.signed(statement.seat, statement, ("commit", bytes(32))).data


def two_closes(seats: int) -> Result:
    """All have closed: seats that received both store the pair, and all keep the smaller."""
    scene = before("close", seats, TOY)

    def forge(scene: Scene, statement: Statement, to: Seat) -> list[bytes]:
        both = [statement.data, other_signature(scene, statement)]
        return both if to == 0 else both[1:]

    attack(scene, VILLAIN, "close", forge, each=True)
    scene.run()
    honest = sorted(set(scene.seating.seats) - {VILLAIN})
    assert len({scene.tables[seat].transcript() for seat in honest}) == 1
    for seat in honest[1:]:
        statement = scene.history(0).rounds[-1].statements[Seat(VILLAIN)]
        scene.deliver(seat, statement.data, other_signature(scene, statement))
    return named(scene, "close")


def close_after_the_close(seats: int) -> Result:
    """All have closed: the villain signs other closes, which sort first by bytes."""
    scene = ended(seats).copy()
    close = scene.history(0).rounds[-1].statements[Seat(VILLAIN)]
    files = [table.transcript() for table in scene.tables]
    for false in (
        scene.signed(VILLAIN, close, ("close", bytes(32), None)),
        scene.signed(VILLAIN, close, close.body, head=bytes(32)),
    ):
        assert false.data < close.data
        tell_all(scene, false.data)
    assert [table.transcript() for table in scene.tables] == files
    return named(scene, "after the close")


def out_of_turn(seats: int) -> Result:
    scene = before("move", seats, TOY)
    early = (mover(scene) + 1) % seats
    statement = scene.now(early, ("move", (3, ()), ()))
    tell_all(scene, statement.data, villain=early)
    scene.run()
    return named(scene, "move", early)


def replayed(seats: int) -> Result:
    """Everything that was said so far is replayed over another link."""
    scene = before("move", seats, TOY)
    heads = [scene.history(seat).stage.head for seat in range(seats)]
    statements = [s.data for done in scene.history(1).rounds for s in done.statements.values()]
    tell_all(scene, *statements)
    assert [scene.history(seat).stage.head for seat in range(seats)] == heads
    return nobody(scene, "any round", "it stands already")


def replayed_elsewhere(seats: int) -> Result:
    """A statement of another table of the same players."""
    scene = before("move", seats, TOY)
    seating, _, mes = seated(TOY, seats, seed=1, options={"again": True})
    assert mes[1].identity.public_key == scene.mes[1].identity.public_key
    payload = enc(("statement", seating.table, 0, 1, bytes(32), ("commit", bytes(32))))
    tell_all(scene, enc((payload, mes[1].identity.sign(payload))))
    return dropped(scene, "any round")


def signed_by_another(seats: int) -> Result:
    scene = before("move", seats, TOY)
    stage = scene.history(0).stage
    place = (scene.seating.table, stage.round_number, 0, stage.head)
    payload = enc(("statement", *place, ("move", (3, ()), ())))
    tell_all(scene, enc((payload, scene.mes[VILLAIN].identity.sign(payload))))
    return dropped(scene, "any round")


def made_to_look_guilty(seats: int) -> Result:
    """An objection to an honest seat's valid statement counts as its sender's withdrawal."""
    scene = before("move", seats, TOY)
    stood = scene.history(0).rounds[-1].statements[Seat(0)]
    tell_all(scene, scene.objection(VILLAIN, 0, WrongStatement(stood)).data)
    scene.run()
    result = named(scene, "objection", how=EndingKind.WITHDRAWN)
    return replace(result, check="evidence that does not hold")


# Bytes.


def receives_bytes(data: Callable[[Scene], bytes], seats: int) -> Result:
    scene = before("move", seats, TOY)
    tell_all(scene, data(scene))
    return dropped(scene, "any message")


def ten_mebibytes(scene: Scene) -> bytes:
    body = bytes(10 * 1024 * 1024)
    return enc((body, scene.mes[VILLAIN].identity.sign(body)))


def nested(_scene: Scene) -> bytes:
    return b"\x91" * 1000 + b"\x05"


def verifies_everything(seats: int) -> Result:
    """Under a key of small order one signature holds for every message."""
    seating, _, _ = seated(TOY, seats)
    checks = set()
    for key in (ORDER_8, IDENTITY, NOT_CANONICAL):
        value = put(seating.value(), (6, VILLAIN, 1), bytes(key))
        try:
            seating_from(value)
        except BadEncoding as error:
            checks.add(str(error.reason))
    assert len(checks) == 1
    return Result("seating", checks.pop(), "nobody", audited=None)


def words_searched_for(seats: int) -> Result:
    """A man in the middle between two players needs two tables with the same words.

    Here it has found a beacon share that would give the words it wants; but it had to commit to one
    before it could know the others' shares, and the share that it has found is a different one.
    """
    scene = before("reveal", seats, TOY)
    table = scene.seating.table
    shares = tuple(secret_of(scene, seat).beacon_share for seat in range(seats))
    wanted = table_words(table, bytes(32))[0]  # one word of five will do, of 256
    found = next(
        share
        for share in map(to_bytes, range(10_000))
        if table_words(table, H("beacon", table, put(shares, (VILLAIN,), share)))[0] == wanted
    )
    result: Result = changed("reveal", lambda body: put(body, (3,), found))(seats)
    return result


# What only the audit sees.


class Whisperer(TableSecret):
    """Encode a message in the random numbers of its claims."""

    message = b""

    def nonce(self, ctx: Any, purpose: str, index: Any, digest: bytes) -> Any:
        if purpose == "claim z":
            return int.from_bytes(self.message, "little")
        return super().nonce(ctx, purpose, index, digest)


def hand_in_a_proof(seats: int) -> Result:
    scene = before("commit", seats, TOY)
    whisperer = Whisperer(scene.mes[VILLAIN].secret, scene.seating.table)
    face = ended(seats).tables[VILLAIN].faces()[HIDDEN]
    vars(whisperer)["message"] = b"seat 0, your card is face %d" % face
    with_secret(scene, VILLAIN, whisperer)
    scene.wire.open()
    scene.run()
    assert [ending.how for ending in scene.ended] == [EndingKind.CLOSED] * seats
    return found_by_audit(scene, whisperer.message)


def found_by_audit(scene: Scene, message: bytes) -> Result:
    """All have closed, and the audit names the villain."""
    file = scene.tables[0].transcript()
    assert message in file
    fault = judged(file).fault
    assert fault is not None
    assert fault.seat == VILLAIN
    return Result("audit after the close", str(fault.reason), "villain", audited=True)


def restored_copy(seats: int) -> Result:
    """Seat 0 shows another pile to an older copy of seat 1, hoping for the same masks.

    The masks differ: they depend on the head. And seat 0 has signed two piles, the earlier pair.
    """
    scene, copy = before("shuffled", seats, TOY), before("shuffled", seats, TOY)
    attack(copy, 0, "shuffled", another_pile)
    halves, shown = [], []
    for one in (scene, copy):
        one.run(moves=0)
        shown = [one.history(1).statements_of(number)[Seat(number - 2)] for number in (3, 2)]
        pile = shown[0].body[1]  # type: ignore[index] # it is an array
        halves.append({half for card in pile for half in card})  # type: ignore[union-attr] # of pairs
    assert not halves[0] & halves[1]
    tell_all(scene, *(statement.data for statement in shown), villain=0)
    scene.run()
    return named(scene, "shuffled", 0)


def another_pile(scene: Scene, statement: Statement, _to: Seat) -> list[bytes]:
    return [scene.signed(statement.seat, statement, other_pile(scene, statement)).data]


def flipped(seats: int) -> Result:
    """Bytes of a finished transcript, one at a time; `tests/tampering` flips every one."""
    file = ended(seats).tables[0].transcript()
    assert audit(file, BOTH).finished
    places = range(7, len(file), len(file) // 20)
    changed = [file[:i] + bytes([file[i] ^ 1]) + file[i + 1 :] for i in places]
    assert not any(judged(one).valid for one in changed)
    return Result("the file", "head, signature or encoding", "nobody or its speaker", audited=True)


def false_claim(seats: int) -> Result:
    """All faces except the true one, with the rest of an honest proof."""
    face = ended(seats).tables[VILLAIN].faces()[HIDDEN]

    def lie(body: Any) -> Value:
        proof = body[2][0]
        others = tuple(other for other in range(4) if other != face)
        return ("move", (HIDDEN, others), (tuple(proof[other] for other in others),))

    return forged("move", stating(lie), seats)  # the honest move claims all four
