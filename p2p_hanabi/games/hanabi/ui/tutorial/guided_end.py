"""Leaving and ending the first game, on every screen."""

from __future__ import annotations

import time
from collections.abc import Callable

from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.style import Line, text
from p2p_hanabi.ui.model.table.followed_table import FollowedTable

from ...moves import Move
from ...view import HanabiView
from ..screen import SCREEN
from . import sentences_tutorial as say
from .guided_table import TutorialTable


def followed(
    port: TutorialTable, clock: Callable[[], float] = time.monotonic
) -> FollowedTable[HanabiView, Move]:
    return FollowedTable(
        port,
        clock,
        leave_question=_("Leave the lesson? Nothing is saved."),
        epilogue=lambda _ending: _farewell(port),
    )


def _farewell(port: TutorialTable) -> list[Line]:
    """Return the result, the cards left, and how to play with others. This game is not signed."""
    view, players = port.view, port.now.players
    held = SCREEN.held_at_the_end(view, players, port.now.faces)
    return [*SCREEN.result(view, players), (), *held, (), *map(text, say.farewell())]
