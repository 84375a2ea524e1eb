"""A Hanabi table at its first move, and remarks signed for it, valid or not."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from functools import cache
from typing import Any

from protocol.encoding import Value, dec, enc
from protocol.errors import Dropped
from protocol.game import Card, Seat
from protocol.peer.remarks import Order, Remark, Text
from protocol.peer.status import Activity
from protocol.peer.table import SigningSeat, Table
from protocol.reasons import Reason
from tests.any_game import BOTS, RULES, AnyTable
from tests.fakes import Wire, act, seated, wire_for

HANABI = RULES["hanabi"]


@dataclass
class Evening:
    """Real machines on a wire, and what their seats sign with."""

    wire: Wire
    mes: tuple[SigningSeat, ...]

    def table(self, seat: int) -> AnyTable:
        return self.wire.nodes[seat].table

    @property
    def stage(self) -> Any:
        return self.table(0)._history.stage

    @property
    def mover(self) -> int:
        return self.table(0).status().waiting_for[0]

    @property
    def waiter(self) -> int:
        """A seat that is not to move."""
        return (self.mover + 1) % len(self.mes)

    def hand(self, seat: int) -> tuple[Card, ...]:
        hand: tuple[Card, ...] = self.stage.state.hands[seat]
        return hand

    def say(self, seat: int, remark: Remark) -> None:
        self.wire.carry(Seat(seat), self.table(seat).talk(remark))
        self.settle()

    def settle(self) -> None:
        while self.wire.deliver():
            pass

    def move(self) -> None:
        """Make the move that is due."""
        assert act(self.wire, BOTS["hanabi"])
        self.settle()

    def orders(self, seat: int) -> dict[int, tuple[Card, ...]]:
        """The latest order of each hand that a seat knows."""
        return {each.seat: each.cards for each in self.table(seat).orders()}

    def remarks_at(self, seat: int) -> list[tuple[int, Remark]]:
        return [(each.seat, each.remark) for each in self.table(seat).remarks()]

    def payload(self, by: int, remark: Value, **other: Any) -> bytes:
        """What a seat signs in the open round, except for the given parts."""
        usual = {
            "table": self.stage.seating.table,
            "round": self.stage.round_number,
            "seat": by,
            "head": self.stage.head,
            "number": 0,
        }
        return enc(("talk", *(usual | other).values(), remark))

    def signed(self, by: int, remark: Value, **other: Any) -> bytes:
        payload = self.payload(by, remark, **other)
        return enc(("talk", payload, self.mes[by].identity.sign(payload)))

    def deliver(self, seat: int, message: bytes, link: int | None = None) -> Reason | None:
        """Deliver it to a seat; return why it was dropped, if it was."""
        sender = Seat((seat + 1) % len(self.mes) if link is None else link)
        try:
            self.wire.carry(Seat(seat), self.table(seat).receive(sender, message))
        except Dropped as error:
            return error.reason
        return None

    def restored(self, seat: int) -> AnyTable:
        """The seat's machine, rebuilt from its journal."""
        history = self.table(seat)._history
        table = Table(HANABI, self.stage.seating, history.signatures, self.mes[seat])
        table.restore(self.wire.nodes[seat].journal)
        return table


def evening(talk: str = "free", *, cut: bool = False) -> Evening:
    """The hands are dealt and the first of three seats is to move. `cut`: seats 0 and 1 have no
    link. Each call returns an independent table; frozen objects are shared."""
    dealt = _dealt(talk, cut)
    memo: dict[int, Any] = {id(dealt.mes): dealt.mes}
    for node in dealt.wire.nodes:
        history = node.table._history
        for shared in (history.stage, *history.rounds, node.table._boxes.prover, node.table._me):
            memo[id(shared)] = shared
        memo[id(node.table._seating)] = node.table._seating
    return copy.deepcopy(dealt, memo)


@cache
def _dealt(talk: str, cut: bool) -> Evening:
    seats = 3
    options: dict[str, Value] = {"talk": talk}
    wire = wire_for(HANABI, seats, options=options)
    if cut:
        wire.cut.add(frozenset((Seat(0), Seat(1))))
    night = Evening(wire, seated(HANABI, seats, options=options)[2])
    wire.open()
    while night.table(0).status().activity is not Activity.MOVING or wire.deliver():
        if not wire.deliver():
            wire.tick()
    return night


def text_of(message: bytes) -> object:
    """The content of a message, decoded twice."""
    match dec(message):
        case ("talk", bytes(payload), bytes()):
            return dec(payload)
    return None


HELLO = Text("hello")


def turned(cards: tuple[Card, ...]) -> Order:
    """The hand from its last card to its first."""
    return Order(tuple(reversed(cards)))
