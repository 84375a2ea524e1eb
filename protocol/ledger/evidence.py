"""Evidence that a seat broke the protocol, which a third party can check.

An objection is a signed statement of its own kind: it names a seat, a reason and the evidence. If
the evidence holds, the blamed seat is the wrongdoer; if not, the objector has withdrawn.
Source: docs/protocol.md, section 4, "Objections".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ..crypto.boxes import BoxKey
from ..crypto.key_split import Escrowed
from ..crypto.sealed_shares import BadBox
from ..encoding import Integer, Value, enc
from ..errors import BadProof, Dropped, Wrong
from ..game import AnyGame, Card, Seat
from ..identity.keys import seat_message, verify_signature
from ..identity.seating import Seating
from ..reasons import WIRE, Code, Ignored, Reason, by_code
from ..rounds.commit import verify_together
from ..rounds.deal import due_rows, unsealing_at
from ..rounds.phases import Dealing, Dealt, Escrowing, Revealing, Verified
from ..rounds.state import Stage
from ..rounds.verify import verify
from .history import History, Statement, is_too_far, read_statement
from .votes import is_clash

MAX_REASON_BYTES = 200


@dataclass(frozen=True, slots=True)
class Two:
    """Two different statements of one seat for one round."""

    first: Statement
    second: Statement

    def value(self) -> Value:
        """Return the wire form ["two", statement, statement]."""
        return ("two", self.first.value, self.second.value)


@dataclass(frozen=True, slots=True)
class SignedTwice:
    """Two different signatures of one seat under one seating."""

    seat: Seat
    first: bytes
    second: bytes

    def value(self) -> Value:
        """Return the wire form ["signed twice", seat, signature, signature]."""
        return ("signed twice", self.seat, self.first, self.second)


@dataclass(frozen=True, slots=True)
class WrongStatement:
    """A statement, correctly signed for its place, that fails its check."""

    statement: Statement

    def value(self) -> Value:
        """Return the wire form ["wrong", statement]."""
        return ("wrong", self.statement.value)


@dataclass(frozen=True, slots=True)
class FalseBox:
    """A box in this statement that its receiver, whose private box key is included, finds false.

    The statement is part of it, so that a seat that was sent a different one can judge it too.
    """

    statement: Statement
    card: Card
    box_key: bytes

    def value(self) -> Value:
        """Return the wire form ["box", statement, card, box key]."""
        return ("box", self.statement.value, self.card, self.box_key)


Evidence: TypeAlias = Two | SignedTwice | WrongStatement | FalseBox


@dataclass(frozen=True, slots=True)
class Objection:
    """The content of an objection."""

    by: Seat
    blamed: Seat
    reason: Value
    evidence: Evidence | None


def objection_body(blamed: Seat, reason: Reason, evidence: Evidence | None) -> Value:
    """Return the body of an objection, ["object", blamed, reason, evidence]; nil for no
    evidence."""
    shown = evidence.value() if evidence is not None else None
    return ("object", blamed, reason.wire, shown)


def read_objection(statement: Statement, seating: Seating) -> Objection:
    """Parse an objection. Evidence that is unreadable becomes None, and so does evidence about a
    later round, which some seats could judge too early.

    Raises `Dropped` if the statement is not of this form.
    """
    match statement.body:
        case ("object", Integer(blamed), reason, evidence):
            if blamed >= len(seating.places):
                raise Dropped(Ignored.NO_SUCH_SEAT)
            if not _is_reason(reason):
                raise Dropped(Ignored.REASON_FORM)
            try:
                # §4: unreadable evidence counts as none. If the objection were dropped, its speaker
                # would be silent and nobody would know why.
                read = read_evidence(evidence, seating)
            except Dropped:
                read = None
            match read:
                case WrongStatement(shown) | FalseBox(shown):
                    read = None if shown.round_number > statement.round_number else read
            return Objection(statement.seat, Seat(blamed), reason, read)
    raise Dropped(Ignored.NO_OBJECTION)


def _is_reason(value: Value) -> bool:
    match value:
        case (str(), *_):
            return len(enc(value)) <= MAX_REASON_BYTES
    return False


def codes_of(game: AnyGame) -> Mapping[str, Code]:
    """Return the reasons that an objection at a table of this game can have, by code."""
    return by_code(*WIRE, game.refusals)


def read_evidence(value: Value, seating: Seating) -> Evidence | None:
    """Parse evidence from the wire, and verify the signature of every statement in it. Raises
    `Dropped`."""
    match value:
        case None:
            return None
        case ("two", first, second):
            return Two(read_statement(first, seating), read_statement(second, seating))
        case ("signed twice", Integer(seat), bytes(first), bytes(second)):
            if seat >= len(seating.places):
                raise Dropped(Ignored.NO_SUCH_SEAT)
            return SignedTwice(Seat(seat), first, second)
        case ("wrong", statement):
            return WrongStatement(read_statement(statement, seating))
        # §4: libsodium takes no key of another length, and its error would name nobody.
        case ("box", statement, Integer(card), bytes(key)) if len(key) == 32:
            return FalseBox(read_statement(statement, seating), Card(card), key)
    raise Dropped(Ignored.NO_EVIDENCE)


def round_of(evidence: Evidence) -> int | None:
    """Return the round of the offence; None for a seating signed twice."""
    match evidence:
        case Two(first):
            return first.round_number
        case WrongStatement(statement) | FalseBox(statement):
            return statement.round_number
    return None


def order_of(evidence: Evidence) -> int:
    """Return the rank of a cheat: the lowest of several counts, and a seating signed twice ranks
    before every round."""
    number = round_of(evidence)
    return -1 if number is None else number


def named_by(evidence: Evidence, history: History, blamed: Seat | None = None) -> Seat | None:
    """Return the seat that the evidence convicts, given everything said before it; None if it
    convicts nobody, or not the seat that an objection has `blamed`."""
    match evidence:
        case Two(first, second):
            # §4: a pair convicts under whatever heads it was signed, so no history is needed.
            is_pair = _is_pair(first, second)
            named = first.seat if is_pair else None
        case SignedTwice(seat, first, second):
            # §4: neither signature has to be the one that is known here.
            named = seat if _signed_twice(history.stage.seating, evidence) else None
        case WrongStatement(statement):
            named = statement.seat if _is_wrong(statement, history) else None
        case _:
            named = evidence.statement.seat if _has_false_box(evidence, history) else None
    # §4: an objection that blames one seat and shows another's fault convicts nobody.
    return named if blamed is None or named == blamed else None


def can_be_judged(statement: Statement, objection: Objection, history: History) -> bool:
    """Return whether enough is known here to judge an objection without wronging its speaker.

    Two signatures speak for themselves. Anything else refers to the history under the objector's
    head and waits for that, and a copied key also for the key that it copies.
    """
    evidence, stage = objection.evidence, history.stage
    # §4: nothing said later changes what these are.
    if evidence is None or isinstance(evidence, Two | SignedTwice):
        return True
    there = history.stage_of(statement.round_number)
    # §4: without the history under the objector's head, an honest objection could seem false, and
    # its speaker would be named as having withdrawn.
    if there is None or there.head != statement.head:
        return False
    # §4: a complete round does not change any more, and a box is false by itself.
    if round_of(evidence) != stage.round_number or isinstance(evidence, FalseBox):
        return True
    # §4: a reveal may be wrong because of another seat's equal key, which has not arrived here yet.
    if isinstance(stage.phase, Revealing) and named_by(evidence, history) is None:
        return set(stage.seating.seats) - {objection.blamed} <= set(history.verified)
    return True


def can_never_be_judged(statement: Statement, objection: Objection, history: History) -> bool:
    """Return whether the objection can never be judged here, because its round is known under
    another head or is further ahead than any honest seat can be. So a false one holds nobody up."""
    if objection.evidence is None or isinstance(objection.evidence, Two | SignedTwice):
        return False
    there = history.stage_of(statement.round_number)
    if there is not None:
        return there.head != statement.head
    return is_too_far(statement, history.stage)


def _is_pair(first: Statement, second: Statement) -> bool:
    if (first.seat, first.round_number) != (second.seat, second.round_number):
        return False
    # §4: two statements of the round, or two objections. One of each is no pair: an honest seat may
    # object after it has spoken. Stops never make a pair, because the missing seats change.
    if {first.kind, second.kind} in ({""}, {"object"}):
        return first.value != second.value
    return is_clash(first, second)


def _signed_twice(seating: Seating, evidence: SignedTwice) -> bool:
    # §3: an honest seat signs a seating once, and signing is deterministic.
    if evidence.first == evidence.second:
        return False
    message = seat_message(seating.table, evidence.seat)
    try:
        for signature in (evidence.first, evidence.second):
            verify_signature(seating.places[evidence.seat].identity, message, signature)
    except BadProof:
        return False
    return True


def _is_wrong(statement: Statement, history: History) -> bool:
    """Return whether the statement fails its check in the open round, or belongs to a complete
    round but is not that seat's statement of it.

    A statement under another head than ours accuses nobody, unless it makes a pair. One of a void
    round is judged as if the round were open.
    """
    # §4: an out-of-band statement has no check that it could fail.
    if statement.is_out_of_band:
        return False
    is_void = history.is_void(statement.round_number)
    standing = None if is_void else history.standing(statement.round_number, statement.seat)
    # §4, rule 1: with the one known here it makes two statements for one round, whatever its head.
    if standing is not None and standing.value != statement.value:
        return True
    stage = history.stage_of(statement.round_number)
    # It is the one known here; or the history that it follows is unknown, so it accuses nobody.
    if standing is not None or stage is None or statement.head != stage.head:
        return False
    if not stage.speakers:
        return False  # nothing said after a deal that hides nothing, or after the end, is judged
    # Rule 2: in a complete round this seat has no statement, so it was not to speak. Rule 3: the
    # round is open, or void and judged in the same way (§14).
    try:
        verified: Verified = verify(stage, statement.seat, statement.body)
        others = history.verified if stage is history.stage else {}
        verify_together({**others, statement.seat: verified})
    except Wrong as wrong:
        # §4: of two equal keys the other seat may be the wrong one.
        return wrong.seat == statement.seat
    return False


def _has_false_box(evidence: FalseBox, history: History) -> bool:
    """Return whether the box is false, or the statement is wrong in itself or not what the same
    seat said elsewhere."""
    statement = evidence.statement
    stage = history.stage_of(statement.round_number)
    # §4: only what is said in these rounds has boxes; in another this evidence shows nothing.
    if stage is None or not isinstance(stage.phase, Dealing | Escrowing):
        return False
    # §4, rule 1 of boxes: so it also convicts a seat that has sent the objector another statement.
    if _is_wrong(statement, history):
        return True
    key = BoxKey(evidence.box_key)
    owner = next(
        (seat for seat in stage.seating.seats if stage.keys[seat].box == key.public_key), None
    )
    # Rule 2: the key must be that of the box's receiver, or anybody could show a key that does not
    # fit; and the box opens under this head only.
    if owner is None or statement.head != stage.head or statement.is_out_of_band:
        return False
    # It holds: otherwise `_is_wrong` above would have convicted its seat.
    verified = verify(stage, statement.seat, statement.body)
    if isinstance(verified, Escrowed):
        # §14: a seat keeps no share of its own key, so a box from it to itself cannot be false.
        return statement.seat != owner and _share_is_false(
            stage, verified, owner, (evidence.card, key)
        )
    between = (statement.seat, owner)
    return isinstance(verified, Dealt) and _box_is_false(
        stage, verified, between, (evidence.card, key)
    )


def _box_is_false(
    stage: Stage, dealt: Dealt, between: tuple[Seat, Seat], shown: tuple[Card, BoxKey]
) -> bool:
    card, key = shown
    box, due = dealt.boxes[between[1]], due_rows(stage, dealt, between)
    # §4: without a row due for this card there is nothing that could be false.
    if box is None or card not in due:
        return False
    unsealing = unsealing_at(stage, between, key)
    try:
        rows = unsealing.rows(box, sorted(due))
        unsealing.blinding(rows[card], card, due[card])
    except BadBox:
        return True
    return False


def _share_is_false(
    stage: Stage, escrowed: Escrowed, owner: Seat, shown: tuple[Card, BoxKey]
) -> bool:
    card, key = shown
    try:
        escrowed.open(owner, key, stage.keys[escrowed.ctx.seat].box)
    except BadBox as error:
        # §14: the evidence against a key share's box has the number 0; with another it shows
        # nothing.
        return error.card == card
    return False
