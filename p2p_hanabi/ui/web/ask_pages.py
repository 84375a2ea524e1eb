"""Web pages before a table exists: waiting, choosing, typing, and the tables on the network."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import chain, repeat
from typing import Protocol

from ..drawing.style import text
from ..kit.questions import Prompt
from ..model.device import Device
from ..model.game.areas import Words
from ..model.inputs import ChoiceInput, ChoiceLook, CodeInput, Input, LineInput
from ..model.lobby import sentences_lobby
from ..model.lobby.tables_found import TablesFound
from ..model.wait_notice import WaitNotice
from ..words import words_shared
from ..words.i18n import _
from ..words.sentences_questions import STOP_PROGRAM, Question
from ..words.spoken_words import complete_code
from . import words_live as words
from .live_page import Button, ChoiceRow, Done, Field, Page, PageKind, Press, Typed
from .page_parts import answered, asked, spoken

_LEAVE, _BACK, _CHOOSE, _ANSWER, _GO = "leave", "back", "choose ", "typed", "go"


class LeavablePage(ABC):
    """See `PageScene`: a page that can be left at any time, after a question."""

    def __init__(self, leave_question: str = "") -> None:
        self._prompt = Prompt(leave_question or _(STOP_PROGRAM))

    @property
    def has_left(self) -> bool:
        return self._prompt.has_left

    def look(self) -> bool:
        return False

    def do(self, done: Done) -> None:
        if self._prompt.is_open:
            self._answered(answered(self._prompt, done))
            return
        self._prompt.message = ()
        if done == Press(_LEAVE):
            self._prompt.leave()
        else:
            self._do(done)

    def _answered(self, question: Question | None) -> None:  # noqa: B027 - the lobby alone asks more
        """Handle a question that was answered with yes, other than leaving (see `has_left`)."""

    @abstractmethod
    def _do(self, done: Done) -> None:
        """Handle an action while no question is open."""

    def _leave_button(self) -> Button:
        return Button(_LEAVE, _(words.LEAVE), is_quiet=True)

    @property
    def _messages(self) -> tuple[Words, ...]:
        return spoken([self._prompt.message])


def _back_button() -> Button:
    return Button(_BACK, _(words.BACK), is_quiet=True)


class BusyPage(LeavablePage):
    """A page for waiting on the network, without choices."""

    is_over = False

    def __init__(self, waiting: WaitNotice) -> None:
        super().__init__()
        self._waiting = waiting
        self._is_left = False

    @property
    def has_left(self) -> bool:
        return self._is_left or super().has_left

    def do(self, done: Done) -> None:
        if done == Press(_LEAVE) and self._waiting.is_left_at_once:
            self._is_left = True
        else:
            super().do(done)

    def page(self) -> Page:
        return Page(
            PageKind.BUSY,
            words_shared.title(""),
            lines=spoken(self._waiting.lines()),
            buttons=(self._leave_button(),),
            says=self._messages,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        """Do nothing: the player can only leave."""


class ChoicePage(LeavablePage):
    """A button for each choice."""

    def __init__(self, choice: ChoiceInput) -> None:
        super().__init__()
        self._prompt.show(choice.says, "alarm")
        self._choice = choice

    @property
    def is_over(self) -> bool:
        return self._choice.is_over

    def page(self) -> Page:
        choice = self._choice
        looks = chain(choice.looks, repeat(ChoiceLook()))
        rows = [
            Button(
                f"{_CHOOSE}{n}", sentence, look.is_main, is_quiet=look.is_quiet, about=look.about
            )
            for n, (sentence, look) in enumerate(zip(choice.choices, looks, strict=False))
        ]
        back = (_back_button(),) if choice.can_go_back else ()
        return Page(
            PageKind.ASK,
            words_shared.title(""),
            heading=choice.question,
            lines=spoken(choice.lines),
            buttons=(*rows, *back, self._leave_button()),
            says=self._messages,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        if done == Press(_BACK):
            self._choice.go_back()
        for number in range(len(self._choice.choices)):
            if done == Press(f"{_CHOOSE}{number}"):
                self._choice.choose(number)


class TypedPage(LeavablePage):
    """A text field for a line."""

    def __init__(self, line: LineInput) -> None:
        super().__init__()
        self._line = line
        self._refused = ""

    @property
    def is_over(self) -> bool:
        return self._line.is_over

    def page(self) -> Page:
        line = self._line
        back = (_back_button(),) if line.can_go_back else ()
        value = self._refused or line.usual
        is_usual = bool(value) and not self._refused
        field = Field(_ANSWER, line.question, _("OK"), value=value, is_usual=is_usual)
        return Page(
            PageKind.ASK,
            words_shared.title(""),
            heading=line.question,
            lines=spoken(line.lines),
            fields=(field,),
            buttons=(*back, self._leave_button()),
            says=self._messages,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        match done:
            case Press(does=does) if does == _BACK:
                self._line.go_back()
            case Typed(name=name, text=typed) if name == _ANSWER:
                self._refused = typed  # to be corrected, not typed again
                self._prompt.show(self._line.enter(typed) or "", "alarm")


class TableForm(Protocol):
    """A table to be opened: all its choices at once."""

    def choices(self) -> Sequence[tuple[str, Sequence[str], int]]:
        """Return the label of each choice, what it offers, and the number of the current value."""

    def choose(self, row: int, number: int) -> None: ...


class FormPage(LeavablePage):
    """A form of several choices, confirmed by the button `go`."""

    def __init__(self, title: str, go: str, form: TableForm) -> None:
        super().__init__()
        self.goes_back = self.is_done = False
        self._title = title
        self._go = go
        self._form = form

    @property
    def is_over(self) -> bool:
        return self.is_done or self.goes_back

    def page(self) -> Page:
        choices = tuple(
            ChoiceRow(
                label,
                tuple(
                    Button(f"{_CHOOSE}{row} {number}", sentence, is_on=number == chosen)
                    for number, sentence in enumerate(offered)
                ),
            )
            for row, (label, offered, chosen) in enumerate(self._form.choices())
        )
        go = Button(_GO, self._go, is_main=True)
        return Page(
            PageKind.ASK,
            words_shared.title(""),
            heading=self._title,
            choices=choices,
            buttons=(go, _back_button()),
            says=self._messages,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        if not isinstance(done, Press):
            return
        self.is_done, self.goes_back = done.does == _GO, done.does == _BACK
        for row, (_label, offered, _chosen) in enumerate(self._form.choices()):
            for number in range(len(offered)):
                if done.does == f"{_CHOOSE}{row} {number}":
                    self._form.choose(row, number)
                    return


class CodePage(LeavablePage):
    """A text field for the words of a room code."""

    def __init__(self, code: CodeInput) -> None:
        super().__init__()
        self._code = code
        self._refused = ""
        self._prompt.show(code.says, "alarm")

    @property
    def is_over(self) -> bool:
        return self._code.is_over

    def page(self) -> Page:
        field = Field(
            _ANSWER,
            _("Room code"),
            _("Join"),
            value=self._refused,
            hint=_("three words"),
            offered=tuple(complete_code("")),
            separator="-",
        )
        return Page(
            PageKind.ASK,
            words_shared.title(_("The room code")),
            heading=self._code.table,
            lines=spoken([text(_(sentences_lobby.ASK_CODE))]),
            fields=(field,),
            buttons=(self._leave_button(),),
            says=self._messages,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        match done:
            case Typed(name=name, text=typed) if name == _ANSWER:
                self._refused = typed  # to be corrected, not typed again
                self._prompt.show(self._code.enter(typed) or "", "alarm")


class TablesPage(LeavablePage):
    """A button for each table on the network, live."""

    def __init__(self, tables: TablesFound) -> None:
        super().__init__()
        self._tables = tables

    @property
    def is_over(self) -> bool:
        return self._tables.is_over

    def look(self) -> bool:
        self._tables.look()
        return False

    def page(self) -> Page:
        buttons = [
            Button(f"{_CHOOSE}{row.number}", spoken([row.line])[0].text)
            for row in self._tables.rows
        ]
        return Page(
            PageKind.ASK,
            words_shared.title(_("Tables on this network")),
            heading=_("Tables on this network"),
            lines=() if buttons else spoken(map(text, self._tables.searching(Device.BUTTON))),
            buttons=(*buttons, self._leave_button()),
            says=self._messages,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        for row in self._tables.rows:
            if done == Press(f"{_CHOOSE}{row.number}"):
                self._prompt.show(self._tables.choose(row) or "")


def page_of(wanted: Input) -> ChoicePage | TypedPage | CodePage:
    """Return the page on which a player answers."""
    match wanted:
        case ChoiceInput():
            return ChoicePage(wanted)
        case LineInput():
            return TypedPage(wanted)
        case CodeInput():
            return CodePage(wanted)
