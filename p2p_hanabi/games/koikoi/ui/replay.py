"""Replay of a Koi-Koi game: both hands, as far as the viewer may see them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from p2p_hanabi.ui.drawing.style import Line
from p2p_hanabi.ui.model.game.areas import Area
from p2p_hanabi.ui.replay.by_eyes import hidden_from
from p2p_hanabi.ui.replay.recording import (
    AllFrom,
    LinesReplay,
    Recording,
    Spectator,
    Viewpoint,
    side_of,
    spectator,
)
from protocol.game import Seat

from ..moves import Move
from ..state import LaidOut
from ..view import KoikoiView
from . import areas, painter, review, rounds
from .page import PAGE
from .words.words_whys import WHYS


class KoikoiReplay(LinesReplay[KoikoiView, Move]):
    """See `recording.GameReplay`."""

    art = PAGE.art
    whys = WHYS

    def untold(self, recording: Recording[KoikoiView, Move], moment: int, mover: Seat) -> str:
        now, last = (
            recording.view(at, Spectator.EVERYTHING) for at in (moment, recording.count - 1)
        )
        return review.untold(now, last, mover, recording.names[mover])

    def brief(
        self, recording: Recording[KoikoiView, Move], moment: int, eyes: Viewpoint
    ) -> list[Line]:
        view = recording.view(moment, eyes)
        is_dealt = recording.view(moment - 1, eyes).log != view.log and isinstance(
            view.log[-1], LaidOut
        )
        hands = _hands(recording, moment, eyes) if is_dealt else []
        table = painter.on_the_table(view)
        return [*hands, *table, rounds.scores(view.scores, spectator(recording))]

    def moment_page(
        self, recording: Recording[KoikoiView, Move], moment: int, eyes: Viewpoint
    ) -> list[Line]:
        known = recording.known(moment, eyes)
        return review.table(_both(recording, moment), spectator(recording), known)

    def beside(
        self, recording: Recording[KoikoiView, Move], moment: int, eyes: Viewpoint
    ) -> list[Line]:
        """Return the hand that is not on the viewer's side."""
        if not isinstance(eyes, Spectator | AllFrom):
            return []
        other = 1 - side_of(eyes)
        return _hands(recording, moment, eyes)[other : other + 1]

    def areas(self, recording: Recording[KoikoiView, Move], moment: int) -> Sequence[Area]:
        first, second = _both(recording, moment)
        cards = second.other_hand, first.other_hand
        held = areas.BothHands(
            cards,
            recording.known(moment, Spectator.EVERYTHING),
            about=lambda _face: "",
            hidden=hidden_from(recording, moment, chain(*cards)),
        )
        return areas.of_table(first, spectator(recording), held)


def _both(recording: Recording[KoikoiView, Move], moment: int) -> tuple[KoikoiView, KoikoiView]:
    return recording.view(moment, Seat(0)), recording.view(moment, Seat(1))


def _hands(recording: Recording[KoikoiView, Move], moment: int, eyes: Viewpoint) -> list[Line]:
    known = recording.known(moment, eyes)
    return review.hands(_both(recording, moment), spectator(recording), known)


REPLAY = KoikoiReplay()
