"""What commands print on a terminal."""

from __future__ import annotations

import io
import os
import sys

import pytest

from p2p_hanabi.commands.console.output import echo, folded, tell_owner


def test_long_lines_fold_between_words_and_keep_paths_whole() -> None:
    path = "/a/very-long-path/of/a/file-that-is-wider"
    assert folded(f"  good: {path} is good, as far as it goes", 24) == [
        "  good:",
        f"    {path}",
        "    is good, as far as",
        "    it goes",
    ]
    assert folded("", 24) == [""]


def test_the_name_of_a_file_stays_on_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    whole, side = os.openpty()
    with open(whole) as shown, open(side, "w") as terminal:
        monkeypatch.setattr(sys, "stdout", terminal)
        name = "'my very own games/game one.p2ph'"
        echo(f"The game with Ana is in {name} on this computer.", whole=name)
        rows = [shown.readline().strip() for _ in range(3)]
    assert rows == ["The game with Ana is in", f"{name} on", "this computer."]


def test_unwritable_standard_error_raises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    nobody_reads, written = os.pipe()
    os.close(nobody_reads)
    with open(written, "wb", buffering=0) as stream, io.TextIOWrapper(stream) as broken:
        monkeypatch.setattr(sys, "stderr", broken)
        tell_owner("Nobody reads this.")
