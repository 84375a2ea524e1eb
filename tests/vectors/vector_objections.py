"""The vectors of objections: what one seat makes of each that it hears, while a table goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from protocol.encoding import Value, enc
from protocol.errors import Dropped
from protocol.game import Seat
from protocol.ledger.evidence import round_of
from protocol.ledger.history import History, read_statement
from protocol.peer.absences import Absences
from protocol.peer.disputes import Disputes
from protocol.peer.own_seat import SigningSeat
from protocol.peer.status import EndingKind
from protocol.rounds.verify import verify
from tests.second_auditor.objections import Objections, header_of
from tests.vectors.objection_cases import THREE, TWO, Case, Talk, cases, three
from tests.vectors.vector_game import HANABI
from tests.vectors.vector_proofs import b, fields


@dataclass
class Ours:
    """Our own objects of seat 0, which take and hear all that."""

    talk: Talk
    history: History = field(init=False)
    disputes: Disputes = field(init=False)
    absences: Absences = field(init=False)

    def __post_init__(self) -> None:
        game = self.talk.game
        secret = game.provers[Seat(0)].secret.secret
        # it hears its own objections too, as after a restart
        me = SigningSeat(Seat(len(game.identities)), game.identities[0], secret)
        self.history = History.of(HANABI, game.seating, game.history.signatures)
        self.disputes, self.absences = Disputes(me), Absences(me.seat, game.seating)

    def know(self, rounds: int, spoken: Sequence[int]) -> None:
        done = self.talk.game.history.rounds
        self.history.rounds = done[:rounds]
        self.history.stage = self.talk.stage(rounds)
        for seat in map(Seat, spoken):
            self.history.statements[seat] = done[rounds].statements[seat]
            self.history.verified[seat] = done[rounds].verified[seat]

    def step(self, kind: str, value: Any) -> str:
        match kind, value:
            case "hears", _:
                return self._receive(value)
            case "void", int(gone):
                self.history.void(Seat(gone), {})
            case "takes", _:
                place = isinstance(value, list)
                stated = self.talk.stands(*value).value if place else value
                statement = read_statement(stated, self.history.stage.seating)
                verified = verify(self.history.stage, statement.seat, statement.body)
                self.history.add(statement, verified)
                self.history.complete_round()
        self._judge()
        return "taken"

    def _receive(self, value: Value) -> str:
        before = self.disputes.ending
        try:
            statement = read_statement(value, self.history.stage.seating)
            known = self.disputes.objections.get(statement.seat)
            self.disputes.receive(statement, self.history)
        except Dropped:
            return "dropped"
        if self.disputes.objections.get(statement.seat) is not statement:
            if self.disputes.ending is not before:
                return "a pair"
            return "dropped" if known is None else "ignored"
        self._judge()
        return "kept"

    def _judge(self) -> None:
        for ending, evidence, objection in self.disputes.verdicts(self.history):
            is_leave = ending.how is EndingKind.WITHDRAWN
            if not is_leave or not self.absences.let_go((objection,), self.history):
                self.disputes.conclude(ending, evidence)

    @property
    def state(self) -> dict[str, Any]:
        return {
            "waits": sorted(one.seat for one in self.disputes.unjudged()),
            "left": sorted(self.absences.left),
            "ended": self._ended(),
        }

    def _ended(self) -> list[Any] | None:
        ending, convicted = self.disputes.ending, self.disputes._convicted
        if ending is None:
            return None
        if convicted is not None:
            return ["cheat", ending.seat, round_of(convicted)]
        assert ending.seat is not None
        return ["withdrew", ending.seat, self.disputes.objections[ending.seat].round_number]


def facts_of(case: Case) -> dict[str, Any]:
    ours = Ours(TWO if case.table == "two" else THREE)
    ours.know(*case.known)
    steps = []
    for kind, value in case.steps:
        answer = ours.step(kind, value)
        steps.append({kind: value, "answer": answer, **ours.state})
    rounds, spoken = case.known
    return {
        "name": case.name,
        "table": case.table,
        "rounds": rounds,
        "spoken": spoken,
        "steps": steps,
    }


def objection_facts() -> dict[str, Any]:
    """Return the table of three, and cases. The table of two is that of game.json."""
    game = three()
    return {
        "three": {
            "seating": enc(game.seating.value()),
            "signatures": game.history.signatures,
            "rounds": [
                [statement.value for _, statement in sorted(done.statements.items())]
                for done in game.history.rounds
            ],
        },
        "cases": [facts_of(case) for case in cases()],
    }


# Reading them.


@dataclass(frozen=True)
class Known:
    """One table of the file."""

    header: bytes
    rounds: list[list[list[bytes]]]

    def until(self, rounds: int, spoken: Sequence[int]) -> Objections:
        second = Objections(self.header)
        for entries in self.rounds[:rounds]:
            second.read_round(entries, True)
            second.complete()
        for seat in spoken:
            second.take(self.rounds[rounds][seat])
        return second


def check_objections(facts: dict[str, Any], two: Known) -> None:
    """Compare what stands in the file with what the second auditor makes of it."""
    table, cases = fields(facts, "three", "cases")
    seating, signatures, rounds = fields(table, "seating", "signatures", "rounds")
    header = header_of(b(seating), [b(one) for one in signatures])
    read = [[[b(part) for part in one] for one in entries] for entries in rounds]
    tables = {"two": two, "three": Known(header, read)}
    for case in cases:
        name, known, number, spoken, steps = fields(
            case, "name", "table", "rounds", "spoken", "steps"
        )
        second = tables[known].until(number, spoken)
        for step in steps:
            check_step(second, tables[known], step, name)


def check_step(second: Objections, table: Known, step: dict[str, Any], name: str) -> None:
    (kind,) = {"hears", "takes", "void"} & set(step)
    value, answer, waits, left, ended = fields(step, kind, "answer", "waits", "left", "ended")
    found = "taken"
    match kind:
        case "hears":
            found = second.hear([b(part) for part in value])
        case "void":
            second.goes_on_without(value)
        case _ if isinstance(value[0], int):
            second.take(table.rounds[value[0]][value[1]])
        case _:
            second.take([b(part) for part in value])
    says = [found, second.waiting, sorted(second.left), second.ending]
    assert says == [answer, waits, left, ended], (name, step)
