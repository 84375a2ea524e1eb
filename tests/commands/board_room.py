"""A big screen and phones, each a window of one Chromium with storage of its own."""

from __future__ import annotations

from typing import Any, cast

from selenium.webdriver import Chrome

from .web_program import Finger, Player


class Window:
    """A driver that is in its window whenever it is used."""

    def __init__(self, driver: Chrome, handle: str) -> None:
        self._driver, self._handle = driver, handle

    def __getattr__(self, name: str) -> Any:
        self._driver.switch_to.window(self._handle)
        return getattr(self._driver, name)


def window(driver: Chrome) -> Chrome:
    driver.switch_to.new_window("window")
    return cast("Chrome", Window(driver, driver.current_window_handle))


class BigScreen(Player):
    """Nobody plays there."""

    def codes(self) -> list[str]:
        """The addresses that can be scanned now."""
        return [str(each.get_property("textContent")) for each in self.all("#board .code code")]

    def heading(self) -> str:
        return self.texts("#heading")[0]


def screen(driver: Chrome) -> BigScreen:
    return BigScreen(window(driver))


def phone(driver: Chrome) -> Finger:
    return Finger(window(driver))


def ready(player: Player) -> None:
    """Press until it is so: a seat on somebody else's computer is asked twice, and what is pressed
    while the page changes may be refused."""

    def has_begun() -> bool:
        if player.kind == "lobby" and not is_ready(player):
            player.press_if_there("Confirm" if player.all("dialog[open]") else "I am ready")
        return player.kind in ("table", "replay") or is_ready(player)

    player.until(has_begun)


def play_again(player: Player) -> None:
    """Press until it is so: what is pressed while the page changes may be refused, and what is
    touched when the game ends may open something else."""

    def has_left() -> bool:
        closes = player.kind == "replay" or bool(player.all("dialog[open]"))
        player.press_if_there("Close" if closes else "Play again")
        return not closes and player.kind != "end"

    player.until(has_left)


def is_ready(player: Player) -> bool:
    return player.shows("Not ready after all")
