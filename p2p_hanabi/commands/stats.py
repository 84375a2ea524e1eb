"""`p2phanabi stats`: how a game was played, as sentences or as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from p2p_hanabi.registry import GAMES
from p2p_hanabi.seam.game_data import present
from p2p_hanabi.seam.game_statistics import Statistic
from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.kit.console import Printer
from p2p_hanabi.ui.model.table.thinking import MEASURED, THOUGHT, times_lines
from p2p_hanabi.ui.replay.statistics_lines import statistics_lines
from p2p_hanabi.ui.words.i18n import _

from .console.failures import storage_errors_as_failed
from .console.times_file import kept_times
from .records.playback import Playback, open_playback


def show(path: Path, *, as_json: bool) -> None:
    """Audit a game file, and print how the game was played. Raise `Failed`."""
    playback = open_playback(path)
    times = _times_of(playback)
    if not as_json:
        words = GAMES[playback.game].statistic_words
        lines = statistics_lines(playback, playback.statistics(), words)
        Printer(sys.stdout).write(*lines, *_in_lines(times, playback))
        return
    found = {
        "file": str(path),
        "game": playback.game,
        "players": playback.names,
        "signed": playback.is_signed,
        "finished": playback.is_finished,
        "statistics": facts(playback, times),
    }
    click.echo(json.dumps(found))


def facts(playback: Playback, times: Statistic | None = None) -> list[dict[str, object]]:
    """Return an object for each statistic, as docs/json.md describes it."""
    return [
        present(fact=each.fact.value, total=each.total, seats=each.seats, per=each.per)
        for each in (*playback.statistics(), *([] if times is None else [times]))
    ]


def _times_of(playback: Playback) -> Statistic | None:
    """Return how long each has thought, if that was measured here. Raise `Failed`."""
    if playback.kept_at is None:
        return None
    with storage_errors_as_failed():
        return kept_times(playback.kept_at.path, len(playback.names))


def _in_lines(times: Statistic | None, playback: Playback) -> list[Line]:
    if times is None or times.seats is None:
        return []
    each = times_lines(playback.names, times.seats)
    return [(), text(_(THOUGHT), "strong"), *each, text(_(MEASURED), "dim")]
