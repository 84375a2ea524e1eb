"""The toy game, looked at again."""

from p2p_hanabi.ui.replay.recording import LogReplay

from .screen import SCREEN

REPLAY = LogReplay(SCREEN)
