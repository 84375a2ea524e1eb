"""Ikebana as data for other programs; `game_data` has what all games share."""

from __future__ import annotations

from p2p_hanabi.games.common.firework_cards import COLOURS, colour_of, rank_of
from p2p_hanabi.seam.game_data import Data, GameData
from protocol.game import Face

from .bouquets import Score
from .moves import Move
from .state import Rules
from .view import IkebanaView


class IkebanaData(GameData[IkebanaView, Move]):
    """`score` is the prestige of each seat. Jokers are multicolour."""

    def view(self, view: IkebanaView) -> Data:
        fields = self.fields_of(view, without=("moves", "log", "prestige"))
        return {**fields, "score": list(view.prestige)}

    def face(self, face: Face) -> Data:
        return {"colour": COLOURS[colour_of(face)], "value": rank_of(face)}

    def part(self, value: object) -> object:
        match value:
            case Score(combinations, colours, multiplier):
                return {
                    "combinations": [list(each.values) for each in combinations],
                    "colours": [COLOURS[colour] for colour in colours],
                    "multiplier": multiplier,
                    "total": value.total,
                }
            case Rules():
                return self.fields_of(value, without=("seats", "first", "coins"))
        return super().part(value)


DATA = IkebanaData()
