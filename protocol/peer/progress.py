"""The status of a table, as data for a screen.

Source: docs/protocol.md, section 4.
"""

from __future__ import annotations

from ..game import Seat
from ..identity.keys import table_words
from ..ledger.history import History
from ..rounds.phases import (
    AgreeingOnMove,
    AgreeingOnPile,
    Closed,
    Closing,
    Committing,
    Confirming,
    Dealing,
    Escrowing,
    Moving,
    Opening,
    Revealing,
    Shuffling,
    Stuck,
)
from ..rounds.state import Stage
from .status import Activity, Status

_ACTIVITY = {
    Committing: Activity.COMMITTING,
    Revealing: Activity.REVEALING,
    Escrowing: Activity.ESCROWING,
    Shuffling: Activity.SHUFFLING,
    AgreeingOnPile: Activity.AGREEING_ON_PILE,
    Dealing: Activity.DEALING,
    Opening: Activity.OPENING,
    Moving: Activity.MOVING,
    AgreeingOnMove: Activity.AGREEING_ON_MOVE,
    Confirming: Activity.CONFIRMING,
    Closing: Activity.CLOSING,
    Closed: Activity.ENDED,
    Stuck: Activity.ENDED,
}


def status_of(history: History, *, ended: bool, objectors: tuple[Seat, ...]) -> Status:
    """Return the status of a table. `ended`: no seat is awaited any more; `objectors`: seats that
    say nothing more, and whose objection cannot be judged yet."""
    stage = history.stage
    activity, waiting_for = _ACTIVITY[type(stage.phase)], history.missing
    if ended:
        activity, waiting_for = Activity.ENDED, ()
    elif waiting_for and set(waiting_for) <= set(objectors):
        activity = Activity.DISPUTING
    return Status(
        activity,
        stage.round_number,
        waiting_for,
        table_words(stage.seating.table, stage.beacon) if stage.beacon else None,
        history.moved or isinstance(stage.phase, Moving),
        _step(stage),
        has_escrow=bool(stage.escrow),
        gone=stage.gone,
    )


def _step(stage: Stage) -> tuple[int, int] | None:
    match stage.phase:
        case Shuffling(by):
            return by + 1, len(stage.seating.places)
    return None
