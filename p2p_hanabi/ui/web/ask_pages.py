"""Web pages before a table exists: waiting, choosing, typing, and the tables on the network."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import chain, repeat

from ..drawing.style import text
from ..kit.questions import Prompt
from ..model.device import Device
from ..model.game.areas import Words
from ..model.inputs import ChoiceInput, ChoiceLook, CodeInput, Input, LineInput, TableInput
from ..model.lobby import sentences_lobby
from ..model.lobby.tables_found import TablesFound
from ..model.new_table import TableSetting
from ..model.wait_notice import WaitNotice
from ..words import words_shared
from ..words.i18n import _
from ..words.sentences_questions import STOP_PROGRAM, Question
from ..words.spoken_words import complete_code
from . import words_live as words
from .live_page import Button, ChoiceRow, Done, Field, Page, PageKind, Press, Typed
from .page_parts import answered, asked, spoken

_ADDRESS = "address"
_LEAVE, _BACK, _CHOOSE, _ANSWER, _GO = "leave", "back", "choose ", "typed", "go"


class LeavablePage(ABC):
    """See `PageScene`: a page that can be left at any time, after a question."""

    _leaves_at_once = False

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
            self._prompt.leave(is_asked=not self._leaves_at_once)
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
    return Button(_BACK, _("Go back"), is_quiet=True)


class BusyPage(LeavablePage):
    """A page for waiting on the network, without choices."""

    def __init__(self, waiting: WaitNotice) -> None:
        super().__init__()
        self._waiting = waiting
        self._leaves_at_once = waiting.is_left_at_once

    @property
    def is_over(self) -> bool:
        return self._waiting.is_over

    def page(self) -> Page:
        return Page(
            PageKind.BUSY,
            words_shared.title(""),
            lines=spoken(self._waiting.lines()),
            buttons=(_back_button() if self._waiting.can_go_back else self._leave_button(),),
            messages=self._messages,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        if done == Press(_BACK) and self._waiting.can_go_back:
            self._waiting.is_over = True


class ChoicePage(LeavablePage):
    """A button for each choice."""

    def __init__(self, choice: ChoiceInput) -> None:
        super().__init__()
        self._prompt.show(choice.message, "alarm")
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
            messages=self._messages,
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
            messages=self._messages,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        match done:
            case Press(does=does) if does == _BACK:
                self._line.go_back()
            case Typed(name=name, text=typed) if name == _ANSWER:
                self._refused = typed  # to be corrected, not typed again
                self._prompt.show(self._line.enter(typed) or "", "alarm")


class TableFormPage(LeavablePage):
    """A row of buttons for each setting of a new table."""

    def __init__(self, wanted: TableInput) -> None:
        super().__init__()
        self._wanted = wanted

    @property
    def is_over(self) -> bool:
        return self._wanted.is_over

    def page(self) -> Page:
        table = self._wanted.new_table
        return Page(
            PageKind.ASK,
            words_shared.title(""),
            heading=table.kind.title,
            choices=tuple(map(_choice_row, table.settings)),
            buttons=(Button(_GO, table.confirm, is_main=True), _back_button()),
            messages=self._messages,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        match done:
            case Press(does=does) if does == _GO:
                self._wanted.confirm()
            case Press(does=does) if does == _BACK:
                self._wanted.go_back()
            case Press(does=does) if does.startswith(_CHOOSE):
                key, _equals, typed = does.removeprefix(_CHOOSE).partition("=")
                self._wanted.choose(key, typed)
                self._prompt.show(self._wanted.message, "alarm")


def _choice_row(setting: TableSetting) -> ChoiceRow:
    buttons = (
        Button(
            f"{_CHOOSE}{setting.key}={each.typed}",
            each.sentence,
            is_on=each.typed == setting.current,
        )
        for each in setting.values
    )
    return ChoiceRow(setting.label, tuple(buttons), setting.explanation)


class CodePage(LeavablePage):
    """A text field for the words of a room code."""

    def __init__(self, code: CodeInput) -> None:
        super().__init__()
        self._input = code
        self._refused = ""
        self._prompt.show(code.message, "alarm")

    @property
    def is_over(self) -> bool:
        return self._input.is_over

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
            words_shared.title(self._input.title),
            heading=self._input.table,
            lines=spoken([text(_(sentences_lobby.ASK_CODE))]),
            fields=(field,),
            buttons=(self._leave_button(),),
            messages=self._messages,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        match done:
            case Typed(name=name, text=typed) if name == _ANSWER:
                self._refused = typed  # to be corrected, not typed again
                self._prompt.show(self._input.enter(typed) or "", "alarm")


class TablesPage(LeavablePage):
    """A button for each table on the network, live."""

    def __init__(self, tables: TablesFound) -> None:
        super().__init__()
        self._prompt.show(tables.message)
        self._tables = tables
        self._refused = ""

    @property
    def is_over(self) -> bool:
        return self._tables.is_over

    def look(self) -> bool:
        self._tables.look()
        return False

    def page(self) -> Page:
        buttons = [
            Button(f"{_CHOOSE}{row.number}", spoken([row.described])[0].text)
            for row in self._tables.rows
        ]
        return Page(
            PageKind.ASK,
            words_shared.title(self._tables.title),
            heading=self._tables.title,
            lines=() if buttons else spoken(map(text, self._tables.searching(Device.BUTTON))),
            fields=(self._address(),),
            buttons=(*buttons, self._leave_button()),
            messages=self._messages,
            dialog=asked(self._prompt),
        )

    def _address(self) -> Field:
        hint, label = "192.0.2.7:7000", _("A table's address, if it is not listed")
        return Field(_ADDRESS, label, _("Join"), value=self._refused, hint=hint)

    def _do(self, done: Done) -> None:
        if isinstance(done, Typed) and done.name == _ADDRESS:
            self._refused = done.text  # to be corrected, not typed again
            self._prompt.show(self._tables.dial(done.text) or "", "alarm")
        for row in self._tables.rows:
            if done == Press(f"{_CHOOSE}{row.number}"):
                self._prompt.show(self._tables.choose(row) or "")


def page_of(wanted: Input) -> ChoicePage | TypedPage | CodePage | TableFormPage:
    """Return the page on which a player answers."""
    match wanted:
        case ChoiceInput():
            return ChoicePage(wanted)
        case LineInput():
            return TypedPage(wanted)
        case CodeInput():
            return CodePage(wanted)
        case TableInput():
            return TableFormPage(wanted)
