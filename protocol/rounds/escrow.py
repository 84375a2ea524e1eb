"""The escrow round: every seat splits its key among the others.

Source: docs/protocol.md, section 14.
"""

from __future__ import annotations

from dataclasses import replace

from ..crypto.key_split import Escrowed, escrow, escrowed_from
from ..encoding import Value
from ..game import Seat
from .seat_secrets import Prover
from .state import Stage, ask

ESCROW_ROUND = 2
"""The number of the escrow round, at a table that has one."""


def prove(stage: Stage, prover: Prover) -> tuple[Value, Escrowed]:
    """Return the statement of the split key."""
    boxes = [revealed.box for revealed in stage.keys]
    escrowed = escrow(prover.secret, stage.context(prover.seat), boxes)
    return escrowed.value(), escrowed


def verify(
    stage: Stage, seat: Seat, points: tuple[Value, ...], boxes: tuple[Value, ...]
) -> Escrowed:
    """Verify that the points sum to the seat's key, and the length of every box. Raises
    `BadProof`."""
    keys = [revealed.public_key for revealed in stage.keys]
    return escrowed_from(points, boxes, stage.context(seat), keys)


def after(stage: Stage, escrowed: tuple[Escrowed, ...]) -> Stage:
    """Return the stage after all keys are split; `escrowed` is in seat order."""
    return ask(replace(stage, escrow=escrowed))
