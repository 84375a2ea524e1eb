"""A replay on a live page: step through the game, and see it through anybody's eyes."""

from __future__ import annotations

from typing import Generic

from protocol.game import Move, View

from ..kit import words_shared
from ..kit.i18n import _
from ..kit.style import Line, as_text, text
from ..model.game import game_screen
from ..model.game.game_page import Looking, NamedPage
from ..replay import narration
from ..replay.recording import Eyes, Recording, SpectatorCompany, spectator_beside
from . import table_buttons
from . import words_live as words
from .live_page import CLOSE, Button, Dialog, Done, Look, Page, PageKind, Press, Steps
from .page_parts import spoken, titled_page, turning

_EYES = "eyes "


class ReplayPage(Generic[View, Move]):
    """See `PageScene`. Nothing can be played here."""

    has_left = False

    def __init__(
        self, recording: Recording[View, Move], drawn: NamedPage[View, Move], eyes: Eyes
    ) -> None:
        self.is_over = False
        self._recording = recording
        self._drawn = drawn
        self._cards = drawn.cards
        self._eyes = eyes
        self._at = 0
        self._level = 0
        self._told: dict[Eyes, list[list[Line]]] = {}
        self._dialog: Dialog | None = None

    def look(self) -> bool:
        """Return False: nothing happens by itself."""
        return False

    def page(self) -> Page:
        recording, last = self._recording, self._recording.count - 1
        view, players = self._view, self._players
        eyes = [
            Button(f"{_EYES}{n}", narration.eyes_label(recording, each), is_on=each == self._eyes)
            for n, each in enumerate(narration.eyes_of(recording))
        ]
        close = Button(CLOSE, _(words.CLOSE))
        return Page(
            PageKind.REPLAY,
            words_shared.title(_("Replay of {game}").format(game=recording.screen.title)),
            heading=_("Move {n} of {last}").format(n=self._at, last=last),
            lines=spoken(self._lines()),
            game=self._drawn.game,
            areas=tuple(self._cards.areas(view, players, Looking(self._level))),
            levels=(*table_buttons.levels(self._cards.levels, self._level), *eyes),
            buttons=(*table_buttons.explaining(recording.screen.topics), close),
            dialog=self._dialog,
            log=spoken(map(text, self._log())),
            quoted=turning(recording.names),
            steps=Steps(self._at, last) if last else None,
        )

    @property
    def _view(self) -> View:
        return self._recording.view(self._at, self._eyes)

    @property
    def _players(self) -> SpectatorCompany:
        return spectator_beside(self._recording, self._eyes)

    def _lines(self) -> list[Line]:
        if self._at == 0:
            return narration.about(self._recording, self._eyes)
        lines = self._sentences[self._at]
        is_last = self._at == self._recording.count - 1
        return [*lines, *(narration.at_the_end(self._recording, self._eyes) if is_last else ())]

    @property
    def _sentences(self) -> list[list[Line]]:
        if self._eyes not in self._told:
            self._told[self._eyes] = narration.told(self._recording, self._eyes)
        return self._told[self._eyes]

    def _log(self) -> list[str]:
        moments = self._sentences[1 : self._at + 1]
        return [as_text(line) for lines in moments for line in lines][-100:]

    def do(self, done: Done) -> None:
        match done:
            case Press(does=does) if does == CLOSE and self._dialog is not None:
                self._dialog = None
            case Press(does=does) if does == CLOSE:
                self.is_over = True
            case Press(does=game_screen.EXPLAIN):
                self._explain()
            case Press(does=does):
                self._press(does)
            case Look(at=at):
                self._at = min(at, self._recording.count - 1)

    def _explain(self) -> None:
        screen = self._recording.screen
        if game_screen.EXPLAIN in screen.topics:
            told = screen.page(game_screen.EXPLAIN, self._view, self._players)
            self._dialog = titled_page(told)

    def _press(self, does: str) -> None:
        if (level := table_buttons.level_of(does, self._cards.levels)) is not None:
            self._level = level
        for number, eyes in enumerate(narration.eyes_of(self._recording)):
            if does == f"{_EYES}{number}":
                self._eyes = eyes
