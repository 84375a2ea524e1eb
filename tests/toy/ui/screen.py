# ruff: noqa: ARG002 - the shape of a screen names what other games need
"""The toy game in lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2p_hanabi.ui.kit.style import Line, text
from p2p_hanabi.ui.table.log_screen import LogScreen
from p2p_hanabi.ui.table.table_players import Players

from .. import TITLE
from ..rules import OPTIONS, HighCardView, Show


class HighCardScreen(LogScreen[HighCardView, Show]):
    """See `game_screen.GameScreen`."""

    title = TITLE
    options = OPTIONS
    moves: Mapping[str, str] = {"show": "show"}
    help: Sequence[str] = ("s, show      shows your card",)

    def is_dealt(self, view: HighCardView) -> bool:
        return view.own is not None or bool(view.log)

    def rules(self, view: HighCardView | None) -> Sequence[str]:
        return ("Everybody shows a card; the highest wins.",)

    def move(self, word: str, rest: Sequence[str], view: HighCardView, players: Players) -> Show:
        return Show()

    def preview(self, move: Show, view: HighCardView, players: Players) -> str:
        return f"This shows your {view.own}."

    def whose_turn(self, view: HighCardView, players: Players) -> Line | None:
        return None if view.actor is None else text(f"{players.name(view.actor)} is to show.")

    def told(self, view: HighCardView, players: Players) -> list[str]:
        return [f"{players.name(seat)} shows {face}." for seat, face in view.log]

    def table(self, view: HighCardView, players: Players) -> list[Line]:
        own = "a card" if view.own is None else str(view.own)
        return [text(f"You hold {own}."), *map(text, self.told(view, players))]

    def result(self, view: HighCardView, players: Players) -> list[Line]:
        return [] if view.outcome is None else [text(f"{players.name(view.outcome[2])} wins.")]


SCREEN = HighCardScreen()
