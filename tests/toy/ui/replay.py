"""The toy game, looked at again."""

from __future__ import annotations

from p2p_hanabi.ui.replay.recording import LogReplay

from .screen import SCREEN

REPLAY = LogReplay(SCREEN)
