"""How a host could keep two of its guests apart: with certificates that shut one out (B2).

It needs no power over the network: it knows all certificates before anybody signs.
"""

from __future__ import annotations

from dataclasses import replace

from p2p_hanabi.net.links.certificate import LinkCertificate
from p2p_hanabi.net.lobby.lobby_host import HostLobby
from p2p_hanabi.net.lobby.lobby_join import JoinLobby
from p2p_hanabi.net.table.seat import OwnSeat
from tests.net.builders import namesake_of

_own_seat = HostLobby._own_seat


def seated_as_namesake(lobby: HostLobby) -> OwnSeat:
    """The host's own seat, under a new certificate with its last guest's subject."""
    lobby._certificate = namesake_of(lobby._guests.places[-1].guest.peer.certificate)
    return _own_seat(lobby)


def seated_with_accomplice(lobby: HostLobby) -> OwnSeat:
    """The first guest is the host's accomplice, and has the last guest's certificate."""
    first, last = lobby._guests.places[0], lobby._guests.places[-1]
    peer = replace(first.guest.peer, certificate=last.guest.peer.certificate)
    lobby._guests.places[0] = replace(first, guest=replace(first.guest, peer=peer))
    return _own_seat(lobby)


def lets_anybody_in(_certificate: bytes, _others: object) -> None:
    """Replaces the host's check of certificates."""


def come_as_namesake(guest: JoinLobby, other: bytes) -> None:
    """An accomplice, before it connects: under the subject of another guest's certificate."""
    mine: LinkCertificate = namesake_of(other)
    guest._certificate = guest._listener.certificate = mine
