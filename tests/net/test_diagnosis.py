"""Diagnosis of an address, on this machine alone; networks are in tests/lan."""

from __future__ import annotations

import asyncio
import socket

import ifaddr
import pytest

from p2p_hanabi.net.checks import diagnosis
from p2p_hanabi.net.checks.diagnosis import Diagnosis, Verdict, diagnose
from p2p_hanabi.net.links.addresses import Address, open_listener, usable_interfaces
from p2p_hanabi.net.links.certificate import new_certificate
from p2p_hanabi.net.links.listener import Listener


async def found(address: Address) -> Diagnosis:
    return await diagnose(address, usable_interfaces("127.0.0.1"))


def test_a_table_whose_game_has_begun_is_busy() -> None:
    async def main() -> Diagnosis:
        listener = Listener(new_certificate(), open_listener(["127.0.0.1"], 0))
        try:
            return await found(Address("127.0.0.1", listener.port))
        finally:
            await listener.close()

    busy = asyncio.run(main())
    assert (busy.verdict, busy.busy) == (Verdict.BUSY, "playing")


def test_a_name_is_looked_up_and_its_best_address_reported() -> None:
    async def main() -> tuple[Diagnosis, Diagnosis]:
        listener = Listener(new_certificate(), open_listener(["127.0.0.1"], 0))
        try:
            known = await found(Address("localhost", listener.port))
        finally:
            await listener.close()
        return known, await found(Address("nobody.invalid", listener.port))

    known, unknown = asyncio.run(main())
    assert (known.verdict, unknown.verdict) == (Verdict.BUSY, Verdict.NO_NAME)


def test_a_port_without_a_listener_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert asyncio.run(found(Address("127.0.0.1", port))).verdict is Verdict.REFUSED


def test_a_link_local_address_without_any_link_has_no_route() -> None:
    assert asyncio.run(found(Address("fe80::7", 7000))).verdict is Verdict.NO_WAY


@pytest.mark.parametrize(
    ("states", "is_neighbour"),
    [
        (["REACHABLE"], True),
        (["DELAY", "PROBE", "FAILED"], False),
        (["PROBE", "REACHABLE"], True),
        (["INCOMPLETE"], False),
        ([None], None),
    ],
)
def test_an_undecided_neighbour_entry_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, states: list[str | None], is_neighbour: bool | None
) -> None:
    following = iter(states)

    async def state(_host: str) -> str | None:
        return next(following)

    monkeypatch.setattr(diagnosis, "_neighbour_state", state)
    monkeypatch.setattr(diagnosis, "ASK_AGAIN_S", 0)
    assert asyncio.run(diagnosis._is_neighbour("192.0.2.7")) is is_neighbour


def test_verdicts_are_words_for_scripts() -> None:
    assert [Verdict.NO_TABLE.word, Verdict.TABLE.word] == ["no table", "table"]


def test_interface_comes_from_the_scope_or_the_hosts_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    addresses = [ifaddr.IP("192.0.2.1", 25, "wlan9"), ifaddr.IP(("fd00::1", 0, 0), 64, "wlan9")]
    adapter = ifaddr.Adapter("wlan9", "wlan9", addresses)
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [adapter])
    hosts = ["192.0.2.7", "fd00::7", "fe80::7%lan7", "192.0.2.200", "fd00:1::7"]
    assert [*map(diagnosis._interface_to, hosts)] == ["wlan9", "wlan9", "lan7", "", ""]
