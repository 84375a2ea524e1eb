"""The terminal itself: what breaks, what is too small, what is no terminal."""

from __future__ import annotations

import asyncio
import io

import pytest

from p2p_hanabi.ui.drawing.canvas import Picture, Size, picture, plain
from p2p_hanabi.ui.drawing.style import text
from p2p_hanabi.ui.drawing.theme import Theme, theme_of
from p2p_hanabi.ui.kit.terminal import fits
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.terminal.busy_scene import BusyScene

from .terminal import Terminal, at_terminal

ALTERNATE_OFF = "\x1b[?1049l"


class Broken(BusyScene):
    """Breaks at a key, or when it is painted."""

    def __init__(self, *, at_once: bool) -> None:
        super().__init__(WaitNotice())
        self.is_broken = at_once

    def press(self, key: str) -> None:
        raise RuntimeError(key)

    def paint(self, size: Size, theme: Theme) -> Picture:
        if self.is_broken:
            raise RuntimeError("paint")
        return super().paint(size, theme)


@pytest.mark.parametrize("at_once", [True, False])
def test_crashed_scene_ends_the_screen_and_restores_the_terminal(at_once: bool) -> None:
    left: list[bool] = []

    async def play(screen: Terminal) -> None:
        screen.stage.leave = lambda: left.append(True)
        await screen.type("x")

    shown = at_terminal(Broken(at_once=at_once), (80, 24), play)
    assert isinstance(shown.stage.broken, RuntimeError)
    assert shown.glass.all.rstrip().endswith(ALTERNATE_OFF) or ALTERNATE_OFF in shown.glass.all
    assert at_once or left


def test_crash_while_a_scene_is_followed_ends_the_following() -> None:
    async def play(screen: Terminal) -> None:
        forever = asyncio.get_running_loop().create_future

        async def never() -> None:
            await forever()

        following = asyncio.ensure_future(screen.stage.follow(Broken(at_once=False), never))
        await screen.settle()
        await screen.type("x")
        await following

    assert at_terminal(BusyScene(WaitNotice()), (80, 24), play).stage.broken is not None


class Foreign(BusyScene):
    """Three letters of two cells each, an accent of its own, and the cursor behind the three."""

    def paint(self, size: Size, _theme: Theme) -> Picture:
        return picture(plain([text("日本語 cafe\u0301 x")]), size, (0, 6))


def test_wide_letters_take_two_cells_and_an_accent_none() -> None:
    async def play(screen: Terminal) -> None:
        shown = screen.glass.screen
        assert shown.display[0].rstrip() == "日本語 café x"
        assert [shown.buffer[0][cell].data for cell in range(5)] == ["日", "", "本", "", "語"]
        assert (shown.cursor.y, shown.cursor.x) == (0, 6)

    at_terminal(Foreign(WaitNotice()), (80, 24), play)


def test_while_the_network_is_asked_one_can_leave() -> None:
    async def play(screen: Terminal) -> None:
        assert "One moment" in screen.text
        assert "x does nothing here" in await screen.type("x")
        assert "Stop the program?" in await screen.type("q")
        await screen.type("<tab>", "<enter>")

    scene = BusyScene(WaitNotice())
    at_terminal(scene, (80, 24), play)
    assert scene.has_left


def test_a_pipe_has_no_full_screen() -> None:
    assert not fits(io.StringIO(), io.StringIO(), {"TERM": "xterm"})


@pytest.mark.parametrize(
    ("environ", "theme"),
    [
        ({"TERM": "xterm-256color"}, "terminal"),
        ({"TERM": "xterm", "COLORFGBG": "0;15"}, "light"),
        ({"TERM": "xterm", "COLORFGBG": "15;0"}, "dark"),
        ({"TERM": "xterm", "P2PHANABI_THEME": "light"}, "light"),
        ({"TERM": "xterm", "NO_COLOR": "1", "P2PHANABI_THEME": "light"}, "none"),
    ],
    ids=str,
)
def test_the_theme_follows_the_environment(environ: dict[str, str], theme: str) -> None:
    assert theme_of(environ, "utf-8").name == theme


def test_signs_are_ascii_where_the_terminal_has_no_others() -> None:
    assert theme_of({"TERM": "xterm"}, "ascii").is_ascii
    assert theme_of({"TERM": "xterm", "P2PHANABI_ASCII": "1"}, "utf-8").is_ascii
    assert not theme_of({"TERM": "xterm"}, "UTF-8").is_ascii
