"""The guests of a gathering table: who has a seat, who is connected, who may come back.

No I/O: links are only stored. Seats are in the order in which they were taken. A guest whose seat
was freed is recognised by its certificate, and may come back if a seat is free then.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TypeAlias

from p2p_hanabi.likeness import look_alike
from protocol.identity.name_rules import MAX_NAME
from protocol.identity.pairing import Peer
from protocol.identity.seating import Place

from ..links.link import Link
from .lobby_record import Guest

MAX_FORMER = 64


@dataclass(frozen=True, slots=True)
class Connected:
    link: Link


@dataclass(frozen=True, slots=True)
class Away:
    """`since`: a time of the event loop, in seconds."""

    since: float


# Since ever: so the seat of one who left is freed with those that were kept for too long.
LEFT = Away(-math.inf)
"""The guest left deliberately."""
Presence: TypeAlias = Connected | Away


@dataclass(frozen=True, slots=True)
class Taken:
    """A seat that a guest has taken. A guest who is away is not ready."""

    guest: Guest
    presence: Presence
    is_ready: bool = False

    @property
    def link(self) -> Link | None:
        return self.presence.link if isinstance(self.presence, Connected) else None

    @property
    def seating_place(self) -> Place:
        peer = self.guest.peer
        fingerprint = sha256(peer.certificate).digest()
        return Place(self.guest.name, peer.identity, fingerprint, self.guest.nonce)


class Guests:
    """`guests` are those of a reopened table, all away since `now`."""

    def __init__(self, guests: Iterable[Guest], now: float) -> None:
        # §11: after a restart of the host every guest has its minute again.
        self.places = [Taken(guest, Away(now)) for guest in guests]
        self._former: dict[bytes, Guest] = {}  # by certificate

    # -- queries

    def seat_of(self, identity: bytes) -> Taken | None:
        """Return this player's seat."""
        seats = (taken for taken in self.places if taken.guest.peer.identity == identity)
        return next(seats, None)

    def known_by(self, certificate: bytes) -> Guest | None:
        """Return the current or former guest with this certificate."""
        for taken in self.places:
            if taken.guest.peer.certificate == certificate:
                return taken.guest
        # §11: a seat that was freed after a minute can be taken again, as long as one is free.
        return self._former.get(certificate)

    @property
    def certificates(self) -> list[bytes]:
        """Those of current guests, and of former ones who may come back."""
        # §11: the listener lets in only these without the code.
        return [*(taken.guest.peer.certificate for taken in self.places), *self._former]

    def links(self) -> list[Link]:
        return [taken.link for taken in self.places if taken.link is not None]

    def names_beside(self, peer: Peer) -> list[str]:
        guests = (taken.guest for taken in self.places)
        # Its own name is free for it: who returns is called as before.
        return [guest.name for guest in guests if guest.peer.identity != peer.identity]

    def away_since(self, limit: float) -> list[Taken]:
        """Return the seats of those who have been away since before `limit`."""
        return [
            taken
            for taken in self.places
            if isinstance(taken.presence, Away) and taken.presence.since < limit
        ]

    # -- changes

    def sit(self, guest: Guest, link: Link) -> Link | None:
        """Seat the player, in its existing seat or in the next one. Return the seat's former
        link."""
        before, now = self.seat_of(guest.peer.identity), Taken(guest, Connected(link))
        self._former.pop(guest.peer.certificate, None)
        if before is None:
            self.places.append(now)
            return None
        # §11: the same place: its number is in every roster, and its name stays.
        self.places[self.places.index(before)] = now
        return before.link

    def change(self, link: Link, presence: Presence, *, is_ready: bool) -> bool:
        """Update the seat of this link, and return whether it changed. A replaced link changes
        nothing."""
        for index, taken in enumerate(self.places):
            # §11: the message of a link that was replaced is about a presence that is over.
            if taken.link is link:
                self.places[index] = Taken(taken.guest, presence, is_ready)
                # §11: rosters are sent on a change, and not each time a guest repeats what it is.
                return self.places[index] != taken
        return False

    def not_ready(self, some: Collection[Taken]) -> None:
        self.places = [
            replace(taken, is_ready=taken.is_ready and taken not in some) for taken in self.places
        ]

    def forget(self, taken: Taken) -> None:
        """Remove the guest, who cannot come back without the code."""
        self.places.remove(taken)

    def remove(self, taken: Taken) -> None:
        """Remove the guest, who may come back unless it left deliberately."""
        self.forget(taken)
        # §11: bounded, or a peer that pairs with new keys for ever would fill the memory.
        if taken.presence != LEFT and len(self._former) < MAX_FORMER:
            self._former[taken.guest.peer.certificate] = taken.guest


def distinct_name(name: str, taken: list[str]) -> str:
    """Return the name, with a number appended if it is taken, or looks like one that is."""
    number = 1
    distinct = name
    while any(look_alike(distinct, one) for one in taken):
        number += 1
        suffix = f" {number}"
        # §11: the guest accepts no other change of its name than this one.
        distinct = name[: MAX_NAME - len(suffix)] + suffix
    return distinct
