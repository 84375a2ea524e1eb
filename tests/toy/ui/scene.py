"""The toy game on the full screen."""

from functools import partial

from p2p_hanabi.ui.terminal.table.log_screen import LogTable

from .screen import SCREEN

SCENE = partial(LogTable, SCREEN)
