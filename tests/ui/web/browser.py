"""A page as Chromium has it, once its script has run."""

from __future__ import annotations

import asyncio
from html.parser import HTMLParser
from pathlib import Path

from .devtools import driven

EMPTY = ("meta", "input", "link")
SILENT = ("style", "script", "noscript", "title")


class Page(HTMLParser):
    """Collects what stands in a page, and fails where tags do not fit."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and not set(self.open) & set(SILENT):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.words)

    def of_class(self, name: str) -> list[dict[str, str | None]]:
        return [each for _, each in self.tags if name in (each.get("class") or "").split()]


def opened(browser_at: str, file: Path, fragment: str = "") -> str:
    """Return the document after its script has run, in the browser whose DevTools are there."""

    async def document() -> str:
        async with driven(browser_at) as browser:
            tab = await browser.open(f"{file.as_uri()}{fragment}")
            await tab.until("location.protocol + document.readyState", "file:complete")
            return str(await tab.run("document.documentElement.outerHTML"))

    return asyncio.run(document())
