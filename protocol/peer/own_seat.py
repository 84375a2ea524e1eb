"""The seat that a state machine plays.

Source: docs/protocol.md, section 3.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..encoding import Value
from ..game import Seat
from ..identity.keys import Identity
from ..ledger.history import Statement, sign
from ..rounds.state import Stage


@dataclass(frozen=True)
class SigningSeat:
    """The seat that this state machine plays, what it signs with, and its table secret (§3): 32
    random bytes that are used for no other table, and kept until the game is over."""

    seat: Seat
    identity: Identity
    secret: bytes

    def sign(self, stage: Stage, body: Value) -> Statement:
        """Sign a statement of this seat under the round and the head of `stage`."""
        return sign(stage, self.seat, body, self.identity)
