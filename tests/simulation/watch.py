"""The invariants, checked whenever a message leaves a seat or a history grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol.audit.verdict import audit
from protocol.encoding import MAX_OBJECTION_BYTES, dec
from protocol.game import Seat
from protocol.identity.seating import Seating
from protocol.ledger.history import Round, Statement
from protocol.peer import messages
from protocol.peer.effects import Effect, Finished
from protocol.peer.messages import Message
from protocol.peer.status import Ending, EndingKind
from protocol.reasons import Forbidden, Reason
from tests.any_game import AnyGame, AnyTable

from .disk import Disk

SECRETS = ("dealt", "opened")


class Broken(AssertionError):
    """A promise of the protocol that did not hold."""


class Watch:
    """An omniscient observer of one table: every statement that left a seat, the common history."""

    def __init__(self, game: AnyGame, seating: Seating, culprit: Seat | None = None) -> None:
        self.is_two_faced = False  # the culprit has said two things
        self.is_lost = False  # a seat has gone for good
        self.is_left = False  # the only one left after that has given up
        self._gone: set[Seat] = set()
        self._culprit = culprit
        self.rounds: list[tuple[Statement, ...]] = []
        self._game = game
        self._seating = seating
        self._signed: dict[tuple[int, Seat], Statement] = {}
        self._said_at: dict[tuple[int, Seat], int] = {}
        self._stood: dict[bytes, Statement | None] = {}  # a cache of checked messages

    def read(self, message: bytes) -> Message:
        return messages.read_message(message, self._seating)  # the cached one

    def saved(self, record: bytes) -> None:
        """Check a record that will survive a restart: its statement is binding."""
        if not is_met(record):
            self._stands(record)

    def left(self, seat: Seat, disk: Disk, message: bytes) -> None:
        """Check a message that this seat sends."""
        statement = self._stands(message)
        if statement is None or statement.seat != seat:
            return
        if message not in disk.places and seat != self._culprit:
            raise Broken(f"seat {seat} says what it has not saved: {named(statement)}")
        place = (statement.round_number, seat)
        self._said_at.setdefault(place, len(disk.synced))

    def _stands(self, message: bytes) -> Statement | None:
        if message not in self._stood:
            self._stood[message] = self._look_at(message)
        return self._stood[message]

    def _look_at(self, message: bytes) -> Statement | None:
        statement = self.read(message)
        if not isinstance(statement, Statement):
            return None
        if statement.is_out_of_band:
            if statement.is_objection:
                self._check_objection(statement)
            return None
        place = (statement.round_number, statement.seat)
        other = self._signed.setdefault(place, statement)
        if other is not statement and other.value != statement.value:
            if statement.seat == self._culprit:
                self.is_two_faced = True
                return None
            raise Broken(f"two statements: {named(statement)} and {named(other)}")
        return statement

    def _check_objection(self, statement: Statement) -> None:
        """Check that nobody is ever blamed except the culprit, if there is one."""
        match statement.body:
            case ("object", int(blamed), *_) if blamed == self._culprit:
                return
        raise Broken(f"seat {statement.seat} objects: {statement.body!r}")

    def done(self, seat: Seat, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Finished) and not self._is_just(effect.ending):
                raise Broken(f"seat {seat} says: {effect.ending}")

    def _is_just(self, ending: Ending) -> bool:
        """Return whether the table ended by its close, or because of the culprit alone."""
        match ending:
            case Ending(EndingKind.CLOSED):
                return True
            case Ending(EndingKind.AGREED):
                return self.is_lost
            case Ending(EndingKind.CHEAT, seat):
                return seat == self._culprit and self.is_two_faced
            case Ending(EndingKind.WITHDRAWN, reason=Reason(Forbidden.STOPPED_ALONE)) if (
                self.is_lost
            ):
                self.is_left = True  # the only other active seat is lost
                return True
            case Ending(EndingKind.WITHDRAWN, seat):
                return seat == self._culprit
        return False

    def look(self, seat: Seat, table: AnyTable, seen: int) -> int:
        """Compare the rounds since `seen` with those of all others."""
        rounds = table._history.rounds
        for number in range(min(seen, len(rounds)), len(rounds)):
            if number and number == len(self.rounds):
                self._compare(seat, number - 1, rounds[number - 1])
            self._compare(seat, number, rounds[number])
        return len(rounds)

    def _compare(self, seat: Seat, number: int, done: Round) -> None:
        if seat in self._gone:
            return  # its history may still have to be undone
        here = _in_order(done)
        if done.gone is not None and done.gone not in self._gone:
            self._gone.add(done.gone)
            del self.rounds[number:]  # it may have completed the round alone
        if number == len(self.rounds):
            self.rounds.append(here)
        elif [one.value for one in self.rounds[number]] != [one.value for one in here]:
            if not self.is_two_faced or not here or kind_of(here[0]) != "move":
                raise Broken(f"seat {seat} holds another round {number}")
            if number + 1 == len(self.rounds):  # nobody has all agreements, so it had no effect
                self.rounds[number] = here

    def at_the_end(self, tables: Mapping[Seat, AnyTable], disks: Mapping[Seat, Disk]) -> str:
        """Compare all endings, and what each seat had when it spoke; return how the table ended."""
        if not self.is_two_faced:
            self._check_order(disks)
        self._check_agreement()
        endings = [table.ending() for table in tables.values()]
        ended = " and ".join(sorted({ending.how.value for ending in endings if ending}))
        if ended == "closed" and len({table.transcript() for table in tables.values()}) != 1:
            raise Broken("different transcripts")
        if " and " in ended and not self.is_two_faced and not self.is_left:
            raise Broken(f"the table has {ended}")
        return ended

    def _check_order(self, disks: Mapping[Seat, Disk]) -> None:
        """Check that a seat that spoke had all statements of all previous rounds on its disk."""
        for seat, disk in disks.items():
            if seat in self._gone:
                continue
            needed, held_at = 0, _places(disk)
            for number, statements in enumerate(self.rounds):
                held = self._said_at.get((number, seat))
                if held is not None and held < needed and seat != self._culprit:
                    raise Broken(f"seat {seat} spoke in round {number} without the rounds before")
                places = (held_at.get(one.data, len(disk.synced)) for one in statements)
                needed = max([needed, *(place + 1 for place in places)])

    def _check_agreement(self) -> None:
        """Check that all others have signed a move before secrets are released for it."""
        last = ""
        for number, statements in enumerate(self.rounds):
            kind = kind_of(statements[0]) if statements else "void"
            if kind in ("void", "without"):
                continue
            if kind in SECRETS and last not in (*SECRETS, "agree"):
                raise Broken(f"round {number} releases secrets after {last!r}")
            fewest = len(self._seating.places) - 1 - len(self._gone)
            if kind == "agree" and not fewest <= len(statements) <= fewest + len(self._gone):
                raise Broken(f"not all agree in round {number}")
            last = kind

    def audit(self, tables: Mapping[Seat, AnyTable]) -> None:
        """Check that every seat's files agree with the seat."""
        for seat, table in tables.items():
            ending, evidence = table.ending(), table.evidence()
            if ending is None:
                raise Broken(f"seat {seat} has not ended")
            by_close = (True, table._history.is_closed, None, False)
            by_evidence = (True, False, ending.seat, ending.how is EndingKind.WITHDRAWN)
            files = {} if evidence is None else {evidence: by_evidence}
            if table._history.is_closed:
                files[table.transcript()] = by_close
            if ending.how is not EndingKind.CLOSED and evidence is None:
                raise Broken(f"seat {seat} has no evidence for {ending}")
            if not table._history.rounds:
                continue  # nothing that an audit could check
            for file, expected in files.items():
                report = audit(file, {self._game.name: self._game})
                found = (report.valid, report.finished, report.named, report.withdrawn)
                if found != expected:
                    raise Broken(f"{ending}, but the audit says {report.fault}, {found}")


def _places(disk: Disk) -> dict[bytes, int]:
    """Return where each statement is first found on a disk."""
    places: dict[bytes, int] = {}
    for place, kept in enumerate(disk.synced):
        places.setdefault(kept.record, place)
    return places


def _in_order(done: Round) -> tuple[Statement, ...]:
    """Return the statements in order; none of a void round, where it is chance whose come first."""
    statements = done.statements if done.gone is None else {}
    return tuple(statements[seat] for seat in sorted(statements))


def is_met(record: bytes) -> bool:
    """Return whether a record of a journal only notes that there was a link."""
    match dec(record, MAX_OBJECTION_BYTES):
        case ("met", _):
            return True
    return False


def kind_of(statement: Statement) -> str:
    body = statement.body
    return str(body[0]) if isinstance(body, tuple) and body else "?"


def named(statement: Statement) -> str:
    kind = kind_of(statement)
    return f"seat {statement.seat}'s {kind!r} of round {statement.round_number}"
