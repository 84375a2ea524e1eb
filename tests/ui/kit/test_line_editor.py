"""A line is edited with the keys that every shell has."""

from __future__ import annotations

import pytest

from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.kit.line_editor import LONGEST, LineEditor
from p2p_hanabi.ui.words.spoken_words import complete_code


def pressed(*keys: str) -> LineEditor:
    editor = LineEditor(complete_code)
    for key in keys:
        assert editor.press(key)
    return editor


@pytest.mark.parametrize(
    ("keys", "marked"),
    [
        ([*"abc", scenes.LEFT, "x"], "abx_c"),
        ([*"abc", scenes.LEFT, scenes.BACKSPACE], "a_c"),
        ([*"abc", scenes.HOME, scenes.RIGHT, "x"], "ax_bc"),
        ([*"abc", "c-a", scenes.RIGHT, "c-k"], "a_"),
        ([*"abc", scenes.LEFT, "c-u"], "_c"),
        ([*"abc", scenes.HOME, scenes.END, "x"], "abcx_"),
        ([*"abc", "c-a", "c-e", "x"], "abcx_"),
        ([*"one two", "c-w"], "one _"),
        ([*"one-two-", "c-w"], "one-_"),
        ([*"one", "c-w", "c-w"], "_"),
        ([*"abc", scenes.ESCAPE], "_"),
        ([scenes.LEFT, scenes.BACKSPACE, scenes.RIGHT], "_"),
        ([*"zig", scenes.TAB], "zigzag-_"),
        ([*"zig", scenes.TAB, *"ot", scenes.TAB, *"zi", scenes.TAB], "zigzag-otter-zi_"),
        ([*"zig", scenes.TAB, scenes.TAB], "zigzag-_"),
    ],
)
def test_keys_write_move_delete_and_complete(keys: list[str], marked: str) -> None:
    assert pressed(*keys).marked(60) == marked


def test_other_keys_mean_nothing() -> None:
    assert not LineEditor().press("f1")


def test_the_cursor_is_shown_where_it_is() -> None:
    line, column = pressed(*"né", scenes.LEFT).shown()
    assert (as_text(line), column) == ("> né", 3)


def test_a_line_has_an_end() -> None:
    editor = LineEditor()
    editor.add("x" * (LONGEST - 1))
    editor.press(scenes.HOME)
    editor.add("yz")
    assert editor.text == "y" + "x" * (LONGEST - 1)


def test_a_long_line_is_cut_around_the_cursor() -> None:
    editor = LineEditor()
    editor.add("abcdefghijkl")
    assert editor.marked(6) == "~ghijkl_"
    for _ in range(6):
        editor.press(scenes.LEFT)
    assert editor.marked(6) == "~cdef_gh"
