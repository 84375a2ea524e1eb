"""The playing style of the Ikebana bot."""

from p2p_hanabi.seam.styles import USUAL_STYLE, Style

from ..moves import Move
from ..view import IkebanaView
from . import explained, player

STYLES: dict[str, Style[IkebanaView, Move]] = {
    USUAL_STYLE: Style(player.choose, explained=explained.decide, prepare=player.prepare),
}
