"""The guided first game: its in-memory table, its steps, and its screens."""

from __future__ import annotations

from p2p_hanabi.ui.model.lesson import Tutorial

from .guided_lines import GuidedTalk
from .guided_scene import GuidedTable
from .guided_table import TutorialTable

TUTORIAL = Tutorial(TutorialTable, GuidedTalk, GuidedTable)
