"""A page as a screen reader tells it: the accessibility tree, and what is announced, as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from selenium.webdriver import Chrome

SAID_WHOLE = frozenset(
    {"button", "heading", "img", "image", "textbox", "slider", "combobox", "option", "link"}
)
"""Roles whose names already contain what is inside."""
PASSED = frozenset({"none", "generic", "InlineTextBox", "RootWebArea", "ListMarker", "listitem"})
STATES = ("pressed", "expanded", "disabled", "focused")
LISTEN = """
const [assertive, polite] = [[], []];
window.announced = { assertive, polite };
const heard = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.ariaHidden === "true") return "";
  return [...node.childNodes].map(heard).join("");
};
const live = "[aria-live], [role=alert], [role=status], [role=log]";
new MutationObserver((changes) => {
  const regions = new Map();
  for (const { target, addedNodes } of changes) {
    const at = target.nodeType === Node.TEXT_NODE ? target.parentElement : target;
    const region = at?.closest(live);
    if (region?.checkVisibility() && addedNodes.length) {
      regions.set(region, [...(regions.get(region) ?? []), ...addedNodes]);
    }
  }
  for (const [region, added] of regions) {
    const isWhole = ["alert", "status"].includes(region.role);
    const text = isWhole ? heard(region) : added.map(heard).join(" ");
    const to = region.role === "alert" || region.ariaLive === "assertive" ? assertive : polite;
    if (text.trim()) to.push(text.trim());
  }
}).observe(document.body, { childList: true, characterData: true, subtree: true });
"""
SPOKEN = """
const { assertive, polite } = window.announced;
return [...assertive.splice(0), ...polite.splice(0)];
"""


class ScreenReader:
    """Speaks the page that is open in a Chromium now."""

    def __init__(self, driver: Chrome) -> None:
        self._driver = driver
        driver.execute_script(LISTEN)

    def announced(self) -> list[str]:
        """What was announced since this was last asked: alerts first, the rest in its order."""
        lines: list[str] = self._driver.execute_script(SPOKEN)
        return lines

    def page(self) -> list[str]:
        """Everything, from the top to the bottom."""
        nodes = self._driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        by_id = {each["nodeId"]: each for each in nodes}
        return list(_spoken(nodes[0], by_id))

    def focused(self) -> str:
        """The element that has the focus."""
        return next((each for each in self.page() if "focused" in each), "")


def _spoken(node: Mapping[str, Any], by_id: Mapping[str, Any]) -> Iterator[str]:
    role, name = _value(node, "role"), _value(node, "name")
    is_whole = role in SAID_WHOLE
    if not node["ignored"] and role not in PASSED:
        states = [each for each in STATES if _state(node, each)]
        spoken_role = role if role != "StaticText" else ""
        if name or is_whole:
            yield ", ".join(filter(None, (spoken_role, " ".join(name.split()), *states)))
    if not is_whole:
        for each in node.get("childIds", ()):
            if each in by_id:
                yield from _spoken(by_id[each], by_id)


def _value(node: Mapping[str, Any], field: str) -> str:
    return str(node.get(field, {}).get("value", ""))


def _state(node: Mapping[str, Any], name: str) -> bool:
    found = (each["value"] for each in node.get("properties", ()) if each["name"] == name)
    return any(each.get("value") in (True, "true") for each in found)
