"""A replay as its viewer sees it, on every screen: the moment shown, through whose eyes, and what
can be done. Nothing can be played here.

A screen passes on what its viewer does (`do`), and shows the reply.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeAlias, assert_never

from protocol.game import Move, View

from ..drawing.style import Line, as_text, text
from ..replay import narration
from ..replay.recording import Recording, SpectatorCompany, Viewpoint, spectator_beside
from ..words import words_shared
from ..words.i18n import N_, _
from .game.game_screen import EXPLAIN
from .game.round_result import RoundResult, since
from .replies import Explains, Opens

NO_HINTS = N_("This game has no hints to explain.")
NO_LEVELS = N_("In this game there is nothing more to show about what players know.")
LOGGED = 100
"""The number of last sentences in the log."""


class ReplayAction(Enum):
    """What needs nothing more than to be chosen."""

    NEXT_EYES = "next eyes"
    NEXT_LEVEL = "next level"
    EXPLAIN = "explain"
    LOG = "log"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class StepBy:
    """Go so many moments forward. A single step stops at the result of a round, and goes on from
    the end to the result of the game."""

    by: int


@dataclass(frozen=True, slots=True)
class JumpTo:
    """Go to this moment."""

    to: int


@dataclass(frozen=True, slots=True)
class LookThrough:
    """See the game through these eyes."""

    eyes: Viewpoint


@dataclass(frozen=True, slots=True)
class ShowLevel:
    """Show so much of what players know about their hands."""

    level: int


InReplay: TypeAlias = ReplayAction | StepBy | JumpTo | LookThrough | ShowLevel


@dataclass(frozen=True, slots=True)
class ShowsEnd:
    """How the game ended, behind its last moment."""

    lines: tuple[Line, ...]


ReplayReply: TypeAlias = Explains | Opens | ShowsEnd | None


class ShownReplay(Generic[View, Move]):
    """`at` is the moment shown, `eyes` whose view it is, and `level` how much is shown of what
    players know. `result` is that of the round that ended with the last step; None if none did."""

    def __init__(self, recording: Recording[View, Move], eyes: Viewpoint) -> None:
        self.is_over = False
        self.recording = recording
        self.eyes = eyes
        self.at = 0
        self.level = 0
        self.result: RoundResult | None = None
        self._moments: dict[Viewpoint, list[list[Line]]] = {}

    # -- what is shown

    @property
    def title(self) -> str:
        title = _("Replay of {game}").format(game=self.recording.screen.title)
        return words_shared.title(title)

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return self.recording.count - 1

    @property
    def view(self) -> View:
        return self.recording.view(self.at, self.eyes)

    @property
    def players(self) -> SpectatorCompany:
        return spectator_beside(self.recording, self.eyes)

    @property
    def all_eyes(self) -> Sequence[tuple[Viewpoint, str]]:
        """All eyes to choose from, each in a word or two."""
        every = narration.eyes_of(self.recording)
        return [(eyes, narration.eyes_label(self.recording, eyes)) for eyes in every]

    @property
    def levels(self) -> Sequence[str]:
        """The names of all levels; empty if there is no choice."""
        levels = self.recording.replay.levels
        return levels if len(levels) > 1 else ()

    @property
    def is_at_end(self) -> bool:
        """Whether the game is over here, by its rules or because another site ended it."""
        played = self.recording
        return self.at == self.last and (played.is_finished or played.ending is not None)

    @property
    def ended_round(self) -> RoundResult | None:
        """The result of the round that ended with the move before this moment, if any."""
        if self.at == 0:
            return None
        before, now = (self.recording.view(at, self.eyes) for at in (self.at - 1, self.at))
        results = self.recording.screen.results(now, self.players)
        return next(iter(since(results, len(before.log))), None)

    def happened(self) -> list[Line]:
        """Return what has just happened; at the beginning, what is replayed."""
        if self.at == 0:
            return narration.about(self.recording, self.eyes)
        return self._sentences[self.at]

    def end(self) -> list[Line]:
        """Return how the game ended; nothing for an unfinished one."""
        return narration.at_the_end(self.recording, self.eyes)

    def log(self) -> list[Line]:
        """Return what has happened until this moment, the latest last."""
        moments = self._sentences[1 : self.at + 1]
        return [text(as_text(line)) for lines in moments for line in lines][-LOGGED:]

    # -- what can be done

    def offered(self) -> tuple[ReplayAction, ...]:
        """Return what is to be offered now."""
        return tuple(action for action in ReplayAction if self._offers(action))

    def _offers(self, action: ReplayAction) -> bool:
        match action:
            case ReplayAction.EXPLAIN:
                return self.recording.screen.explains(self.view)
            case ReplayAction.LOG:
                return self.at > 0
        return self.why_not(action) is None

    def why_not(self, action: InReplay) -> str | None:
        """Return why this cannot be done now; None if it can."""
        match action:
            case ReplayAction.EXPLAIN if EXPLAIN not in self.recording.screen.topics:
                return _(NO_HINTS)
            case ReplayAction.NEXT_LEVEL if not self.levels:
                return _(NO_LEVELS)
            case ReplayAction.LOG if self.at == 0:
                return _(words_shared.NOTHING_EARLIER)
            case StepBy(by) if by < 0 and self.at == 0:
                return _(words_shared.NOTHING_EARLIER)
            case StepBy(by) if by > 0 and self.at == self.last and not self._goes_on(by):
                return _("This is the last move.")
        return None

    def do(self, action: InReplay) -> ReplayReply:
        """Do it, or return what is to be shown or opened instead."""
        if (why_not := self.why_not(action)) is not None:
            return Explains((text(why_not),))
        match action:
            case StepBy(by):
                return self._step(by)
            case JumpTo(to):
                self.at, self.result = max(0, min(self.last, to)), None
            case LookThrough(eyes):
                self.eyes = eyes
                return Explains((text(narration.eyes_name(self.recording, eyes)),))
            case ShowLevel(level):
                self.level = level
                return Explains((text(self.levels[level]),))
            case ReplayAction.NEXT_EYES:
                every = narration.eyes_of(self.recording)
                return self.do(LookThrough(every[(every.index(self.eyes) + 1) % len(every)]))
            case ReplayAction.NEXT_LEVEL:
                return self.do(ShowLevel((self.level + 1) % len(self.levels)))
            case ReplayAction.EXPLAIN:
                return Opens("", tuple(self._explained()))
            case ReplayAction.LOG:
                return Opens(_("Log"), tuple(self.log()))
            case ReplayAction.CLOSE:
                self.is_over = True
            case other:
                assert_never(other)
        return None

    def _goes_on(self, by: int) -> bool:
        """Return whether something follows at the last moment: a result is left, or shown."""
        return self.is_at_end or (self.result is not None and by == 1)

    def _step(self, by: int) -> ReplayReply:
        to = max(0, min(self.last, self.at + by))
        if self.result is not None and by == 1:
            self.result = None
        elif self.result is None and by == -1 and (ended := self.ended_round):
            self.result = ended
        elif to != self.at:
            self.at = to
            self.result = self.ended_round if by == 1 else None
        else:
            return ShowsEnd(tuple(self.end()))
        return None

    def _explained(self) -> list[Line]:
        return self.recording.screen.page(EXPLAIN, self.view, self.players)

    @property
    def _sentences(self) -> list[list[Line]]:
        if self.eyes not in self._moments:
            self._moments[self.eyes] = narration.moments(self.recording, self.eyes)
        return self._moments[self.eyes]
