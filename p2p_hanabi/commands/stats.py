"""`p2phanabi stats`: how a game was played, as sentences or as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from p2p_hanabi.registry import GAMES
from p2p_hanabi.seam.game_data import present
from p2p_hanabi.ui.kit.console import Printer
from p2p_hanabi.ui.replay.statistics_lines import statistics_lines

from .records.playback import Playback, open_playback


def show(path: Path, *, as_json: bool) -> None:
    """Audit a game file, and print how the game was played. Raise `Failed`."""
    playback = open_playback(path)
    if not as_json:
        words = GAMES[playback.game].statistic_words
        Printer(sys.stdout).write(*statistics_lines(playback, playback.statistics(), words))
        return
    found = {
        "file": str(path),
        "game": playback.game,
        "players": playback.names,
        "signed": playback.is_signed,
        "finished": playback.is_finished,
        "statistics": facts(playback),
    }
    click.echo(json.dumps(found))


def facts(playback: Playback) -> list[dict[str, object]]:
    """Return an object for each statistic, as docs/json.md describes it."""
    return [
        present(fact=each.fact.value, total=each.total, seats=each.seats, per=each.per)
        for each in playback.statistics()
    ]
