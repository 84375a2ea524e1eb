"""The information team at real tables: alone among itself, or not at all."""

from __future__ import annotations

import pytest

from tests.command_line import run


@pytest.mark.parametrize(
    "command",
    [("host",), ("host", "--bot", "--bots", "1"), ("join", "--bot"), ("resume", "--bot")],
)
def test_bot_only_style_is_refused_where_others_may_sit(command: tuple[str, ...]) -> None:
    result = run(*command, "--bot-style", "information")
    assert result.exit_code == 2
    assert "only play if every seat uses it" in " ".join(result.output.split())


def test_a_demo_refuses_a_style_that_the_game_has_not() -> None:
    result = run("demo", "--game", "koikoi", "--bot-style", "information")
    assert result.exit_code == 2
    assert 'Unknown style "information"' in result.output
