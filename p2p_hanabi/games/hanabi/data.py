"""Hanabi as data for other programs; `game_data` has what all games share."""

from __future__ import annotations

from collections.abc import Iterable

from p2p_hanabi.games.common.firework_cards import COLOURS, colour_of, rank_of
from p2p_hanabi.seam.game_data import Data, GameData, present
from protocol.game import Face

from .moves import HintColour, HintRank, Move, Play
from .state import Multicolour, Rules
from .view import HanabiView, HiddenCard, SeenCard


class HanabiData(GameData[HanabiView, Move]):
    """Colours are given by name."""

    def view(self, view: HanabiView) -> Data:
        fields = self.fields_of(view, without=("moves", "log", "fireworks", "discards", "passed"))
        return {
            **fields,
            "players": view.players,
            "score": view.score,
            "max_score": view.max_score,
            "reachable_score": view.reachable_score,
            "fireworks": dict(zip(COLOURS, view.fireworks, strict=False)),
            "discards": [{"card": card, **self.face(face)} for card, face in view.discards],
            "passed": [{"turn": turn, "seat": seat} for turn, seat in view.passed],
        }

    def face(self, face: Face) -> Data:
        return {"colour": COLOURS[colour_of(face)], "rank": rank_of(face)}

    def part(self, value: object) -> object:
        match value:
            case HiddenCard():
                return self._card(value)
            case Play(card, announced):
                return present(card=card, announced=_colour(announced))
            case HintColour(seat, colour, touched):
                return {"seat": seat, "colour": COLOURS[colour], "cards": list(touched)}
            case HintRank(seat, rank, touched):
                return {"seat": seat, "rank": rank, "cards": list(touched)}
            case Rules():
                fields = self.fields_of(value, without=("seats", "first", "multicolour"))
                return {
                    **fields,
                    "colours": list(COLOURS[: value.colours]),
                    **present(multicolour=_MULTICOLOUR.get(value.multicolour)),
                }
        return super().part(value)

    def _card(self, info: HiddenCard) -> Data:
        return {
            "card": info.card,
            **(self.face(info.face) if isinstance(info, SeenCard) else {}),
            **present(hinted_colour=_colour(info.colour), hinted_rank=info.rank),
            "possible": _by_colour(info.hinted),
            "deduced": _by_colour(info.deduced),
        }


_MULTICOLOUR = {each: each.value for each in Multicolour if isinstance(each.value, str)}
"""The sixth colours that `colours` alone does not tell apart from the usual one."""


def _colour(colour: int | None) -> str | None:
    return None if colour is None else COLOURS[colour]


def _by_colour(faces: Iterable[Face]) -> Data:
    """Return the ranks among these faces, by colour."""
    ranks: dict[str, list[int]] = {}
    for face in faces:
        ranks.setdefault(COLOURS[colour_of(face)], []).append(rank_of(face))
    return ranks


DATA = HanabiData()
