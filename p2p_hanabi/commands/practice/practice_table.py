"""A table in memory at which the cards of a finished game are played again: a person has one seat,
bots have the others."""

from __future__ import annotations

from dataclasses import dataclass

from p2p_hanabi.registry import SCREENS
from p2p_hanabi.ui.model.game.game_screen import as_seen
from p2p_hanabi.ui.model.seat.solo_table import PAUSE_S, SoloTable
from p2p_hanabi.ui.model.seat.table_snapshot import Practice, TableSnapshot
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.replay.branching import UnknownCard
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.words.i18n import _
from protocol.game import AnyMove, AnyView, Seat
from protocol.peer.status import Activity, Ending, EndingKind, Status

from ..console.failures import Failed
from ..records.branches import branches_of, shown_replay
from ..records.playback import Playback
from .compared_games import compared
from .filled_deal import FilledDeal, filled


class PracticeTable(SoloTable[AnyView, AnyMove]):
    """Implements `TablePort`. Of the cards, it passes on what the seat sees, until the end.

    `line` has all that was played: the game until moment `at`, and then what was played here.
    """

    def __init__(self, deal: FilledDeal, seat: Seat, at: int = 0, pause_s: float = PAUSE_S) -> None:
        super().__init__(seat, pause_s)
        branches = branches_of(deal.playback)
        self.playback = deal.playback
        self.line = branches.begun(at)
        self.screen = SCREENS[self.playback.game]
        self._branches = branches
        self._hidden = deal.hidden
        self._at = at
        self._is_cut = False
        self._past = [self.line.view(moment, seat) for moment in range(at)]
        self._take_snapshot()

    @property
    def _turn(self) -> int:
        return self.line.count - 1

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or cannot go on: its file shows no more cards."""
        return self._is_cut or self.line.is_finished

    def _seen_by(self, seat: Seat) -> AnyView:
        return self.line.view(self._turn, seat)

    @property
    def _actor(self) -> Seat | None:
        return None if self.is_over else self._seen_by(self._seat).actor

    def _take_snapshot(self) -> None:
        actor, is_over = self._actor, self.is_over
        activity = Activity.ENDED if is_over else Activity.MOVING
        waiting = () if actor is None else (actor,)
        ended = EndingKind.AGREED if self._is_cut else EndingKind.CLOSED
        shown = self.playback.faces if is_over else self.line.known(self._turn, self._seat)
        self.now = TableSnapshot(
            seat=self._seat,
            names=self.playback.names,
            machines=(self._seat,) * len(self.playback.names),
            options=dict(self.playback.options),
            status=Status(activity, self._turn, waiting, None, hands_dealt=True),
            ending=Ending(ended) if is_over else None,
            faces=shown,
            orders=self._orders,
            notes=self._notes,
            practice=Practice(self._at, self._hidden, self._compared() if is_over else ()),
            view=as_seen(self.screen, self._seen_by(self._seat), self._orders),
            past=self._past,
        )

    def _compared(self) -> tuple[str, ...]:
        cut = [_("Its file shows no more cards: the practice ends here.")] if self._is_cut else []
        return (*cut, *compared(self._branches, self.line))

    def _choice(self, seat: Seat) -> AnyMove:
        return self._branches.choose(self._seen_by(seat))

    def _move(self, move: AnyMove) -> None:
        seen = self._seen_by(self._seat)
        try:
            self.line = self._branches.played(self.line, self._turn, move)
        except UnknownCard:
            self._is_cut = True
        else:
            self._past = [*self._past, seen]
        self._take_snapshot()


@dataclass(frozen=True, slots=True)
class KnownDeal:
    """The deal of a finished game, to be played by one seat from moment `at` on."""

    playback: Playback
    seat: Seat
    at: int = 0

    def new_table(self, pause_s: float = PAUSE_S) -> PracticeTable:
        """Return a table for it. Raise `Failed` if its cards are not known, or there is no such
        moment to play from."""
        if (why_not := branches_of(self.playback).why_no_practice()) is not None:
            raise Failed(why_not)
        if not 0 <= self.at < self.playback.count - 1:
            raise Failed(
                _("The game has no turn {n} to go on from: choose one from 0 to {last}.").format(
                    n=self.at, last=self.playback.count - 2
                )
            )
        return PracticeTable(filled(self.playback), self.seat, self.at, pause_s)

    def beside(self, line: Playback) -> ShownReplay[AnyView, AnyMove]:
        """Return the replay of the game, which shows what was played here as a line of it."""
        shown = shown_replay(self.playback, Spectator.EVERYTHING)
        shown.try_line(line)
        return shown
