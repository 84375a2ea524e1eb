"""Attacks through remarks. The game is Hanabi, with three seats."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from protocol.encoding import enc
from protocol.game import Card
from protocol.peer.remarks import MAX_IN_A_ROUND
from tests.protocol.peer.talking import Evening, evening

from .mounting import Result
from .villain import judged

Forge = Callable[[Evening, int], bytes]
"""What a villain sends, given its seat."""

THREE = (3,)
LET_ME_THINK = 2
"""A phrase that is not allowed during another player's turn."""


def talked(talk: str, forge: Forge) -> Callable[[int], Result]:
    """A seat that is not to move makes a remark to the one that is."""
    return partial(_mounted, talk, forge)


def _mounted(talk: str, forge: Forge, seats: int) -> Result:
    night = evening(talk)
    assert len(night.mes) == seats
    hearer, villain = night.mover, night.waiter
    check = night.deliver(hearer, forge(night, villain), villain)
    assert check is not None
    assert night.remarks_at(hearer) == []
    assert night.orders(hearer) == {}
    night.move()
    assert night.table(hearer).ending() is None
    assert judged(night.table(hearer).transcript()).valid
    return Result("the remark", str(check), "nobody", audited=True)


def out_of_turn(night: Evening, villain: int) -> bytes:
    return night.signed(villain, ("phrase", LET_ME_THINK))


def signed_by_another(night: Evening, villain: int) -> bytes:
    payload = night.payload(night.mover, ("text", "I am a fool"))
    return enc(("talk", payload, night.mes[villain].identity.sign(payload)))


def of_another_table(night: Evening, villain: int) -> bytes:
    return night.signed(villain, ("text", "hello"), table=bytes(32))


def hand_of_another(night: Evening, villain: int) -> bytes:
    cards: tuple[Card, ...] = night.hand(night.mover)
    return night.signed(villain, ("order", cards))


def one_too_many(night: Evening, villain: int) -> bytes:
    return night.signed(villain, ("phrase", 0), number=MAX_IN_A_ROUND)
