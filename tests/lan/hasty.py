"""The real program, whose bot plays well for some turns and then its oldest card, whatever it is.

    python -m tests.lan.hasty TURNS ARGUMENTS...

So a game takes a fifth of the time and still comes to its end. With P2PHANABI_SOAK=1 the tests play
whole games instead.
"""

from __future__ import annotations

import sys

from p2p_hanabi.cli import main
from p2p_hanabi.games.hanabi.bot import player
from p2p_hanabi.games.hanabi.moves import Move
from p2p_hanabi.games.hanabi.view import HanabiView

if __name__ == "__main__":
    turns = int(sys.argv.pop(1))
    well = player.choose

    def hasty(view: HanabiView) -> Move:
        move: Move = well(view) if view.turn < turns else view.moves[0]
        return move

    player.choose = hasty
    main()
