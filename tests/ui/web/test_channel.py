"""`noise.js` and `channel.js` in a real Chromium, against vectors and against the server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import p2p_hanabi.ui.web
from p2p_hanabi.net.page.noise import Initiator
from p2p_hanabi.net.page.page_channel import KEEP, LABEL, VERSION
from p2p_hanabi.net.page.page_port import LOCAL, PagePort
from p2p_hanabi.net.page.web_server import MAX_MESSAGE_BYTES, WebServer, served
from p2p_hanabi.web_file import WebFile
from tests.net.noise_vector import (
    CIPHERTEXTS,
    INITIATOR,
    PAYLOADS,
    PROLOGUE,
    PSK,
    RESPONDER,
    SMALL_ORDER,
    small_greeting,
)

from .devtools import Devtools, Tab, driven

FOLDER = Path(p2p_hanabi.ui.web.__file__).parent
SCRIPT = "text/javascript; charset=utf-8"
PAGE = WebFile(
    b'<!doctype html><title>Tried</title><script type="module" src="tried.js"></script>',
    "text/html; charset=utf-8",
)
TRIED = WebFile(
    b"""
import { connect } from "./channel.js";
window.states = [];
window.snapshots = [];
window.channel = connect({
  onSnapshot: (snapshot) => snapshots.push(snapshot),
  onState: (state) => states.push(state),
});
""",
    SCRIPT,
)
FILES = {
    "/": PAGE,
    "/tried.js": TRIED,
    "/empty": WebFile(b"<!doctype html>", "text/html; charset=utf-8"),
    **{f"/{name}": WebFile((FOLDER / name).read_bytes(), SCRIPT)
       for name in ("channel.js", "noble.js", "noise.js")},
}  # fmt: skip
NOW = "states.at(-1)"
SPEED = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


@asynccontextmanager
async def browsing(browser_at: str) -> AsyncIterator[tuple[WebServer, Devtools]]:
    async with served(FILES) as server, driven(browser_at) as browser:
        yield server, browser


async def seated(server: WebServer, browser: Devtools) -> Tab:
    tab = await browser.open(server.invite())
    await tab.until(NOW, "open")
    return tab


async def deserted(browser: Devtools) -> tuple[Tab, int, bytes]:
    """Return a page whose peer has ended, with what a peer needs to be found by it."""
    devices: list[bytes] = []
    async with served(FILES) as server:
        server.bound = devices.append
        return await seated(server, browser), server.address.port, devices[-1]


HEX = """
const hex = (text) => Uint8Array.from(text.match(/../g) ?? [], (each) => parseInt(each, 16));
const { respond } = await import("/noise.js");
const told = (bytes) => bytes && Array.from(bytes, (n) => n.toString(16).padStart(2, "0")).join("");
"""


async def in_page(tab: Tab, body: str, **given: bytes | list[bytes]) -> Any:
    """Run it with these bytes as its constants."""
    lines = [
        f"const {name} = {json.dumps([each.hex() for each in value])}.map(hex);"
        if isinstance(value, list)
        else f"const {name} = hex({value.hex()!r});"
        for name, value in given.items()
    ]
    return await tab.run(f"(async () => {{ {HEX} {' '.join(lines)} {body} }})()")


VECTOR: dict[str, Any] = {
    "prologue": PROLOGUE,
    "psk": PSK,
    "ephemeral": RESPONDER,
    "payloads": PAYLOADS,
    "ciphertexts": CIPHERTEXTS,
}


@asynccontextmanager
async def empty_page(browser_at: str) -> AsyncIterator[Tab]:
    async with browsing(browser_at) as (server, browser):
        tab = await browser.open(f"http://{server.address}/empty")
        await tab.until("location.pathname", "/empty")
        yield tab


async def test_the_script_answers_and_encrypts_as_the_vector_does(browser_at: str) -> None:
    body = """
    const found = respond(prologue, psk, ciphertexts[0], ephemeral, payloads[1]);
    const said = [found.received, found.answer];
    for (let n = 2; n < payloads.length; n += 2) {
      said.push(found.receiving.decrypt(ciphertexts[n]), found.sending.encrypt(payloads[n + 1]));
    }
    return said.map(told);
    """
    async with empty_page(browser_at) as tab:
        answer = await in_page(tab, body, **VECTOR)
    wanted = [(PAYLOADS if n % 2 == 0 else CIPHERTEXTS)[n] for n in range(len(PAYLOADS))]
    assert answer == [each.hex() for each in wanted]


async def test_script_refuses_forged_and_short_boxes_and_small_order(browser_at: str) -> None:
    first = CIPHERTEXTS[0]
    flipped = [first[:at] + bytes([first[at] ^ 1]) + first[at + 1 :] for at in range(len(first))]
    short = [first[:length] for length in range(len(first))]
    small = [small_greeting(bytes.fromhex(point)) for point in SMALL_ORDER]
    body = """
    return messages.filter((each) => respond(prologue, psk, each, ephemeral) !== null).length;
    """
    async with empty_page(browser_at) as tab:
        assert await in_page(tab, body, messages=[first], **VECTOR) == 1
        assert await in_page(tab, body, messages=[*flipped, *short, *small], **VECTOR) == 0


async def test_boxes_of_script_and_peer_open_only_each_other(browser_at: str) -> None:
    greeting, psk = Initiator(PROLOGUE, INITIATOR), bytes(range(32))
    lengths = (*range(70), 127, 128, 129, 4096, 100_001)
    plain = [bytes(n % 251 for n in range(length)) for length in lengths]
    async with empty_page(browser_at) as tab:
        answer = """
        window.session = respond(prologue, psk, greeting, ephemeral);
        return [told(session.answer), told(session.exported)];
        """
        given = {"prologue": PROLOGUE, "psk": psk, "ephemeral": RESPONDER}
        answered, exported = await in_page(tab, answer, greeting=greeting.message, **given)
        _payload, session = greeting.finish(psk, bytes.fromhex(answered))
        assert session.exported.hex() == exported
        boxes = [session.sending.encrypt(each) for each in plain]
        body = """
        const opened = [];
        const { receiving } = session;
        for (const [number, box] of boxes.entries()) {
          for (const at of [0, box.length >> 1, box.length - 1]) {
            const wrong = box.slice();
            wrong[at] ^= 1 << (number % 8);
            if (receiving.decrypt(wrong) !== null) opened.push("wrong");
            receiving.n -= 1n;
          }
          if (receiving.decrypt(box.subarray(1)) !== null) opened.push("short");
          receiving.n -= 1n;
          opened.push(told(receiving.decrypt(box)));
          if (receiving.decrypt(box) !== null) opened.push("again");
          receiving.n -= 1n;
        }
        if (receiving.decrypt(new Uint8Array(15)) !== null) opened.push("too short");
        return [opened, plain.map((each) => told(session.sending.encrypt(each)))];
        """
        opened, sealed = await in_page(tab, body, boxes=boxes, plain=plain)
    assert opened == [each.hex() for each in plain]
    assert [session.receiving.decrypt(bytes.fromhex(each)) for each in sealed] == plain


def test_page_and_peer_have_one_version_and_one_label() -> None:
    script = (FOLDER / "channel.js").read_text(encoding="utf-8")
    assert f"const VERSION = {VERSION};" in script
    assert LABEL.decode().rstrip(chr(VERSION)) in script


async def test_invitation_opens_the_page_and_survives_a_reload(browser_at: str) -> None:
    async with browsing(browser_at) as (server, browser):
        server.show('{"n":1,"words":"čaj 🌸"}'.encode())
        tab = await seated(server, browser)
        await tab.until("snapshots.at(-1)?.words", "čaj 🌸")
        assert await tab.run("states") == ["connecting", "open"]
        assert await tab.run("location.href") == f"http://{server.address}/"
        assert await tab.run("history.length") == 1
        await tab.ask("Page.reload")
        await tab.until("snapshots.at(-1)?.n", 1)
        assert server.is_there


async def test_messages_of_page_and_peer_are_received(browser_at: str) -> None:
    received: asyncio.Queue[bytes] = asyncio.Queue()
    async with browsing(browser_at) as (server, browser):
        server.received = received.put_nowait
        tab = await seated(server, browser)
        for number in range(5):
            server.show(json.dumps({"n": number, "long": "x" * 40_000}).encode())
            await tab.until("snapshots.at(-1)?.n", number)
            assert await tab.run(f"channel.send({{ v: 1, n: {number}, do: 'press' }})") is True
            assert json.loads(await received.get()) == {"v": 1, "n": number, "do": "press"}
        assert await tab.run(f"channel.send('x'.repeat({MAX_MESSAGE_BYTES - 2}))") is True
        assert len(await received.get()) == MAX_MESSAGE_BYTES


async def test_a_page_comes_back_when_its_peer_does(browser_at: str) -> None:
    async with driven(browser_at) as browser:
        tab, port, device = await deserted(browser)
        await tab.until(NOW, "stopped")
        assert await tab.run("channel.send({})") is False
        async with served(FILES, port=port, device=device) as again:
            again.show(b'{"n":7}')
            await tab.until("snapshots.at(-1)?.n", 7)
            assert await tab.run("states") == ["connecting", "open", "stopped", "open"]


async def test_second_tab_takes_the_seat_and_the_first_can_reclaim_it(browser_at: str) -> None:
    async with browsing(browser_at) as (server, browser):
        first = await seated(server, browser)
        second = await browser.open(f"http://{server.address}/")
        await second.until(NOW, "open")
        await first.until(NOW, "elsewhere")
        await first.run("window.dispatchEvent(new Event('online'))")
        await first.run("window.dispatchEvent(new Event('focus'))")
        assert await first.run(NOW) == "elsewhere"
        assert await second.run(NOW) == "open"
        await first.run("channel.again()")
        await first.until(NOW, "open")
        await second.until(NOW, "elsewhere")


async def test_pages_of_two_seats_share_a_port_and_nothing_else(browser_at: str) -> None:
    """In one browser: each has its own secret, and no page opens, or reads, what is not its own."""
    async with (
        PagePort() as there,
        WebServer(FILES, "1") as first,
        WebServer(FILES, "2") as second,
        driven(browser_at) as browser,
    ):
        for server, door in ((first, "1"), (second, "2")):
            server.serve_at(await there.listen(LOCAL))
            there.open_door(door, server.page_room, LOCAL)
        tabs = [await seated(each, browser) for each in (first, second)]
        for tab in tabs:
            await tab.ask("Page.reload")
            await tab.until(NOW, "open")
        assert first.is_there
        assert second.is_there
        assert first._device_secret != second._device_secret
        place = f"{second.address}/2/"
        opening = f"new Promise((done) => {{ const one = new WebSocket('ws://{place}socket');"
        ended = "one.onopen = () => done('open'); one.onerror = () => done('refused'); })"
        assert await tabs[1].run(opening + ended) == "open"
        assert await tabs[0].run(opening + ended) == "refused"
        fetched = f"fetch('http://{place}').then(() => 'read', () => 'refused')"
        assert await tabs[0].run(fetched) == "refused"


async def test_used_invitation_is_refused_without_harm_to_its_device(browser_at: str) -> None:
    async with browsing(browser_at) as (server, browser):
        invitation = server.invite()
        tab = await browser.open(invitation)
        await tab.until(NOW, "open")
        again = await browser.open(invitation)
        await again.until(NOW, "open")
        assert await again.run("location.hash") == ""
        await again.run("localStorage.clear()")
        third = await browser.open(invitation)
        await third.until(NOW, "refused")
        fourth = await browser.open(f"http://{server.address}/#nonsense")
        await fourth.until(NOW, "refused")
        assert await again.run(NOW) == "open"


async def test_a_page_that_was_not_invited_keeps_its_secret(browser_at: str) -> None:
    async with browsing(browser_at) as (server, browser):
        tab = await seated(server, browser)
        has_kept = await tab.run("localStorage.p2phanabi")
        await tab.run("window.isOld = true")
        await tab.ask("Page.reload")
        await tab.until("!window.isOld && states.join()", "connecting,open")
        there = server._seated
        assert there is not None
        await there.socket.send(there.channel.seal(KEEP))
        await tab.until("states.join()", "connecting,open,lost,open")
        assert await tab.run("localStorage.p2phanabi") == has_kept


async def test_a_new_invitation_in_the_same_tab_is_taken(browser_at: str) -> None:
    async with browsing(browser_at) as (server, browser):
        tab = await browser.open(f"http://{server.address}/")
        await tab.until(NOW, "refused")
        await tab.go(server.invite())
        await tab.until(NOW, "open")


async def test_a_page_whose_storage_is_closed_lasts_as_long_as_its_tab(browser_at: str) -> None:
    async with browsing(browser_at) as (server, browser):
        tab = await browser.open(f"http://{server.address}/empty")
        await tab.ask("Page.enable")
        closed = "Object.defineProperty(window, 'localStorage', { get() { throw Error(); } })"
        await tab.ask("Page.addScriptToEvaluateOnNewDocument", source=closed)
        await tab.go(server.invite())
        await tab.until(NOW, "open")
        await tab.run("channel.again()")
        await tab.until("states.length", 4)
        assert await tab.run("states") == ["connecting", "open", "connecting", "open"]


@pytest.mark.parametrize("version", [1, 99])
async def test_page_of_another_version_is_reported(browser_at: str, version: int) -> None:
    script = FILES["/channel.js"].content.replace(
        f"const VERSION = {VERSION};".encode(), b"const VERSION = %d;" % version
    )

    files = {**FILES, "/channel.js": WebFile(script, SCRIPT)}
    async with served(files) as server, driven(browser_at) as browser:
        tab = await browser.open(server.invite())
        await tab.until(NOW, "other-version")


async def test_page_whose_files_have_changed_is_reported(browser_at: str) -> None:
    async with driven(browser_at) as browser:
        tab, port, device = await deserted(browser)
        files = {**FILES, "/new.js": TRIED}
        async with served(files, port=port, device=device) as again:
            await tab.until(NOW, "other-version")
            assert not again.is_there
            await tab.ask("Page.reload")
            await tab.until(NOW, "open")


@pytest.mark.parametrize("event", ["online", "pageshow", "focus", "nothing"])
async def test_a_silent_network_is_noticed_and_left_behind(browser_at: str, event: str) -> None:
    """The connection stands, but nothing comes through it any more, as after a sleep."""
    async with browsing(browser_at) as (server, browser):
        tab = await seated(server, browser)
        before = server._seated
        assert before is not None
        before.here = lambda: None  # type: ignore[method-assign] # answers no more
        if event != "nothing":
            await tab.run(f"window.dispatchEvent(new Event('{event}'))")
        await tab.until("states.join()", "connecting,open,lost,open")
        assert server._seated is not before


async def test_phone_that_slept_or_was_offline_reconnects_at_once(browser_at: str) -> None:
    """Counted, not timed: once it is awake and online, one connection is made, without a touch."""
    async with browsing(browser_at) as (server, browser):
        seats: list[bool] = []
        server.changed = lambda: seats.append(server.is_there)
        tab = await seated(server, browser)
        server.show(b'{"n":1}')
        await tab.until("snapshots.at(-1)?.n", 1)
        await tab.ask("Page.enable")
        await tab.ask("Network.enable")
        for number, (lose, find) in enumerate(((freeze, thaw), (cut, join)), start=2):
            before = server._seated
            assert before is not None
            await lose(tab)
            before.socket.transport.abort()  # its connection is gone meanwhile
            server.show(b'{"n":%d}' % number)
            await find(tab)
            await tab.until("snapshots.at(-1)?.n", number)
        assert await tab.run("states.join()") == "connecting,open,lost,open,lost,open"
        assert seats == [True, False, True, False, True]


async def freeze(tab: Tab) -> None:
    await tab.ask("Page.setWebLifecycleState", state="frozen")


async def thaw(tab: Tab) -> None:
    await tab.ask("Page.setWebLifecycleState", state="active")


async def cut(tab: Tab) -> None:
    await tab.ask("Network.emulateNetworkConditions", offline=True, **SPEED)
    await tab.until("navigator.onLine", False)


async def join(tab: Tab) -> None:
    await tab.ask("Network.emulateNetworkConditions", offline=False, **SPEED)
