"""How the first game ends, on every screen."""

from __future__ import annotations

from p2p_hanabi.ui.kit.style import Line, text
from p2p_hanabi.ui.table.table_players import Players

from ..screen import SCREEN
from . import sentences_tutorial as say
from .guided_table import TutorialTable


def farewell(port: TutorialTable) -> list[Line]:
    """Tell the result, what was held, and how to play with others. Nobody has signed this game."""
    view, players = port.view(), Players(port.seat, port.names)
    held = SCREEN.held_at_the_end(view, players, port.faces)
    return [*SCREEN.result(view, players), (), *held, (), *map(text, say.farewell())]
