"""Statements, rounds and heads: who has said what, in an order that all seats agree on.

A statement is signed for one table, round, seat and head; a round is complete when every speaker's
statement is in; its head is a digest of everything before it. So a signature under a head covers
the whole history.
Source: docs/protocol.md, section 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from types import MappingProxyType

from ..encoding import MAX_OBJECTION_BYTES, MAX_STATEMENT_BYTES, H, Integer, Value, dec, enc
from ..errors import BadEncoding, BadProof, Dropped, Wrong
from ..game import AnyGame, Seat
from ..identity.keys import Identity, verify_signature
from ..identity.seating import Seating
from ..reasons import Ignored, Malformed
from ..rounds import shuffle
from ..rounds.advance import advance
from ..rounds.commit import verify_together
from ..rounds.exclusion import without
from ..rounds.phases import Closed, Moving, Shuffling, Verified
from ..rounds.state import Stage, first_stage

# §4, §14: the first word alone decides. So a malformed stop or word of a ballot never counts as its
# seat's statement of the round.
OUT_OF_BAND = frozenset({"object", "stop", "vote", "decide", "next"})


@dataclass(frozen=True)
class Statement:
    """What one seat signed for one place; `payload` and `signature` determine everything else."""

    payload: bytes
    signature: bytes
    round_number: int
    seat: Seat
    head: bytes
    body: Value

    @cached_property
    def digest(self) -> bytes:
        """The digest of payload and signature, 32 bytes, from which the next head is computed."""
        return H("statement", self.payload, self.signature)

    @cached_property
    def data(self) -> bytes:
        """enc([payload, signature]), as it is sent and stored in the journal."""
        return enc(self.value)

    @property
    def value(self) -> Value:
        """The wire form [payload, signature]."""
        return (self.payload, self.signature)

    @property
    def kind(self) -> str:
        """The first word of an out-of-band statement (an objection, a stop or a word of a ballot),
        which is signed under a round but is none of its statements; empty for a statement of the
        round."""
        match self.body:
            case (str(kind), *_) if kind in OUT_OF_BAND:
                return kind
        return ""

    @property
    def is_out_of_band(self) -> bool:
        """Whether it is signed under a round but is none of the round's statements: see `kind`."""
        return self.kind != ""

    @property
    def is_objection(self) -> bool:
        """Whether it is an objection, whatever else is in it."""
        return self.kind == "object"


def is_too_far(statement: Statement, stage: Stage) -> bool:
    """Return whether the statement is of a future round that no honest seat can have reached
    (§4)."""
    return statement.round_number - stage.round_number > len(stage.seating.places) + 2


def is_long_over(stage: Stage, now: Stage) -> bool:
    """Return whether no active seat can still be at that round (§4)."""
    return now.round_number - stage.round_number > len(now.seating.places) + 2


def payload_of(stage: Stage, seat: Seat, body: Value) -> bytes:
    """Return the bytes that the seat signs to say this in the open round (section 4)."""
    place = (stage.seating.table, stage.round_number, seat, stage.head)
    return enc(("statement", *place, body))


def sign(stage: Stage, seat: Seat, body: Value, identity: Identity) -> Statement:
    """Sign a statement of the open round. Raises `BadEncoding` if the payload would exceed the
    bound for objections."""
    payload = payload_of(stage, seat, body)
    decoded = dec(payload, MAX_OBJECTION_BYTES)  # bodies are compared as decoded from the wire
    assert isinstance(decoded, tuple)  # noqa: S101 - for the type checker: encoded above
    return Statement(
        payload, identity.sign(payload), stage.round_number, seat, stage.head, decoded[5]
    )


def read_statement(value: Value, seating: Seating) -> Statement:
    """Parse a statement of this table and verify its signature. Raises `Dropped` for anything
    else."""
    statement = read_unverified(value, seating)
    # §2: last, since this costs most: a flood of malformed statements is dropped before it.
    identity = seating.places[statement.seat].identity
    try:
        verify_signature(identity, statement.payload, statement.signature)
    except BadProof:
        # §4: accuses nobody: whoever sent it may have made it up.
        raise Dropped(Ignored.UNSIGNED.reason(seat=statement.seat)) from None
    return statement


def read_unverified(value: Value, seating: Seating) -> Statement:
    """Parse a statement of this table without verifying its signature. Raises `Dropped`."""
    match value:
        case (bytes(payload), bytes(signature)) if len(signature) == 64:
            statement = _parse(payload, signature, seating)
        case _:
            raise Dropped(Ignored.STATEMENT_FORM)
    # §2: the evidence of an objection can contain two whole statements.
    bound = MAX_OBJECTION_BYTES if statement.is_objection else MAX_STATEMENT_BYTES
    if len(statement.data) > bound:
        raise Dropped(Malformed.TOO_LARGE.reason(size=len(statement.data), most=bound))
    return statement


def _parse(payload: bytes, signature: bytes, seating: Seating) -> Statement:
    try:
        # §2: the larger bound: which one applies can be read only in the payload.
        value = dec(payload, MAX_OBJECTION_BYTES)
    except BadEncoding as error:
        raise Dropped(Ignored.NO_STATEMENT.because(error.reason)) from None
    match value:
        case ("statement", table, Integer(number), Integer(seat), bytes(head), body):
            # §4: a signature for one table must never count at another.
            if table != seating.table:
                raise Dropped(Ignored.OTHER_TABLE)
            # The look-up of its key would fail, and with it this program: anybody can send this.
            if seat >= len(seating.places):
                raise Dropped(Ignored.NO_SUCH_SEAT)
            return Statement(payload, signature, number, Seat(seat), head, body)
    raise Dropped(Ignored.NO_STATEMENT)


def next_head(head: bytes, statements: Mapping[Seat, Statement]) -> bytes:
    """Return the head of the round after one with these statements: 32 bytes."""
    # §4: in seat order, however they arrived.
    return H("round", head, [statements[seat].digest for seat in sorted(statements)])


def void_head(head: bytes, gone: Seat) -> bytes:
    """Return the head of the round after one that went on without the seat `gone`: 32 bytes."""
    return H("void", head, gone)


def following(
    head: bytes, number: int, coming: Iterable[Statement], seats: Sequence[Seat]
) -> frozenset[Seat]:
    """Return the seats that have signed one of these under this head of round `number`, or under a
    head that follows from it.

    None of these can be verified yet: so any subset of a round's statements may have led to the
    next head, or the round may be void.
    """
    signed: dict[tuple[int, bytes], dict[Seat, Statement]] = {}
    for one in coming:
        signed.setdefault((one.round_number, one.head), {})[one.seat] = one
    found: set[Seat] = set()
    heads = {head}
    while heads:
        nexts = {void_head(known, seat) for known in heads for seat in seats}
        for known in heads:
            here = signed.get((number, known), {})
            # §14: whoever has signed under it has gone on from the round, and votes for no other.
            found |= here.keys()
            parts = (part for count in range(len(here)) for part in combinations(here, count + 1))
            nexts |= {next_head(known, {seat: here[seat] for seat in part}) for part in parts}
        number += 1
        # §14: of a void round nothing may have been heard, only of the one after it. Other heads
        # that nobody has signed under lead nowhere, and there are always more of them.
        heads = {
            after
            for after in nexts
            if (number, after) in signed
            or any((number + 1, void_head(after, seat)) in signed for seat in seats)
        }
    return frozenset(found)


@dataclass(frozen=True)
class Round:
    """One complete round: the stage at its start, and what was said in it.

    A round that went on without a seat, `gone`, is void; its statements are the decisions to do so,
    as far as they are known here. What had been said in it, as far as it is known here, is
    `set_aside`.
    """

    stage: Stage
    statements: Mapping[Seat, Statement]
    verified: Mapping[Seat, Verified]
    gone: Seat | None = None
    set_aside: Mapping[Seat, Statement] = field(default_factory=lambda: MappingProxyType({}))


@dataclass
class History:
    """A table's growing history: complete rounds, and the open one. Only its owner changes it."""

    stage: Stage
    signatures: tuple[bytes, ...]
    rounds: list[Round] = field(default_factory=list)
    statements: dict[Seat, Statement] = field(default_factory=dict)
    verified: dict[Seat, Verified] = field(default_factory=dict)
    moved: bool = False  # a move has been made

    @staticmethod
    def of(game: AnyGame, seating: Seating, signatures: Sequence[bytes]) -> History:
        """Return the history of a table that begins. `signatures` are those of the seating, 64
        bytes each, in seat order."""
        return History(first_stage(game, seating, tuple(signatures)), tuple(signatures))

    @property
    def is_closed(self) -> bool:
        """Whether the last close is in, so that the file is complete."""
        return isinstance(self.stage.phase, Closed)

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats that have yet to speak in the open round."""
        if not self.verified:
            return self.stage.speakers
        return tuple([seat for seat in self.stage.speakers if seat not in self.verified])

    def add(self, statement: Statement, verified: Verified) -> None:
        """Add a verified statement. Raises `Wrong` if it conflicts with another: the one named is
        removed, even if it came first."""
        self.statements[statement.seat] = statement
        self.verified[statement.seat] = verified
        try:
            verify_together(self.verified)
        except Wrong as wrong:
            # §4: of two equal keys the higher seat is the wrong one, whichever came first.
            del self.statements[Seat(wrong.seat)], self.verified[Seat(wrong.seat)]
            raise

    def predicted(self, statement: Statement) -> Stage | None:
        """Return the stage after this statement of the open round, if it is the shuffle that is
        due, on the assumption that it is valid. Nothing in it is verified."""
        match self.stage.phase:
            case Shuffling(by, _, pile) if by == statement.seat:
                # §6: a shuffle has one speaker, so this statement alone determines the next head.
                shuffled = shuffle.unverified(pile, statement.body)
                if shuffled is not None:
                    head = next_head(self.stage.head, {by: statement})
                    return advance(self.stage, {by: shuffled}, head)
        return None

    def complete_round(self) -> Round | None:
        """Advance to the next round if this one is complete; return the one that was completed."""
        # §4: no round follows the last close, nor keys or a deal that hide nothing: nobody speaks
        # then.
        if self.missing or not self.stage.speakers:
            return None
        done = Round(self.stage, dict(self.statements), dict(self.verified))
        self.stage = advance(self.stage, done.verified, next_head(self.stage.head, done.statements))
        self.rounds.append(done)
        self.moved = self.moved or isinstance(done.stage.phase, Moving)
        self.statements.clear()
        self.verified.clear()
        return done

    def void(self, gone: Seat, decisions: Mapping[Seat, Statement]) -> Round:
        """Advance to the next round without a seat, as all but one have decided."""
        # §14: what was said no longer counts, but still makes a pair with anything else that its
        # seat says for this round.
        done = Round(self.stage, dict(decisions), {}, gone, dict(self.statements))
        # §14: the head names the gone seat alone, since seats may hold different decisions.
        self.stage = without(self.stage, gone, void_head(self.stage.head, gone))
        self.rounds.append(done)
        self.statements.clear()
        self.verified.clear()
        return done

    def back_to(self, round_number: int) -> None:
        """Reopen a complete round: the others have never received what this seat said in it."""
        done = self.rounds[round_number]
        del self.rounds[round_number:]
        self.stage = done.stage
        # §14: it never speaks twice for one round, so what it has said stays said.
        self.statements, self.verified = dict(done.statements), dict(done.verified)

    def decisions_before(self, round_number: int) -> list[Statement]:
        """Return the decisions to go on without a seat that a seat at this round may lack: it may
        have completed, alone, a round that is void for the others."""
        # §8: these three rounds; it cannot have come further alone, except by the help of a liar.
        last = self.rounds[max(round_number - 3, 0) : round_number]
        return [
            statement
            for done in last
            if done.gone is not None
            for statement in done.statements.values()
        ]

    def standing(self, round_number: int, seat: Seat) -> Statement | None:
        """Return this seat's statement of this round, as far as it is known here."""
        if self.is_void(round_number):
            # §14: the statements of a void round are its decisions, which stand beside what a seat
            # said in it.
            return self.rounds[round_number].set_aside.get(seat)
        return self.statements_of(round_number).get(seat)

    def has_spoken_after(self, round_number: int, seat: Seat) -> bool:
        """Return whether this seat has spoken in a later round."""
        later = [done.statements for done in self.rounds[round_number + 1 :]]
        # §14: what it has said in the open round could not be taken back either.
        now = [self.statements] if self.stage.round_number > round_number else []
        return any(seat in statements for statements in (*later, *now))

    def is_void(self, round_number: int) -> bool:
        """Return whether this round is void: the table went on from it without a seat."""
        complete = round_number < len(self.rounds)
        return complete and self.rounds[round_number].gone is not None

    def statements_of(self, round_number: int) -> Mapping[Seat, Statement]:
        """Return the statements of a round, complete or open; none for a future round."""
        if round_number < len(self.rounds):
            return self.rounds[round_number].statements
        return self.statements if round_number == self.stage.round_number else {}

    def stage_of(self, round_number: int) -> Stage | None:
        """Return the stage at the start of a round; None if this history has not reached it."""
        if round_number < len(self.rounds):
            return self.rounds[round_number].stage
        return self.stage if round_number == self.stage.round_number else None

    def before_close(self) -> History:
        """Return the same history without its last round."""
        # §8: a complete close would end the file, and leave no place for an account that names the
        # cheat.
        return History(self.rounds[-1].stage, self.signatures, self.rounds[:-1])
