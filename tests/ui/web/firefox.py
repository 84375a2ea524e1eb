"""A headless Firefox in the event loop of a test, driven by WebDriver BiDi: no driver is needed."""

from __future__ import annotations

import base64
import itertools
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from .devtools import listening

OPTIONS = ("--headless", "--no-remote", "--remote-debugging-port", "0")
ANNOUNCEMENT = "WebDriver BiDi listening on "


class Refused(Exception):
    """Firefox could not do what it was asked."""


class Window:
    """One page of it. `complaints` is what its console has, which is nothing if all is well."""

    def __init__(self, socket: ClientConnection) -> None:
        self.complaints: list[str] = []
        self._socket, self._context, self._person = socket, "", ""
        self._numbers = itertools.count()

    async def ask(self, method: str, **fields: Any) -> Any:
        """Raise `Refused`."""
        number = next(self._numbers)
        await self._socket.send(json.dumps({"id": number, "method": method, "params": fields}))
        while True:
            value = json.loads(await self._socket.recv())
            if value.get("method") == "log.entryAdded":
                self.complaints.append(str(value["params"]["text"]))
            if value.get("id") == number:
                if value["type"] == "error":
                    raise Refused(value["error"], value["message"])
                return value["result"]

    async def open(self, size: tuple[int, int]) -> None:
        """As a browser that was never used."""
        await self.ask("session.new", capabilities={})
        self._person = (await self.ask("browser.createUserContext"))["userContext"]
        made = await self.ask("browsingContext.create", type="tab", userContext=self._person)
        self._context = made["context"]
        await self.ask("session.subscribe", events=["log.entryAdded"])
        await self.at("browsingContext.setViewport", viewport={"width": size[0], "height": size[1]})

    async def close(self) -> None:
        await self.ask("browser.removeUserContext", userContext=self._person)
        await self.ask("session.end")

    async def at(self, method: str, **fields: Any) -> Any:
        return await self.ask(method, context=self._context, **fields)

    async def go(self, address: str) -> None:
        await self.at("browsingContext.navigate", url=address, wait="complete")

    async def run(self, script: str, *given: Any) -> Any:
        """Return what the body of a function returns: a simple value, or an element as itself. A
        promise is awaited. Raise `Refused`."""
        done = await self.ask(
            "script.callFunction",
            functionDeclaration=f"function() {{ {script} }}",
            arguments=list(given),
            target={"context": self._context},
            awaitPromise=True,
        )
        if done["type"] == "exception":
            raise Refused(done["exceptionDetails"]["text"])
        found = done["result"]
        return found if found["type"] == "node" else found.get("value")

    async def click(self, element: Any) -> None:
        """Raise `Refused` if it is no longer there."""
        await self.run("arguments[0].scrollIntoView({ block: 'nearest' })", element)
        there = {"type": "element", "element": {"sharedId": element["sharedId"]}}
        steps = [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": there},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": steps}
        await self.at("input.performActions", actions=[mouse])

    async def picture(self) -> bytes:
        return base64.b64decode((await self.at("browsingContext.captureScreenshot"))["data"])


@contextmanager
def firefox(profile: Path) -> Iterator[str]:
    """Start one, and yield the address of its sessions, of which there is one at a time."""
    with listening(("firefox", *OPTIONS, "--profile", str(profile)), ANNOUNCEMENT) as address:
        yield f"{address}/session"


@asynccontextmanager
async def window(address: str, size: tuple[int, int]) -> AsyncIterator[Window]:
    async with connect(address, max_size=None, proxy=None) as socket:
        driven = Window(socket)
        await driven.open(size)
        yield driven
        await driven.close()
