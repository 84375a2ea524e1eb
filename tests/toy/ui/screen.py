"""The toy game in lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum

from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.model.game.log_screen import LogScreen
from p2p_hanabi.ui.model.game.table_players import Players
from protocol.game import Options

from .. import TITLE
from ..outcome import EndReason
from ..rules import OPTIONS, HighCardView, Show


class HighCardScreen(LogScreen[HighCardView, Show]):
    """See `game_screen.GameScreen`."""

    title = TITLE
    options = OPTIONS
    endings: Mapping[Enum, str] = {EndReason.ALL_SHOWN: "all shown"}

    def is_dealt(self, view: HighCardView) -> bool:
        return bool(view.own or view.log)

    def rules_page(self, options: Options) -> Sequence[str]:
        return ("Everybody shows a card of a hidden hand; the highest wins.",)

    def preview(self, move: Show, view: HighCardView, players: Players) -> str:
        return f"This shows your {view.own[view.moves.index(move)]}."

    def sentences(self, view: HighCardView, players: Players) -> list[str]:
        return [f"{players.name(seat)} shows {face}." for seat, face in view.log]

    def without_hand(self, view: HighCardView, players: Players) -> list[Line]:
        return [*map(text, self.sentences(view, players))]

    def hand(self, view: HighCardView, who: str | None) -> list[Line]:
        own = ", ".join(map(str, view.own))
        return [text(f"You hold {own}." if who is None else f"{who} holds {own}.")] if own else []

    def result(self, view: HighCardView, players: Players) -> list[Line]:
        if view.outcome is None or view.outcome.winners is None:
            return []
        return [text(f"{players.name(view.outcome.winners[0])} wins.")]


SCREEN = HighCardScreen()
