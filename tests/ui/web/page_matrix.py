"""Every page at every size, in both colours, at twice the text and in every language: `make axe`.

What is measured: nothing sticks out sideways, no text overlaps another or a button, all of it has
contrast, and the tabulator reaches every button, where it can be seen. axe-core looks at each page
at two of the widths. One browser and one page serve for all.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from selenium.webdriver import ActionChains, Keys

from p2p_hanabi.ui.words import i18n
from tests.ui.web.live_browser import Seat, chromium, prefer, server
from tests.ui.web.phases import Phase, phases

WIDTHS = ((320, 568), (360, 740), (768, 1024), (1280, 800), (1920, 1080))
LYING = (740, 360)
BOARDS = ((360, 740), LYING, (1280, 800), (1920, 1080))
LANGUAGES = ("en", "fr", "ro")
TEXTS = ("100%", "200%")
IN_DEPTH = ((360, 740), (1280, 800))
GRAVE = ("serious", "critical")
RUN_AXE = "const done = arguments[0]; axe.run().then((found) => done(found.violations));"
MEASURE = r"""
const root = document.documentElement;
const dialog = document.querySelector("dialog[open]");
const within = dialog ?? document.body;
const seen = { visibilityProperty: true, opacityProperty: true };
const box = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
const cut = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
const isThere = (a) => a.right - a.left > 1.5 && a.bottom - a.top > 1.5;
const NOTHING = { left: 0, right: 0, top: 0, bottom: 0 };
const styles = new Map();
const style = (each) => {
  if (!styles.has(each)) styles.set(each, getComputedStyle(each));
  return styles.get(each);
};
const above = function* (each) { for (let at = each; at; at = at.parentElement) yield at; };
const bars = "#top, #state, #mains, #buttons, #actions, #moves > .act";
const stuck = [...document.querySelectorAll(bars)]
  .filter((each) => ["sticky", "fixed"].includes(style(each).position));
// What is left of a box within all that cuts it off.
const shown = (each, whole) => {
  let left = whole;
  for (const at of above(each)) {
    if (style(at).clipPath !== "none") return NOTHING;
    if (style(at).overflow !== "visible" && at !== document.body && at !== root) {
      left = cut(left, at.getBoundingClientRect());
    }
  }
  for (const at of stuck) {
    if (!at.contains(each) && isThere(cut(left, at.getBoundingClientRect()))) return NOTHING;
  }
  return left;
};
const colour = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
const light = ([r, g, b]) => [r, g, b].map((each) => each / 255)
  .map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
  .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
const contrast = (each) => {
  const layers = [];
  for (const at of above(each)) {
    const { backgroundColor, backgroundImage, opacity, filter } = style(at);
    if (backgroundImage !== "none" || opacity < 1 || filter !== "none") return 21;
    const [r, g, b, alpha = 1] = colour(backgroundColor);
    layers.push([r, g, b, alpha]);
    if (alpha === 1) break;
  }
  const ground = layers.reverse().reduce((below, [r, g, b, alpha]) =>
    [r, g, b].map((value, at) => alpha * value + (1 - alpha) * below[at]), [255, 255, 255]);
  const [one, other] = [light(colour(style(each).color)), light(ground)].sort((a, b) => b - a);
  return (one + 0.05) / (other + 0.05);
};
const sizeOf = (each) => parseFloat(style(each).fontSize);
const isLarge = (each) => sizeOf(each) >= (style(each).fontWeight >= 700 ? 18.66 : 24);
const texts = [];
const pale = new Set();
const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const node = walker.currentNode;
  const parent = node.parentElement;
  const text = node.textContent.trim().slice(0, 30);
  if (!text || parent.closest(".sr, script, style, noscript, datalist, select")) continue;
  if (!parent.checkVisibility(seen)) continue;
  const range = document.createRange();
  range.selectNodeContents(node);
  for (const { left, top, right, bottom } of range.getClientRects()) {
    const middle = (top + bottom) / 2; // letters are less high than their line
    const high = Math.min(bottom - top, sizeOf(parent)) * 0.36;
    const seenPart = shown(parent, { left, top: middle - high, right, bottom: middle + high });
    if (isThere(seenPart)) texts.push({ node, parent, text, ...seenPart });
  }
  if (!parent.closest(":disabled") && contrast(parent) < (isLarge(parent) ? 3 : 4.5)) {
    pale.add(`${text} ${contrast(parent).toFixed(1)}`);
  }
}
const meet = (a, b) => isThere(cut(a, b));
const isDrawn = (each) => each.checkVisibility(seen)
  && (style(each).borderTopWidth !== "0px" || each.matches(".picture"));
const buttons = [...within.querySelectorAll("button, .picture, input")].filter(isDrawn)
  .map((each) => ({ each, ...shown(each, box(each.getBoundingClientRect())) })).filter(isThere);
const crossed = new Set();
texts.forEach((a, at) => {
  for (const b of texts.slice(at + 1)) {
    if (a.node !== b.node && meet(a, b)) crossed.add(`${a.text} / ${b.text}`);
  }
  if (a.parent.closest(".picture")) return;
  for (const b of buttons) {
    const isPart = b.each.contains(a.parent) || a.parent.contains(b.each);
    if (!isPart && meet(a, b)) crossed.add(`${a.text} / a button, ${b.each.textContent}`);
  }
});
return {
  sideways: Math.max(root.scrollWidth - innerWidth, within.scrollWidth - within.clientWidth, 0),
  crossed: [...crossed],
  pale: [...pale],
};
"""
RIGHT: dict[str, Any] = {"sideways": 0, "crossed": [], "pale": []}
REACHABLE = """
const seen = { visibilityProperty: true, opacityProperty: true };
const within = document.querySelector("dialog[open]") ?? document.body;
window.reached = [];
window.behind = [];
document.addEventListener("keyup", window.watching ??= ({ target }) => { // once it was scrolled to
  if (target !== document.body) window.reached.push(target);
  const { left, top, right, bottom } = target.getBoundingClientRect();
  const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isSeen = target === document.body || target.contains(on) || on?.contains(target);
  if (!isSeen) window.behind.push(target.textContent || target.tagName);
});
document.activeElement.blur();
window.wanted = [...within.querySelectorAll("button, input, select, summary, a[href]")]
  .filter((each) => each.checkVisibility(seen) && !each.disabled && each.tabIndex >= 0);
return window.wanted.length;
"""
MISSED = """
const missed = window.wanted.filter((each) => !window.reached.includes(each));
return { missed: missed.map((each) => each.textContent || each.tagName), behind: window.behind };
"""
REACHED: dict[str, Any] = {"missed": [], "behind": []}


@dataclass(frozen=True)
class Look:
    """How a page is looked at."""

    size: tuple[int, int]
    is_dark: bool = False
    language: str = "en"
    text: str = "100%"

    def __str__(self) -> str:
        width, height = self.size
        colours = "dark" if self.is_dark else "light"
        return f"{width}x{height} {colours} {self.language} {self.text}"


def looks() -> Iterator[Look]:
    for language, is_dark, text in product(LANGUAGES, (False, True), TEXTS):
        for size in (*WIDTHS, LYING):
            yield Look(size, is_dark, language, text)


def open_as(seat: Seat, look: Look, address: str) -> None:
    """Open the page anew, since its own words are in one language."""
    i18n.choose(look.language)
    prefer(seat.driver, "dark" if look.is_dark else "light")
    seat.open(address, look.size)
    seat.run("document.documentElement.style.fontSize = arguments[0]", look.text)


def show(seat: Seat, phase: Phase) -> None:
    """Show it, and touch on it what is to be touched."""
    seat.show(phase.page)
    for selector in phase.touched:
        seat.run("document.querySelector(arguments[0])?.click()", selector)


def measured(seat: Seat, phase: Phase) -> dict[str, Any]:
    show(seat, phase)
    found: dict[str, Any] = seat.run(MEASURE)
    seat.run("""document.querySelector('[data-key="not now"]')?.click()""")
    return found


def tabbed(seat: Seat, phase: Phase) -> dict[str, Any]:
    """What the tabulator does not reach, or only where it cannot be seen."""
    show(seat, phase)
    wanted = seat.run(REACHABLE)
    keys = ActionChains(seat.driver)
    for _n in range(wanted + 12):  # lists that scroll can be reached too
        keys.send_keys(Keys.TAB)
    keys.perform()
    found: dict[str, Any] = seat.run(MISSED)
    return found


def fits(name: str, look: Look) -> bool:
    """Whether this page is looked at so: the text of a big screen is large anyway."""
    return not name.startswith("board") or (look.size in BOARDS and look.text == "100%")


def violations(seat: Seat) -> Iterator[str]:
    """What axe-core calls serious on the page that is shown; its script has been run there."""
    found: list[dict[str, Any]] = seat.driver.execute_async_script(RUN_AXE)
    for each in found:
        if each["impact"] in GRAVE:
            yield f"{each['id']}: {', '.join(str(node['target']) for node in each['nodes'][:4])}"


def findings(seat: Seat, look: Look, phase: Phase, axe: str) -> Iterator[object]:
    if (found := measured(seat, phase)) != RIGHT:
        yield {name: value for name, value in found.items() if value}
    if look.size in IN_DEPTH and (look.language, look.text) == ("en", "100%"):
        is_still = not phase.touched  # the focus goes to what confirms a move
        if is_still and not look.is_dark and (found := tabbed(seat, phase)) != REACHED:
            yield found
        if axe:
            show(seat, phase)
            yield from violations(seat)


def main(axe: str, patterns: Sequence[str]) -> int:
    """Print all findings, and return how many there are."""
    count = 0
    with tempfile.TemporaryDirectory() as profile, chromium(Path(profile)) as driver:
        seat = Seat(driver)
        for look in looks():
            i18n.choose(look.language)
            with server() as address:
                open_as(seat, look, address)
                seat.run(axe)
                for name, phase in phases(*patterns).items():
                    if not fits(name, look):
                        continue
                    for each in findings(seat, look, phase, axe):
                        sys.stdout.write(f"{name} {look}: {each}\n")
                        sys.stdout.flush()
                        count += 1
    sys.stdout.write(f"{count} findings\n")
    return count


if __name__ == "__main__":
    script, *names = sys.argv[1:]
    sys.exit(
        min(1, main(Path(script).read_text(encoding="utf-8") if script else "", names or ["*"]))
    )
