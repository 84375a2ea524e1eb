"""A table before and after its game, as data for who runs it and for who draws it: what it is on
the network, and who sits there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from protocol.encoding import Value
from protocol.game import Seat
from protocol.reasons import Reason

HOST = Seat(0)
"""Who has opened the table, and opens the next one."""


class Phase(Enum):
    OPEN = "open"
    PLAYING = "playing"


@dataclass(frozen=True, slots=True)
class Notice:
    """What is said of a table on the network; nothing of it is proven.

    `table` tells it from others, whatever they are called. `host` is whoever opened it, by name;
    `who` names the seat that says it while the table is played.
    """

    table: bytes
    name: str
    game: str
    options: str
    taken: int
    seats: int
    phase: Phase = Phase.OPEN
    who: bytes = b""
    host: str = ""


@dataclass(frozen=True, slots=True)
class TableConfig:
    """The game that a host proposes. `deck` and `faces` are the game's own for these options."""

    game: str
    options: tuple[tuple[str, Value], ...]
    deck: str
    faces: int
    seats: int
    name: str


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A key that one has played with. `last` is the day of the last game, as in 2026-11-20;
    `known_as` the name at that time, if it was another one."""

    games: int
    last: str
    known_as: str | None = None


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A key that was never met, under a name that is nobody else's here."""

    fingerprint: str


@dataclass(frozen=True, slots=True)
class OtherKey:
    """A name one has played with, and a key that is not the one it had then."""

    fingerprint: str
    games: int


Acquaintance: TypeAlias = KnownPlayer | NewPlayer | OtherKey
"""What this machine remembers of somebody who has come to the table."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """One who has come to the table.

    `identity` is the key that the host says is theirs: proven to the host, and to everybody else
    once all have signed. `is_here`: its link to the host is up; a seat without one is kept for a
    while. `owner` is the number of the sitter on whose machine it runs, absent (None) on its own.
    `who` is for the screen alone, and absent (None) for oneself. `is_phone`: a phone is its
    screen; the host alone knows.
    """

    name: str
    is_ready: bool
    identity: bytes
    is_here: bool = True
    owner: int | None = None
    who: Acquaintance | None = None
    is_phone: bool = False


class LobbyPhase(Enum):
    """SEARCHING is a guest's alone: its link to the host is lost, and it looks for the host."""

    GATHERING = "gathering"
    SEATING = "seating"
    SEARCHING = "searching"


class Change(Enum):
    """What a host can do about the seats of a table that gathers."""

    ADD_BOT = "add a bot"
    SEND_BOT_AWAY = "send a bot away"
    MORE_SEATS = "more seats"
    FEWER_SEATS = "fewer seats"


@dataclass(frozen=True, slots=True)
class LobbyView:
    """All that a screen is given.

    `me` is one's own number among the `sitters`. `code` (three words with hyphens) is the host's
    alone, None for an open table; `new_codes` counts how often it was changed after wrong guesses.
    `waiting_for` names those whose signature is missing once the phase is SEATING. `unseen` says
    why nobody can find the table by itself, if so; `addresses` are what `--connect` wants.
    `expected` are the names of those who need no code, since they sat at the last table. `bots` are
    the seats for bots of the host's, whether these are here yet or not: the host alone knows them.
    `phones` are the seats for phones, `codes` the addresses that these are to scan: both are
    the host's alone. `can` is what the host can change now.
    """

    config: TableConfig
    sitters: tuple[Sitter, ...]
    me: int
    phase: LobbyPhase = LobbyPhase.GATHERING
    waiting_for: tuple[str, ...] = ()
    code: str | None = None
    new_codes: int = 0
    unseen: Reason | None = None
    addresses: tuple[str, ...] = ()
    expected: tuple[str, ...] = ()
    bots: int = 0
    phones: int = 0
    codes: tuple[str, ...] = ()
    can: frozenset[Change] = frozenset()

    @property
    def bots_coming(self) -> int:
        """Return how many bots of the host's are on their way to a seat."""
        here = sum(one.owner == self.me and not one.is_phone for one in self.sitters)
        return max(0, self.bots - here)

    @property
    def phones_coming(self) -> int:
        """Return how many phones are still awaited."""
        return max(0, self.phones - sum(one.is_phone for one in self.sitters))

    @property
    def awaits_people(self) -> bool:
        """Return whether there are seats that are not the host's or its bots'."""
        return self.config.seats > 1 + self.bots

    @property
    def machines(self) -> tuple[int, ...]:
        """For each sitter the number of the one on whose machine it runs."""
        rows = enumerate(self.sitters)
        return tuple(number if one.owner is None else one.owner for number, one in rows)


@dataclass(frozen=True, slots=True)
class Company:
    """Who of the other seats is still there once the table has ended, and who would play again with
    the same players, oneself included."""

    here: tuple[Seat, ...] = ()
    again: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class PhoneCode:
    """The address by which another phone takes a seat, and whose seat it is."""

    name: str
    address: str


PhoneCodes: TypeAlias = "Callable[[], Sequence[PhoneCode]]"


def no_phones() -> Sequence[PhoneCode]:
    """Return nothing: no phone has a seat of this machine."""
    return ()
