"""A phone: Chromium on this machine, at the page of a seat.

    python -m tests.lan.phone ADDRESS

For "come" or "reload" on its stdin, it does so and waits until the page has its seat; for another
line, until the page is in that state. Then it prints the secret that the page has stored.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import tempfile
from pathlib import Path

from tests.ui.web.devtools import chromium, driven

STATE = "document.body.dataset.state"
HAS_SEAT = f"window.isNew !== true && {STATE} === 'open'"
STORED = "localStorage.getItem('p2phanabi')"


async def visit(browser_at: str, address: str) -> None:
    async with driven(browser_at) as browser:
        tab = await browser.open()
        while line := (await asyncio.to_thread(sys.stdin.readline)).strip():
            if line in ("come", "reload"):
                await tab.run("window.isNew = true")
                await (tab.go(address) if line == "come" else tab.ask("Page.reload"))
                await tab.until(HAS_SEAT)
            else:
                await tab.until(STATE, line)
            sys.stdout.write(f"{await tab.run(STORED)}\n")
            sys.stdout.flush()


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # else the browser would stay
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as browser_at:
        asyncio.run(visit(browser_at, sys.argv[1]))


if __name__ == "__main__":
    main()
