"""Tables in memory with one dishonest seat, which can sign anything with its own identity.

A villain's machine is the real one; its statements are changed on the way out and signed again. So
it goes on as if it had been honest, and the others see a valid signature for the right place.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from protocol.audit.verdict import Report, audit
from protocol.encoding import Value, dec, enc
from protocol.errors import Dropped
from protocol.game import Seat
from protocol.identity.seating import Seating
from protocol.ledger.evidence import Evidence, objection_body
from protocol.ledger.history import History, Statement, read_statement
from protocol.peer.status import Activity, Ending, EndingKind
from protocol.peer.table import SigningSeat
from protocol.peer.views import Views
from protocol.reasons import Code, Forbidden, Reason
from tests.any_game import BOTS, RULES, AnyGame, AnyTable
from tests.attacks.toy import SplitToy, Toy
from tests.fakes import Wire, act, seated, wire_for

HANABI = RULES["hanabi"]
SEED = 1
ORDER = 7
"""The seed of the order in which messages arrive. It has the moments that the tests begin with."""
BOT = BOTS["hanabi"]


def choose(view: Any) -> Any:
    """A bot at first, so that there are hints; then a wasteful player, so the game ends soon."""
    if isinstance(view, list):  # the toy shows its moves
        return view[0]
    return BOT(view) if view.turn < 6 else view.moves[0]


@dataclass
class Scene:
    """A wire at one moment of a game, with the keys of its seats."""

    wire: Wire
    seating: Seating
    mes: tuple[SigningSeat, ...]

    @property
    def tables(self) -> list[AnyTable]:
        return [node.table for node in self.wire.nodes]

    def history(self, seat: int) -> History:
        return self.tables[seat]._history

    def copy(self) -> Scene:
        """An independent copy of the wire from here on. Frozen objects are shared."""
        memo: dict[int, Any] = {id(self.seating): self.seating, id(self.mes): self.mes}
        for table in self.tables:
            history = table._history
            for shared in (history.stage, *history.rounds, table._boxes.prover, table._me):
                memo[id(shared)] = shared
            memo[id(table._views)] = Views()  # what was inspected is built anew
        memo |= {id(kept): kept for node in self.wire.nodes for kept in node.journal}
        return copy.deepcopy(self, memo)

    def statement(self, message: bytes) -> Statement | None:
        """The statement in this message, if it is one."""
        try:
            return read_statement(dec(message, len(message)), self.seating)
        except Dropped:
            return None

    def signed(self, seat: int, like: Statement, body: Value, *, head: bytes = b"") -> Statement:
        """What the seat sends in place of a statement: same round, its own signature."""
        place = (self.seating.table, like.round_number, seat, head or like.head)
        payload = enc(("statement", *place, body))
        made = self.statement(enc((payload, self.mes[seat].identity.sign(payload))))
        assert made is not None
        return made

    def now(self, seat: int, body: Value, *, as_seen_by: int | None = None) -> Statement:
        """A statement of this seat for the open round."""
        stage = self.history(seat if as_seen_by is None else as_seen_by).stage
        like = Statement(b"", b"", stage.round_number, Seat(seat), stage.head, None)
        return self.signed(seat, like, body)

    def objection(
        self, by: int, blamed: int, evidence: Evidence | None, reason: Code = Forbidden.NOT_DUE
    ) -> Statement:
        return self.now(by, objection_body(Seat(blamed), Reason(reason), evidence))

    def deliver(self, seat: int, *messages: bytes, link: int | None = None) -> None:
        """Deliver these to one seat, in this order, and perform its actions."""
        for message in messages:
            sender = Seat(link if link is not None else (seat + 1) % len(self.mes))
            try:
                self.wire.carry(Seat(seat), self.tables[seat].receive(sender, message))
            except Dropped as error:
                self.wire.nodes[seat].dropped.append(error.reason)

    def run(
        self,
        *,
        limit: int = 20_000,
        moves: int = 10_000,
        ticks: int = 40,
        until_the_limit: bool = False,
    ) -> Scene:
        """Deliver and play until nothing more happens, even if the seats are woken again."""
        for _ in range(limit):
            if self.wire.deliver():
                continue
            if moves > 0 and act(self.wire, choose):
                moves -= 1
                continue
            if ticks == 0 or (moves == 0 and not self.ended):
                return self
            ticks -= 1
            self.wire.tick()
        assert until_the_limit, "it goes on for ever"
        return self

    @property
    def ended(self) -> list[Ending]:
        return [table.ending() for table in self.tables if table.ending() is not None]  # type: ignore[misc] # mypy does not narrow calls


@cache
def film(seats: int, game: AnyGame = HANABI) -> dict[Activity, Scene]:
    """One honest game, with a scene at the first occurrence of each activity.

    MOVING is quiet: everybody waits for the first move; CLOSING is quiet before the last move.
    """
    seating, _, mes = seated(game, seats, seed=SEED)
    scene = Scene(wire_for(game, seats, seed=SEED), seating, mes)
    scene.wire.rng.seed(ORDER)
    scenes: dict[Activity, Scene] = {Activity.COMMITTING: scene.copy()}
    scene.wire.open()
    while True:
        activity = {table.status().activity for table in scene.tables}
        for new in activity - set(scenes) - {Activity.MOVING, Activity.CLOSING, Activity.ENDED}:
            scenes[new] = scene.copy()
        if scene.wire.deliver():
            continue
        before = scene.copy()
        if Activity.MOVING not in scenes:
            scenes[Activity.MOVING] = before.copy()
        if not act(scene.wire, choose):
            break
        scenes[Activity.CLOSING] = before
    scenes[Activity.ENDED] = scene
    return scenes


TOY = Toy(reveals_secrets=True)
SPLIT = SplitToy()
BOTH: dict[str, AnyGame] = {**RULES, TOY.name: TOY, SPLIT.name: SPLIT}

BEFORE = {
    "commit": Activity.COMMITTING,
    "reveal": Activity.COMMITTING,
    "escrowed": Activity.REVEALING,
    "shuffled": Activity.REVEALING,
    "agree": Activity.SHUFFLING,
    "dealt": Activity.AGREEING_ON_PILE,
    "move": Activity.MOVING,
    "agree to a move": Activity.MOVING,
    "opened": Activity.MOVING,
    "close": Activity.CLOSING,
}
"""The scene before a statement of each kind is made."""


def before(kind: str, seats: int, game: AnyGame = HANABI) -> Scene:
    scene = film(seats, game)[BEFORE[kind]].copy()  # type: ignore[arg-type] # games are frozen
    if kind == "reveal":
        scene.wire.open()
    return scene


Forge = Callable[[Scene, Statement, Seat], Sequence[bytes]]
"""What the villain sends a seat in place of one honest statement."""


@dataclass
class Villain:
    """Changes the first statement of one kind by its seat, and records both."""

    scene: Scene
    seat: int
    kind: str
    forge: Forge
    each: bool = False  # whether it forges separately for each seat
    place: int | None = None  # the round in which it forged
    forged_for: dict[Seat, Sequence[bytes]] = field(default_factory=dict)

    def __call__(self, frm: Seat, to: Seat, message: bytes) -> Sequence[bytes]:
        statement = self.scene.statement(message)
        if frm != self.seat or statement is None or statement.seat != self.seat:
            return (message,)
        tag = statement.body[0] if isinstance(statement.body, tuple) else None
        if tag != self.kind.split()[0] or self.place not in (None, statement.round_number):
            return (message,)
        if self.kind == "agree to a move" and self.scene.history(frm).stage.state is None:
            return (message,)
        self.place = statement.round_number
        receiver = to if self.each else Seat(0)
        if receiver not in self.forged_for:
            self.forged_for[receiver] = self.forge(self.scene, statement, to)
        return self.forged_for[receiver]


def attack(scene: Scene, seat: int, kind: str, forge: Forge, *, each: bool = False) -> Villain:
    """From now on the seat cheats, once."""
    villain = Villain(scene, seat, kind, forge, each)
    scene.wire.tamper = villain
    if kind == "commit":
        scene.wire.open()
    return villain


def stating(change: Callable[[Any], Value]) -> Forge:
    """A forger that sends everybody the same changed body."""

    def forge(scene: Scene, statement: Statement, _to: Seat) -> Sequence[bytes]:
        return (scene.signed(statement.seat, statement, change(statement.body)).data,)

    return forge


def put(value: Any, path: Sequence[int], new: Any) -> Value:
    """The same nested tuples with one entry replaced; `new` may be a function of the old one."""
    if not path:
        return new(value) if callable(new) else new  # type: ignore[no-any-return] # a Value is any shape
    first, *rest = path
    changed = put(value[first], rest, new)
    return (*value[:first], changed, *value[first + 1 :])


def judged(data: bytes | None) -> Report:
    assert data is not None
    return audit(data, BOTH)


def check_named(
    scene: Scene,
    villain: int,
    *,
    how: EndingKind = EndingKind.CHEAT,
    honest: Sequence[int] | None = None,
) -> None:
    """Every honest seat names the villain, and so does its file."""
    seats = honest if honest is not None else [s for s in range(len(scene.mes)) if s != villain]
    for seat in seats:
        ending = scene.tables[seat].ending()
        assert ending is not None, (seat, scene.tables[seat].status())
        assert (ending.how, ending.seat) == (how, villain), (seat, ending)
        report = judged(scene.tables[seat].evidence())
        assert report.valid, (seat, report.fault)
        assert (report.named, report.withdrawn) == (villain, how is EndingKind.WITHDRAWN), seat


def check_unnamed(scene: Scene, honest: Sequence[int]) -> None:
    """Nobody calls an honest seat a cheat, or says that it left."""
    for seat in honest:
        ending = scene.tables[seat].ending()
        assert ending is None or ending.seat not in honest, (seat, ending)
        if ending is not None and ending.how is not EndingKind.CLOSED:
            report = judged(scene.tables[seat].evidence())
            assert report.valid, (seat, ending, report.fault)
            assert report.named not in honest, (seat, report.named)
