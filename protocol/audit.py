"""The verdict on a transcript, from the file alone.

First every round as the seats themselves checked it, then, where secrets are shown, every payload
once more as secret, history and move give it: what was committed to before the game is what was
shuffled, and no proof has room for a message.
Source: docs/protocol.md, section 7.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .accept import accept
from .encoding import Value, enc
from .errors import BadFile, BadOptions, BadProof, Dropped, Wrong
from .evidence import Objection, is_ripe, named_by, read_evidence, read_objection, round_of
from .game import AllBut, AnyGame, Seat
from .history import Course, Round, Statement, read_statement
from .identity import fingerprint, table_words
from .recompute import check_faces, recompute, shown_secrets
from .sealed import DealtCards
from .seating import Seating
from .stage import (
    Closed,
    Dealing,
    Dealt,
    Moved,
    Opened,
    Revealed,
    Shuffled,
    Stage,
    Stuck,
)
from .transcript import Contents, Ended, read_transcript

_NEVER = 1 << 64  # after every round


@dataclass(frozen=True, slots=True)
class Player:
    seat: Seat
    name: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Check:
    """So many things of one kind in one seat's statement of one round were verified."""

    round_number: int
    seat: Seat
    kind: str
    count: int


@dataclass
class Report:
    """What was found. `fault` is absent if the file is valid as far as it goes.

    `named` is the seat that evidence in a valid file convicts, or that withdrew; `named_round` the
    round of it. `proofs` counts what was verified, by kind; `checks` says it of each statement of
    each complete round, in order. `last` is where the history ends.
    """

    fault: BadFile | None = None
    finished: bool = False
    named: Seat | None = None
    named_round: int | None = None
    withdrawn: bool = False
    game: str = ""
    options: tuple[tuple[str, Value], ...] = ()
    players: tuple[Player, ...] = ()
    table: bytes = b""
    words: tuple[str, ...] = ()
    rounds: int = 0
    statements: int = 0
    proofs: Counter[str] = field(default_factory=Counter)
    checks: list[Check] = field(default_factory=list)
    outcome: Value = None
    head: bytes = b""
    last: Stage | None = None

    @property
    def valid(self) -> bool:
        return self.fault is None


def audit(data: bytes, games: Mapping[str, AnyGame]) -> Report:
    """Check a transcript from its bytes. Never raises for what is in the file; see `fault`."""
    return audited(data, games)[0]


def audited(data: bytes, games: Mapping[str, AnyGame]) -> tuple[Report, Course | None]:
    """The verdict, and the history that it is about: absent (None) if the file is not good."""
    report = Report()
    try:
        return report, _audit(data, games, report)
    except BadFile as fault:
        report.fault = fault
        return report, None


def replay(data: bytes, games: Mapping[str, AnyGame]) -> Course:
    """The history that a transcript tells, checked round by round; raises `BadFile`."""
    return _course(read_transcript(data), games, Report())


def _audit(data: bytes, games: Mapping[str, AnyGame], report: Report) -> Course:
    contents = read_transcript(data)
    course = _course(contents, games, report)
    report.last = course.stage
    if contents.ended is not None:
        _check_ended(contents.ended, course, report)
    if report.named is None:
        _name_for_void_deal(course.stage, report)
    if not course.rounds and report.named is None:
        raise BadFile("not one complete round: nothing to check")
    last = course.rounds[-1].said if course.rounds else {}
    secrets = shown_secrets({**last, **course.said}, course.stage.seating)
    if secrets:
        report.proofs["statements recomputed"] = recompute(course, secrets)
    if len(secrets) == len(course.stage.seating.places):
        report.proofs["cards recomputed"] = check_faces(course, secrets)
    return course


def _course(contents: Contents, games: Mapping[str, AnyGame], report: Report) -> Course:
    seating = contents.seating
    _describe(seating, report)
    game = _game_of(seating, games)
    _check_seats(contents)
    report.proofs["seat signatures"] += len(contents.signatures)
    course = Course.of(game, seating, contents.signatures)
    report.head = course.stage.head
    for entries in contents.rounds:
        _take_round(course, entries, report)
    return course


def _describe(seating: Seating, report: Report) -> None:
    report.game, report.options = seating.game, seating.options
    report.table = seating.table
    report.players = tuple(
        Player(seat, place.name, fingerprint(place.identity))
        for seat, place in zip(seating.seats, seating.places, strict=True)
    )


def _game_of(seating: Seating, games: Mapping[str, AnyGame]) -> AnyGame:
    game = games.get(seating.game)
    if game is None:
        raise BadFile(f"no game is called {seating.game!r}")
    try:
        options = game.options(dict(seating.options))
        faces = game.faces(dict(seating.options))
        game.start(dict(seating.options), len(seating.places), bytes(32))
    except BadOptions as error:
        raise BadFile(str(error)) from None
    settled = enc((options, game.deck, faces))  # as bytes: 1 is not true
    if settled != enc((seating.options, seating.deck, seating.faces)):
        raise BadFile("the seating is not one of this game")
    return game


def _check_seats(contents: Contents) -> None:
    for seat, signature in zip(contents.seating.seats, contents.signatures, strict=True):
        try:
            contents.seating.verify_seat(seat, signature)
        except BadProof:
            raise BadFile(f"seat {seat} has not signed this table") from None


def _take_round(course: Course, entries: tuple[Value, ...], report: Report) -> None:
    stage = course.stage
    speakers = stage.speakers
    if not speakers:
        raise BadFile("nothing is said after the end", stage.round_number)
    if len(entries) != len(speakers):
        raise BadFile(f"{len(speakers)} seats speak in this round", stage.round_number)
    for i, entry in enumerate(entries):
        statement = _placed(course, entry, report)
        if statement.seat != speakers[i]:
            # rightly signed for this round and head, but not this seat's to make
            named = statement.seat if statement.seat not in speakers else None
            raise BadFile("not the seats that speak, in seat order", stage.round_number, named)
        _take(course, statement)
    done = course.turn()
    assert done is not None  # noqa: S101 - all speakers have spoken
    _count(done, report)
    report.head = course.stage.head
    if course.stage.beacon:
        report.words = table_words(stage.seating.table, course.stage.beacon)
    if isinstance(course.stage.phase, Closed):
        report.finished = True
        report.outcome = course.stage.phase.outcome


def _placed(course: Course, entry: Value, report: Report) -> Statement:
    """A statement for the open round under its head; any fault in that is the file's."""
    number = course.stage.round_number
    try:
        statement = read_statement(entry, course.stage.seating)
    except Dropped as error:
        raise BadFile(str(error), number) from None
    if statement.round_number != number:
        raise BadFile(f"a statement of round {statement.round_number}", number)
    if statement.head != course.stage.head:
        raise BadFile("a statement under another head", number)
    if statement.is_objection:
        raise BadFile("an objection is no statement of a round", number)
    report.statements += 1
    return statement


def _take(course: Course, statement: Statement) -> None:
    try:
        course.add(statement, accept(course.stage, statement.seat, statement.body))
    except Wrong as wrong:
        raise BadFile(wrong.reason, course.stage.round_number, wrong.seat) from None


def _count(done: Round, report: Report) -> None:
    report.rounds += 1
    checks = [check for check in _checks(done) if check.count]
    report.checks += checks
    for check in checks:
        report.proofs[check.kind] += check.count


def _checks(done: Round) -> Iterator[Check]:
    """What was verified in a complete round, statement by statement."""
    stage, number = done.stage, done.stage.round_number
    for seat in sorted(done.said):
        yield Check(number, seat, "signatures", 1)
        match stage.phase, done.said[seat]:
            case _, Revealed():
                yield Check(number, seat, "keys", 1)
            case _, Shuffled():
                yield Check(number, seat, "shuffles", 1)
            case Dealing(cards), Dealt(shares):
                hidden = _hidden(cards, seat, shares)
                yield Check(number, seat, "blinded shares", hidden)
                shown = len(shares) - shares.count(None) - hidden
                yield Check(number, seat, "shares", shown)
            case _, Moved(move):
                yield Check(number, seat, "moves", 1)
                claims = stage.game.claims(stage.state, move)
                yield Check(number, seat, "claims", len(claims))
            case _, Opened(entries):
                yield Check(number, seat, "openings", len(entries) - entries.count(None))


def _hidden(cards: DealtCards, seat: Seat, shares: tuple[object, ...]) -> int:
    """How many of a seat's shares are blinded: those of cards that another may not see."""
    return sum(
        isinstance(audience, AllBut) and audience.holder != seat and share is not None
        for (_, audience), share in zip(cards, shares, strict=True)
    )


def _check_ended(ended: Ended, course: Course, report: Report) -> None:
    number = course.stage.round_number
    if isinstance(course.stage.phase, Closed):
        raise BadFile("something stands after the close", number)
    if ended.statements and not course.stage.speakers:
        raise BadFile("nothing is said after the end", number)
    seats: list[Seat] = []
    for entry in ended.statements:
        statement = _placed(course, entry, report)
        seats.append(statement.seat)
        if statement.seat not in course.stage.speakers:
            raise BadFile("out of turn", number, statement.seat)
        if not _in_order(seats):
            raise BadFile("not in seat order", number)
        _take(course, statement)
    if course.stage.speakers and not course.missing:
        raise BadFile("a complete round stands as a round", number)
    report.proofs["signatures"] += len(ended.statements)
    _judge(ended, course, report)


def _in_order(seats: list[Seat]) -> bool:
    return seats == sorted(set(seats))


def _judge(ended: Ended, course: Course, report: Report) -> None:
    """Who is named: by the writer's own evidence, else by the objections."""
    seating, number = course.stage.seating, course.stage.round_number
    seats: list[Seat] = []
    for entry in ended.objections:
        try:
            statement = read_statement(entry, seating)
            objection = read_objection(statement, seating)
        except Dropped as error:
            raise BadFile(f"an objection: {error}", number) from None
        seats.append(objection.by)
        if not _in_order(seats):
            raise BadFile("objections are in seat order", number)
        _weigh(objection, statement, course, report)
        report.proofs["objections"] += 1
    if ended.evidence is not None:
        _convict(*_convicted(ended.evidence, course), report)
        report.proofs["evidence"] += 1


def _name_for_void_deal(stage: Stage, report: Report) -> None:
    """The round before shows it, whether or not the writer gave an account of how it ended."""
    match stage.phase:
        case Stuck(int(seat)):
            report.named, report.named_round = Seat(seat), stage.round_number - 1


def _weigh(objection: Objection, statement: Statement, course: Course, report: Report) -> None:
    """An objection names the one it convicts, or, if it convicts nobody, the one who made it."""
    evidence = objection.evidence
    if evidence is not None and named_by(evidence, course, objection.blamed) is not None:
        _convict(objection.blamed, round_of(evidence), report)
    elif report.named is None and is_ripe(statement, objection, course):
        report.named, report.named_round = objection.by, statement.round_number
        report.withdrawn = True


def _convict(seat: Seat, number: int | None, report: Report) -> None:
    """Of several cheats that of the lowest round counts, a seating signed twice before all."""
    known = report.named_round if report.named is not None and not report.withdrawn else _NEVER
    if known is not None and (number is None or number < known):
        report.named, report.named_round, report.withdrawn = seat, number, False


def _convicted(value: Value, course: Course) -> tuple[Seat, int | None]:
    number = course.stage.round_number
    try:
        evidence = read_evidence(value, course.stage.seating)
    except Dropped as error:
        raise BadFile(f"the evidence: {error}", number) from None
    named = named_by(evidence, course) if evidence is not None else None
    if evidence is None or named is None:
        raise BadFile("the evidence does not hold", number)
    return named, round_of(evidence)
