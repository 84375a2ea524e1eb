"""The real program, whose bot plays well for some turns and then always its oldest card.

    python -m tests.lan.hasty ARGUMENTS...

So a game takes a fifth of the time, but is still finished. With P2PHANABI_SOAK=1 the tests play
whole games instead.
"""

from __future__ import annotations

import os
import sys

from p2p_hanabi.__main__ import main
from p2p_hanabi.commands.local_seats import seat_processes
from p2p_hanabi.games.hanabi.bot import player
from p2p_hanabi.games.hanabi.bot.styles import STYLES
from p2p_hanabi.games.hanabi.moves import Move
from p2p_hanabi.games.hanabi.view import HanabiView
from p2p_hanabi.seam.styles import USUAL_STYLE, Style

SOAK = bool(os.environ.get("P2PHANABI_SOAK"))
TURNS = 10  # the tests need no more
MAX_MOVES = 30
"""This many moves are enough for a game that is then lost."""


def hurry() -> None:
    """Play hastily in this process from now on."""
    if not SOAK:
        STYLES[USUAL_STYLE] = Style(_choose)


def started(*arguments: str) -> list[str]:
    """Return the command of a hasty bot, instead of `program.started_again`."""
    return [sys.executable, "-m", "tests.lan.hasty", *arguments]


def _choose(view: HanabiView) -> Move:
    move: Move = player.choose(view) if view.turn < TURNS else view.moves[0]
    return move


if __name__ == "__main__":
    hurry()
    setattr(seat_processes, "started_again", started)  # noqa: B010 - mypy forbids the assignment
    main()
