"""Judge a file's account of its end: the open round, and who is named for what.

Source: docs/protocol.md, section 7.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ..encoding import Integer, Value
from ..errors import BadFile, Dropped, Wrong
from ..game import Seat
from ..ledger.consent import is_consent, read_stop
from ..ledger.evidence import (
    Objection,
    can_be_judged,
    named_by,
    read_evidence,
    read_objection,
    round_of,
)
from ..ledger.history import History, Round, Statement, read_statement
from ..ledger.transcript import Ended
from ..reasons import BadTranscript, Forbidden
from ..rounds.phases import Closed, Stuck, Verified
from ..rounds.state import Stage
from .report import Report

Judge: TypeAlias = Callable[[Stage, Statement], Verified]
"""Returns what a statement of the open round says; raises `Wrong` or `BadFile` if it does not
hold."""
_NEVER = 1 << 64  # after every round


def is_void(entries: tuple[Value, ...]) -> bool:
    """Return whether this is the entry of a void round."""
    return bool(entries) and entries[0] == "void"


def take_void(history: History, entries: tuple[Value, ...]) -> Round:
    """Make the open round void, if the seat that is gone was to speak in it: the seats that went on
    without it have signed that in the next round. Raises `BadFile`."""
    match entries:
        case ("void", Integer(gone)) if gone in history.stage.speakers:
            return history.void(Seat(gone), {})
    raise BadFile(BadTranscript.NOT_AWAITED, history.stage.round_number)


def placed(history: History, entry: Value, report: Report) -> Statement:
    """Parse a statement of the open round under its head. Raises `BadFile`: any fault in it is the
    file's."""
    statement = _in_place(history, entry)
    if statement.is_out_of_band:
        raise BadFile(BadTranscript.OUT_OF_BAND_IN_ROUND, history.stage.round_number)
    report.statements += 1
    return statement


def _in_place(history: History, entry: Value) -> Statement:
    number = history.stage.round_number
    try:
        statement = read_statement(entry, history.stage.seating)
    except Dropped as error:
        raise BadFile(error.reason, number) from None
    if statement.round_number != number:
        raise BadFile(BadTranscript.OTHER_ROUND.reason(round=statement.round_number), number)
    if statement.head != history.stage.head:
        raise BadFile(BadTranscript.OTHER_HEAD, number)
    return statement


def take(history: History, statement: Statement, judge: Judge) -> None:
    """Add a statement to the open round. Raises `BadFile`, which names whose fault it is."""
    try:
        history.add(statement, judge(history.stage, statement))
    except Wrong as wrong:
        raise BadFile(wrong.reason, history.stage.round_number, wrong.seat) from None


def check_ended(ended: Ended, history: History, report: Report, judge: Judge) -> None:
    """Judge the account of a table that ended early, and record who is named. Raises `BadFile`."""
    number = history.stage.round_number
    if isinstance(history.stage.phase, Closed):
        # §7: the close is an end of its own.
        raise BadFile(BadTranscript.SOMETHING_CLOSED, number)
    if ended.statements and not history.stage.speakers:
        # §7: after keys or a deal that hide nothing no statement is judged, so none may stand here.
        raise BadFile(BadTranscript.NOTHING_FOLLOWS, number)
    seats: list[Seat] = []
    for entry in ended.statements:
        statement = placed(history, entry, report)
        seats.append(statement.seat)
        # §7: correctly signed for this round and head by a seat that does not speak in it: that
        # names it.
        if statement.seat not in history.stage.speakers:
            raise BadFile(Forbidden.OUT_OF_TURN, number, statement.seat)
        if not _in_order(seats):
            raise BadFile(BadTranscript.SEAT_ORDER, number)
        take(history, statement, judge)
    # §7: a complete round stands as a round, or one history would have two files.
    if history.stage.speakers and not history.missing:
        raise BadFile(BadTranscript.COMPLETE_ROUND, number)
    report.proofs["signatures"] += len(ended.statements)
    _judge(ended, history, report)


def _in_order(seats: list[Seat]) -> bool:
    return seats == sorted(set(seats))


def _judge(ended: Ended, history: History, report: Report) -> None:
    """Record who is named by an objection or by the writer's own evidence, or who has agreed."""
    seating, number = history.stage.seating, history.stage.round_number
    statements: list[Statement] = []
    for entry in ended.out_of_band:
        try:
            statements.append(read_statement(entry, seating))
            # §7: the first entry decides what all of them have to be.
            if statements[0].kind == "stop":
                read_stop(statements[-1], seating)
            else:
                objection = read_objection(statements[-1], seating)
        except Dropped as error:
            raise BadFile(BadTranscript.OUT_OF_BAND.because(error.reason), number) from None
        if not _in_order([one.seat for one in statements]):
            raise BadFile(BadTranscript.OUT_OF_BAND_ORDER, number)
        if statements[0].kind == "object":
            _weigh(objection, statements[-1], history, report)
            report.proofs["objections"] += 1
    if statements and statements[0].kind == "stop":
        _agree(statements, history, report)
    # §7: last, because of two convictions for one round the one by an objection counts.
    if ended.evidence is not None:
        _convict(*_convicted(ended.evidence, history), report)
        report.proofs["evidence"] += 1


def _agree(stops: list[Statement], history: History, report: Report) -> None:
    """Check that all stops are for one known round under its head, and enough; record who
    agreed."""
    number = history.stage.round_number
    place = stops[0].round_number, stops[0].head
    stage = history.stage_of(place[0])
    if any((stop.round_number, stop.head) != place for stop in stops):
        raise BadFile(BadTranscript.STOP_ROUNDS, number)
    # §4: a stop ends only the history that its speaker had.
    if stage is None or stage.head != place[1]:
        raise BadFile(BadTranscript.STOP_ROUND_UNKNOWN, number)
    if not is_consent(stops, stage):
        raise BadFile(BadTranscript.NOT_AGREED, number)
    # §4: nobody can tell whether the others were there.
    if len(stops) == 1:  # a lone stop: that is leaving the table
        report.named, report.named_round = stops[0].seat, stops[0].round_number
        report.withdrawn = True
    else:
        report.agreed, report.agreed_round = tuple(stop.seat for stop in stops), place[0]
    report.proofs["stops"] += len(stops)


def name_for_void_deal(stage: Stage, report: Report) -> None:
    """Name the seat that alone chose the blindings of a deal that hides nothing. The round before
    shows it, whether or not the writer gave an account of the end."""
    match stage.phase:
        case Stuck(Integer(seat)):
            report.named, report.named_round = Seat(seat), stage.round_number - 1


def _weigh(objection: Objection, statement: Statement, history: History, report: Report) -> None:
    """Name the seat that an objection convicts or, if it convicts nobody, the one that made it."""
    evidence = objection.evidence
    if evidence is not None and named_by(evidence, history, objection.blamed) is not None:
        _convict(objection.blamed, round_of(evidence), report)
    # §7: an objection that cannot be judged names nobody: its speaker may be right.
    elif report.named is None and can_be_judged(statement, objection, history):
        report.named, report.named_round = objection.by, statement.round_number
        report.withdrawn = True


def _convict(seat: Seat, number: int | None, report: Report) -> None:
    """Record a conviction: of several the one for the lowest round counts, a seating signed twice
    before all."""
    known = report.named_round if report.named is not None and not report.withdrawn else _NEVER
    # §7: the lowest round: a seat that was shown another history may seem to have signed two
    # statements later.
    # Nothing comes before a seating signed twice, which has no round.
    if known is not None and (number is None or number < known):
        report.named, report.named_round, report.withdrawn = seat, number, False


def _convicted(value: Value, history: History) -> tuple[Seat, int | None]:
    number = history.stage.round_number
    try:
        evidence = read_evidence(value, history.stage.seating)
    except Dropped as error:
        raise BadFile(BadTranscript.EVIDENCE_FORM.because(error.reason), number) from None
    # §7: evidence that does not hold is the writer's fault, and names nobody.
    if evidence is None or (named := named_by(evidence, history)) is None:
        raise BadFile(BadTranscript.EVIDENCE, number)
    return named, round_of(evidence)
