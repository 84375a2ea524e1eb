"""The links between seats: who dials whom, what a hello is, and what ends a link."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from p2p_hanabi.faults import LinkFault
from p2p_hanabi.net.links.addresses import Address
from p2p_hanabi.net.links.certificate import introduced_as, pinned_context
from p2p_hanabi.net.links.link import Link, LinkLost, dial
from p2p_hanabi.net.links.mesh import LinkDown, LinkUp, MeshEvent, Received
from p2p_hanabi.net.table.seat import Seated
from protocol.encoding import enc
from protocol.game import Seat
from protocol.identity.pairing import VERSION
from protocol.reasons import PairingFailure
from tests.net.tables import seat_all


async def until(fact: Callable[[], bool]) -> None:
    while True:
        if fact():
            return
        await asyncio.sleep(0.01)


@asynccontextmanager
async def at_a_table(folder: Path, seats: int) -> AsyncIterator[list[Seated]]:
    """Seats of which each is linked with all others: signatures may come by way of a third."""
    async with asyncio.timeout(20):
        seated = await seat_all(folder, seats)
        try:
            await until(lambda: all(len(one.mesh.linked) == seats - 1 for one in seated))
            yield seated
        finally:
            await asyncio.gather(*(one.close() for one in seated))


async def next_news(seated: Seated) -> list[MeshEvent]:
    news = asyncio.Event()
    seated.mesh.on_news = news.set
    while not (taken := seated.mesh.take()):
        await news.wait()
        news.clear()
    return taken


async def dial_as(seated: Seated, other: Seated) -> Link:
    """A link that a seat opens with its own certificate, outside its mesh."""
    context = pinned_context(seated.own.certificate, other.own.certificate.der)
    me = introduced_as(seated.own.certificate.fingerprint)
    link = await dial(Address("127.0.0.1", other.listener.port), context, me)
    link.trust()
    return link


def hello(table: bytes) -> bytes:
    return enc(["link", "hello", VERSION, table, ["127.0.0.1"], 7000])


async def test_each_pair_of_seats_is_linked_once(tmp_path: Path) -> None:
    async with at_a_table(tmp_path, 3) as seated:
        for one in seated:
            while not all(one.mesh.is_up(other) for other in one.mesh.others):
                await next_news(one)
            ups = {one.mesh.is_up(other) for other in one.mesh.others}
            assert ups == {True}
            assert one.mesh.missing_since == {}


async def test_messages_arrive_in_order_with_their_sender(tmp_path: Path) -> None:
    async with at_a_table(tmp_path, 2) as seated:
        first, second = seated
        first.mesh.take()
        for number in range(100):
            second.mesh.broadcast(enc(["message", number]))
        received: list[MeshEvent] = []
        while len(received) < 100:
            received += await next_news(first)
        assert received == [Received(Seat(1), enc(["message", number])) for number in range(100)]


async def test_a_seat_that_sends_without_end_delays_no_other(tmp_path: Path) -> None:
    async with at_a_table(tmp_path, 3) as seated:
        first, talker, other = seated
        while not all(first.mesh.is_up(seat) for seat in first.mesh.others):
            await next_news(first)
        messages = [enc(["message", number]) for number in range(1000)]
        for message in messages:
            talker.mesh.send(Seat(0), message)
        other.mesh.send(Seat(0), messages[0])
        news = asyncio.Event()
        first.mesh.on_news = news.set
        for seat, last in ((Seat(1), messages[-1]), (Seat(2), messages[0])):
            while last not in first.mesh._links[seat]._unread:
                await news.wait()
                news.clear()
        event = first.mesh.take()
        assert Received(Seat(2), messages[0]) in event
        assert len(event) < 1000
        while len(event) < 1001:
            event += await next_news(first)
        assert [
            one.message for one in event if isinstance(one, Received) and one.seat == 1
        ] == messages


async def test_a_dropped_link_is_reported_and_restored(tmp_path: Path) -> None:
    async with at_a_table(tmp_path, 2) as seated:
        first = seated[0]
        first.mesh.take()
        first.mesh.drop(Seat(1), LinkFault.SILENT)
        news = await next_news(first)
        while LinkUp(Seat(1)) not in news:
            news += await next_news(first)
        assert news[:2] == [LinkDown(Seat(1)), LinkUp(Seat(1))]


async def test_departed_seat_differs_from_a_lost_one_until_its_return(tmp_path: Path) -> None:
    async with at_a_table(tmp_path, 2) as seated:
        first, second = seated
        while not first.mesh.is_up(Seat(1)):
            await next_news(first)
        for is_polite in (True, False):
            if is_polite:
                second.mesh.say_leaving()
                await second.mesh._links[Seat(0)].close()
            else:
                second.mesh.drop(Seat(0), LinkFault.SILENT)
            while LinkDown(Seat(1)) not in (news := await next_news(first)):
                continue
            if LinkUp(Seat(1)) not in news:
                assert (Seat(1) in first.mesh.stepped_out) is is_polite
            while not first.mesh.is_up(Seat(1)):
                await next_news(first)
            assert Seat(1) not in first.mesh.stepped_out


async def test_player_who_left_a_linked_seat_is_away_on_every_link(tmp_path: Path) -> None:
    async with at_a_table(tmp_path, 2) as seated:
        first, second = seated
        while not (first.mesh.is_up(Seat(1)) and second.mesh.is_up(Seat(0))):
            await next_news(first)
        news = asyncio.Event()
        first.mesh.on_news = news.set

        async def until(*, is_out: bool) -> None:
            while (Seat(1) in first.mesh.stepped_out) is not is_out:
                first.mesh.take()
                await news.wait()
                news.clear()

        second.mesh.step_out()
        await until(is_out=True)
        assert first.mesh.is_up(Seat(1))
        first.mesh.drop(Seat(1), LinkFault.SILENT)
        await until(is_out=False)  # a new link, which has said nothing yet
        await until(is_out=True)
        second.mesh.step_in()
        await until(is_out=False)


async def test_a_newer_link_of_a_seat_replaces_the_older(tmp_path: Path) -> None:
    async with at_a_table(tmp_path, 2) as seated:
        first, second = seated
        first.mesh.take()
        newer = await dial_as(second, first)
        await newer.receive()
        newer.send(hello(first.seating.table))
        newer.send(b"\x01")
        news = await next_news(first)
        while Received(Seat(1), b"\x01") not in news:
            news += await next_news(first)
        assert news[:2] == [LinkDown(Seat(1)), LinkUp(Seat(1))]
        await newer.close()


async def test_the_lower_of_two_seats_does_not_dial(tmp_path: Path) -> None:
    async with at_a_table(tmp_path, 2) as seated:
        first, second = seated
        link = await dial_as(first, second)
        with pytest.raises(LinkLost):
            await link.receive()


def other_table(_table: bytes) -> bytes:
    return hello(bytes(32))


def damaged(_table: bytes) -> bytes:
    return b"\x01"


def later_version(table: bytes) -> bytes:
    return enc(["link", "hello", 9, table, "other facts"])


def true_as_version(table: bytes) -> bytes:
    """Python takes it for 1; its bytes are others."""
    return enc(["link", "hello", True, table, ["127.0.0.1"], 7000])


@pytest.mark.parametrize("message", [other_table, damaged, later_version, true_as_version])
async def test_only_a_hello_of_this_table_makes_a_link(
    tmp_path: Path, message: Callable[[bytes], bytes]
) -> None:
    async with at_a_table(tmp_path, 2) as seated:
        first, second = seated
        first.mesh.take()
        link = await dial_as(second, first)
        await link.receive()
        link.send(message(first.seating.table))
        await link.lost()
        assert first.mesh.take() == []
        assert bool(first.mesh.incompatible) is (message is later_version)
        assert first.mesh.is_up(Seat(1))


async def test_version_mismatch_is_reported_at_both_ends(tmp_path: Path) -> None:
    """And no longer once its program has been updated."""
    async with at_a_table(tmp_path, 2) as seated:
        first, second = seated
        first.mesh._hello = lambda: later_version(first.seating.table)  # type: ignore[method-assign]
        second.mesh._hello = lambda: enc(["link", "hello", 1])  # type: ignore[method-assign]
        first.mesh.drop(Seat(1), LinkFault.SILENT)
        other = PairingFailure.OTHER_PROTOCOL.reason
        await until(lambda: Seat(0) in second.mesh.incompatible)
        assert second.mesh.incompatible == {Seat(0): other(version=9, known=VERSION)}
        await until(lambda: Seat(1) in first.mesh.incompatible)
        assert first.mesh.incompatible == {Seat(1): other(version=1, known=VERSION)}
        del first.mesh._hello, second.mesh._hello
        await until(lambda: not (first.mesh.incompatible or second.mesh.incompatible))
        assert first.mesh.is_up(Seat(1))
        assert second.mesh.is_up(Seat(0))


@pytest.mark.parametrize(
    "message",
    [
        enc(["link", "unheard of"]),
        enc(["link", "signatures", [None]]),
        enc(["link", "signatures", [b"1" * 64, None, None]]),
        enc(["link", "hello", VERSION, bytes(32), [], 7000]),
        enc(["link", "ping"]) + b"\x00",
    ],
)
async def test_an_invalid_link_frame_ends_that_link(tmp_path: Path, message: bytes) -> None:
    async with at_a_table(tmp_path, 3) as seated:
        first, second, _ = seated
        first.mesh.take()
        first.mesh.signatures.pop(Seat(0))  # so that a signature of it would be checked
        second.mesh.send(Seat(0), message)
        news = await next_news(first)
        while LinkDown(Seat(1)) not in news:
            news += await next_news(first)
        assert Seat(0) not in first.mesh.signatures
        first.mesh.signatures[Seat(0)] = first.signatures[0]


async def test_seat_that_has_ended_reports_it_to_later_connections(tmp_path: Path) -> None:
    async with at_a_table(tmp_path, 2) as seated:
        first, second = seated
        second.mesh.say_ended()
        first.mesh.drop(Seat(1), LinkFault.SILENT)
        news = asyncio.Event()
        first.mesh.on_news = news.set
        while Seat(1) not in first.mesh.ended:
            await news.wait()
            news.clear()
            first.mesh.pump()
        assert first.mesh.ended == {1}


async def test_learnt_addresses_come_first_and_their_number_is_bounded(tmp_path: Path) -> None:
    async with at_a_table(tmp_path, 2) as seated:
        mesh = seated[1].mesh
        for number in range(1, 20):
            mesh.learn(Seat(0), [Address("127.0.0.1", number)])
        known = mesh.addresses()[Seat(0)]
        assert len(known) == 8
        assert known[0] == Address("127.0.0.1", 19)


async def test_a_seat_counts_as_missing_since_its_last_message(tmp_path: Path) -> None:
    """Its silence is noticed after ten seconds, and these count too."""

    async with at_a_table(tmp_path, 2) as seated:
        mesh = seated[0].mesh
        while not mesh.is_up(Seat(1)):
            await next_news(seated[0])
        mesh._links[Seat(1)].heard_at -= 12
        mesh.drop(Seat(1), LinkFault.SILENT)
        mesh.pump()
        assert time.monotonic() - mesh.missing_since[Seat(1)] >= 12
