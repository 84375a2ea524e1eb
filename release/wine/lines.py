"""Line mode in Wine, as a person types it: the tutorial, and a table with a bot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from p2p_hanabi.games.hanabi.ui.tutorial.lessons import lessons

from .game import LOOPBACK, Seat
from .house import Windows, windows_path

BEGINNING = 30
"""This many characters of a text are on its first line, however wide the lines are."""


def play_in_lines(windows: Windows, folder: Path) -> Iterator[str]:
    """Yield what happened. Raise `AssertionError` if it is wrong."""
    home = folder / "lines"
    with _typed(windows, home, "tutorial") as seat:
        for step in lessons():
            seat.until(step.about[:BEGINNING])
            seat.type(step.typed)
        seat.type("play 1")  # the text before the last step announced the player's turn
        _play_to_the_end(seat)
        assert seat.left() == 0
    assert not home.exists(), "the tutorial writes files"
    yield f"the tutorial in Windows, line by line: {len(lessons())} steps, and a game to its end"
    with _typed(windows, home, "host", "--bots", "1", *LOOPBACK) as seat:
        _play_to_the_end(seat)
        assert seat.left() == 0
    (game,) = (home / "transcripts").glob("*.p2ph")
    printed = windows.run("audit", windows_path(game), home=home)
    yield f"a table in Windows, line by line, with a bot: {printed.splitlines()[0]}"


def _typed(windows: Windows, home: Path, *words: str) -> Seat:
    environment = windows.environment(home, P2PHANABI_PAUSE="0")
    return Seat([*windows.program, *words, "--plain"], environment)


def _play_to_the_end(seat: Seat) -> None:
    """Keep playing the oldest card, until the third one that does not fit ends the game."""
    while (line := seat.until("Your turn.", "Confirm?", "Score: ")) and "Score: " not in line:
        seat.type("yes" if "Confirm?" in line else "play 1")
