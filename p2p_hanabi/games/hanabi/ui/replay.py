"""Replay of a Hanabi game."""

from __future__ import annotations

from collections.abc import Sequence

from p2p_hanabi.ui.drawing.style import Line
from p2p_hanabi.ui.model.game.areas import Area
from p2p_hanabi.ui.replay.by_eyes import hidden_from
from p2p_hanabi.ui.replay.recording import LinesReplay, Recording, Spectator, Viewpoint, spectator
from p2p_hanabi.ui.words.i18n import translated
from protocol.reasons import Reason

from ..moves import Move
from ..view import HanabiView
from . import areas, painter
from .knowledge import hints_on
from .page import PAGE
from .words.words_board import LEVELS
from .words.words_whys import WHYS, why_sentence


class HanabiReplay(LinesReplay[HanabiView, Move]):
    """See `recording.GameReplay`."""

    art = PAGE.art
    whys = WHYS

    @property
    def levels(self) -> Sequence[str]:
        return translated(LEVELS)

    def brief(
        self, recording: Recording[HanabiView, Move], moment: int, eyes: Viewpoint
    ) -> list[Line]:
        view = recording.view(moment, eyes)
        return [painter.fireworks(view), painter.tokens(view)]

    def why(self, recording: Recording[HanabiView, Move], moment: int, reason: Reason) -> str:
        before = recording.view(moment - 1, Spectator.EVERYTHING)
        return why_sentence(reason, before, recording.names)

    def held_at_end(self, recording: Recording[HanabiView, Move], eyes: Viewpoint) -> list[Line]:
        last = recording.count - 1
        shown = recording.known(last, Spectator.EVERYTHING)
        view = recording.view(last, eyes)
        return recording.screen.held_at_the_end(view, spectator(recording), shown)

    def areas(self, recording: Recording[HanabiView, Move], moment: int) -> Sequence[Area]:
        view = recording.view(moment, Spectator.EVERYTHING)
        cards = [info.card for hand in view.hands for info in hand]
        hidden = hidden_from(recording, moment, cards)
        held = areas.InHands(lambda info: hints_on(info, view.colours), hidden=hidden)
        return areas.of_table(view, spectator(recording), held)


REPLAY = HanabiReplay()
