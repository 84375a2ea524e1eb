"""The live page in a real Chromium. Its channel is the test: `channel.js` here gives what the test
shows to the page, and keeps what the page sends."""

from __future__ import annotations

import contextlib
import json
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from p2p_hanabi import registry
from p2p_hanabi.ui.web.live_page import Page
from p2p_hanabi.ui.web.shell import files
from p2p_hanabi.ui.web.wire import Message, message_of, snapshot
from p2p_hanabi.web_file import WebFile

from .devtools import OPTIONS

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
CHANNEL = b"""
export function connect({ onSnapshot, onState }) {
  window.tried = { onSnapshot, onState, sent: [], again: 0 };
  setTimeout(() => onState("open"), 0);
  return {
    send(message) { window.tried.sent.push(message); return true; },
    again() { window.tried.again += 1; },
  };
}
"""
DESKTOP, PHONE = (1280, 800), (360, 740)
LONGEST_S = 30
LOOK_S = 0.05
TEXT = """
const textOf = (each) => each.innerText.replaceAll("\\u00a0", " ").trim();
"""
TEXTS = f"{TEXT} return [...document.querySelectorAll(arguments[0])].map(textOf);"
BUTTON = f"""{TEXT}
const [words] = arguments;
const isSettling = (each) => Number(each.dataset.settling ?? 0) > performance.now();
const seen = {{ visibilityProperty: true, opacityProperty: true }};
return [...document.querySelectorAll("button")].find((each) =>
  !each.disabled && ![document.body, each].some(isSettling) && each.checkVisibility(seen)
  && textOf(each).split("\\n")[0] === words) ?? null;
"""
SETTLED = """
for (const each of document.querySelectorAll("[data-settling]")) delete each.dataset.settling;
"""


def served() -> dict[str, WebFile]:
    return files(registry.all_drawings(), {"channel.js": CHANNEL})


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Serve the files of the page, as the language of this moment has them."""
    found = served()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            file = found.get(self.path)
            self.send_response(404 if file is None else 200)
            self.send_header("Content-Security-Policy", POLICY)
            if file is not None:
                self.send_header("Content-Type", file.content_type)
            self.end_headers()
            self.wfile.write(b"" if file is None else file.content)

        def log_message(self, *_said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        thread = threading.Thread(target=http.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{http.server_port}/"
        finally:
            http.shutdown()
            thread.join()


@contextlib.contextmanager
def chromium(profile: Path, *, is_dark: bool = False, is_still: bool = True) -> Iterator[Chrome]:
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for each in (*OPTIONS, f"--user-data-dir={profile}"):
        options.add_argument(each)
    if is_still:
        options.add_argument("--force-prefers-reduced-motion")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options, ChromeService(shutil.which("chromedriver")))
    try:
        prefer(driver, "dark" if is_dark else "light")
        yield driver
    finally:
        driver.quit()


def forget(driver: Chrome) -> None:
    """Leave nothing in it of whoever has used it."""
    first, *others = driver.window_handles
    for each in others:  # their pages would go on trying to connect
        driver.switch_to.window(each)
        driver.close()
    driver.switch_to.window(first)
    driver.get("about:blank")
    prefer(driver, "light")
    everything = {"origin": "*", "storageTypes": "all"}
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", everything)
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    driver.get_log("browser")  # type: ignore[no-untyped-call] # selenium has no types there


def prefer(driver: Chrome, colours: str) -> None:
    """Show pages in light or dark colours from now on."""
    features = [{"name": "prefers-color-scheme", "value": colours}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


@dataclass
class Seat:
    """The page as a test looks at it and touches it."""

    driver: Chrome
    number: int = 0
    page: Page | None = None
    seen: int = field(default=0)

    def open(self, address: str, size: tuple[int, int] = DESKTOP) -> None:
        self.resize(size)
        self.driver.get(address)
        self.until(lambda: self.run("return document.body.dataset.state") == "open")
        self.number = self.seen = 0

    def resize(self, size: tuple[int, int]) -> None:
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": width < 600})

    def show(self, page: Page, *, settles: bool = True) -> None:
        """Show it, and let the moment pass in which taps on what has just come do nothing."""
        self.number, self.page = self.number + 1, page
        value = json.loads(snapshot(self.number, page))
        self.run("window.tried.onSnapshot(arguments[0])", value)
        if settles:
            self.run(SETTLED)

    def turn(self, state: str) -> None:
        self.run("window.tried.onState(arguments[0])", state)

    def sent(self) -> list[Message]:
        """What the page has sent since this was asked last."""
        value = self.run("return window.tried.sent.slice(arguments[0])", self.seen)
        self.seen += len(value)
        return [message_of(json.dumps(each).encode()) for each in value]

    def run(self, script: str, *given: object) -> Any:
        return self.driver.execute_script(script, *given)

    def until(self, holds: Callable[[], Any]) -> Any:
        return WebDriverWait(self.driver, LONGEST_S, LOOK_S).until(lambda _: holds())

    def all(self, selector: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def texts(self, selector: str) -> list[str]:
        """What can be read in each: asked of the page once, not once for each."""
        sentences: list[str] = self.run(TEXTS, selector)
        return sentences

    def one(self, selector: str) -> WebElement:
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def button(self, words: str) -> WebElement:
        """The one with these words, once it can be pressed."""
        shown: WebElement = self.until(lambda: self.run(BUTTON, words))
        return shown

    def complaints(self) -> list[str]:
        """What the browser's console has, which is nothing if all is well."""
        return [each["message"] for each in self.driver.get_log("browser")]  # type: ignore[no-untyped-call] # selenium has no types there
