"""`replay` and `doctor` as a person sees them: the real program in a real terminal (tmux)."""

from __future__ import annotations

from pathlib import Path

from tests.ui.kit.test_real_program import Tmux, tmux

__all__ = ["tmux"]  # the fixture


def test_a_game_is_looked_at_on_the_whole_screen_and_left(tmux: Tmux, short_game: Path) -> None:
    tmux.start("replay", str(short_game))
    tmux.until(lambda shown: "REPLAY 0/3" in shown)
    tmux.type("Right", "2")
    shown = tmux.until(lambda shown: "REPLAY 1/3: Ben" in shown)
    assert "The game as Ben saw it." in shown
    tmux.type("q")
    assert "REPLAY" not in tmux.until(lambda shown: "EXIT 0" in shown)


def test_a_game_is_printed_at_a_terminal_too_if_asked(tmux: Tmux, short_game: Path) -> None:
    tmux.start("replay", "--text", str(short_game))
    assert "Ben still held:" in tmux.until(lambda shown: "EXIT 0" in shown)


def test_the_doctor_looks_at_the_terminal(tmux: Tmux) -> None:
    tmux.start("doctor", "--interface", "127.0.0.1")
    shown = tmux.until(lambda shown: "EXIT 0" in shown)
    assert "ok    terminal: 80x24, UTF-8, colours: " in shown


def test_doctor_reports_a_small_terminal(tmux: Tmux) -> None:
    tmux.start("doctor", "--interface", "127.0.0.1", size=(50, 60))
    shown = tmux.until(lambda shown: "EXIT 0" in shown)
    assert "note  terminal: 50x60 is too small" in shown
