"""Prompts, which every scene has: a status line, a page on top, and an open question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..drawing.style import Line, text
from ..words import sentences_questions
from ..words import words_shared as words
from ..words.i18n import _, bare
from ..words.sentences_questions import Question
from ..words.sentences_typed import DICTATED
from . import scenes
from .legend import Legend, answers
from .pager import Pager

_MOVES = (scenes.TAB, scenes.LEFT, scenes.RIGHT, scenes.UP, scenes.DOWN)
_WHEEL = (scenes.WHEEL_UP, scenes.WHEEL_DOWN)


@dataclass(frozen=True, slots=True)
class _Open:
    """A question, and the answer so far: the beginning of its word, or the selected button.

    No single key answers it with yes.
    """

    question: Question
    sentence: str
    typed: str = ""
    is_on_yes: bool = False

    @property
    def is_yes(self) -> bool:
        """Whether Enter confirms now."""
        return self.is_on_yes or sentences_questions.is_word(self.typed, self.question)


class Prompt:
    """`says` is the status line: the answer to the last key. `has_help`: ? shows all keys."""

    def __init__(self, leave_question: str, *, has_help: bool = True) -> None:
        self.has_left = False
        self.message: Line = ()
        self.page: Pager | None = None
        self.leave_question = leave_question
        self._refusal: Line = ()
        self._pending: _Open | None = None
        self._has_help = has_help

    @property
    def is_open(self) -> bool:
        """Whether a question is open, which then gets all keys."""
        return self._pending is not None

    def show(self, sentence: str, style: str = "") -> None:
        self.message = text(sentence, style) if sentence else ()

    def refuse(self, sentence: str) -> None:
        """Show why a key did nothing; the reason is valid for this turn at most."""
        self.refuse_with(text(sentence))

    def refuse_with(self, line: Line) -> None:
        self.message = self._refusal = line

    def forget_refusal(self) -> None:
        """Remove the reason: the turn has changed."""
        if self.message is self._refusal:
            self.message = ()
        self._refusal = ()

    def refuse_again(self) -> bool:
        """Show the last reason again; return whether there is one that is still valid."""
        self.message = self._refusal
        return bool(self._refusal)

    def show_lines(self, lines: Sequence[Line], keys: Legend = ()) -> None:
        """Open a page; one with keys of its own stays until one of them is pressed."""
        self.page = Pager(lines, keys)

    # -- a question

    def leave(self, *, is_asked: bool = True) -> None:
        """Leave, once the player has confirmed it if that `is_asked`."""
        if is_asked:
            self.ask(Question.LEAVE, self.leave_question)
        else:
            self.has_left = True

    def ask(self, question: Question, sentence: str) -> None:
        """Ask a question; the cancel button is marked, except for `READY`, which ends nothing."""
        self._pending = _Open(question, sentence, is_on_yes=question is Question.READY)

    def asked(self) -> tuple[Line, ...]:
        """Return the question, and how to answer it; nothing while there is none."""
        if self._pending is None:
            return ()
        asked, how = self._pending, sentences_questions.by_key(self._pending.question)
        typed = f" {asked.typed}_" if asked.typed else ""
        return (text(asked.sentence, "alarm"), text(how + typed))

    @property
    def question(self) -> Question | None:
        """The open question, or None."""
        return None if self._pending is None else self._pending.question

    @property
    def sentence(self) -> str:
        """The open question's text; empty if none is open."""
        return "" if self._pending is None else self._pending.sentence

    def takes(self, key: str) -> bool:
        """Return whether the key belongs to an answer, so that the open question stays open."""
        return self._pending is not None and _after(self._pending, key) is not None

    def answer(self, typed: str) -> Question | None:
        """Handle a whole answer; return the question if it is the right word. Anything else cancels
        it."""
        asked = self.question
        if asked is None or not sentences_questions.is_word(typed, asked):
            return self.press(scenes.ESCAPE)
        return self.press(scenes.YES)

    def press(self, key: str) -> Question | None:
        """Handle a key, and return the question if it was answered with yes."""
        asked = self._pending
        if asked is None or key in _WHEEL:
            return None
        leaves = asked.question in (Question.LEAVE, Question.CLOSE)
        again = key == scenes.INTERRUPT and leaves
        if key == scenes.YES or again or (key == scenes.ENTER and asked.is_yes):
            self._pending = None
            self.has_left = asked.question is Question.LEAVE
            return asked.question
        self._pending = _after(asked, key)
        if self._pending is None:
            self.message = text(sentences_questions.nothing_done(asked.question))
        return None

    def paste(self, words: str = "") -> None:
        """Take pasted or dictated words as the answer to an open question, which Enter then
        confirms; else explain that nothing was pasted."""
        if self._pending is not None and sentences_questions.is_word(words, self._pending.question):
            word = sentences_questions.word(self._pending.question)
            self._pending = replace(self._pending, typed=word, is_on_yes=False)
            return
        self.close_question()
        self.show(_(sentences_questions.PASTED_NOWHERE), "alarm")

    def close_question(self) -> None:
        self._pending = None

    def legend(self, usual: Legend) -> Legend:
        """Return the valid keys: while a question is open, its answers."""
        if self._pending is None:
            return usual
        yes = sentences_questions.word(self._pending.question)
        return answers(_("not now"), yes, is_on_yes=self._pending.is_yes)

    # -- a page

    def turn_page(self, key: str) -> bool:
        """Pass a key to the open page, if any, and return whether there was one."""
        if self.page is None:
            return False
        if key in (scenes.LEFT, scenes.RIGHT):
            return True  # keys that scroll in other programs close nothing
        self.message = ()
        if not self.page.press(key):
            self.page = None
        return True

    def turn_last_page(self, key: str) -> None:
        """Pass a key to the last page, which no key closes: there is nothing behind it."""
        self.message = ()
        if self.page is not None and not self.page.press(key):
            self.show(words.idle_key(words.key_name(key)))

    def unknown(self, key: str) -> None:
        """Report an unknown key, but not the mouse wheel, which turns easily."""
        if key in _WHEEL:
            return
        name = words.key_name(key)
        self.show(words.no_such_key(name) if self._has_help else words.idle_key(name))


def _after(asked: _Open, key: str) -> _Open | None:
    """Return the question after one more key; None if the key cancels it."""
    if key in _MOVES:
        return replace(asked, typed="", is_on_yes=not asked.is_yes)
    if key == scenes.BACKSPACE and asked.typed:
        return replace(asked, typed=asked.typed[:-1])
    if len(key) == 1 and key in DICTATED:
        return asked
    typed = asked.typed + key
    if len(key) == 1 and bare(sentences_questions.word(asked.question)).startswith(bare(typed)):
        return replace(asked, typed=typed, is_on_yes=False)
    return None
