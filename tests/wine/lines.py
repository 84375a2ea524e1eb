"""What a person types in Wine, line by line: the tutorial, and a table with a bot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from p2p_hanabi.games.hanabi.ui.tutorial.lessons import lessons

from .game import LOOPBACK, Seat
from .house import Windows, windows_path

BEGINNING = 30
"""So much of a text stands on its first line, however wide the lines are."""


def play_in_lines(windows: Windows, folder: Path) -> Iterator[str]:
    """Yield what was seen. Raise `AssertionError` if it is not right."""
    home = folder / "lines"
    with _typed(windows, home, "tutorial") as seat:
        for step in lessons():
            seat.until(step.about[:BEGINNING])
            seat.type(step.line)
        seat.type("play 1")  # it is one's own turn, as was said before the last step
        _play_to_the_end(seat)
        assert seat.left() == 0
    assert not home.exists(), "the tutorial writes files"
    yield f"the tutorial in Windows, line by line: {len(lessons())} steps, and a game to its end"
    with _typed(windows, home, "host", "--bots", "1", *LOOPBACK) as seat:
        _play_to_the_end(seat)
        assert seat.left() == 0
    (game,) = (home / "transcripts").glob("*.p2ph")
    said = windows.run("audit", windows_path(game), home=home)
    yield f"a table in Windows, line by line, with a bot: {said.splitlines()[0]}"


def _typed(windows: Windows, home: Path, *words: str) -> Seat:
    environment = windows.environment(home, P2PHANABI_PAUSE="0")
    return Seat([*windows.program, *words, "--plain"], environment)


def _play_to_the_end(seat: Seat) -> None:
    """Play the oldest card again and again: the third one that does not fit is the last."""
    while (line := seat.until("Your turn.", "Confirm?", "Score: ")) and "Score: " not in line:
        seat.type("yes" if "Confirm?" in line else "play 1")
