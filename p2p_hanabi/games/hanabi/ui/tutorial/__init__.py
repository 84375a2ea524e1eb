"""The guided first game: its table in memory, its steps, and both screens around it."""

from __future__ import annotations

from p2p_hanabi.ui.table.tutorial import Tutorial

from .scene import GuidedTable
from .table import TutorialTable
from .talk import GuidedTalk

TUTORIAL = Tutorial(TutorialTable, GuidedTalk, GuidedTable)
