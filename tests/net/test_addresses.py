"""Which addresses are used, and which may be typed."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Sequence
from dataclasses import dataclass

import ifaddr
import pytest

from p2p_hanabi.net.links import addresses
from p2p_hanabi.net.links.addresses import (
    Address,
    BadAddress,
    Interface,
    NoInterface,
    addresses_from,
    all_interfaces,
    by_number,
    hosts_to_announce,
    on_links,
    open_listener,
    parse_address,
    usable_interfaces,
)
from p2p_hanabi.net.links.certificate import new_certificate
from p2p_hanabi.net.links.endpoint import CannotListen, Endpoint, find_endpoint


@dataclass(frozen=True)
class Entry:
    ip: str | tuple[str, int, int]


@dataclass(frozen=True)
class Adapter:
    nice_name: str
    ips: Sequence[Entry]
    index: int = 9


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a bit of everything."""
    adapters = [
        Adapter("lo", [Entry("127.0.0.1"), Entry(("::1", 0, 0))], 1),
        Adapter("wlan9", [Entry(("fe80::1", 0, 9)), Entry(("fd00::7", 0, 0)), Entry("192.0.2.7")]),
        Adapter("docker0", [Entry("172.17.0.1")]),
        Adapter("veth12", [Entry("192.0.2.200")]),
        Adapter("tun0", [Entry("192.0.2.201")]),
    ]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    monkeypatch.setattr(addresses, "_flags", lambda _name: None)


@pytest.mark.usefixtures("machine")
def test_ipv4_comes_first_and_virtual_interfaces_are_left_out() -> None:
    hosts = [interface.address for interface in usable_interfaces()]
    assert hosts == ["192.0.2.7", "fd00::7", "fe80::1"]


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize(
    ("asked", "hosts"),
    [("veth12", ["192.0.2.200"]), ("172.17.0.1", ["172.17.0.1"]), ("lo", ["127.0.0.1", "::1"])],
)
def test_a_requested_interface_is_used_by_name_or_address(asked: str, hosts: list[str]) -> None:
    assert [interface.address for interface in usable_interfaces(asked)] == hosts


@pytest.mark.usefixtures("machine")
def test_unknown_interface_is_refused_with_the_known_ones() -> None:
    with pytest.raises(NoInterface) as caught:
        usable_interfaces("eth7")
    assert caught.value.there_are == ("docker0", "lo", "tun0", "veth12", "wlan9")


@pytest.mark.usefixtures("machine")
def test_link_local_addresses_are_announced_last_without_scope() -> None:
    assert hosts_to_announce(usable_interfaces()) == ("192.0.2.7", "fd00::7", "fe80::1")


def test_many_addresses_of_one_kind_leave_room_for_another() -> None:
    many = [Interface("wlan9", f"fd00::{number:x}", 9) for number in range(1, 12)]
    link = Interface("wlan9", "fe80::1", 9)
    announced = hosts_to_announce([Interface("wlan9", "192.0.2.7", 9), *many, link])
    assert announced[:4] == ("192.0.2.7", "fd00::1", "fe80::1", "fd00::2")
    assert len(announced) == addresses.MAX_ADDRESSES


@pytest.mark.usefixtures("machine")
def test_link_local_address_is_requested_with_or_without_scope() -> None:
    for asked in ("fe80::1", "fe80::1%wlan9"):
        (interface,) = usable_interfaces(asked)
        assert interface.scoped == "fe80::1%wlan9"


def test_a_peer_cannot_set_the_scope_of_a_link_local_address() -> None:
    hosts = ["fe80::7", "fe80::8%eth0", "fd00::7%eth0", "192.0.2.7"]
    assert addresses_from(hosts, 7000, "wlan9") == (
        Address("fe80::7%wlan9", 7000),
        Address("192.0.2.7", 7000),
    )
    assert addresses_from(hosts, 7000) == (Address("192.0.2.7", 7000),)


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize(
    ("sentence", "dialled"),
    [
        ("fe80::7", ["fe80::7%wlan9", "fe80::7%eth8"]),
        ("fe80::7%0", ["fe80::7%wlan9", "fe80::7%eth8"]),
        ("fe80::7%1", ["fe80::7%lo"]),
        ("fe80::7%eth8", ["fe80::7%eth8"]),
        ("table.local", ["table.local"]),
        ("fd00::7", ["fd00::7"]),
    ],
)
def test_a_link_local_address_without_a_scope_may_be_on_any_link(
    sentence: str, dialled: list[str]
) -> None:
    links = [Interface("wlan9", "fe80::1", 9), Interface("eth8", "fe80::2", 8)]
    ours = [*links, Interface("lan7", "192.0.2.7", 7)]
    assert [one.host for one in on_links([Address(sentence, 7)], ours)] == dialled


def test_a_typed_address_is_kept_where_no_link_has_ipv6() -> None:
    ours = [Interface("lan7", "192.0.2.7", 7)]
    assert on_links([Address("fe80::7", 7)], ours) == (Address("fe80::7", 7),)


def test_only_the_first_interface_has_to_accept_the_listener() -> None:
    listeners = open_listener(["127.0.0.1", "192.0.2.7", "127.0.0.2"], 0)
    with contextlib.ExitStack() as closing:
        names = [closing.enter_context(one).getsockname() for one in listeners]
    assert [host for host, _ in names] == ["127.0.0.1", "127.0.0.2"]
    assert len({port for _, port in names}) == 1


def test_a_machine_off_the_net_plays_on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    adapters = [Adapter("lo", [Entry("127.0.0.1")], 1)]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters)
    assert find_endpoint().hosts == ("127.0.0.1",)


@pytest.mark.parametrize(
    ("flags", "used"), [(0x1003, True), (0x1002, False), (0x3, False), (0x1013, False)]
)
def test_usable_interface_is_up_and_has_multicast_and_no_tunnel(
    monkeypatch: pytest.MonkeyPatch, flags: int, used: bool
) -> None:
    monkeypatch.setattr(addresses, "_flags", lambda _name: flags)
    assert addresses._is_on_the_lan(Interface("wlan9", "192.0.2.7", 9)) is used


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        ("192.0.2.7:7000", "192.0.2.7", 7000),
        (" table.local:1 ", "table.local", 1),
        ("[2001:db8::1]:65535", "2001:db8::1", 65535),
        ("[fe80::1%eth0]:7000", "fe80::1%eth0", 7000),
    ],
)
def test_an_address_is_read_as_typed(typed: str, host: str, port: int) -> None:
    assert parse_address(typed) == Address(host, port)
    assert parse_address(str(parse_address(typed))) == Address(host, port)


@pytest.mark.parametrize(
    "typed", ["", "192.0.2.7", "fe80::1:7000", "host:0", "host:65536", "a b:1", "192.0..2:7000"]
)
def test_an_invalid_address_is_refused(typed: str) -> None:
    with pytest.raises(BadAddress):
        parse_address(typed)


def test_only_numeric_addresses_from_a_peer_are_dialled() -> None:
    hosts = ["192.0.2.7", "example.org", 7, "224.0.0.1", "::", "fd00::7"]
    assert addresses_from(hosts, 7000) == (Address("192.0.2.7", 7000), Address("fd00::7", 7000))


@pytest.mark.parametrize("port", [0, 65536, True, "7000", None])
def test_an_invalid_port_leaves_nothing_to_dial(port: object) -> None:
    assert addresses_from(["192.0.2.7"], port) == ()


def test_a_port_in_use_is_one_clear_error() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        endpoint = Endpoint(usable_interfaces("127.0.0.1"), True, taken.getsockname()[1])
        with pytest.raises(CannotListen) as caught:
            endpoint.listen(new_certificate())
    assert caught.value.is_used


def test_a_scope_is_dialled_as_a_number_and_shown_as_a_name() -> None:
    loopback = next(one for one in all_interfaces() if one.is_loopback)
    numbered = f"fe80::1%{loopback.index}"
    assert by_number(f"fe80::1%{loopback.name}") == numbered
    assert by_number(numbered) == numbered
    assert by_number("fe80::1%no-such-link") == "fe80::1%no-such-link"
    assert by_number("192.0.2.7") == "192.0.2.7"
    assert on_links([Address(numbered, 1)], []) == (Address(f"fe80::1%{loopback.name}", 1),)


def test_host_without_a_scope_needs_no_list_of_adapters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", None)
    assert by_number("192.0.2.7") == "192.0.2.7"
