"""The lobby before a table exists: messages between host and joiner, and what screens may show.

    joiner                                  host
    (the pairing: protocol/identity/pairing.py)
    ["seat", nonce, [host, ...], port] ->
                                       <-   ["roster", config, [member, ...], number, where]
    ["ready", whether]                 ->
                                       <-   ["roster", ...]   on every change
    ["ping"]                          <->   ["ping"]          every two seconds
    ["lends", [key, ...]]              ->                     which seats run on its machine
    ["leave"]                          ->
                                       <-   ["closed"]        the host closes the table
                                       <-   ["start", seating, [certificate, ...], [where, ...]]

`where` is `[[host, ...], port]`. `member` is `[name, ready, key, here, owner]`: `owner` is the
number of the member on whose machine that seat runs, nil on its own. A joiner whose seat a guest
lends adds that guest's key to "seat"; it is seated once that guest lends it. The host may send
`["refused", reason, detail]` instead of any message. After "start" every seat validates the
seating, stores its secret and signs, the host last. A roster after "start" cancels it: somebody did
not sign.

A joiner whose link is lost dials the host again, and both present the certificate of the pairing:

                                       <-   ["lobby", table id]
    ["back", [host, ...], port]        ->
                                       <-   ["roster", ...]
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from p2p_hanabi.gathering import MAX_TABLE_NAME, LobbyView, TableConfig
from protocol.encoding import Integer, Value, enc
from protocol.errors import BadEncoding, ReasonedError
from protocol.game import Seat
from protocol.identity.pairing import Banner
from protocol.identity.seating import Place, Seating, with_machines
from protocol.reasons import Malformed

# §3: as a seating and a table secret have them.
NONCE_BYTES = 16
SECRET_BYTES = 32
SEAT_KEPT_S = 60.0
"""How long the seat of an absent guest is reserved."""
MAX_LENT = 4
"""How many seats a guest can lend."""
MAX_LOBBY_BYTES = 64 * 1024
PING = enc(["ping"])


class BadTable(ReasonedError):
    """The host proposes a table that this seat will not sign."""


class HostLeft(ReasonedError):
    """The host has closed the table before it began, or was not found in time."""


class HostClosed(HostLeft):
    """The host has announced it: it has signed nothing, and will not."""


Introduce: TypeAlias = Callable[[LobbyView], LobbyView]
"""Adds what is known of each player, for the screen."""


Doubt: TypeAlias = Callable[[LobbyView], frozenset[bytes]]
"""Returns the keys in a view that a player must be warned about before it is ready."""


Fits: TypeAlias = Callable[[str], bool]
"""Whether a player at the table may have this name."""


IsHosted: TypeAlias = Callable[[bytes], bool]
"""Whether the seat with this key runs on this machine."""


def hosted_identities(view: LobbyView) -> frozenset[bytes]:
    """Return the keys of the seats that run on somebody else's machine, and not on that of this
    player's own seat."""
    # §3: its owner has the seat's secrets, so a player is warned of it before it is ready.
    return frozenset(one.identity for one in view.on_other_machines)


@dataclass(frozen=True, slots=True)
class About:
    """What a banner claims about a table, unverified: for the screen only."""

    table: bytes
    is_open: bool
    name: str
    game: str
    seats_taken: int
    seats: int
    host: str


class Changes:
    """Wakes all waiters at each change."""

    def __init__(self) -> None:
        self._next = asyncio.Event()

    def notify(self) -> None:
        self._next.set()
        # A new one, never cleared: waiters who have not run yet still find theirs set.
        self._next = asyncio.Event()

    async def wait(self) -> None:
        """Wait for the next `notify` after this call."""
        await self._next.wait()


def config_value(config: TableConfig) -> Value:
    # §11: without `machines`: the host adds that to the seating, as the last roster shows it.
    options = tuple((key, option) for key, option in config.options)
    return (config.game, options, config.deck, config.faces, config.seats, config.name)


def seating_of(config: TableConfig, places: Sequence[Place], machines: Sequence[int]) -> Seating:
    """Return the seating; `machines` has, for each seat, the one on whose machine it runs."""
    # §3: the option belongs to the table: every seat signs whose machine each of them is on.
    options = with_machines(config.options, [Seat(owner) for owner in machines])
    return Seating(config.game, options, config.deck, config.faces, tuple(places))


def config_from(value: Value) -> TableConfig:
    """Decode a table's configuration. Raise `BadEncoding`."""
    match value:
        case (str(game), tuple(options), str(deck), Integer(faces), Integer(seats), str(name)):
            pairs = []
            for option in options:
                match option:
                    case (str(key), chosen):
                        pairs.append((key, chosen))
                    case _:
                        raise BadEncoding(Malformed.OPTION)
            # Bounded before it is shown, since any host can send it; §3: 2 to 16 seats.
            if len(name) <= MAX_TABLE_NAME and 2 <= seats <= 16:
                return TableConfig(game, tuple(pairs), deck, faces, seats, name)
    raise BadEncoding(Malformed.FORM)


def about_from(banner: Banner) -> About:
    """Decode the content of a banner. Raise `BadEncoding` if it is invalid."""
    match banner.description:
        # §10: sent before the pairing, so that nothing in it is proven.
        case (str(name), str(game), Integer(taken), Integer(seats), str(host)):
            return About(banner.table, banner.is_open, name, game, taken, seats, host)
    raise BadEncoding(Malformed.FORM)
