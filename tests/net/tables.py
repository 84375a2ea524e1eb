"""Tables over real links on loopback: seats in one process, each with its own files and port."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from p2p_hanabi.games.hanabi.bot.player import choose
from p2p_hanabi.games.hanabi.moves import Play
from p2p_hanabi.net.links.addresses import Address, usable_interfaces
from p2p_hanabi.net.links.certificate import LinkCertificate, new_certificate
from p2p_hanabi.net.links.endpoint import Endpoint
from p2p_hanabi.net.links.listener import Listener
from p2p_hanabi.net.table.seat import OwnSeat, Reachability, Seated, sit_down
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.paths import Home, LocalPlayer
from protocol.encoding import Value
from protocol.game import Seat
from protocol.identity.seating import Place, Seating
from protocol.peer.status import Activity
from tests.any_game import RULES, bare
from tests.net.builders import identity

HANABI = RULES["hanabi"]
NAMES = ("Ana", "Bo", "Cy", "Di", "Ed")


def loopback() -> Endpoint:
    return Endpoint(usable_interfaces("127.0.0.1"), alone=True)


def nobody(seats: tuple[Seat, ...]) -> None:
    assert seats, "told to wait for nobody"


def home(folder: Path, seat: int) -> Home:
    return Home(folder / NAMES[seat])


def player(folder: Path, seat: int) -> LocalPlayer:
    return home(folder, seat).player(NAMES[seat], lambda: identity(NAMES[seat]).seed)


@cache
def certificate_of(_seat: int) -> LinkCertificate:
    """The same at all tables: then what their seats prove is the same too, and is remembered
    (`tests/remembered.py`)."""
    return new_certificate()


async def seat_all(
    folder: Path, seats: int, certificates: Sequence[LinkCertificate] = (), **options: Value
) -> list[Seated]:
    """A Hanabi table, made without a lobby."""
    certificates = certificates or [certificate_of(seat) for seat in range(seats)]
    listeners = [loopback().listen(certificate) for certificate in certificates]
    players = [player(folder, seat) for seat in range(seats)]
    places = tuple(
        Place(one.name, one.identity.public_key, certificate.fingerprint, bytes([i]) * 16)
        for i, (one, certificate) in enumerate(zip(players, certificates, strict=True))
    )
    settled = HANABI.options(dict(options))
    seating = Seating("hanabi", settled, HANABI.deck, HANABI.faces(dict(settled)), places)
    addresses = {Seat(i): [Address("127.0.0.1", door.port)] for i, door in enumerate(listeners)}

    async def sit(seat: int, listener: Listener) -> Seated:
        ders = tuple(certificate.der for certificate in certificates)
        own = OwnSeat(seating, Seat(seat), bytes([seat]) * 32, certificates[seat], ders)
        entrance = Reachability(listener, ("127.0.0.1",), addresses, nobody)
        folder_of = home(folder, seat).table_folder(seating.table)
        return await sit_down(own, players[seat].identity, folder_of, entrance)

    return list(await asyncio.gather(*(sit(i, door) for i, door in enumerate(listeners))))


def session(
    folder: Path,
    seated: Seated,
    linger_s: float,
    *,
    discovers: bool,
    clock: Callable[[], float] = time.monotonic,
) -> Session:
    here = loopback().interfaces
    interfaces = (lambda: here) if discovers else None
    own = home(folder, seated.seat)
    return Session(seated, HANABI, own, linger_s=linger_s, interfaces=interfaces, clock=clock)


async def play_by_bot(session: Session, seat: Seat, moves: int | None = None) -> None:
    """Play whenever it is this seat's turn, until the end or for that many moves."""
    async for _ in session.changes():
        if moves == 0:
            return
        if is_to_move(session, seat):
            session.play(bare(choose(bare(session.now.view))))
            moves = None if moves is None else moves - 1


async def lose(session: Session, seat: Seat) -> None:
    """Play the first card whenever it is this seat's turn, so that the game is over soon."""
    async for _ in session.changes():
        if is_to_move(session, seat):
            moves = bare(session.now.view).moves
            session.play(bare(next(move for move in moves if isinstance(move, Play))))


def is_to_move(session: Session, seat: Seat) -> bool:
    status = session.status()
    return status.activity is Activity.MOVING and seat in status.waiting_for


async def until(session: Session, fact: Any) -> None:
    """Wait until a condition on the session holds."""
    async for _ in session.changes():
        if fact(session):
            return
    raise AssertionError("the session is over")


async def stop(tasks: Sequence[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
