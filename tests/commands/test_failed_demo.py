"""A demo whose bots cannot play says how to see why."""

from __future__ import annotations

import subprocess
import sys

import pytest

from p2p_hanabi.commands import demo
from tests.command_line import run


def test_a_demo_that_fails_names_the_command_that_shows_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def cannot_play(*_given: object, **_options: object) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", "exit(2)"], stdout=subprocess.PIPE)

    monkeypatch.setattr(demo, "launch", cannot_play)
    result = run("demo", "--game", "koikoi")
    assert result.exit_code == 2
    assert "`p2phanabi host --bot --bots 1 --game koikoi`" in result.stderr
