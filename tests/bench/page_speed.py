"""Measure how long a slow telephone takes to draw a page: `make page-speed`.

A page is loaded, and then drawn after each of 50 moves, through the real server, its channel and
Chromium, in a window of a telephone's size. What counts is in the trace of the DevTools: the
processor time of all tasks of the page's main thread (scripts, styles, layout, paint) from the mark
when a snapshot is sent to the mark after its first frame, times 6. The DevTools can slow down the
processor themselves, but wait by the clock: on a busy machine that counts other programs 6 times.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

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
from tests.any_game import BOTS
from tests.bench.clock import out
from tests.ui.table.ports import DealtTable
from tests.ui.web.devtools import Devtools, Tab, chromium, driven

MOVES, TIMES_SLOWER = 50, 6
TABLES = (("hanabi", 5), ("koikoi", 2), ("ikebana", 5))
PHONE = {"width": 360, "height": 740, "deviceScaleFactor": 3, "mobile": True}
TRACED = (
    "-*,toplevel,devtools.timeline,disabled-by-default-devtools.timeline,blink.user_timing,loading"
)
LONGEST_S = 60
WATCH = """
const marked = (name) => requestAnimationFrame(() => setTimeout(() => performance.mark(name)));
new MutationObserver(() => {
  const { kind } = document.body.dataset;
  if (!window.hasBegun && kind === "table") { window.hasBegun = true; marked("first"); }
}).observe(document, { attributes: true, subtree: true });
"""
"""Marks the frame that has the table for the first time."""
NEXT = """
performance.mark("sent {n}");
window.drawn = new Promise((done) => {{
  const looking = new MutationObserver(() => {{
    looking.disconnect();
    requestAnimationFrame(() => setTimeout(() => {{ performance.mark("drawn {n}"); done(true); }}));
  }});
  const all = {{ attributes: true, childList: true, characterData: true, subtree: true }};
  looking.observe(document.body, all);
}});
0
"""
PARTS = {
    "script, with the layouts that it asks for": (
        "FunctionCall",
        "EvaluateScript",
        "RunMicrotasks",
    ),
    "styles": ("UpdateLayoutTree",),
    "layout": ("Layout",),
    "paint": ("PrePaint", "Paint", "Layerize", "Commit", "UpdateLayer"),
}
Event = Mapping[str, Any]


class Trace:
    """The tasks of the page's main thread, and the marks that its script has made."""

    def __init__(self, events: Iterable[Event]) -> None:
        events = list(events)
        marks = [each for each in events if "blink.user_timing" in each["cat"]]
        self.at = {each["name"]: int(each["ts"]) for each in marks}
        self.thread = next((each["pid"], each["tid"]) for each in marks if each["name"] == "first")
        own = [each for each in events if (each["pid"], each["tid"]) == self.thread]
        self.events = [each for each in own if each["ph"] == "X"]
        self.instants = {each["name"]: int(each["ts"]) for each in own if each["ph"] != "X"}
        self.begin = min(int(each["ts"]) for each in self.events)

    def spent_ms(self, since: int, until: int, names: Iterable[str] = ("RunTask",)) -> float:
        within = (each for each in self.events if since <= each["ts"] < until)
        spent_us: float = sum(each.get("tdur", 0) for each in within if each["name"] in names)
        return TIMES_SLOWER * spent_us / 1000


@asynccontextmanager
async def traced(browser: Devtools, tab: Tab) -> AsyncIterator[list[Event]]:
    """Yield a list, which has all events afterwards."""
    events: list[Event] = []
    complete = asyncio.Event()

    def collect(method: str, fields: Any) -> None:
        if method == "Tracing.dataCollected":
            events.extend(fields["value"])
        elif method == "Tracing.tracingComplete":
            complete.set()

    browser.on_event = collect
    await tab.ask("Tracing.start", categories=TRACED, transferMode="ReportEvents")
    yield events
    await tab.ask("Tracing.end")
    await complete.wait()


async def play(browser_at: str, game: str, seats: int) -> Trace:
    async with served(page_files()) as server, driven(browser_at) as browser:
        stage = PageStage(server, BusyPage(WaitNotice()), OwnDoors(PagePort(), None, print))
        port = DealtTable(seats, game=game)
        port.until_my_turn()
        stage.show(TablePage(FollowedTable(port), NamedPage(game, PAGES[game])))
        tab = await browser.open()
        await tab.ask("Page.enable")
        await tab.ask("Emulation.setDeviceMetricsOverride", **PHONE)
        await tab.ask("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        async with asyncio.timeout(LONGEST_S * 5), traced(browser, tab) as events:
            await tab.go(server.invite())
            await tab.until('performance.getEntriesByName("first").length', 1)
            for number in range(MOVES):
                await tab.run(NEXT.format(n=number))
                if not step(port, game):
                    break
                stage.refresh()
                await tab.run("window.drawn")
        return Trace(events)


def step(port: DealtTable, game: str) -> bool:
    """One move, of whoever is to move; False if the game is over."""
    before = len(port.state.log)
    while len(port.state.log) == before:
        view = port.view()
        if view is not None and view.moves:
            port.play(BOTS[game](view))
        elif not port.step():
            return False
    return True


def report(game: str, seats: int, trace: Trace) -> None:
    numbers = [n for n in range(MOVES) if f"drawn {n}" in trace.at]
    spans = [(trace.at[f"sent {n}"], trace.at[f"drawn {n}"]) for n in numbers]
    moves = sorted(trace.spent_ms(*span) for span in spans)
    paint = trace.instants.get("firstContentfulPaint", trace.at["first"])
    first, table = (trace.spent_ms(trace.begin, at) for at in (paint, trace.at["first"]))
    parts = ", ".join(f"{name} {parted(trace, spans, names):.1f}" for name, names in PARTS.items())
    out(
        f"  {game}, {seats} seats: first paint {first:.0f} ms, the table {table:.0f} ms; "
        f"{len(moves)} moves: median {statistics.median(moves):.0f}, most {moves[-1]:.0f} ms "
        f"(means: {parts})"
    )


def parted(trace: Trace, spans: list[tuple[int, int]], names: tuple[str, ...]) -> float:
    return statistics.mean(trace.spent_ms(*span, names) for span in spans)


def main() -> None:
    out(f"a page on a processor {TIMES_SLOWER} times slower, processor time of its main thread")
    for game, seats in TABLES:
        with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as address:
            report(game, seats, asyncio.run(play(address, game, seats)))


if __name__ == "__main__":
    main()
