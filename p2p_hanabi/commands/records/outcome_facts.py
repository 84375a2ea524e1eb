"""A game's result, for scripts and for readers, from the outcome that all players have signed."""

from __future__ import annotations

from typing import Any

from p2p_hanabi.registry import GAMES, RULES, SCREENS
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.game.game_screen import NOBODY
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.words.i18n import N_
from protocol.audit.verdict import Report
from protocol.encoding import Value
from protocol.game import Known, Seat

NOTHING_KNOWN: Known = {}
UNCHECKED = (
    N_("whether each shuffle is the one its player had committed to"),
    N_("which cards were never revealed"),
    N_("whether the random numbers in proofs hide a message"),
)
"""What no audit can check if a game keeps its secrets."""


def facts(game: str, outcome: Value) -> dict[str, Any]:
    """Return `reason`, the best `score`, and the game's further facts."""
    return GAMES[game].outcome_of(outcome).facts()


def unchecked(report: Report) -> tuple[str, ...]:
    """Return what nobody can check in this finished game, in English, for scripts."""
    game = RULES.get(report.game)
    if not report.finished or game is None or game.reveals_secrets:
        return ()
    return (*UNCHECKED, *SCREENS[report.game].unchecked)


def outcome_sentences(report: Report) -> list[str]:
    """Return the final fireworks or the ranking, in sentences; none for an unfinished game."""
    stage = report.last
    if not report.finished or stage is None:
        return []
    view = stage.rules.view(stage.state, Seat(0), NOTHING_KNOWN)
    players = Players(NOBODY, tuple(player.name for player in report.players))
    return [as_text(line) for line in SCREENS[report.game].result(view, players)]
