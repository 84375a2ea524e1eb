"""The guests of a table that gathers: who has taken a seat, who is there, who may come back.

No I/O: links are only remembered. Seats are in the order in which they were taken; whose seat fell
free is known by its certificate, and may come back if there is a seat then.
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

from .link import Link
from .lobby_record import Guest

MAX_FORMER = 64


@dataclass(frozen=True, slots=True)
class Connected:
    link: Link


@dataclass(frozen=True, slots=True)
class Away:
    """`since`: a time of the event loop, in seconds."""

    since: float


LEFT = Away(-math.inf)
"""Of its own will."""
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
    def place(self) -> Place:
        peer = self.guest.peer
        fingerprint = sha256(peer.certificate).digest()
        return Place(self.guest.name, peer.identity, fingerprint, self.guest.nonce)


class Guests:
    """`guests` are those of a table left before, all away since `now`."""

    def __init__(self, guests: Iterable[Guest], now: float) -> None:
        self.taken = [Taken(guest, Away(now)) for guest in guests]
        self._former: dict[bytes, Guest] = {}  # by certificate

    # -- who there is

    def of(self, identity: bytes) -> Taken | None:
        """Return the seat that this player has."""
        seats = (taken for taken in self.taken if taken.guest.peer.identity == identity)
        return next(seats, None)

    def known_by(self, certificate: bytes) -> Guest | None:
        """Return who sits here, or did."""
        for taken in self.taken:
            if taken.guest.peer.certificate == certificate:
                return taken.guest
        return self._former.get(certificate)

    @property
    def certificates(self) -> list[bytes]:
        """Of those who sit here, and of those who may come back."""
        return [*(taken.guest.peer.certificate for taken in self.taken), *self._former]

    def links(self) -> list[Link]:
        return [taken.link for taken in self.taken if taken.link is not None]

    def names_beside(self, peer: Peer) -> list[str]:
        guests = (taken.guest for taken in self.taken)
        return [guest.name for guest in guests if guest.peer.identity != peer.identity]

    def away_since(self, limit: float) -> list[Taken]:
        """Return who has been away since before that time."""
        return [
            taken
            for taken in self.taken
            if isinstance(taken.presence, Away) and taken.presence.since < limit
        ]

    # -- what changes

    def sit(self, guest: Guest, link: Link) -> Link | None:
        """Give the player the seat it has already, else the next one. Return the link that it had
        there."""
        before, now = self.of(guest.peer.identity), Taken(guest, Connected(link))
        self._former.pop(guest.peer.certificate, None)
        if before is None:
            self.taken.append(now)
            return None
        self.taken[self.taken.index(before)] = now
        return before.link

    def change(self, link: Link, presence: Presence, *, is_ready: bool) -> bool:
        """Note what is new, and tell whether it is. A link that another has replaced changes
        nothing."""
        for index, taken in enumerate(self.taken):
            if taken.link is link:
                self.taken[index] = Taken(taken.guest, presence, is_ready)
                return self.taken[index] != taken
        return False

    def not_ready(self, some: Collection[Taken]) -> None:
        self.taken = [
            replace(taken, is_ready=taken.is_ready and taken not in some) for taken in self.taken
        ]

    def forget(self, taken: Taken) -> None:
        """Take the guest away, who cannot come back without the code."""
        self.taken.remove(taken)

    def remove(self, taken: Taken) -> None:
        """Take the guest away; whoever was only lost may come back."""
        self.forget(taken)
        if taken.presence != LEFT and len(self._former) < MAX_FORMER:
            self._former[taken.guest.peer.certificate] = taken.guest


def distinct_name(name: str, taken: list[str]) -> str:
    """Return the name, with a number after it if somebody has it, or one that looks the same."""
    number = 1
    distinct = name
    while any(look_alike(distinct, one) for one in taken):
        number += 1
        suffix = f" {number}"
        distinct = name[: MAX_NAME - len(suffix)] + suffix
    return distinct
