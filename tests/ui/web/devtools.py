"""A headless Chromium in the event loop of a test, driven over its DevTools protocol."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import subprocess
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

LOOK_S = 0.05
OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-features=SpareRendererForSitePerProcess",
    "--no-first-run",
    "--remote-debugging-port=0",
)
"""Without a process for a graphics card, and without one kept ready for a page that never comes."""


class Tab:
    """One page of it."""

    def __init__(self, devtools: Devtools, session: str) -> None:
        self._devtools, self._session = devtools, session

    async def ask(self, method: str, **fields: Any) -> Any:
        return await self._devtools.ask(method, self._session, **fields)

    async def run(self, script: str) -> Any:
        """Return the value of an expression; a promise is awaited."""
        done = await self.ask(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    async def until(self, script: str, wanted: Any = True) -> None:
        """Look until it has this value: also while the page is loaded anew."""
        while True:
            with contextlib.suppress(AssertionError, Refused):
                if await self.run(script) == wanted:
                    return
            await asyncio.sleep(LOOK_S)

    async def go(self, address: str) -> None:
        await self.ask("Page.navigate", url=address)


class Refused(Exception):
    """Chromium could not do what it was asked."""


class Devtools:
    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = itertools.count()
        self._context = ""
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self.on_event: Callable[[str, Any], object] = lambda _method, _fields: None

    async def listen(self) -> None:
        async for frame in self._socket:
            value = json.loads(frame)
            if "method" in value:
                self.on_event(value["method"], value["params"])
            if (asked := self._asked.pop(value.get("id"), None)) is None or asked.done():
                continue
            if "error" in value:
                asked.set_exception(Refused(value["error"]))
            else:
                asked.set_result(value["result"])

    async def ask(self, method: str, session: str = "", **fields: Any) -> Any:
        number = next(self._numbers)
        answer = self._asked[number] = asyncio.get_running_loop().create_future()
        of = {"sessionId": session} if session else {}
        await self._socket.send(
            json.dumps({"id": number, "method": method, "params": fields, **of})
        )
        return await answer

    async def open(self, address: str = "about:blank") -> Tab:
        made = await self.ask("Target.createTarget", url=address, browserContextId=self._context)
        joined = await self.ask("Target.attachToTarget", targetId=made["targetId"], flatten=True)
        return Tab(self, joined["sessionId"])

    async def begin(self) -> None:
        """Forget nothing of others, and know nothing of them: as a browser that was never used."""
        self._context = (await self.ask("Target.createBrowserContext"))["browserContextId"]

    async def end(self) -> None:
        await self.ask("Target.disposeBrowserContext", browserContextId=self._context)


@contextmanager
def chromium(profile: Path, *options: str) -> Iterator[str]:
    """Start one, and yield the address of its DevTools."""
    command = ("chromium", *OPTIONS, *options, f"--user-data-dir={profile}")
    with listening(command, "DevTools listening on ") as address:
        yield address


@contextmanager
def listening(command: Sequence[str], announcement: str) -> Iterator[str]:
    """Start a browser, and yield the address that follows this announcement on its stderr."""
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        try:
            address = ""
            while not address:
                line = process.stderr.readline()
                assert line, f"{command[0]} did not start"
                address = line.partition(announcement)[2].strip()
            draining = threading.Thread(target=process.stderr.read)
            draining.start()
            yield address
        finally:
            process.terminate()
            process.wait()
        draining.join()


@asynccontextmanager
async def driven(address: str) -> AsyncIterator[Devtools]:
    async with connect(address, max_size=None, proxy=None) as socket:
        devtools = Devtools(socket)
        listening = asyncio.create_task(devtools.listen())
        await devtools.begin()
        yield devtools
        await devtools.end()
        listening.cancel()
