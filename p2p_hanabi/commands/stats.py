"""`p2phanabi stats`: how a game was played, as sentences or as JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from p2p_hanabi.ui.kit.console import Printer

from .records.playback import open_playback
from .records.played_statistics import facts_of_statistics, lines_about


def show(path: Path, *, as_json: bool) -> None:
    """Audit a game file, and print how the game was played. Raise `Failed`."""
    playback = open_playback(path)
    if not as_json:
        Printer(sys.stdout).write(*lines_about(playback))
        return
    found = {
        "file": str(path),
        "game": playback.game,
        "players": playback.names,
        "signed": playback.is_signed,
        "finished": playback.is_finished,
        "statistics": facts_of_statistics(playback),
    }
    click.echo(json.dumps(found))
