"""The playing styles of the Hanabi bot."""

from p2p_hanabi.seam.styles import USUAL_STYLE, Style

from ..moves import Move
from ..view import HanabiView
from . import explained, player, team

STYLES: dict[str, Style[HanabiView, Move]] = {
    USUAL_STYLE: Style(player.choose, explained=explained.decide),
    "information": Style(team.choose, requires_same_style=True),
}
