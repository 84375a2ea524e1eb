"""The transcript of a three-seat toy game, and variants of it."""

from __future__ import annotations

from typing import Any

from protocol.encoding import Value, dec_stream, enc
from protocol.game import Seat
from protocol.ledger.history import Statement
from protocol.peer.status import Activity
from tests.attacks.villain import TOY, film

SCENE = film(3, TOY)[Activity.ENDED]
HISTORY = SCENE.history(0)
FILE: list[Any] = [value for value, _ in dec_stream(SCENE.tables[0].transcript())]
HEADER, ROUNDS = FILE[0], FILE[1:]
DEALING, MOVING, OPENING, LAST = 6, 7, 15, 16
"""Round numbers."""


def joined(*values: Any) -> bytes:
    return b"".join(enc(value) for value in values)


def upto(number: int, *more: Any) -> bytes:
    """The file of that many rounds, and what follows."""
    return joined(HEADER, *ROUNDS[:number], *more)


def account(statements: Any = (), out_of_band: Any = (), evidence: Any = None) -> Any:
    return ("ended", tuple(statements), tuple(out_of_band), evidence)


def statement_of(seat: int, number: int, body: Value, *, head: bytes = b"") -> Statement:
    """What a seat could have signed in that round."""
    at = HISTORY.rounds[number].stage.head
    like = Statement(b"", b"", number, Seat(seat), at, None)
    return SCENE.signed(seat, like, body, head=head)


def objection(by: int, blamed: int, number: int, evidence: Value = None) -> Value:
    return statement_of(by, number, ("object", blamed, ("because",), evidence)).value


def pair(seat: int, number: int) -> Value:
    """Two statements of one seat for one round."""
    return ("two", *(statement_of(seat, number, ("agree", bytes([i]))).value for i in range(2)))


def stop(seat: int, number: int, *, head: bytes = b"") -> Value:
    return statement_of(seat, number, ("stop", ()), head=head).value
