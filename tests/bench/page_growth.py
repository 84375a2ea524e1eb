"""Measure whether the memory of a page that stays open for a day grows: `make page-growth`.

A day of talk and moves is sent to one page without pause, through the real server, its channel and
Chromium: moves of consecutive games, each with a remark. Memory is measured after garbage
collection, once after a fifth of them and once at the end.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
from pathlib import Path

from p2p_hanabi.commands.local_seats.page_doors import OwnDoors
from p2p_hanabi.commands.screens.page_seat import page_files
from p2p_hanabi.commands.screens.page_stage import PageStage
from p2p_hanabi.net.page.page_port import PagePort
from p2p_hanabi.net.page.web_server import served
from p2p_hanabi.registry import PAGES
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.web.ask_pages import BusyPage
from p2p_hanabi.ui.web.table_page import TablePage
from protocol.peer.remarks import Text
from tests.bench.clock import out
from tests.ui.table.ports import DealtTable
from tests.ui.web.devtools import Tab, chromium, driven

SNAPSHOTS, WARM = 2000, 400
DRAWN = """new Promise((done) => {{
  const look = () => {{
    const last = document.querySelector("#talk .entries")?.lastChild?.textContent;
    if (last?.endsWith("{remark}.") || last?.endsWith("{remark}")) done();
    else setTimeout(look, 1);
  }};
  look();
}})"""


def held_kib() -> int:
    """Return the resident memory of this process."""
    gc.collect()
    rows = Path("/proc/self/status").read_text().splitlines()
    return int(next(row for row in rows if row.startswith("VmRSS")).split()[1])


async def of_page(tab: Tab) -> dict[str, int]:
    for _each in range(2):
        await tab.ask("HeapProfiler.collectGarbage")
    value = (await tab.ask("Performance.getMetrics"))["metrics"]
    found = {each["name"]: int(each["value"]) for each in value}
    return {name: found[name] for name in ("JSHeapUsedSize", "Nodes", "JSEventListeners")}


async def grow(browser_at: str) -> None:
    async with served(page_files()) as server, driven(browser_at) as browser:
        stage = PageStage(server, BusyPage(WaitNotice()), OwnDoors(PagePort(), None, print))
        tab = await browser.open(server.invite())
        await tab.until("document.body.dataset.state", "open")
        await tab.ask("Performance.enable")
        sent, seed = 0, 0
        while sent < SNAPSHOTS:
            seed += 1
            port = DealtTable(3, seed=seed, options={"talk": "free"})
            stage.show(
                TablePage(
                    FollowedTable(port),
                    NamedPage("hanabi", PAGES["hanabi"]),
                )
            )
            for _move in range(40):
                port.until_my_turn()
                view = port.view()
                if view is None or not view.moves:
                    break
                port.remark_from(1, Text(f"remark {sent}"))
                port.play(view.moves[sent % len(view.moves)])
                stage.refresh()
                sent += 1
                await tab.run(DRAWN.format(remark=f"remark {sent - 1}"))
                if sent in (WARM, SNAPSHOTS):
                    out(f"  {sent:>6} snapshots: {await of_page(tab)}, seat {held_kib()} KiB")


def main() -> None:
    out("a page that stays open")
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as address:
        asyncio.run(grow(address))


if __name__ == "__main__":
    main()
