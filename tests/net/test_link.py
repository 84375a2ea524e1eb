"""Links over real TLS on loopback: bounded both ways, pinned, ended with a clear reason."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import ssl
import struct
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from p2p_hanabi.faults import LinkFault
from p2p_hanabi.net.links import link as links
from p2p_hanabi.net.links import listener as listeners
from p2p_hanabi.net.links.addresses import MAX_SEGMENT_BYTES, Address, open_listener
from p2p_hanabi.net.links.certificate import (
    LinkCertificate,
    Pins,
    introduced_as,
    is_certificate,
    joining_context,
    new_certificate,
    pinned_context,
    subject_of,
)
from p2p_hanabi.net.links.link import (
    MAX_FRAME_BYTES,
    MAX_UNREAD_BYTES,
    MAX_UNSENT_BYTES,
    CannotReach,
    Link,
    LinkLost,
    dial,
    first_of,
    frame,
)
from p2p_hanabi.net.links.listener import MAX_STRANGERS, Listener
from protocol.identity.pairing import Refused, banner_from
from protocol.reasons import Reason
from tests.net.builders import namesake_of


@dataclass
class Hall:
    """A listener, and every link it accepted."""

    door: Listener
    own: LinkCertificate
    joiners: list[Link] = field(default_factory=list)
    seats: list[Link] = field(default_factory=list)
    came: asyncio.Event = field(default_factory=asyncio.Event)
    trusts: bool = True

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.door.port)

    async def joiner(self, link: Link) -> None:
        await self._keep(link, self.joiners)

    async def seat(self, link: Link) -> None:
        await self._keep(link, self.seats)

    async def has_seats(self, count: int) -> None:
        while len(self.seats) < count:
            self.came.clear()
            await self.came.wait()

    async def _keep(self, link: Link, kept: list[Link]) -> None:
        kept.append(link)
        self.came.set()
        if self.trusts:
            link.trust()
        else:
            await link.lost()

    async def dial_as(self, one: LinkCertificate, name: str | None = None) -> Link:
        """Dial like a seat with this certificate that claims this name."""
        mine = introduced_as(one.fingerprint)
        return await dial(self.address, pinned_context(one, self.own.der), name or mine)

    async def meet(self) -> tuple[Link, Link]:
        """Both ends of a new link."""
        ours = await dial(self.address, joining_context())
        ours.trust()
        await self.came.wait()
        return ours, self.joiners[-1]


def transport(link: Link) -> asyncio.Transport:
    assert link._transport is not None
    return link._transport


@asynccontextmanager
async def in_a_hall() -> AsyncIterator[Hall]:
    own = new_certificate()
    hall = Hall(Listener(own, open_listener(["127.0.0.1"], 0)), own)
    hall.door.on_joiner, hall.door.on_seat = hall.joiner, hall.seat
    try:
        async with asyncio.timeout(20):
            yield hall
    finally:
        await hall.door.close()
        for link in (*hall.joiners, *hall.seats):
            await link.close()


async def test_messages_of_any_size_up_to_the_bound_pass_in_order() -> None:
    async with in_a_hall() as hall:
        ours, theirs = await hall.meet()
        sent = [b"", b"a", bytes(70_000), bytes(MAX_FRAME_BYTES), b"z"]
        for message in sent:
            ours.send(message)
        assert [await theirs.receive() for _ in sent] == sent
        await ours.close()


async def test_neither_end_of_a_link_holds_small_messages_back() -> None:
    async with in_a_hall() as hall:
        ours, theirs = await hall.meet()
        ends = [transport(link).get_extra_info("socket") for link in (ours, theirs)]
        options = [end.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for end in ends]
        assert all(options)
        await ours.close()


@pytest.mark.skipif(sys.platform != "linux", reason="what Linux takes before it connects")
async def test_both_ends_of_a_link_send_segments_that_fit_any_path() -> None:
    async with in_a_hall() as hall:
        ours, theirs = await hall.meet()
        ends = [transport(link).get_extra_info("socket") for link in (ours, theirs)]
        longest = [end.getsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG) for end in ends]
        assert max(longest) <= MAX_SEGMENT_BYTES
        await ours.close()


async def test_host_name_is_dialled_at_the_first_answering_address() -> None:
    async with in_a_hall() as hall:
        named = Address("localhost", hall.door.port)  # where it is ::1 too, nobody listens there
        ours = await dial(named, joining_context())
        assert ours.is_up
        await ours.close()
        with pytest.raises(CannotReach):
            await dial(Address("nobody.invalid", hall.door.port), joining_context())


def test_sending_a_larger_message_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="a frame of"):
        frame(bytes(MAX_FRAME_BYTES + 1))


async def test_oversized_frame_header_ends_the_link_unread() -> None:
    async with in_a_hall() as hall:
        _, writer = await asyncio.open_connection(*hall.address, ssl=joining_context())
        writer.write(struct.pack(">I", MAX_FRAME_BYTES + 1))
        await hall.came.wait()
        with pytest.raises(LinkLost, match="frame-too-large"):
            await hall.joiners[0].receive()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def test_a_stranger_who_sends_too_much_is_dropped() -> None:
    async with in_a_hall() as hall:
        hall.trusts = False
        ours = await dial(hall.address, joining_context())
        ours.send(bytes(links.STRANGER_BYTES))
        await hall.came.wait()
        with pytest.raises(LinkLost, match="stranger"):
            await hall.joiners[0].receive()
        await ours.close()


async def test_a_peer_that_sends_faster_than_it_is_read_has_to_wait() -> None:
    async with in_a_hall() as hall:
        ours, theirs = await hall.meet()
        messages = MAX_UNREAD_BYTES // MAX_FRAME_BYTES + 4
        full = asyncio.Event()
        theirs.on_news = lambda: full.set() if not theirs._reading else None
        for number in range(messages):
            ours.send(bytes([number]) * MAX_FRAME_BYTES)
        await full.wait()
        assert theirs._unread_bytes <= MAX_UNREAD_BYTES + MAX_FRAME_BYTES
        received = [(await theirs.receive())[0] for _ in range(messages)]
        assert received == list(range(messages))
        await ours.close()


async def test_a_peer_that_does_not_read_is_dropped_at_the_bound() -> None:
    async with in_a_hall() as hall:
        ours, theirs = await hall.meet()
        transport(theirs).pause_reading()
        for _ in range(64):  # the system buffers some of it
            ours.send(bytes(MAX_FRAME_BYTES))
            unsent = transport(ours).get_write_buffer_size()
            assert unsent <= MAX_UNSENT_BYTES + 2 * MAX_FRAME_BYTES
        assert ours.reason == Reason(LinkFault.NOT_READING)
        await ours.lost()


async def test_a_peer_that_does_not_read_for_long_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(links, "STALLED_AFTER_S", 0.05)

    async with in_a_hall() as hall:
        ours, theirs = await hall.meet()
        transport(theirs).pause_reading()
        for link, option in ((ours, socket.SO_SNDBUF), (theirs, socket.SO_RCVBUF)):
            connection = transport(link).get_extra_info("socket")
            connection.setsockopt(socket.SOL_SOCKET, option, 65536)
        while transport(ours).get_write_buffer_size() < MAX_FRAME_BYTES:
            ours.send(bytes(MAX_FRAME_BYTES))
        assert ours.is_up
        await ours.lost()
        assert ours.reason is not None
        assert ours.reason.code is LinkFault.NOT_READ_FOR


async def test_nothing_is_sent_on_a_lost_link() -> None:
    async with in_a_hall() as hall:
        ours, theirs = await hall.meet()
        theirs.drop(LinkFault.CLOSED_HERE)
        await ours.lost()
        ours.send(b"too late")
        with pytest.raises(LinkLost):
            await ours.receive()


async def test_seat_with_a_pinned_certificate_is_accepted_as_that_seat() -> None:
    async with in_a_hall() as hall:
        mine = new_certificate()
        hall.door.pin([mine.der])
        ours = await hall.dial_as(mine)
        await hall.came.wait()
        assert [link.peer_certificate for link in hall.seats] == [mine.der]
        assert ours.peer_certificate == hall.own.der
        await ours.close()


@pytest.mark.parametrize("name", ["its own", "the pinned one's", "none"])
async def test_unpinned_certificate_is_refused_without_explanation(name: str) -> None:
    async with in_a_hall() as hall:
        pinned, other = new_certificate(), new_certificate()
        hall.door.pin([pinned.der])
        names = {
            "its own": introduced_as(other.fingerprint),
            "the pinned one's": introduced_as(pinned.fingerprint),
            "none": "nobody",
        }[name]
        with pytest.raises((LinkLost, CannotReach)):
            await (await hall.dial_as(other, names)).receive()
        assert (hall.joiners, hall.seats) == ([], [])


async def test_a_pinned_certificate_under_another_ones_name_is_refused() -> None:
    async with in_a_hall() as hall:
        one, other = new_certificate(), new_certificate()
        hall.door.pin([one.der, other.der])
        with pytest.raises((LinkLost, CannotReach)):
            await (await hall.dial_as(one, introduced_as(other.fingerprint))).receive()
        assert hall.seats == []


async def test_a_seat_that_is_no_longer_pinned_is_refused() -> None:
    async with in_a_hall() as hall:
        one, other = new_certificate(), new_certificate()
        hall.door.pin([one.der])
        hall.door.pin([other.der])
        with pytest.raises((LinkLost, CannotReach)):
            await (await hall.dial_as(one)).receive()
        await (await hall.dial_as(other)).close()
        assert one.der not in [link.peer_certificate for link in hall.seats]


def test_no_link_resumes_a_session_without_a_certificate() -> None:
    assert all(context.num_tickets == 0 for context in contexts(new_certificate()))


def contexts(pinned: LinkCertificate) -> list[ssl.SSLContext]:
    pins = Pins(new_certificate())
    pins.set([pinned.der])
    return [pins.context, *pins._pinned.values()]


async def test_server_with_another_certificate_is_not_the_pinned_seat() -> None:
    async with in_a_hall() as hall:
        with pytest.raises(CannotReach, match="somebody-else"):
            await dial(hall.address, pinned_context(new_certificate(), new_certificate().der))


async def test_several_pins_do_not_shadow_each_other() -> None:
    async with in_a_hall() as hall:
        certificates = [new_certificate() for _ in range(4)]
        hall.door.pin([one.der for one in certificates])
        for one in certificates:
            await (await hall.dial_as(one)).close()
        await hall.has_seats(4)
        assert {link.peer_certificate for link in hall.seats} == {one.der for one in certificates}


async def test_certificates_with_the_same_subject_shut_nobody_out() -> None:
    """OpenSSL looks a pin up by subject, so each store it searches has only one (B2)."""

    async with in_a_hall() as hall:
        honest = new_certificate()
        villain = namesake_of(honest.der)
        assert subject_of(villain.der) == subject_of(honest.der)
        for order in ([honest, villain], [villain, honest]):
            hall.door.pin([one.der for one in order])
            for one in order:
                before = len(hall.seats)
                ours = await hall.dial_as(one)
                await hall.has_seats(before + 1)
                assert hall.seats[-1].peer_certificate == one.der
                await ours.close()


async def test_certificate_with_only_the_pinned_subject_is_refused() -> None:
    async with in_a_hall() as hall:
        honest = new_certificate()
        hall.door.pin([honest.der])
        villain, name = namesake_of(honest.der), introduced_as(honest.fingerprint)
        with pytest.raises((LinkLost, CannotReach)):
            await (await hall.dial_as(villain, name)).receive()
        assert hall.seats == []


async def test_one_address_cannot_disconnect_strangers_at_another() -> None:
    async with in_a_hall() as hall:
        hall.trusts = False
        ours, theirs = await hall.meet()
        host, port = hall.address
        crowd = [
            await asyncio.open_connection(host, port, local_addr=("127.0.0.9", 0))
            for _ in range(2 * MAX_STRANGERS)
        ]
        ours.send(b"hello")
        assert await theirs.receive() == b"hello"
        await ours.close()
        for _, writer in crowd:
            writer.close()


async def test_silent_strangers_keep_nobody_out() -> None:
    async with in_a_hall() as hall:
        silent = [await asyncio.open_connection(*hall.address) for _ in range(MAX_STRANGERS + 3)]
        staying = [task for task in hall.door._strangers if not task.cancelling()]
        assert len(staying) <= MAX_STRANGERS
        ours, theirs = await hall.meet()
        ours.send(b"hello")
        assert await theirs.receive() == b"hello"
        await ours.close()
        for _, writer in silent:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


async def test_a_silent_stranger_is_disconnected_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(listeners, "HANDSHAKE_S", 0.05)

    async with in_a_hall() as hall:
        hall.trusts = False
        before_tls, writer = await asyncio.open_connection(*hall.address)
        after_tls = await dial(hall.address, joining_context())
        with pytest.raises(LinkLost):
            await after_tls.receive()
        assert await before_tls.read() == b""
        writer.close()


async def test_listener_without_a_lobby_reports_a_game_in_progress() -> None:
    async with in_a_hall() as hall:
        hall.door.on_joiner = listeners.turn_away
        ours = await dial(hall.address, joining_context())
        with pytest.raises(Refused, match="playing"):
            banner_from(await ours.receive())
        await ours.close()


async def test_first_address_to_answer_is_kept_and_the_others_closed() -> None:
    async with in_a_hall() as hall:
        dead = open_listener(["127.0.0.1"], 0)
        port = dead[0].getsockname()[1]
        dead[0].close()
        addresses = [Address("127.0.0.1", port), hall.address, hall.address]
        kept = await first_of(addresses, lambda address: dial(address, joining_context()))
        assert kept.is_up
        await kept.close()


async def test_if_no_address_answers_one_error_lists_all_of_them() -> None:
    async with in_a_hall() as hall:
        addresses = [hall.address, Address("127.0.0.1", 1)]
        await hall.door.close()
        with pytest.raises(CannotReach) as caught:
            await first_of(addresses, lambda address: dial(address, joining_context()))
        assert caught.value.addresses == tuple(addresses)


def test_certificate_is_distinguished_from_garbage() -> None:
    assert is_certificate(new_certificate().der)
    assert not is_certificate(b"rubbish")


def test_a_certificate_does_not_show_its_key() -> None:
    certificate = new_certificate()
    assert certificate.private_key.hex()[-32:] not in repr(certificate)
    assert str(certificate.private_key) not in repr(certificate)
