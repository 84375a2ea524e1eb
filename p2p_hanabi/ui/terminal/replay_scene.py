"""A replay on the full screen: step through the game, and see it through anybody's eyes."""

from __future__ import annotations

from typing import Generic, assert_never

from protocol.game import Move, Seat, View

from ..drawing.canvas import Picture, Size
from ..drawing.style import Line, as_text, text
from ..drawing.theme import Theme
from ..kit import scenes
from ..kit.legend import Legend
from ..kit.pager import Pager
from ..kit.questions import Prompt
from ..model.replies import Explains, Opens
from ..model.shown_replay import (
    InReplay,
    LookThrough,
    ReplayAction,
    ShownReplay,
    ShowsEnd,
    StepBy,
)
from ..replay import sentences_replay as sentences
from ..replay.recording import Spectator
from ..words.i18n import _
from .table import round_painter
from .table.board_frame import Board
from .table.game_table import ReplayBoard
from .table.result_pages import ResultPage

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
    """See `scenes.Scene`. `board` draws the game's."""

    has_left = False

    def __init__(self, replay: ShownReplay[View, Move], board: ReplayBoard[View]) -> None:
        self.title = replay.title
        self._replay = replay
        self._board = board
        self._result_page = ResultPage()
        self._prompt = Prompt("")

    @property
    def is_over(self) -> bool:
        return self._replay.is_over

    def look(self) -> bool:
        """Return False: nothing happens by itself."""
        return False

    # -- keys

    def press(self, key: str) -> None:
        if self._prompt.page is not None and self._turn_page(self._prompt.page, key):
            return
        self._prompt.message = ()
        result = self._replay.result
        if result is not None and self._result_page.scrolls(key, result):
            return
        if key == "?":
            rows = sentences.replay_help(
                has_levels=bool(self._replay.levels), explains=self._explains
            )
            self._prompt.open([text(row) for row in rows])
        elif (action := self._meant(key)) is None:
            self._prompt.unknown(key)
        else:
            self._do(action)

    def paste(self, words: str) -> None:
        self._prompt.paste(words)

    def _turn_page(self, page: Pager, key: str) -> bool:
        """Handle a key while a page is open. A key that does not scroll closes the result and then
        acts on the replay; it only closes the help. Return whether the key was used up."""
        if not page.stays:
            return self._prompt.turn_page(key)
        self._prompt.message = ()
        if page.press(key):
            return True
        self._prompt.page = None
        return False

    def _meant(self, key: str) -> InReplay | None:
        """Return what a key means; None if it means nothing in this game."""
        match key:
            case scenes.ESCAPE | scenes.INTERRUPT:
                return ReplayAction.CLOSE
            case scenes.ENTER if self._replay.result is not None:
                return StepBy(1)
            case _ if key in _ONLOOKS:
                return LookThrough(_ONLOOKS[key])
            case _ if (seat := self._seat_of(key)) is not None:
                return LookThrough(seat)
            case _ if key in _STEPS:
                return StepBy(_STEPS[key])
        return next((action for action in ReplayAction if _key(action)[0].lower() == key), None)

    def _seat_of(self, key: str) -> Seat | None:
        """Return the player whose number was pressed, or whose name or card was clicked."""
        number = next(iter(key.removeprefix("seat ").split()), "")
        numbers = [str(seat + 1) for seat in range(len(self._replay.recording.names))]
        return Seat(numbers.index(number)) if number in numbers else None

    def _do(self, action: InReplay) -> None:
        match self._replay.do(action):
            case Explains(lines):
                self._prompt.message = lines[-1]
            case Opens(_, lines):
                self._prompt.open(lines)
            case ShowsEnd(lines):
                self._prompt.open(lines, (("Left", _("back")), *self._keys(*_AT_THE_END)))
            case None:
                pass
            case other:
                assert_never(other)

    @property
    def _explains(self) -> bool:
        return self._replay.why_not(ReplayAction.EXPLAIN) is None

    # -- display

    def paint(self, size: Size, theme: Theme) -> Picture:
        if self._prompt.page is not None:
            return self._prompt.page.paint(size, self._prompt.message)
        replay = self._replay
        board = Board(
            replay.view,
            replay.players,
            self._headline(),
            self._messages(),
            self._legend(),
            is_live=False,
        )
        if replay.result is not None:
            page = self._result_page.of(replay.result)
            return round_painter.paint(board, replay.result.title, page, size)
        return self._board(board, replay.level, size, theme)

    def _headline(self) -> Line:
        replay = self._replay
        return text(
            _("REPLAY {n}/{last}: {eyes}").format(
                n=replay.at, last=replay.last, eyes=dict(replay.all_eyes)[replay.eyes]
            ),
            "turn",
        )

    def _messages(self) -> tuple[Line, ...]:
        """Return the answer to the last key, else what has just happened; the result has a page."""
        replay = self._replay
        if self._prompt.message:
            return (self._prompt.message,)
        if replay.result is not None:
            return (text(_("Enter continues.")),)
        if replay.at == 0:
            return tuple(replay.happened())
        ended = replay.ended_round
        ended_sentences = () if ended is None else ended.sentences()
        lines = [line for line in replay.happened() if as_text(line) not in ended_sentences]
        if replay.is_at_end:
            return (*lines[:1], text(_("The game is over; Right shows the result.")))
        recording = replay.recording
        return (*lines, *recording.replay.beside(recording, replay.at, replay.eyes))

    def _legend(self) -> Legend:
        return (
            ("Left", _("back")),
            ("Right", _("forward")),
            *self._keys(ReplayAction.NEXT_EYES, ReplayAction.NEXT_LEVEL, ReplayAction.EXPLAIN),
            ("?", _("help")),
            *self._keys(ReplayAction.LOG, ReplayAction.CLOSE),
        )

    def _keys(self, *actions: ReplayAction) -> Legend:
        """Return the keys of these actions, as far as they are offered."""
        offered = self._replay.offered()
        return tuple(_key(action) for action in actions if action in offered)


_AT_THE_END = (ReplayAction.NEXT_EYES, ReplayAction.CLOSE)


def _key(action: ReplayAction) -> tuple[str, str]:
    """Return the key for an action, and what it does in few words."""
    match action:
        case ReplayAction.NEXT_EYES:
            return "Tab", _("other view")
        case ReplayAction.NEXT_LEVEL:
            return "e", _("knowledge")
        case ReplayAction.EXPLAIN:
            return "x", _("explain")
        case ReplayAction.LOG:
            return "l", _("log")
        case ReplayAction.CLOSE:
            return "q", _("closes")
    assert_never(action)
