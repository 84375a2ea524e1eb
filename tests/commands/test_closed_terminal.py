"""The window is closed in the middle of one's turn: the program ends, and the game can go on."""

from __future__ import annotations

import os
import select
from collections.abc import Sequence

import pytest

from tests.ui.kit.test_real_program import PATIENCE_S, Tmux, has, tmux

from .test_hard_places import LOOPBACK, children_of

__all__ = ["tmux"]  # the fixture


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["full", "plain"])
def test_closed_terminal_ends_all_processes_and_keeps_the_game(
    plain: Sequence[str], tmux: Tmux
) -> None:
    tmux.start("host", "--bots", "1", *LOOPBACK, "--option", "first=1", *plain)
    turn = "Your turn" if plain else "YOUR TURN"
    tmux.until(has(turn))
    tmux.type("p", " 1" if plain else "1")  # a move that is begun and not made
    close_window(tmux)
    tmux.start("resume", *LOOPBACK, *plain)
    assert "moves" not in tmux.until(has(turn))


def close_window(tmux: Tmux) -> None:
    """On the program, its bots, and the window's own server; wait until all have ended."""
    pane = tmux("display", "-p", "-t", ":", "#{pane_pid}").strip()
    server = tmux("display", "-p", "#{pid}").strip()
    [program] = children_of(int(pane))
    family = [os.pidfd_open(pid) for pid in (int(server), program, *children_of(program))]
    tmux.close()
    for process in family:
        assert select.select([process], [], [], PATIENCE_S)[0], "it goes on without a terminal"
        os.close(process)
