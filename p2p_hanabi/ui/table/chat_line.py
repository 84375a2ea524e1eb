"""What is said beside the game, on the full screen: a line to type in, and what the others say."""

from __future__ import annotations

from collections import deque
from typing import Generic

from protocol.errors import NotSaid
from protocol.game import Move, View
from protocol.peer.remarks import Rule
from protocol.reasons import Unsaid

from ..kit import scenes
from ..kit.i18n import _
from ..kit.legend import APART, Legend
from ..kit.line_editor import LineEditor
from ..kit.style import Line, text
from . import sentences_talk as say
from .chat import Hearing, fitting_phrases, remark_of, said
from .game_screen import GameScreen, Misunderstood
from .port import TablePort

_SHOWN = 90
"""So many cells of what is being typed: two rows of the smallest screen have room for it."""
KEPT = 20


class ChatLine(Generic[View, Move]):
    """`is_open` while something is typed; all keys are for it then."""

    def __init__(self, port: TablePort[View, Move], screen: GameScreen[View, Move]) -> None:
        self.is_open = False
        self._port = port
        self._screen = screen
        self._hearing = Hearing(screen, port)
        self._editor = LineEditor()
        self._phrase: int | None = None
        self._new: deque[str] = deque(maxlen=KEPT)

    def look(self) -> None:
        self._new.extend(self._hearing.look())

    def news(self) -> str | None:
        """Return the next remark that the player has not seen; None if there is none."""
        return self._new.popleft() if self._new else None

    def begin(self) -> str | None:
        """Begin to type; return why nothing can be said, if that is so."""
        if self._port.talk is Rule.NONE:
            return say.not_said(Unsaid.NO_TALK)
        self.is_open, self._phrase = True, None
        self._editor.write("")
        return None

    def press(self, key: str) -> str | None:
        """Take a key; return what the player is to be told, if anything."""
        match key:
            case scenes.ENTER:
                return self._say()
            case scenes.ESCAPE | scenes.INTERRUPT:
                self.close()
            case scenes.UP | scenes.DOWN:
                self._choose(1 if key == scenes.DOWN else -1)
            case _:
                self._editor.press(key)
        return None

    def close(self) -> None:
        self.is_open = False

    def add(self, words: str) -> bool:
        """Add pasted words; return whether a text is being typed."""
        if self.is_open:
            self._editor.add(words)
        return self.is_open

    def asked(self) -> tuple[Line, ...]:
        shown = say.say_what(self._editor.marked(_SHOWN))
        return (text(shown), text(say.say_help(self._port.talk), "dim"))

    def keys(self) -> Legend:
        """Return the keys that can be clicked."""
        phrase = ("Down", _("a phrase"))
        does = (("Escape", _("cancels")), ("Enter", _("say")))
        return (phrase, ("Up", ""), APART, *does)

    def page(self) -> list[Line]:
        """Everything that was said of late."""
        return said(self._hearing)

    def _choose(self, by: int) -> None:
        last, fitting = -1 if by > 0 else 0, fitting_phrases(self._screen)
        self._phrase = ((last if self._phrase is None else self._phrase) + by) % len(fitting)
        self._editor.write(say.phrase(fitting[self._phrase]))

    def _say(self) -> str | None:
        self.is_open = False
        if not self._editor.line.strip():
            return None
        try:
            self._port.say(remark_of(self._editor.line, self._screen))
        except Misunderstood as error:
            return str(error)
        except NotSaid as error:
            return say.not_said(error.reason.code)
        return None
