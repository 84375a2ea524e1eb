"""A replay on a live page: step through the game, and see it through anybody's eyes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, assert_never

from protocol.game import Move, View

from ..drawing.style import Line
from ..model.game.game_page import Looking, NamedPage
from ..model.replies import Explains, Opens
from ..model.shown_replay import (
    InReplay,
    JumpTo,
    LookThrough,
    ReplayAction,
    ShowLevel,
    ShownReplay,
    ShowsEnd,
)
from ..words.i18n import _
from . import table_buttons
from . import words_live as words
from .live_page import CLOSE, Button, Dialog, Done, Look, Page, PageKind, Press, Steps
from .page_parts import page_of_lines, spoken, titled_page, turning
from .spoken import with_speech

_EYES = "eyes "


class ReplayPage(Generic[View, Move]):
    """See `PageScene`."""

    has_left = False

    def __init__(self, replay: ShownReplay[View, Move], drawn: NamedPage[View, Move]) -> None:
        self._replay = replay
        self._drawn = drawn
        self._cards = drawn.cards
        self._says: Line = ()
        self._dialog: Dialog | None = None

    @property
    def is_over(self) -> bool:
        return self._replay.is_over

    def look(self) -> bool:
        """Return False: nothing happens by itself."""
        return False

    def page(self) -> Page:
        return with_speech(self._page)

    def _page(self) -> Page:
        replay = self._replay
        eyes = [
            Button(f"{_EYES}{n}", label, is_on=each == replay.eyes)
            for n, (each, label) in enumerate(replay.all_eyes)
        ]
        return Page(
            PageKind.REPLAY,
            replay.title,
            heading=_("Move {n} of {last}").format(n=replay.at, last=replay.last),
            says=spoken([self._says]),
            lines=spoken([*replay.happened(), *(replay.end() if replay.at == replay.last else ())]),
            game=self._drawn.game,
            areas=tuple(self._cards.areas(replay.view, replay.players, Looking(replay.level))),
            levels=(*table_buttons.levels(self._cards.levels, replay.level), *eyes),
            buttons=tuple(self._buttons()),
            dialog=self._dialog,
            log=spoken(replay.log()),
            quoted=turning(replay.recording.names),
            steps=Steps(replay.at, replay.last) if replay.last else None,
        )

    def _buttons(self) -> Iterator[Button]:
        """Yield a button for each action but those that the page shows anyway."""
        for action in self._replay.offered():
            if name := _name(action):
                yield Button(action.value, name)

    def do(self, done: Done) -> None:
        self._says = ()
        if self._dialog is not None and done == Press(CLOSE):
            self._dialog = None
        elif (action := self._meant(done)) is not None:
            self._do(action)

    def _meant(self, done: Done) -> InReplay | None:
        replay = self._replay
        match done:
            case Look(at=at):
                return JumpTo(at)
            case Press(does=does):
                level = table_buttons.level_of(does, self._cards.levels)
                eyes = {f"{_EYES}{n}": each for n, (each, _label) in enumerate(replay.all_eyes)}
                if level is not None:
                    return ShowLevel(level)
                if does in eyes:
                    return LookThrough(eyes[does])
                return next((each for each in ReplayAction if each.value == does), None)
        return None

    def _do(self, action: InReplay) -> None:
        match self._replay.do(action):
            case Explains(lines):
                self._says = lines[-1]
            case Opens(title, lines):
                self._dialog = page_of_lines(title, lines) if title else titled_page(lines)
            case ShowsEnd() | None:  # the end is below the last moment
                pass
            case other:
                assert_never(other)


def _name(action: ReplayAction) -> str:
    """Return what is on the button for an action; empty if the page shows it anyway."""
    match action:
        case ReplayAction.EXPLAIN:
            return _(table_buttons.EXPLAINS)
        case ReplayAction.CLOSE:
            return _(words.CLOSE)
        case ReplayAction.NEXT_EYES | ReplayAction.NEXT_LEVEL | ReplayAction.LOG:
            return ""
    assert_never(action)
