"""The pages of all seats of a computer, as real processes: one port, and a door for each."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from p2p_hanabi.commands.local_seats.page_doors import Door
from p2p_hanabi.commands.settings.page_file import kept_page
from p2p_hanabi.net.links.addresses import Address
from p2p_hanabi.net.page.page_channel import KEEP, NotSealed
from p2p_hanabi.net.page.web_server import REFUSED
from p2p_hanabi.paths import Home
from tests.needs import need
from tests.net.page_side import greeted
from tests.net.test_web_server import secret_of

from .test_supervised_seats import children_of

HOST = ("host", "--new", "--phones", "3", "--json", "--interface", "127.0.0.1")
LIMIT_S = 120


@pytest.fixture(name="hosting")
def hosting_program(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A table at a terminal with three phones, whose events are read here."""
    need("posix")
    process = subprocess.Popen(
        [sys.executable, "-m", "p2p_hanabi", *HOST],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "P2PHANABI_HOME": str(tmp_path)},
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


def codes(process: subprocess.Popen[bytes], but: frozenset[str] = frozenset()) -> list[str]:
    """The codes of the three phones, once there are three that are not those from before."""
    assert process.stdout is not None
    for line in process.stdout:
        found: list[str] = json.loads(line).get("phones", [])
        if len(found) == 3 and but.isdisjoint(found):
            return found
    raise AssertionError("the program has ended")


async def at_the_door(address: str, secret_in: str) -> int:
    """The first box that a page gets which comes to this address with that secret, or why its
    connection is closed."""
    url = urlsplit(address)
    async with connect(
        f"ws://{url.netloc}{url.path}socket",
        origin=f"http://{url.netloc}",  # type: ignore[arg-type]  # a NewType of str
        compression=None,
        proxy=None,
    ) as socket:
        greeting: Any = await socket.recv()
        hello, channel = greeted(greeting, secret_of(secret_in))
        await socket.send(hello)
        try:
            box: Any = await socket.recv()
            return channel.open(box)[0]
        except (ConnectionClosed, NotSealed):
            assert socket.close_code is not None
            return socket.close_code


@pytest.mark.timeout(LIMIT_S)
def test_phones_of_a_host_have_one_port_and_three_doors(
    hosting: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    first = codes(hosting)
    urls = [urlsplit(each) for each in first]
    assert len({url.netloc for url in urls}) == 1
    assert [url.path for url in urls] == ["/1/", "/2/", "/3/"]
    assert kept_page(Home(tmp_path)) == (urls[0].port, None)  # for the next time

    async def tried(addresses: list[str]) -> list[list[int]]:
        return [[await at_the_door(door, secret) for secret in addresses] for door in addresses]

    assert asyncio.run(tried(first)) == [
        [KEEP if door == secret else REFUSED for secret in range(3)] for door in range(3)
    ]
    for each in children_of(hosting.pid):
        os.kill(each, signal.SIGKILL)
    again = codes(hosting, frozenset(first))
    assert [each.partition("#")[0] for each in again] == [each.partition("#")[0] for each in first]
    assert asyncio.run(at_the_door(again[0], again[0])) == KEEP
    with pytest.raises(InvalidStatus, match="404"):
        asyncio.run(at_the_door(again[0].replace("/1/", "/4/"), again[0]))


def test_a_door_is_passed_on_as_text() -> None:
    door = Door("2", (Address("192.0.2.7", 47000), Address("fd00::7", 47000)))
    assert str(door) == "2@192.0.2.7:47000,[fd00::7]:47000"
    assert Door.parse(str(door)) == door
