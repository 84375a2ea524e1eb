"""What has happened at a Koi-Koi table since the viewer's last turn, in a few words."""

from __future__ import annotations

from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.game.areas import Happened
from p2p_hanabi.ui.model.game.table_players import Players

from ..state import Drew, LaidOut, Played, RoundOver
from ..view import KoikoiView
from .board import cells


def since(view: KoikoiView, players: Players) -> list[Happened]:
    """Return what has happened since the viewer's last card, or since the last deal."""
    described = list(zip(view.log, cells.moves(view, players), strict=True))
    starts = [
        number
        for number, (entry, _line) in enumerate(described)
        if isinstance(entry, Drew | LaidOut)
        or (isinstance(entry, Played) and entry.seat == players.me)
    ]
    return [
        Happened(
            as_text(line),
            not isinstance(entry, Drew | LaidOut | RoundOver) and entry.seat == players.me,
        )
        for entry, line in described[starts[-1] if starts else 0 :]
    ]
