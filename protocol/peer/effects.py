"""What a table asks its owner to do. In this order, and what is to be saved before what is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ..game import Seat
from ..ledger.history import Statement
from .status import Ending


@dataclass(frozen=True, slots=True)
class Persist:
    """Append the record to the journal; it is on disk before any later effect is carried out.

    `is_proven`: all of it was verified here, or is this seat's own, and need not be again when it
    comes back from a journal that shows it unchanged (§11).
    """

    record: bytes
    is_proven: bool = False


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
    """What there is to see has changed."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The table has ended; it still answers what others ask."""

    ending: Ending


Effect: TypeAlias = Persist | Broadcast | Send | Changed | Finished


def saying(own: Statement) -> list[Effect]:
    """Save what this seat says, then send it, then show it: a seat has a statement on its disk
    before anybody can hold it (§4)."""
    return [Persist(own.data, is_proven=True), Broadcast(own.data), Changed()]
