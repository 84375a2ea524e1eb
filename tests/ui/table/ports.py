"""Tables for a screen to sit at: a game dealt in memory, or real machines on a wire in memory."""

from __future__ import annotations

import asyncio
import copy
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any, Self

from p2p_hanabi.gathering import Company
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.end.ended_table import EndedTable, ending_lines
from p2p_hanabi.ui.model.game.game_screen import as_seen
from p2p_hanabi.ui.model.seat.table_snapshot import TableSnapshot
from protocol.errors import IllegalMove, NotNow, RemarkRefused
from protocol.game import Act, Card, Deal, Everyone, Face, Open, Options, Over, Seat, Shuffle
from protocol.peer.remarks import (
    AT_ANY_TIME,
    AcceptedRemark,
    Arrangement,
    Order,
    Phrase,
    Remark,
    Rule,
)
from protocol.peer.status import Activity, Ending, EndingKind, Status
from protocol.reasons import Code, Forbidden, NotPossible, Reason, RemarkFault
from tests.any_game import BOTS, RULES, SCREENS, AnyPort
from tests.builders import beacon, dice, show
from tests.fakes import NAMES, Wire

BOT = BOTS["hanabi"]
WORDS = ("acorn", "album", "amber", "anchor", "angle")


OF_STATUS = frozenset(each.name for each in fields(Status))


class TableInMemory(ABC):
    """A table for a screen, which sees what the table `found`, but for what a test `shows`."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.screen = SCREENS[game]
        self._shown: dict[str, Any] = {}
        self._last: tuple[object, dict[str, Any], TableSnapshot[Any]] | None = None
        self._played = asyncio.Event()

    @abstractmethod
    def found(self) -> TableSnapshot[Any]: ...

    @abstractmethod
    def moment(self) -> object:
        """What differs whenever something else is found."""

    def shows(self, **facts: Any) -> Self:
        """Facts of the snapshot, or of its status, instead of those found."""
        self._shown = {**self._shown, **facts}
        self._played.set()
        return self

    @property
    def now(self) -> TableSnapshot[Any]:
        """The same until something changes."""
        moment = self.moment()
        if self._last is None or self._last[0] != moment or self._last[1] is not self._shown:
            self._last = moment, self._shown, self._snapshot()
        return self._last[2]

    def _snapshot(self) -> TableSnapshot[Any]:
        found = self.found()
        of_status = {name: fact for name, fact in self._shown.items() if name in OF_STATUS}
        facts = {"status": found.status} | {
            name: fact for name, fact in self._shown.items() if name not in OF_STATUS
        }
        return replace(found, **{**facts, "status": replace(facts["status"], **of_status)})

    def note(self, card: Card, words: str) -> None:
        self.shows(notes={**self.now.notes, card: words})


class DealtTable(TableInMemory):
    """One seat at a game without keys or peers; `changed` is one event of it, others are bots."""

    def __init__(
        self,
        seats: int,
        *,
        options: Options | None = None,
        seed: int = 0,
        me: int = 0,
        names: tuple[str, ...] = NAMES,
        choose: Callable[[Any], Any] | None = None,
        game: str = "hanabi",
    ) -> None:
        super().__init__(game)
        self.rules = RULES[game]
        self.seat = Seat(me)
        self.names = names[:seats]
        self.withdrawn = False
        self.called_gone: Seat | None = None
        self.has_stopped = False
        self.rounds = 0
        self.refused: list[IllegalMove | NotNow | RemarkRefused] = []
        self.remarks: list[AcceptedRemark] = []
        self.arrangements: list[Arrangement] = []
        self.options: Options = options or {}
        self._choose = choose or BOTS[game]
        self._dice = dice("pile", seed)
        self._known: list[dict[Card, Face]] = [{} for _ in range(seats)]
        self.faces: dict[Card, Face] = {}
        self.state = self.rules.start(options or {}, seats, beacon(seed))
        self._before: list[tuple[Any, dict[Card, Face]]] = []
        self._past: list[Any] = []
        self._seen: tuple[Any, tuple[int, int], Any] | None = None
        self._was_dealt = False

    def twin(self) -> Self:
        """Return a table at this moment that goes on by itself."""
        new = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | dict | set | random.Random):
                setattr(new, name, copy.copy(value))
        new._known = [dict(each) for each in self._known]
        new._played = asyncio.Event()
        return new

    def moment(self) -> object:
        sizes = len(self._known[self.seat]), len(self.remarks), len(self.arrangements)
        return self.state, sizes, self.rounds, self.withdrawn

    def found(self) -> TableSnapshot[Any]:
        seats = range(len(self.names))
        return TableSnapshot(
            seat=self.seat,
            names=self.names,
            machines=tuple(map(Seat, seats)),
            options=self.options,
            status=self.status(),
            ending=self.ending(),
            faces=self.faces,
            talk=self.talk,
            remarks=tuple(self.remarks),
            orders=tuple(self.arrangements),
            company=Company(tuple(Seat(seat) for seat in seats if seat != self.seat)),
            view=self.view(),
            past=self.past(),
        )

    def view(self) -> Any:
        """Once for each moment, as `Table.snapshot`."""
        known = self._known[self.seat]
        sizes = len(known), len(self.arrangements)
        if self._seen is None or self._seen[0] is not self.state or self._seen[1] != sizes:
            view = self.rules.view(self.state, self.seat, known)
            self._seen = self.state, sizes, as_seen(self.screen, view, self.arrangements)
        return self._seen[2]

    def past(self) -> Sequence[Any]:
        new = self._before[len(self._past) :]
        self._past += [self.rules.view(state, self.seat, known) for state, known in new]
        return self._past

    def status(self) -> Status:
        match self.rules.pending(self.state):
            case Shuffle():
                return self._doing(Activity.SHUFFLING, (Seat(0),), (1, len(self.names)))
            case Deal():
                return self._doing(Activity.DEALING, ())
            case Open():
                return self._doing(Activity.OPENING, ())
            case Act(seat):
                return self._doing(Activity.MOVING, (seat,))
        return self._doing(Activity.ENDED, ())

    def ending(self) -> Ending | None:
        if self.withdrawn:
            return Ending(EndingKind.WITHDRAWN, self.seat, Reason(Forbidden.LEFT))
        return (
            Ending(EndingKind.CLOSED) if isinstance(self.rules.pending(self.state), Over) else None
        )

    def play(self, move: Any) -> None:
        if self.rules.pending(self.state) != Act(self.seat):
            raise NotNow(NotPossible.NOT_YOUR_TURN)
        self._remember()
        self.state = self.rules.apply(self.state, move)
        self._played.set()

    @property
    def talk(self) -> Rule:
        if self._shown.get("ending", self.ending()) is not None:
            return Rule.FREE
        return Rule(dict(self.rules.options(self.options)).get("talk", "none"))

    def say(self, remark: Remark) -> None:
        """What the machine would refuse is refused in `WireTable`."""
        self.remark_from(self.seat, remark)

    def want_again(self) -> None:
        company = self.now.company
        self.shows(company=replace(company, again=company.again | {self.seat}))

    def why_unsaid(self, remark: Remark) -> RemarkFault | None:
        """As the machine's own, of phrases."""
        if self.talk is not Rule.PHRASES:
            return RemarkFault.NO_TALK if self.talk is Rule.NONE else None
        others = self.status().activity is Activity.MOVING and self.status().waiting_for != (
            self.seat,
        )
        waits = others and isinstance(remark, Phrase) and remark.index not in AT_ANY_TIME
        return RemarkFault.ANOTHERS_TURN if waits else None

    def remark_from(self, seat: int, remark: Remark) -> None:
        """Somebody says this."""
        self.remarks.append(AcceptedRemark(len(self.remarks), Seat(seat), self.rounds, remark))
        if isinstance(remark, Order):
            moves = len(self.state.log)
            self.arrangements.append(Arrangement(moves, Seat(seat), remark.cards))
        self._played.set()

    def late_refusals(self) -> Sequence[IllegalMove | NotNow | RemarkRefused]:
        refused, self.refused = self.refused, []
        return refused

    def declare_gone(self, seat: Seat) -> None:
        """What the machine would refuse is refused in `WireTable`."""
        self.called_gone = seat
        self._played.set()

    def stop(self) -> None:
        self.has_stopped = True
        self._played.set()

    def withdraw(self) -> None:
        self.withdrawn = True
        self._played.set()

    async def changed(self) -> None:
        self._played.clear()
        await asyncio.sleep(0)
        if not self.step():
            await self._played.wait()

    def step(self) -> bool:
        """One event; False if this seat is to act, or the game is over."""
        self.rounds += 1
        self._remember()
        match self.rules.pending(self.state):
            case Shuffle(listed):
                new = self._dice.sample(listed, len(listed))
                self.faces |= {Card(len(self.faces) + k): face for k, face in enumerate(new)}
                self.state = self.rules.shuffled(self.state)
            case Deal(cards):
                self.state = self.rules.dealt(self.state)
                for card, audience in cards:
                    show(self._known, card, self.faces[card], audience)
                up = {card: self.faces[card] for card, to in cards if isinstance(to, Everyone)}
                self.state = self.rules.opened(self.state, up) if up else self.state
            case Open(cards):
                for card in cards:
                    show(self._known, card, self.faces[card], Everyone())
                self.state = self.rules.opened(self.state, {c: self.faces[c] for c in cards})
            case Act(seat) if seat != self.seat:
                view = self.rules.view(self.state, seat, self._known[seat])
                self.state = self.rules.apply(self.state, self._choose(view))
            case _:
                return False
        return True

    def until_my_turn(self) -> None:
        while self.step():
            pass

    def _remember(self) -> None:
        match self.rules.pending(self.state):
            case Deal(cards) if any(not isinstance(audience, Everyone) for _, audience in cards):
                pass  # as `Table.past`
            case _ if not self._before or self._before[-1][0] is not self.state:
                self._before.append((self.state, dict(self._known[self.seat])))

    def _doing(
        self, activity: Activity, waiting: tuple[Seat, ...], step: tuple[int, int] | None = None
    ) -> Status:
        dealt = self._was_dealt = self._was_dealt or activity in (Activity.MOVING, Activity.ENDED)
        return Status(activity, self.rounds, waiting, WORDS, dealt, step)


class WireTable(TableInMemory):
    """One seat among real machines; `changed` carries one message, or lets a bot act."""

    def __init__(self, wire: Wire, me: int = 0, *, game: str = "hanabi") -> None:
        super().__init__(game)
        self.seat = Seat(me)
        self.names = NAMES[: len(wire.nodes)]
        self._options: Options = wire.nodes[0].table._seating.chosen
        self._wire = wire
        self._table = wire.nodes[me].table
        wire.open()

    def moment(self) -> object:
        return object()  # its machine has no number for it

    def found(self) -> TableSnapshot[Any]:
        return TableSnapshot(
            seat=self.seat,
            names=self.names,
            machines=tuple(map(Seat, range(len(self.names)))),
            options=self._options,
            status=self.status(),
            ending=self.ending(),
            faces=self._table.faces(),
            talk=self._table.snapshot().permits.floor.rule,
            remarks=self._table.remarks(),
            orders=self._table.orders(),
            view=self.view(),
            past=self._table.past(),
        )

    def view(self) -> Any:
        return as_seen(self.screen, self._table.view(), self._table.orders())

    def status(self) -> Status:
        return self._table.status()

    def ending(self) -> Ending | None:
        return self._table.ending()

    def play(self, move: Any) -> None:
        self._wire.carry(self.seat, self._table.play(move))
        self._played.set()

    def say(self, remark: Remark) -> None:
        self._wire.carry(self.seat, self._table.talk(remark))
        self._played.set()

    def want_again(self) -> None:
        raise NotImplementedError

    def why_unsaid(self, remark: Remark) -> Code | None:
        try:
            self._table.snapshot().permits.check_remark(remark)
        except RemarkRefused as error:
            return error.reason.code
        return None

    def late_refusals(self) -> Sequence[NotNow]:
        return ()

    def declare_gone(self, seat: Seat) -> None:
        self._wire.carry(self.seat, self._table.declare_gone(seat))
        self._played.set()

    def stop(self) -> None:
        self._wire.carry(self.seat, self._table.stop())
        self._played.set()

    def withdraw(self) -> None:
        self._wire.carry(self.seat, self._table.withdraw())
        self._played.set()

    async def changed(self) -> None:
        self._played.clear()
        await asyncio.sleep(0)
        if not self._wire.deliver() and not self._bots_act():
            await self._played.wait()

    def step(self) -> None:
        """One message, or a move of whoever is to act, by a bot."""
        if not self._wire.deliver() and not self._bots_act():
            self.play(BOTS[self.game](self.view()))

    def _bots_act(self) -> bool:
        for seat, node in enumerate(self._wire.nodes):
            status = node.table.status()
            waited_for = status.activity is Activity.MOVING and status.waiting_for == (seat,)
            if waited_for and seat != self.seat:
                self._wire.carry(Seat(seat), node.table.play(BOTS[self.game](node.table.view())))
                return True
        return False


def remarks_of(port: DealtTable) -> list[Remark]:
    return [each.remark for each in port.now.remarks]


def end_of(port: AnyPort, ending: Ending, kept: EndedTable) -> list[str]:
    """How the table is said to have ended."""
    lines = ending_lines(port.screen, port.now, ending, kept)
    return [as_text(line) for line in lines]
