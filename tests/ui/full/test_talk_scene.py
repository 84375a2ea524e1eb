"""Games without a board of their own: their page above, a prompt below."""

from __future__ import annotations

import pytest

from p2p_hanabi.ui.dialogue import PlainTable
from p2p_hanabi.ui.full.talk_scene import AnyTable
from p2p_hanabi.ui.port import Kept
from tests.ui.table_port import DealtTable

from .terminal import Terminal, at_terminal

SIZES = ((80, 24), (120, 40), (60, 20))


def scene(port: DealtTable) -> AnyTable:
    return AnyTable(port, PlainTable(port, asks=True))


def table(game: str) -> DealtTable:
    port = DealtTable(2 if game == "koikoi" else 3, game=game)
    port.until_my_turn()
    return port


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", ["ikebana", "koikoi"])
def test_whose_turn_it_is_stands_on_the_screen(game: str, size: tuple[int, int]) -> None:
    port = table(game)
    lines = scene(port)._page()

    async def play(screen: Terminal) -> None:
        last = "".join(words for _, words in lines[-1])
        assert last[:30] in screen.text
        assert screen.rows[-2].startswith(">")

    at_terminal(scene(port), size, play)


def test_a_line_is_typed_completed_confirmed_and_done() -> None:
    port = table("ikebana")

    async def play(screen: Terminal) -> None:
        assert "Do it?" in await screen.type(*"dra", "<tab>", "<enter>")
        await screen.type(*"yes", "<enter>")

    at_terminal(scene(port), (80, 24), play)
    assert port.view().turn > 0 or port.view().log


def test_what_was_typed_before_comes_back_with_up() -> None:
    async def play(screen: Terminal) -> None:
        await screen.type(*"words", "<enter>")
        assert "> words" in (await screen.type("\x1b[A")).splitlines()[-2]

    at_terminal(scene(table("koikoi")), (80, 24), play)


def test_a_long_page_is_scrolled() -> None:
    async def play(screen: Terminal) -> None:
        before = await screen.type("<tab>")  # by now all that leaves no choice is done
        assert "PageUp" in before
        assert await screen.type("\x1b[5~") != before
        assert await screen.type("\x1b[6~") == before

    at_terminal(scene(table("koikoi")), (80, 24), play)


def test_ctrl_c_asks_and_a_second_one_leaves() -> None:
    shown = scene(table("koikoi"))

    async def play(screen: Terminal) -> None:
        assert "Leave the table?" in await screen.type("<ctrl-c>")
        await screen.type("<ctrl-c>")

    at_terminal(shown, (80, 24), play)
    assert shown.has_left


def test_the_end_is_told_and_enter_closes() -> None:
    port = table("koikoi")
    shown = scene(port)

    async def play(screen: Terminal) -> None:
        port.withdraw("dinner")
        shown.finish_table(Kept())
        screen.stage.refresh()
        assert "You have ended the game for everybody." in await screen.type()
        await screen.type("<enter>")

    at_terminal(shown, (80, 24), play)
    assert shown.is_over
