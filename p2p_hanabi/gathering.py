"""A table before and after its game, as data shared by the network and the screens: its notice on
the network, and who sits there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from protocol.encoding import Value
from protocol.game import Seat
from protocol.reasons import Reason

REVIEW = "review"
"""The option of a table at which a finished game is looked at."""
HOST = Seat(0)
"""The seat that has opened the table, and opens the next one."""
MAX_TABLE_NAME = 60
"""In characters."""


class Phase(Enum):
    OPEN = "open"
    PLAYING = "playing"


class Program(Enum):
    """The protocol version of a host's program, compared with this program's."""

    SAME = "same"
    OLDER = "older"
    NEWER = "newer"


@dataclass(frozen=True, slots=True)
class Notice:
    """The announcement of a table on the network, which is not authenticated.

    `table` identifies it, whatever its name. `host` is the name of the player who opened it; `who`
    identifies the seat that announces it during the game. Of
    another version's notice only `table`, `who`, `name` and `phase` can be relied on.
    """

    table: bytes
    name: str
    game: str
    options: str
    seats_taken: int
    seats: int
    phase: Phase = Phase.OPEN
    who: bytes = b""
    host: str = ""
    program: Program = Program.SAME


@dataclass(frozen=True, slots=True)
class TableConfig:
    """The game that a host proposes. `deck` and `faces` are those of the game for these options."""

    game: str
    options: tuple[tuple[str, Value], ...]
    deck: str
    faces: int
    seats: int
    name: str

    @property
    def is_review(self) -> bool:
        """Whether a finished game is looked at there, and none is played."""
        return REVIEW in dict(self.options)


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A key that this player has played with. `last_met` is the date of the last game, such as
    2026-11-20; `known_as` is the name at that time, if it was different."""

    game_count: int
    last_met: str
    known_as: str | None = None


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """A new key, under a name that no known player has."""

    fingerprint: str


@dataclass(frozen=True, slots=True)
class OtherKey:
    """The name of a known player, with a different key."""

    fingerprint: str
    game_count: int


Acquaintance: TypeAlias = KnownPlayer | NewPlayer | OtherKey
"""What this machine remembers about somebody at the table."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody at the table.

    `identity` is the key that the host reports: proven to the host, and to everybody else once all
    have signed. `is_here`: its link to the host is up; a seat without one is reserved for a while.
    `owner` is the number of the member on whose machine it runs, None if on its own. `who` is for
    the screen alone, and None for this player. `is_phone`: a phone is its screen; only the host
    knows that.
    """

    name: str
    is_ready: bool
    identity: bytes
    is_here: bool = True
    owner: int | None = None
    who: Acquaintance | None = None
    is_phone: bool = False


class LobbyPhase(Enum):
    """SEARCHING is only for guests: the link to the host is lost, and the guest looks for it."""

    GATHERING = "gathering"
    SEATING = "seating"
    SEARCHING = "searching"


@dataclass(frozen=True, slots=True)
class PhoneSeat:
    """A seat on this machine for a phone. `address` is the URL to scan, empty until there is one;
    `is_scanned`: a phone has used one. `name` is that of its player, empty before that player sits
    at the table."""

    address: str = ""
    is_scanned: bool = False
    name: str = ""


class Change(Enum):
    """What a host can do about the seats of a gathering table."""

    ADD_BOT = "add a bot"
    SEND_BOT_AWAY = "send a bot away"
    MORE_SEATS = "more seats"
    FEWER_SEATS = "fewer seats"


@dataclass(frozen=True, slots=True)
class LobbyView:
    """Everything that a screen gets.

    `me` is this player's number among the `members`. `room_code` (three words with hyphens) is only
    for the host, None for an open table; `new_codes` counts its changes after wrong guesses.
    `waiting_for` names those whose signatures are missing in the phase SEATING. `unseen` is why the
    table cannot be discovered, if so; `addresses` are for `--connect`. `expected` has the names of
    those who need no code, since they sat at the last table. `bots` is the number of seats for the
    host's bots, present or not, and only for the host; so are `phones`, the seats for phones.
    `fingerprint` is that of this player's own key. `can` is what the host can
    change now. `incompatible` is why the program of somebody who tried to join does not fit.
    `searched_minutes`: for how long a guest has looked for its host in the phase SEARCHING.
    `is_on_board`: a big screen shows how others join.
    """

    config: TableConfig
    members: tuple[Member, ...]
    me: int
    phase: LobbyPhase = LobbyPhase.GATHERING
    waiting_for: tuple[str, ...] = ()
    room_code: str | None = None
    new_codes: int = 0
    unseen: Reason | None = None
    addresses: tuple[str, ...] = ()
    expected: tuple[str, ...] = ()
    bots: int = 0
    phones: tuple[PhoneSeat, ...] = ()
    fingerprint: str = ""
    can: frozenset[Change] = frozenset()
    incompatible: Reason | None = None
    searched_minutes: int = 0
    is_on_board: bool = False

    @property
    def bots_coming(self) -> int:
        """How many of the host's bots are still to come."""
        here = sum(one.owner == self.me and not one.is_phone for one in self.members)
        return max(0, self.bots - here)

    @property
    def phones_coming(self) -> int:
        """How many phones are still to come."""
        return max(0, len(self.phones) - sum(one.is_phone for one in self.members))

    @property
    def awaits_people(self) -> bool:
        """Whether there are seats for others than the host and its bots."""
        return self.config.seats > 1 + self.bots

    @property
    def machines(self) -> tuple[int, ...]:
        """For each member, the number of the one on whose machine it runs."""
        rows = enumerate(self.members)
        return tuple(number if one.owner is None else one.owner for number, one in rows)

    @property
    def on_other_machines(self) -> tuple[Member, ...]:
        """The members whose seats run on somebody else's machine, and not on that of this player's
        own seat. Whoever is ready accepts that its owner sees these seats; that the owner of one's
        own machine does was accepted with the seat."""
        rows, mine = zip(self.members, self.machines, strict=True), self.machines[self.me]
        return tuple(one for one, owner in rows if one.owner is not None and owner != mine)


@dataclass(frozen=True, slots=True)
class Company:
    """Which other seats are still connected after the table has ended, and which seats, this one
    included, would play again with the same players. Of those here, `stays` have been for longer
    than a bot's would be, and `reviews` look at the game together."""

    here: tuple[Seat, ...] = ()
    again: frozenset[Seat] = frozenset()
    stays: frozenset[Seat] = frozenset()
    reviews: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class PhoneCode:
    """The URL by which another phone takes a seat, and the name of that seat's player."""

    name: str
    address: str


PhoneCodes: TypeAlias = "Callable[[], Sequence[PhoneCode]]"


def no_phones() -> Sequence[PhoneCode]:
    """Return nothing: no phone has a seat of this machine."""
    return ()
