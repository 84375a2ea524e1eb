"""Lines of styled text."""

from __future__ import annotations

import pytest
from prompt_toolkit.utils import get_cwidth

from p2p_hanabi.ui.drawing.style import cells


def test_each_character_is_as_wide_as_the_screen_takes_it() -> None:
    signs = [chr(point) for point in range(0x3100)]
    assert [each for each in signs if cells(each) != get_cwidth(each)] == []


@pytest.mark.parametrize("words", ["", "Ana", "Zoé: ș", "花見", "Ana 花見", "e\u0301", "a\nb"])
def test_words_are_as_wide_as_the_screen_takes_them(words: str) -> None:
    assert cells(words) == get_cwidth(words)
