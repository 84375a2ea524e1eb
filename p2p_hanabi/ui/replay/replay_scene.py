"""A replay on the full screen: step through the game, and see it through anybody's eyes."""

from __future__ import annotations

from typing import Generic

from protocol.game import Move, Seat, View

from ..kit import scenes
from ..kit import words_shared as words
from ..kit.canvas import Picture, Size
from ..kit.i18n import _
from ..kit.pager import Pager
from ..kit.questions import Prompt
from ..kit.style import Line, as_text, text
from ..kit.theme import Theme
from ..model.game.game_screen import EXPLAIN
from ..model.game.round_result import RoundResult, since
from ..model.game.table_players import Players
from ..terminal.table import round_painter
from ..terminal.table.board_frame import Board
from ..terminal.table.result_pages import ResultPage
from . import narration
from . import sentences_replay as say
from .recording import Eyes, GameReplay, Recording, Spectator, spectator_beside

_STEPS = {
    scenes.LEFT: -1,
    scenes.UP: -1,
    scenes.BACKSPACE: -1,
    scenes.WHEEL_UP: -1,
    scenes.WHEEL_DOWN: 1,
    scenes.RIGHT: 1,
    scenes.DOWN: 1,
    " ": 1,
    scenes.PAGE_UP: -10,
    scenes.PAGE_DOWN: 10,
    scenes.HOME: -100_000,
    scenes.END: 100_000,
}
_ONLOOKS = {"a": Spectator.EVERYTHING, "p": Spectator.PUBLIC}


class ReplayScene(Generic[View, Move]):
    """See `scenes.Scene`. Nothing can be played here."""

    has_left = False

    def __init__(self, recording: Recording[View, Move], eyes: Eyes) -> None:
        self.title = words.title(_("Replay of {game}").format(game=recording.screen.title))
        self.is_over = False
        self._recording = recording
        self._eyes = eyes
        self._at = 0
        self._level = 0
        self._result: RoundResult | None = None
        self._result_page = ResultPage()
        self._told: dict[Eyes, list[list[Line]]] = {}
        self._prompt = Prompt("")

    def look(self) -> bool:
        """Return False: nothing happens by itself."""
        return False

    def press(self, key: str) -> None:
        if self._prompt.page is not None and self._turn_page(self._prompt.page, key):
            return
        self._prompt.says = ()
        if self._result is not None and self._result_page.scrolls(key, self._result):
            return
        match key:
            case "q" | scenes.ESCAPE | scenes.INTERRUPT:
                self.is_over = True
            case "?":
                rows = say.replay_help(has_levels=self._has_levels, explains=self._explains)
                self._prompt.open([text(row) for row in rows])
            case "x" if self._explains:
                view = self._recording.view(self._at, self._eyes)
                self._prompt.open(self._recording.screen.page(EXPLAIN, view, self._players))
            case "e" if self._has_levels:
                self._level = (self._level + 1) % len(self._replay.levels)
                self._prompt.say(self._replay.levels[self._level])
            case scenes.TAB:
                every = narration.eyes_of(self._recording)
                self._look_through(every[(every.index(self._eyes) + 1) % len(every)])
            case _ if key in _ONLOOKS:
                self._look_through(_ONLOOKS[key])
            case _ if (seat := self._seat_of(key)) is not None:
                self._look_through(seat)
            case scenes.ENTER if self._result is not None:
                self._step(1)
            case _ if key in _STEPS:
                self._step(_STEPS[key])
            case _:
                self._prompt.unknown(key)

    def paste(self, words: str) -> None:
        self._prompt.paste(words)

    def paint(self, size: Size, theme: Theme) -> Picture:
        if self._prompt.page is not None:
            return self._prompt.page.paint(size, self._prompt.says)
        board = Board(
            self._recording.view(self._at, self._eyes),
            self._players,
            self._headline(),
            self._says(),
            say.replay_legend(has_levels=self._has_levels, explains=self._explains),
            is_live=False,
        )
        if self._result is not None:
            page = self._result_page.of(self._result)
            return round_painter.paint(board, self._result.title, page, size)
        return self._replay.paint(board, self._level, size, theme)

    @property
    def _replay(self) -> GameReplay[View, Move]:
        return self._recording.replay

    @property
    def _has_levels(self) -> bool:
        return len(self._replay.levels) > 1

    @property
    def _explains(self) -> bool:
        return EXPLAIN in self._recording.screen.topics

    @property
    def _players(self) -> Players:
        return spectator_beside(self._recording, self._eyes)

    def _headline(self) -> Line:
        last = self._recording.count - 1
        return text(
            say.moment(self._at, last, narration.eyes_label(self._recording, self._eyes)), "turn"
        )

    def _says(self) -> tuple[Line, ...]:
        """Return the answer to the last key, else what has just happened; the result has a page."""
        if self._prompt.says:
            return (self._prompt.says,)
        if self._result is not None:
            return (text(_("Enter continues.")),)
        if self._at == 0:
            return tuple(narration.about(self._recording, self._eyes))
        if self._eyes not in self._told:
            self._told[self._eyes] = narration.told(self._recording, self._eyes)
        ended = self._ended_before(self._at)
        told_before = () if ended is None else ended.told()
        lines = self._told[self._eyes][self._at]
        told = [line for line in lines if as_text(line) not in told_before]
        if self._is_at_end:
            return (*told[:1], text(_("The game is over; Right shows the result.")))
        return (*told, *self._replay.beside(self._recording, self._at, self._eyes))

    @property
    def _is_at_end(self) -> bool:
        """Whether the game is over here, by its rules or because another site ended it."""
        played = self._recording
        return self._at == played.count - 1 and (played.is_finished or played.ending is not None)

    def _turn_page(self, page: Pager, key: str) -> bool:
        """Handle a key while a page is open. A key that does not scroll closes the result and then
        acts on the replay; it only closes the help. Return whether the key was used up."""
        if not page.stays:
            return self._prompt.turn_page(key)
        self._prompt.says = ()
        if page.press(key):
            return True
        self._prompt.page = None
        return False

    def _seat_of(self, key: str) -> Seat | None:
        """Return the player whose number was pressed, or whose name or card was clicked."""
        number = next(iter(key.removeprefix("seat ").split()), "")
        numbers = [str(seat + 1) for seat in range(len(self._recording.names))]
        return Seat(numbers.index(number)) if number in numbers else None

    def _look_through(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._prompt.say(narration.eyes_name(self._recording, eyes))

    def _step(self, by: int) -> None:
        """Step through the game; a single step stops at the result of a finished round."""
        to = max(0, min(self._recording.count - 1, self._at + by))
        if self._result is not None and by == 1:
            self._result = None
        elif self._result is None and by == -1 and (ended := self._ended_before(self._at)):
            self._result = ended
        elif to != self._at:
            self._at = to
            self._result = self._ended_before(to) if by == 1 else None
        elif by > 0 and self._is_at_end:
            end = narration.at_the_end(self._recording, self._eyes)
            self._prompt.open(
                end, (("Left", _("back")), ("Tab", _("other view")), ("q", _("closes")))
            )
        else:
            self._prompt.say(_(words.NOTHING_EARLIER) if by < 0 else _("This is the last move."))

    def _ended_before(self, moment: int) -> RoundResult | None:
        """Return the result of the round that ended with the move before this moment, if any."""
        if moment == 0:
            return None
        before, now = (self._recording.view(at, self._eyes) for at in (moment - 1, moment))
        results = self._recording.screen.results(now, self._players)
        return next(iter(since(results, len(before.log))), None)
