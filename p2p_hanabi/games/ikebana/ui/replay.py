"""Replay of an Ikebana game."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.drawing.style import Line
from p2p_hanabi.ui.model.game.areas import Area
from p2p_hanabi.ui.replay.recording import LinesReplay, Recording, Spectator, Viewpoint, spectator
from protocol.game import Seat

from ..moves import Move
from ..view import IkebanaView
from . import areas, painter
from .page import PAGE
from .words.words_whys import WHYS


class IkebanaReplay(LinesReplay[IkebanaView, Move]):
    """See `recording.GameReplay`. Nothing is hidden, so every page shows everything."""

    art = PAGE.art
    whys = WHYS

    def brief(
        self, recording: Recording[IkebanaView, Move], moment: int, eyes: Viewpoint
    ) -> list[Line]:
        mover = recording.mover(moment)
        view = recording.view(moment, eyes)
        return painter.brief(view, spectator(recording), Seat(0) if mover is None else mover)

    def areas(self, recording: Recording[IkebanaView, Move], moment: int) -> Sequence[Area]:
        view = recording.view(moment, Spectator.EVERYTHING)
        return areas.of_table(view, spectator(recording))


REPLAY = IkebanaReplay()
