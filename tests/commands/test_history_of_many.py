"""`p2phanabi history` of many new games: the real program, at a terminal and at a pipe."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
from pathlib import Path

from p2p_hanabi.commands.records.history_cache import HistoryCache
from p2p_hanabi.paths import Home
from tests.ui.kit.test_real_program import PATIENCE_S, Tmux, has, tmux

from .test_hard_places import children_of

__all__ = ["tmux"]  # the fixture
MANY = 40


def fill(home: Home, game: Path, count: int = MANY) -> None:
    home.transcripts.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        path = home.transcripts / f"g{number:02}.p2ph"
        shutil.copy(game, path)
        os.utime(path, (1_800_000_000 + number,) * 2)


def known(home: Home) -> set[str]:
    cache = HistoryCache(home)
    return {p.name for p in home.transcripts.iterdir() if cache.unchanged(p.stat()) is not None}


def listed(rows: str) -> list[str]:
    return [row.split()[-1] for row in rows.splitlines() if row.endswith(".p2ph")]


def wait_for(processes: list[int]) -> None:
    for process in processes:
        assert select.select([process], [], [], PATIENCE_S)[0], "it goes on"
        os.close(process)


def at_a_pipe(home: Home) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "p2p_hanabi", "history"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "P2PHANABI_HOME": str(home.path)},
    )


def test_killed_history_keeps_every_row_it_printed(tmp_path: Path, unfinished_game: Path) -> None:
    home = Home(tmp_path / "home")
    fill(home, unfinished_game)
    with at_a_pipe(home) as process:
        assert process.stdout is not None
        rows = process.stdout.readline() + process.stdout.readline()
        auditors = [os.pidfd_open(pid) for pid in children_of(process.pid)]
        process.kill()
        rows += process.stdout.read()
    assert len(auditors) > 0
    wait_for(auditors)
    lines = listed(rows)
    assert lines == sorted((f"g{n:02}.p2ph" for n in range(MANY)), reverse=True)[: len(lines)]
    assert set(lines) <= known(home)
    assert len(lines) < MANY
    for path in home.transcripts.iterdir():
        if path.name not in lines:
            path.unlink()
    with at_a_pipe(home) as process:
        assert process.stdout is not None
        assert listed(process.stdout.read()) == lines


def test_known_games_come_first_and_quitting_is_immediate(
    tmux: Tmux, short_game: Path, unfinished_game: Path
) -> None:
    home = Home(tmux.home)
    home.transcripts.mkdir(parents=True)
    old = home.transcripts / "old.p2ph"
    shutil.copy(short_game, old)
    os.utime(old, (1_700_000_000,) * 2)
    tmux.start("history")
    tmux.until(has("EXIT 0"))
    fill(home, unfinished_game)
    tmux.start("history")
    shown = tmux.until(lambda shown: "Checking" in shown and len(listed(shown)) > 1)
    assert listed(shown)[0] == old.name
    [program] = children_of(int(tmux("display", "-p", "-t", ":", "#{pane_pid}")))
    family = [os.pidfd_open(pid) for pid in (program, *children_of(program))]
    tmux.type("C-c")
    shown = tmux.until(has("EXIT 130"))
    wait_for(family)
    assert "Checking" not in shown
    assert set(listed(shown)) <= known(home)
