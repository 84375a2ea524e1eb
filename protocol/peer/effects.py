"""What a table requests of its owner, to be carried out in order: saving comes before sending.

Source: docs/protocol.md, sections 4 and 11 (§4, §11 in a docstring).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from ..game import Seat
from ..ledger.history import Statement
from .status import Ending


@dataclass(frozen=True, slots=True)
class Persist:
    """Append the record to the journal; it must be on disk before any later effect is carried out,
    with all records before it.

    `is_proven`: all of it was verified here, or is this seat's own, and need not be verified again
    when it is restored from a journal that has it unaltered (§11). `can_wait`: it may reach the
    disk later, since only another seat is bound by it, and sends it again if it is lost (§11).
    """

    record: bytes
    is_proven: bool = False
    can_wait: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Broadcast:
    """Send to every seat that is linked."""

    message: bytes


@dataclass(frozen=True, slots=True)
class Send:
    """Send to one seat, if it is linked."""

    seat: Seat
    message: bytes


@dataclass(frozen=True, slots=True)
class Changed:
    """What a screen shows has changed."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The table has ended; it still answers requests of other seats."""

    ending: Ending


Effect: TypeAlias = Persist | Broadcast | Send | Changed | Finished
"""What `Table` returns, in lists."""


def publish(own: Statement) -> list[Effect]:
    """Save this seat's statement, then send it, then show it: it is on disk before any other seat
    can have it (§4)."""
    return [Persist(own.data, is_proven=True), Broadcast(own.data), Changed()]
