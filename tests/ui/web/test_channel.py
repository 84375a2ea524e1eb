"""`xchacha.js` and `channel.js` in a real Chromium, against vectors and against the server."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt

import p2p_hanabi.ui.web
from p2p_hanabi.net.page_channel import LABEL, VERSION
from p2p_hanabi.net.web_server import MAX_MESSAGE_BYTES, WebServer
from p2p_hanabi.web_file import WebFile

from .devtools import Devtools, Tab, driven

FOLDER = Path(p2p_hanabi.ui.web.__file__).parent
SCRIPT = "text/javascript; charset=utf-8"
PAGE = WebFile(
    b'<!doctype html><title>Tried</title><script type="module" src="/tried.js"></script>',
    "text/html; charset=utf-8",
)
TRIED = WebFile(
    b"""
import { connect } from "/channel.js";
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
       for name in ("channel.js", "xchacha.js")},
}  # fmt: skip
NOW = "states.at(-1)"
SPEED = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


@asynccontextmanager
async def browsing(browser_at: str) -> AsyncIterator[tuple[WebServer, Devtools]]:
    async with WebServer(FILES) as server, driven(browser_at) as browser:
        yield server, browser


async def seated(server: WebServer, browser: Devtools) -> Tab:
    tab = await browser.open(server.invite())
    await tab.until(NOW, "open")
    return tab


async def deserted(browser: Devtools) -> tuple[Tab, int, bytes]:
    """Return a page whose peer has ended, with what a peer needs to be found by it."""
    devices: list[bytes] = []
    async with WebServer(FILES) as server:
        server.bound = devices.append
        return await seated(server, browser), server.port, devices[-1]


HEX = """
const hex = (text) => Uint8Array.from(text.match(/../g) ?? [], (each) => parseInt(each, 16));
const { open, seal } = await import("/xchacha.js");
const told = (bytes) => bytes && Array.from(bytes, (n) => n.toString(16).padStart(2, "0")).join("");
"""


async def in_page(tab: Tab, body: str) -> Any:
    return await tab.run(f"(async () => {{ {HEX} {body} }})()")


DRAFT = {
    "key": "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
    "nonce": "404142434445464748494a4b4c4d4e4f5051525354555657",
    "label": "50515253c0c1c2c3c4c5c6c7",
    "text": (
        b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the "
        b"future, sunscreen would be it."
    ).hex(),
    "box": (
        "bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e"
        "39ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3"
        "fff921f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49"
    ),
}
"""draft-irtf-cfrg-xchacha-03, A.3.1."""


async def test_the_script_makes_the_box_of_the_draft(browser_at: str) -> None:
    async with browsing(browser_at) as (server, browser):
        tab = await browser.open(f"http://{server.address}/empty")
        await tab.until("location.pathname", "/empty")
        names = ", ".join(f"{name} = hex({value!r})" for name, value in DRAFT.items())
        given = f"const {names};"
        sealed = "return told(seal(key, nonce, text, label));"
        assert await in_page(tab, given + sealed) == DRAFT["box"]
        opened = "return told(open(key, nonce, box, label));"
        assert await in_page(tab, given + opened) == DRAFT["text"]


async def test_the_script_and_libsodium_make_the_same_boxes_and_none_opens_another(
    browser_at: str,
) -> None:
    rows = []
    for length in (*range(70), 127, 128, 129, 4096, 100_001):
        key, nonce, text = os.urandom(32), os.urandom(24), os.urandom(length)
        label = os.urandom(length % 40)
        box = crypto_aead_xchacha20poly1305_ietf_encrypt(text, label, nonce, key)
        rows.append([each.hex() for each in (key, nonce, text, label, box)])
    ones = ["ff" * 32, "ff" * 24, "ff" * 200, "ff" * 20]  # carries everywhere
    parts = [bytes.fromhex(each) for each in ones]
    box = crypto_aead_xchacha20poly1305_ietf_encrypt(parts[2], parts[3], parts[1], parts[0])
    rows.append([*ones, box.hex()])
    body = f"""
    const wrong = [];
    for (const row of {json.dumps(rows)}) {{
      const [key, nonce, text, label, box] = row.map(hex);
      if (told(seal(key, nonce, text, label)) !== row[4]) wrong.push("seal");
      if (told(open(key, nonce, box, label)) !== row[2]) wrong.push("open");
      for (const part of [key, nonce, box, ...(label.length ? [label] : [])]) {{
        const at = text.length % part.length;
        part[at] ^= 1 << (text.length % 8);
        if (open(key, nonce, box, label) !== null) wrong.push("opened");
        part[at] ^= 1 << (text.length % 8);
      }}
      if (open(key, nonce, box.subarray(1), label) !== null) wrong.push("short");
    }}
    if (open(hex(row0[0]), hex(row0[1]), new Uint8Array(15), new Uint8Array(0)) !== null)
      wrong.push("too short");
    return wrong;
    """.replace("row0", json.dumps(rows[0]))

    async with browsing(browser_at) as (server, browser):
        tab = await browser.open(f"http://{server.address}/empty")
        await tab.until("location.pathname", "/empty")
        assert await in_page(tab, body) == []


def test_page_and_peer_have_one_version_and_one_label() -> None:
    script = (FOLDER / "channel.js").read_text(encoding="utf-8")
    assert f"const VERSION = {VERSION};" in script
    assert LABEL.decode().rstrip(chr(VERSION)) in script


async def test_an_invitation_opens_the_page_leaves_the_address_and_survives_a_reload(
    browser_at: str,
) -> None:
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


async def test_what_page_and_peer_send_arrives(browser_at: str) -> None:
    heard: asyncio.Queue[bytes] = asyncio.Queue()
    async with browsing(browser_at) as (server, browser):
        server.heard = heard.put_nowait
        tab = await seated(server, browser)
        for number in range(5):
            server.show(json.dumps({"n": number, "long": "x" * 40_000}).encode())
            await tab.until("snapshots.at(-1)?.n", number)
            assert await tab.run(f"channel.send({{ v: 1, n: {number}, do: 'press' }})") is True
            assert json.loads(await heard.get()) == {"v": 1, "n": number, "do": "press"}
        assert await tab.run(f"channel.send('x'.repeat({MAX_MESSAGE_BYTES - 2}))") is True
        assert len(await heard.get()) == MAX_MESSAGE_BYTES


async def test_a_page_comes_back_when_its_peer_does(browser_at: str) -> None:
    async with driven(browser_at) as browser:
        tab, port, device = await deserted(browser)
        await tab.until(NOW, "lost")
        assert await tab.run("channel.send({})") is False
        async with WebServer(FILES, port=port, device=device) as again:
            again.show(b'{"n":7}')
            await tab.until("snapshots.at(-1)?.n", 7)
            assert await tab.run("states") == ["connecting", "open", "lost", "open"]


async def test_a_second_tab_takes_the_seat_and_the_first_takes_it_back_when_it_is_asked(
    browser_at: str,
) -> None:
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


async def test_a_used_invitation_is_refused_and_serves_its_own_device_no_worse(
    browser_at: str,
) -> None:
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


async def test_a_page_of_another_version_says_so(browser_at: str) -> None:
    script = FILES["/channel.js"].content.replace(
        f"const VERSION = {VERSION};".encode(), b"const VERSION = 99;"
    )

    files = {**FILES, "/channel.js": WebFile(script, SCRIPT)}
    async with WebServer(files) as server, driven(browser_at) as browser:
        tab = await browser.open(server.invite())
        await tab.until(NOW, "other-version")


async def test_a_page_whose_files_have_changed_meanwhile_says_so(browser_at: str) -> None:
    async with driven(browser_at) as browser:
        tab, port, device = await deserted(browser)
        files = {**FILES, "/new.js": TRIED}
        async with WebServer(files, port=port, device=device) as again:
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


async def test_a_phone_that_slept_or_was_offline_is_back_at_its_first_attempt(
    browser_at: str,
) -> None:
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
