"""Koi-Koi as data for other programs; `game_data` has what all games share."""

from __future__ import annotations

from p2p_hanabi.seam.game_data import Data, GameData
from protocol.game import Face

from .hanafuda import PRINTS, card_of, kind_of, month_of
from .moves import Move
from .view import KoikoiView
from .yaku import YakuRules


class KoikoiData(GameData[KoikoiView, Move]):
    """`score` is the points of each seat."""

    def view(self, view: KoikoiView) -> Data:
        fields = self.fields_of(view, without=("moves", "mover", "base", "log", "piles", "scores"))
        return {**fields, "score": list(view.scores)}

    def face(self, face: Face) -> Data:
        return {
            "month": month_of(face),
            "number": card_of(face),
            "print": PRINTS[face],
            "kind": kind_of(face).name.lower(),
        }

    def part(self, value: object) -> object:
        if isinstance(value, YakuRules) and value.viewings:
            return self.fields_of(value, without=("viewings",))  # named only where not played
        return super().part(value)


DATA = KoikoiData()
