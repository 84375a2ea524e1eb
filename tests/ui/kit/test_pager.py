"""A text that is longer than the screen, page by page."""

from __future__ import annotations

import pytest

from p2p_hanabi.ui.drawing.style import as_text, text
from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.kit.pager import Pager


@pytest.mark.parametrize("rows", [5, 23, 49])
def test_a_page_is_what_the_screen_shows_but_for_one_row(rows: int) -> None:
    pager = Pager([text(f"row {n}") for n in range(200)])
    first = _shown(pager, rows)
    assert pager.press(scenes.PAGE_DOWN)
    second = _shown(pager, rows)
    assert second[0] == first[-1]
    assert pager.press(" ")
    assert _shown(pager, rows)[0] == second[-1]
    assert pager.press(scenes.PAGE_UP)
    assert _shown(pager, rows) == second
    for _ in range(200):
        pager.press(scenes.PAGE_DOWN)
    assert _shown(pager, rows)[-1] == "row 199"


def _shown(pager: Pager, rows: int) -> list[str]:
    return [as_text(line) for line in pager.window(80, rows).lines]
