"""Gathering at a table, as host and as joiner, until the game starts."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from p2p_hanabi.net.links.addresses import Address
from p2p_hanabi.net.lobby.lobby_host import HostLobby
from p2p_hanabi.net.lobby.lobby_join import JoinLobby
from p2p_hanabi.net.lobby.lobby_messages import About
from p2p_hanabi.net.lobby.lobby_record import HostedTable
from p2p_hanabi.net.table.seat import Seated
from p2p_hanabi.net.tasks import running_beside, undisturbed
from p2p_hanabi.ui.model.lobby.sentences_lobby import open_table as open_table_sentence
from protocol.identity.pairing import Refused
from protocol.identity.words import show_code

from ..console.failures import Failed, protocol_errors_as_failed
from ..local_seats.bot_seats import BotSeats
from ..local_seats.lent_seats import LentSeats
from ..local_seats.local_seats import LocalSeats
from ..records.contacts import doubtful, introduced, known_contacts
from ..settings.environment import Environment
from ..settings.naming import is_fit
from ..settings.table_config import check_config, possible_seats
from .seat_screen import Screen

LENDER_S = 1.0
PATIENCE_S = 600.0
"""How long an unattended program searches for a host whose connection was lost."""


@dataclass(frozen=True, slots=True)
class Target:
    """The addresses a joiner connects to, and the answer from there, which is not authenticated.

    `host` is the identity required of the host; None accepts any.
    """

    addresses: tuple[Address, ...]
    description: About
    host: bytes | None = None


async def open_table(
    offer: HostedTable, env: Environment, screen: Screen, guests: LocalSeats
) -> Seated:
    """Admit players until all seats are taken and all players are ready.

    Bots and phones are started here, as processes that join like any other player. If all other
    seats are for bots, the game starts by itself.
    """
    with protocol_errors_as_failed():
        lobby = HostLobby(offer, env.player, env.home, env.endpoint)
        _set_checks(lobby, env, screen)
        bots, phones = guests.bots, guests.phones
        lobby.is_hosted = lambda identity: bots.are_here(identity) or phones.are_here(identity)
        lobby.has_phone = phones.are_here
        lobby.possible_seats = possible_seats(offer.config)
        view = lobby.view()
        if not view.awaits_people:
            lobby.ready(True)
        bots.join(offer.bots, view.addresses[0], view.room_code)
        phones.is_review = view.config.is_review
        await phones.join(view.addresses[0], view.room_code)
        tell = screen.show if screen.is_person or view.awaits_people else _fail
        seats = BotSeats(lobby, bots, phones, tell)
        async with (
            running_beside(screen.show_lobby(seats)),
            running_beside(seats.keep()),
        ):
            return await lobby.run()


def _fail(sentence: str) -> None:
    """Give up a table at which nobody but bots can come, and one of them cannot. Raise `Failed`."""
    raise Failed(sentence)


async def take_seat(
    target: Target, code: bytes | None, env: Environment, screen: Screen, *, guests: LocalSeats
) -> Seated:
    """Try once to join, lend seats to phones, and wait for the start. Raise `Failed` with the
    reason."""
    phones = guests.phones
    with protocol_errors_as_failed():
        screen.report("pairing", table=target.description.name)
        phones.lender = env.player.identity.public_key
        lobby = await _admitted(target, code, env, screen, lends=phones.identities())
        if code is None:  # only the unauthenticated answer says that it is open
            screen.show(open_table_sentence())
        if not phones.count:
            async with running_beside(screen.show_lobby(lobby)):
                return await lobby.run()
        seats = LentSeats(lobby, phones, None if code is None else show_code(code), screen.show)
        async with running_beside(screen.show_lobby(seats)), running_beside(seats.keep()):
            return await lobby.run()


async def _admitted(
    target: Target,
    code: bytes | None,
    env: Environment,
    screen: Screen,
    *,
    lends: frozenset[bytes],
) -> JoinLobby:
    """Return a lobby in which this player has a seat. A lent seat may be here before its lender,
    for whom it waits."""
    patience_s = None if screen.is_person else PATIENCE_S
    while True:
        lobby = JoinLobby(env.player, env.home, env.endpoint, check_config, patience_s=patience_s)
        _set_checks(lobby, env, screen)
        lobby.is_hosted = env.is_local_seat and not env.lender
        lobby.lender, lobby.lends = env.lender, lends
        try:
            await lobby.knock(target.addresses, code, target.description.table, host=target.host)
        except Refused as refused:
            await undisturbed(lobby.close())
            if refused.reason != "not lent":
                raise
            await asyncio.sleep(LENDER_S)
        except BaseException:
            await undisturbed(lobby.close())
            raise
        else:
            return lobby


def _set_checks(lobby: HostLobby | JoinLobby, env: Environment, screen: Screen) -> None:
    """Set which names are accepted, and for a person, how to introduce others and warn of them."""
    lobby.fits = is_fit
    if screen.is_person:
        known = known_contacts(env.home, screen.show)
        lobby.introduce = lambda view: introduced(view, known)
        lobby.doubt = doubtful
