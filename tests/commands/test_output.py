"""What commands print on a terminal."""

from __future__ import annotations

from p2p_hanabi.commands.output import folded


def test_a_line_that_is_too_long_is_folded_between_words_and_a_path_stays_whole() -> None:
    path = "/a/very-long-path/of/a/file-that-is-wider"
    assert folded(f"  good: {path} is good, as far as it goes", 24) == [
        "  good:",
        f"    {path}",
        "    is good, as far as",
        "    it goes",
    ]
    assert folded("", 24) == [""]
