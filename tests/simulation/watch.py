"""What must hold throughout: looked at whenever something leaves a seat or a history grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from protocol import messages
from protocol.audit import audit
from protocol.effects import Effect, Finished
from protocol.game import AnyGame, Seat
from protocol.history import Statement
from protocol.messages import Message
from protocol.seating import Seating
from protocol.status import How
from protocol.table import Table

from .disk import Disk

SECRETS = ("dealt", "opened")


class Broken(AssertionError):
    """A promise of the protocol that did not hold."""


class Watch:
    """One table, seen from nowhere: every statement that left a seat, the one history of all."""

    def __init__(self, game: AnyGame, seating: Seating) -> None:
        self.rounds: list[tuple[Statement, ...]] = []
        self._game = game
        self._seating = seating
        self._signed: dict[tuple[int, Seat], Statement] = {}
        self._said_at: dict[tuple[int, Seat], int] = {}

    def read(self, message: bytes) -> Message:
        return messages.read_message(message, self._seating)  # the one that remembers

    def saved(self, record: bytes) -> None:
        """A record that a restart will find again: what it says stands."""
        self._stands(record)

    def left(self, seat: Seat, disk: Disk, message: bytes) -> None:
        """A message is on its way from this seat."""
        statement = self._stands(message)
        if statement is None or statement.seat != seat:
            return
        if message not in disk.places:
            raise Broken(f"seat {seat} says what it has not saved: {named(statement)}")
        place = (statement.round_number, seat)
        self._said_at.setdefault(place, len(disk.synced))

    def _stands(self, message: bytes) -> Statement | None:
        statement = self.read(message)
        if not isinstance(statement, Statement):
            return None
        if statement.is_objection:
            raise Broken(f"an objection at an honest table: {statement.body!r}")
        place = (statement.round_number, statement.seat)
        if self._signed.setdefault(place, statement).value != statement.value:
            other = self._signed[place]
            raise Broken(f"two statements: {named(statement)} and {named(other)}")
        return statement

    def done(self, seat: Seat, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Finished) and effect.ending.how is not How.CLOSED:
                raise Broken(f"seat {seat} ends an honest table: {effect.ending}")

    def look(self, seat: Seat, table: Table, seen: int) -> int:
        """Compare the rounds that are new since `seen` with those of all others."""
        rounds = table._course.rounds
        for number in range(seen, len(rounds)):
            said = rounds[number].statements
            here = tuple(said[speaker] for speaker in sorted(said))
            if number == len(self.rounds):
                self.rounds.append(here)
            elif [one.value for one in self.rounds[number]] != [one.value for one in here]:
                raise Broken(f"seat {seat} holds another round {number}")
        return len(rounds)

    def at_the_end(self, tables: Mapping[Seat, Table], disks: Mapping[Seat, Disk]) -> bytes:
        """Compare all transcripts, and who held what when it spoke; the transcript of all."""
        self._check_order(disks)
        self._check_agreement()
        transcripts = {table.transcript() for table in tables.values()}
        if len(transcripts) != 1:
            raise Broken(f"{len(transcripts)} different transcripts")
        return transcripts.pop()

    def _check_order(self, disks: Mapping[Seat, Disk]) -> None:
        """Whoever spoke had every statement of all rounds before on its disk."""
        for seat, disk in disks.items():
            needed = 0
            for number, statements in enumerate(self.rounds):
                held = self._said_at.get((number, seat))
                if held is not None and held < needed:
                    raise Broken(f"seat {seat} spoke in round {number} without the rounds before")
                places = (disk.places.get(one.data, len(disk.synced)) for one in statements)
                needed = max(needed, *(place + 1 for place in places))

    def _check_agreement(self) -> None:
        """Before secrets are released, all but the one who chose have signed what was chosen."""
        last = ""
        for number, statements in enumerate(self.rounds):
            kind = kind_of(statements[0])
            if kind in SECRETS and last not in (*SECRETS, "agree"):
                raise Broken(f"round {number} releases secrets after {last!r}")
            if kind == "agree" and len(statements) != len(self._seating.places) - 1:
                raise Broken(f"not all agree in round {number}")
            last = kind

    def audit(self, transcript: bytes) -> None:
        report = audit(transcript, {self._game.name: self._game})
        if not (report.valid and report.finished and report.named is None):
            raise Broken(f"the audit says {report.fault}, names {report.named}")


def kind_of(statement: Statement) -> str:
    body = statement.body
    return str(body[0]) if isinstance(body, tuple) and body else "?"


def named(statement: Statement) -> str:
    kind = kind_of(statement)
    return f"seat {statement.seat}'s {kind!r} of round {statement.round_number}"
