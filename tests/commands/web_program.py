"""The real program with a page, and that page in Chromium, as somebody who plays there uses it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from selenium.common.exceptions import (
    ElementNotInteractableException,
    StaleElementReferenceException,
)
from selenium.webdriver import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.interaction import POINTER_TOUCH
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from tests.ui.web.live_browser import BUTTON, DESKTOP, LONGEST_S, PHONE, Seat
from tests.warm import Warm

HERE = ("--interface", "127.0.0.1")
MAX_TOUCHES, MAX_KEYS = 2000, 60
MOVED_ON = (StaleElementReferenceException, ElementNotInteractableException)
"""The page was drawn anew, or a dialog came, between looking and touching."""
NEXT = """
const done = arguments[0];
function found() {
  const open = [...document.querySelectorAll("dialog[open] .buttons button")];
  if (open.length) return open.find((each) => each.matches(".main")) ?? open.at(-1);
  if (document.body.dataset.kind !== "table") return document.body.dataset.kind;
  const sure = document.querySelector("#moves .main");
  if (sure) return sure.disabled ? null : sure;
  const move = document.querySelector("#moves .move");
  if (move) return move.disabled ? null : move; // some can be read first
  if (!document.body.classList.contains("called")) return null;
  const cardsIn = (each) => [...document.querySelectorAll(`${each} button.face`)];
  const cards = ["#own", "#areas"].flatMap(cardsIn);
  const pressed = cards.findIndex((each) => each.ariaPressed === "true");
  return cards[(pressed + 1) % cards.length] ?? null;
}
const isSettling = (each) => Number(each.dataset?.settling ?? 0) > performance.now();
const looking = new MutationObserver(() => look());
function look() {
  const next = found();
  if (next === null) return;
  if ([document.body, next].some(isSettling)) return setTimeout(look, 50);
  looking.disconnect();
  done(next);
}
looking.observe(document, { attributes: true, childList: true, subtree: true });
look();
"""
"""What a player who plays whatever is offered first touches next, as soon as there is something;
when the table is left, the kind of page that is shown."""
NEAR = """
const [wanted, focused] = [arguments[0], document.activeElement];
if (wanted === focused) return "here";
const row = [...(wanted.closest("ol")?.querySelectorAll("button.face") ?? [])];
const [to, from] = [row.indexOf(wanted), row.indexOf(focused)];
if (from < 0) return "elsewhere";
return to < from ? "left" : "right";
"""
LOGGED = 'return [...document.querySelectorAll("#log .entries p")].map((each) => each.textContent)'
OPEN = """
const held = [...document.querySelectorAll("#side:not(:popover-open) button")];
if (!held.some((each) => each.textContent === arguments[0])) return null;
document.querySelector("#open-side").click();
return true;
"""
"""Open what lies beside the table, if the button is there."""
WATCH = """
const watched = window.watched = { isTaken: null };
const found = (isTaken) => { watched.isTaken ??= isTaken; };
const ends = () => setTimeout(() => found(false), arguments[0]);
const next = { capture: true, once: true };
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ends, next);
document.addEventListener("click", () => found(true), next);
"""
"""Note whether the next press comes to a click: not so one of what had just come there, nor one
that is held too long. How late both come depends on how busy the machine is."""
TAKEN = "return window.watched?.isTaken ?? (window.watched ? null : true)"
CLICK_WITHIN_MS = 1500
KEYS = {"left": Keys.ARROW_LEFT, "right": Keys.ARROW_RIGHT, "elsewhere": Keys.TAB}


@dataclass
class Program:
    """A process of it, and the address that it told, which works once."""

    process: Warm
    address: str

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextlib.contextmanager
def program(home: Path, *words: str) -> Iterator[Program]:
    env = {**os.environ, "P2PHANABI_HOME": str(home)}
    with Warm(["p2p_hanabi", *words, *HERE], env) as process:
        try:
            sentence = process.stdout.readline().strip()
            assert sentence.startswith("http://"), sentence + process.stdout.read()
            yield Program(process, sentence)
        finally:
            process.kill()


def audit(home: Path) -> tuple[int, str]:
    """Audit the one game that was played there: the exit code, and what is said."""
    (game,) = (home / "transcripts").glob("*.p2ph")
    env = {**os.environ, "P2PHANABI_HOME": str(home)}
    with Warm(["p2p_hanabi", "audit", str(game)], env) as auditing:
        return auditing.wait(), auditing.stdout.read()


class Player(Seat):
    """Presses what the page offers."""

    def come(self, address: str, size: tuple[int, int] = DESKTOP) -> None:
        self.resize(size)
        self.driver.get("about:blank")  # an address that differs in its secret alone loads nothing
        self.complaints()  # of what was there before
        self.driver.get(address)
        self.until(self.is_open)

    @property
    def state(self) -> str:
        return str(self.run("return document.body.dataset.state"))

    def is_open(self) -> bool:
        return self.state == "open"

    @property
    def kind(self) -> str:
        return str(self.run("return document.body.dataset.kind"))

    def shows(self, words: str) -> bool:
        return words in self.texts("body")[0]

    def wait_for(self, words: str) -> None:
        self.until(lambda: self.shows(words))

    def wait_for_turn(self) -> None:
        self.until(lambda: self.run("return document.body.classList.contains('called')"))

    def log_lines(self) -> list[str]:
        """What has happened, line by line."""
        return list(self.run(LOGGED))

    def use(self, element: WebElement) -> None:
        """Press it. Raise an error of `MOVED_ON` if the page did not take that, since what was
        pressed had just come there."""
        self.run(WATCH, CLICK_WITHIN_MS)
        self.tap(element)
        self.until(lambda: self.run(TAKEN) is not None)
        if self.run(TAKEN) is False:
            raise ElementNotInteractableException("it had just come there")

    def tap(self, element: WebElement) -> None:
        element.click()

    def press(self, words: str) -> None:
        def pressed() -> bool:
            with contextlib.suppress(*MOVED_ON):
                self.until(lambda: self.run(BUTTON, words) or self.run(OPEN, words))
                self.use(self.button(words))
                return True
            return False

        self.until(pressed)

    def press_if_there(self, words: str) -> None:
        with contextlib.suppress(*MOVED_ON):
            if button := self.run(BUTTON, words):
                self.use(button)

    def press_beginning(self, words: str) -> None:
        """The button whose words begin so."""

        def found() -> str:
            shown = str(self.run("return document.querySelector('#buttons').innerText"))
            return next((each for each in shown.splitlines() if each.startswith(words)), "")

        self.press(self.until(found))

    def type(self, words: str, *, button: str) -> None:
        self.until(lambda: self.all("#fields input, #dialog input"))
        self.run("arguments[0].focus()", self.one("#fields input, #dialog input"))
        ActionChains(self.driver).send_keys(words).perform()
        self.press(button)

    def play(self, touches: int = MAX_TOUCHES) -> str:
        """Touch what is offered first, until another page than the table's is shown: its kind."""
        self.driver.set_script_timeout(LONGEST_S)
        for _each in range(touches):
            found = self.driver.execute_async_script(NEXT)
            if isinstance(found, str):
                return found
            self._has_used(found)
        return self.kind

    def _has_used(self, element: WebElement) -> bool:
        try:
            self.use(element)
        except MOVED_ON:
            return False
        return True


class Finger(Player):
    """Touches a phone."""

    def come(self, address: str, size: tuple[int, int] = PHONE) -> None:
        super().come(address, size)

    def tap(self, element: WebElement) -> None:
        self.run("arguments[0].scrollIntoView({ block: 'nearest' })", element)
        finger = PointerInput(POINTER_TOUCH, "finger")  # type: ignore[no-untyped-call] # as below
        actions = ActionBuilder(self.driver, mouse=finger)
        actions.pointer_action.move_to(element).pointer_down().pointer_up()  # type: ignore[no-untyped-call] # selenium has no types here
        actions.perform()


class Typist(Player):
    """Has a keyboard alone."""

    def use(self, element: WebElement) -> None:
        for _each in range(MAX_KEYS):
            if (where := self.run(NEAR, element)) == "here":
                break
            ActionChains(self.driver).send_keys(KEYS[where]).perform()
        else:
            raise StaleElementReferenceException("a dialog lies over it")
        ActionChains(self.driver).send_keys(Keys.ENTER).perform()
