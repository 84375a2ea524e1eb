"""A seat: what is lost with its process, and what survives it."""

from __future__ import annotations

from dataclasses import dataclass, field

from p2p_hanabi.net.table.linger import Linger
from protocol.game import Seat
from protocol.peer.effects import Persist
from protocol.peer.table import SigningSeat
from tests.any_game import AnyTable

from .disk import Disk
from .plan import Death, LastWord, Stop, Twist


class Died(Exception):
    """The process has reached the step at which it ends."""


@dataclass
class Link:
    """A connection between two seats. Messages due at a seat after `lost_from` are lost."""

    ready: dict[Seat, float]
    lost_from: dict[Seat, float]
    latest: dict[Seat, float]
    is_alive: bool = True


@dataclass
class Process:
    """One life of a seat. `told` are the seats that the table believes linked."""

    table: AnyTable
    links: dict[Seat, Link] = field(default_factory=dict)
    informed: set[Seat] = field(default_factory=set)
    seen: int = 0
    is_thinking: bool = False
    parting: Linger | None = None
    goodbyes: set[Seat] = field(default_factory=set)
    has_said_goodbye: bool = False


@dataclass
class Desk:
    """`stop` is how the process will end, `steps_left` when; `taken_back` is its journal then.

    `left` is the table once the seat has ended and left; with `owes` somebody may lack its end, so
    its player can bring it back. Until `busy_until` the process gets no processor time.
    """

    me: SigningSeat
    seat: Seat
    disk: Disk = field(default_factory=Disk)
    process: Process | None = None
    stop: Stop | None = None
    steps_left: int = 0
    twist: Twist | None = None
    taken_back: list[Persist] | None = None
    left: AnyTable | None = None
    owes: bool = False
    busy_until: float = 0.0
    last_word: LastWord | None = None

    def end_after(self, stop: Stop) -> None:
        self.stop, self.steps_left = stop, stop.after_steps

    def step(self, at: Death | None = None) -> None:
        """Count a write, a sync (see `at`) or a send in advance. Raise `Died` at the last."""
        if self.stop is None:
            return
        self.steps_left -= 1
        if self.steps_left < 0 and self.stop.how in (Death.KILLED, Death.POWER, at):
            raise Died
