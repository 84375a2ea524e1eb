"""`p2phanabi doctor --phone`, with Chromium for a phone."""

from __future__ import annotations

import asyncio
import json

import pytest

from p2p_hanabi.commands.doctor import doctor_phone
from p2p_hanabi.commands.doctor.doctor_phone import IT_WORKS, try_phone
from p2p_hanabi.net.links.addresses import Interface, hosts_for_browsers
from tests.command_line import run
from tests.ui.web.devtools import driven

LOOPBACK = ("--interface", "127.0.0.1")


async def test_phone_that_opens_the_page_is_shown_that_it_works(browser_at: str) -> None:
    async with driven(browser_at) as browser:
        invited: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        trying = asyncio.create_task(try_phone(["127.0.0.1"], invited.set_result))
        tab = await browser.open(await invited)
        assert await trying
        assert await tab.run("document.querySelector('h1').textContent") == IT_WORKS


def test_missing_phone_is_bad_and_gets_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_phone, "LOOK_S", 0.0)
    result = run("doctor", "--phone", *LOOPBACK)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("Scan this with a phone")
    assert "http://127.0.0.1:" in result.stdout
    assert "BAD   phones: none has opened the page at 127.0.0.1" in lines
    assert "client isolation" in result.stdout
    found = json.loads(run("doctor", "--phone", *LOOPBACK, "--json").stdout)
    assert found["playable"] is False
    assert found["checks"][0]["check"] == "phone"


def test_phone_and_address_exclude_each_other() -> None:
    result = run("doctor", "--phone", "--connect", "127.0.0.1:7000")
    assert result.exit_code == 2
    assert "choose one" in result.stderr


def test_browsers_get_unscoped_addresses_default_route_first() -> None:
    interfaces = [
        Interface("wlan0", "192.0.2.7", 2),
        Interface("wlan0", "fe80::1", 2),
        Interface("wlan0", "2001:db8::7", 2),
        Interface("eth0", "198.51.100.7", 3),
    ]
    found = hosts_for_browsers(interfaces, "eth0")
    assert found == ("198.51.100.7", "192.0.2.7", "2001:db8::7")
    assert hosts_for_browsers(interfaces[1:2], None) == ()
