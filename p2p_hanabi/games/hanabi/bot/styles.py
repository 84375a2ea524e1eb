"""The ways in which the bot of Hanabi can play."""

from p2p_hanabi.games.common.styles import USUAL_STYLE, Style

from ..moves import Move
from ..view import HanabiView
from .player import choose

STYLES: dict[str, Style[HanabiView, Move]] = {USUAL_STYLE: Style(choose)}
