"""What every scene has: a status line, a page that lies on top, and the question before leaving."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from .. import sentences_absence
from ..style import Line, text
from . import scene, words
from .legend import Legend
from .pager import Pager

YES, NO = "yn"
"""On every keyboard; yes has its letter in the player's language too."""


class Question(Enum):
    LEAVE = "leave"
    ABANDON = "abandon"
    GONE = "gone"
    STOP = "stop"


class Asking:
    """`says` is the status line: the answer to the last key. `has_help`: ? shows all keys."""

    def __init__(self, leave_question: str, *, has_help: bool = True) -> None:
        self.has_left = False
        self.says: Line = ()
        self.page: Pager | None = None
        self.question: Question | None = None
        self.leave_question = leave_question
        self._has_help = has_help
        self._who = ""

    def say(self, sentence: str, style: str = "") -> None:
        self.says = text(sentence, style)

    def open(self, lines: Sequence[Line], keys: Legend = ()) -> None:
        """A page with keys of its own stays until one of them is pressed."""
        self.page = Pager(lines, keys)

    def ask(self, question: Question, who: str = "") -> None:
        """`who` is the one that a question of who is gone is about."""
        self.question, self._who = question, who
        self.say(self._sentence(question), "alarm")

    def _sentence(self, question: Question) -> str:
        match question:
            case Question.LEAVE:
                return self.leave_question
            case Question.GONE:
                return sentences_absence.gone_question_by_key(self._who)
            case Question.STOP:
                return sentences_absence.stop_question_by_key()
        return words.abandon_question()

    def press(self, key: str) -> Question | None:
        """The question that was answered with yes. What is pressed now is for nobody else."""
        asked = self.question
        if asked is None:
            return None
        again = key == scene.INTERRUPT and asked is Question.LEAVE
        enters = key == scene.ENTER and asked is Question.LEAVE
        if key in (YES, words.yes_key()) or again or enters:
            self.question = None
            self.has_left = asked is Question.LEAVE
            return asked
        if key in (NO, scene.ESCAPE, scene.BACKSPACE, scene.INTERRUPT):
            self.question = None
            self.say(words.stays() if asked is Question.LEAVE else words.cancelled())
        else:
            self.ask(asked, self._who)
        return None

    def legend(self, usual: Legend) -> Legend:
        """The keys that mean something: while a question is open, its answers."""
        return usual if self.question is None else ((words.yes_key(), ""), (NO, ""))

    def turn_page(self, key: str) -> bool:
        """Whether there is a page to which the key went."""
        if self.page is None:
            return False
        if not self.page.press(key):
            self.page = None
        return True

    def turn_last_page(self, key: str) -> None:
        """One behind which there is nothing: no key closes it by mistake."""
        self.says = ()
        if self.page is not None and not self.page.press(key):
            self.say(words.idle_key(words.key_name(key)))

    def unknown(self, key: str) -> None:
        """Of the wheel nothing is said: it turns by itself, so to say."""
        if key in (scene.WHEEL_UP, scene.WHEEL_DOWN):
            return
        name = words.key_name(key)
        self.say(words.no_such_key(name) if self._has_help else words.idle_key(name))
