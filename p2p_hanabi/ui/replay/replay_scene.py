"""A game that was played, on the full screen: stepped through, and seen through anybody's eyes."""

from __future__ import annotations

from collections.abc import Callable

from p2p_hanabi.games.hanabi.ui import board as hanabi_board
from p2p_hanabi.games.hanabi.ui import words as words_hanabi
from p2p_hanabi.games.hanabi.ui.cells import Level
from p2p_hanabi.games.ikebana.ui import board as ikebana_board
from p2p_hanabi.games.koikoi.ui import board as koikoi_board
from protocol.game import Seat

from ..kit import scene, words
from ..kit.asking import Asking
from ..kit.canvas import Picture, Size
from ..kit.pager import Pager
from ..kit.style import Line, text
from ..kit.theme import Look
from ..table.port import Company
from ..table.sentences_games import title_of
from . import replay
from . import sentences_replay as say
from .replay import Eyes, Onlook, Onlooker, Reel

_STEPS = {
    scene.LEFT: -1,
    scene.UP: -1,
    scene.BACKSPACE: -1,
    scene.WHEEL_UP: -1,
    scene.WHEEL_DOWN: 1,
    scene.RIGHT: 1,
    scene.DOWN: 1,
    " ": 1,
    scene.PAGE_UP: -10,
    scene.PAGE_DOWN: 10,
    scene.HOME: -100_000,
    scene.END: 100_000,
}
_PAINTERS: dict[str, Callable[[hanabi_board.Board, Size, Look], Picture]] = {
    "hanabi": hanabi_board.paint,
    "ikebana": ikebana_board.paint,
    "koikoi": koikoi_board.paint,
}
_ONLOOKS = {"a": Onlook.EVERYTHING, "p": Onlook.PUBLIC}


class ReplayScene:
    """See `scene.Scene`. Nothing can be played here."""

    has_left = False

    def __init__(self, reel: Reel, eyes: Eyes) -> None:
        self.title = words.title(say.replay_title(title_of(reel.game)))
        self.is_over = False
        self._reel = reel
        self._eyes = eyes
        self._at = 0
        self._level = Level.HINTED
        self._told: dict[Eyes, list[list[Line]]] = {}
        self._asking = Asking("")

    def look(self) -> bool:
        """Nothing happens by itself."""
        return False

    def press(self, key: str) -> None:
        if self._asking.page is not None and self._turn_page(self._asking.page, key):
            return
        self._asking.says = ()
        match key:
            case "q" | scene.ESCAPE | scene.INTERRUPT:
                self.is_over = True
            case "?":
                self._asking.open(
                    [text(row) for row in say.replay_help(is_hanabi=self._reel.game == "hanabi")]
                )
            case "e" if self._reel.game == "hanabi":
                self._level = Level((self._level + 1) % len(Level))
                self._asking.say(words_hanabi.level(self._level))
            case scene.TAB:
                every = replay.eyes_of(self._reel)
                self._look_through(every[(every.index(self._eyes) + 1) % len(every)])
            case _ if key in _ONLOOKS:
                self._look_through(_ONLOOKS[key])
            case _ if key.removeprefix("seat ") in self._numbers:
                self._look_through(Seat(int(key.removeprefix("seat ")) - 1))
            case _ if key in _STEPS:
                self._step(_STEPS[key])
            case _:
                self._asking.unknown(key)

    def paste(self, words: str) -> None:  # noqa: ARG002 - nothing is typed here
        self._asking.refuse_paste()

    def paint(self, size: Size, look: Look) -> Picture:
        if self._asking.page is not None:
            return self._asking.page.paint(size, self._asking.says)
        is_hanabi = self._reel.game == "hanabi"
        board = hanabi_board.Board(
            self._reel.view(self._at, self._eyes),
            self._company,
            self._headline(),
            self._says(),
            say.replay_legend(is_hanabi=is_hanabi),
            level=self._level,
            is_live=False,
        )
        return _PAINTERS[self._reel.game](board, size, look)

    @property
    def _company(self) -> Company:
        """From the side of whoever looks; from the first seat's if nobody does."""
        me = Seat(0) if isinstance(self._eyes, Onlook) else self._eyes
        return Onlooker(me, self._reel.names)

    def _headline(self) -> Line:
        last = self._reel.count - 1
        return text(say.moment(self._at, last, replay.eyes_label(self._reel, self._eyes)), "turn")

    def _says(self) -> tuple[Line, ...]:
        """The answer to the last key, else what has just happened; the result has a page."""
        if self._asking.says:
            return (self._asking.says,)
        if self._at == 0:
            return tuple(replay.about(self._reel, self._eyes))
        if self._eyes not in self._told:
            self._told[self._eyes] = replay.told(self._reel, self._eyes)
        told = self._told[self._eyes][self._at]
        if self._is_at_end:
            return (*told[:1], text(say.result_is_next()))
        return (*told, *replay.hands_beside(self._reel, self._at, self._eyes))

    @property
    def _is_at_end(self) -> bool:
        """Where the game is over, by its rules or because another site ended it."""
        reel = self._reel
        return self._at == reel.count - 1 and (reel.is_finished or reel.ending is not None)

    def _turn_page(self, page: Pager, key: str) -> bool:
        """The result gives way to any key of the replay; a page of help only closes."""
        if not page.stays:
            return self._asking.turn_page(key)
        self._asking.says = ()
        if page.press(key):
            return True
        self._asking.page = None
        return False

    @property
    def _numbers(self) -> list[str]:
        return [str(number) for number in range(1, len(self._reel.names) + 1)]

    def _look_through(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._asking.say(replay.eyes_name(self._reel, eyes))

    def _step(self, by: int) -> None:
        to = max(0, min(self._reel.count - 1, self._at + by))
        if to != self._at:
            self._at = to
        elif by > 0 and self._is_at_end:
            end = replay.at_the_end(self._reel, self._eyes)
            self._asking.open(end, say.end_legend())
        else:
            self._asking.say(words.nothing_earlier() if by < 0 else say.nothing_later())
