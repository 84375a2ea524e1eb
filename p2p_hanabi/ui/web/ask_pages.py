"""Web pages before a table exists: waiting, choosing, typing, and the tables on the network."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Protocol

from p2p_hanabi.gathering import Notice

from ..kit import words_joined, words_shared
from ..kit.i18n import _
from ..kit.questions import Prompt
from ..kit.sentences_questions import STOP_PROGRAM, Question
from ..kit.spoken_words import BadCode, code_from_words, complete_code
from ..kit.style import Line, text
from ..lobby import lobby_painter, sentences_lobby, sentences_person
from ..lobby.busy_scene import PATIENT_S
from ..lobby.plain_lobby import PATIENT_S as FINDS_BY_S
from ..table.areas import Words
from ..table.port import SearchPort
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
        self._prompt.says = ()
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
        return Button(_LEAVE, _(words.LEAVE))

    @property
    def _says(self) -> tuple[Words, ...]:
        return spoken([self._prompt.says])


class BusyPage(LeavablePage):
    """A page for waiting on the network, without choices."""

    is_over = False

    def __init__(self, sentence: str = "") -> None:
        super().__init__()
        self.sentences = [sentence or _("One moment: searching the network.")]
        self._since = time.monotonic()

    def page(self) -> Page:
        waited = time.monotonic() - self._since
        told = [text(_("So far: {time}.").format(time=words_joined.duration(waited)))]
        return Page(
            PageKind.BUSY,
            words_shared.title(""),
            lines=spoken([*map(text, self.sentences), *told[: waited >= PATIENT_S]]),
            buttons=(self._leave_button(),),
            says=self._says,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        """Do nothing: the player can only leave."""


class ChoicePage(LeavablePage):
    """Choose one of a few things, below some `lines`; see `ChoiceScene`."""

    def __init__(
        self,
        question: str,
        choices: Sequence[str],
        *,
        can_go_back: bool = False,
        says: str = "",
        lines: Sequence[Line] = (),
    ) -> None:
        super().__init__()
        self._prompt.say(says, "alarm")
        self.chosen: int | None = None
        self.goes_back = False
        self._question = question
        self._choices = choices
        self._can_go_back = can_go_back
        self._lines = lines

    @property
    def is_over(self) -> bool:
        return self.chosen is not None or self.goes_back

    def page(self) -> Page:
        rows = [Button(f"{_CHOOSE}{n}", told) for n, told in enumerate(self._choices)]
        back = (Button(_BACK, _(words.BACK)),) if self._can_go_back else ()
        return Page(
            PageKind.ASK,
            words_shared.title(""),
            heading=self._question,
            lines=spoken(self._lines),
            buttons=(*rows, *back, self._leave_button()),
            says=self._says,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        match done:
            case Press(does=does) if does == _BACK and self._can_go_back:
                self.goes_back = True
            case Press(does=does):
                keys = [f"{_CHOOSE}{number}" for number in range(len(self._choices))]
                self.chosen = keys.index(does) if does in keys else None


class TypedPage(LeavablePage):
    """Ask for one line of text, until there is no fault in it; see `TypedScene`."""

    def __init__(
        self,
        question: str,
        fault_of: Callable[[str], str | None],
        *,
        can_go_back: bool = True,
        offered: tuple[str, ...] = (),
    ) -> None:
        super().__init__()
        self.typed: str | None = None
        self.goes_back = False
        self._question = question
        self._fault_of = fault_of
        self._can_go_back = can_go_back
        self._offered = offered
        self._refused = ""

    @property
    def is_over(self) -> bool:
        return self.typed is not None or self.goes_back

    def page(self) -> Page:
        back = (Button(_BACK, _(words.BACK)),) if self._can_go_back else ()
        field = Field(_ANSWER, self._question, _("OK"), value=self._refused, offered=self._offered)
        return Page(
            PageKind.ASK,
            words_shared.title(""),
            heading=self._question,
            fields=(field,),
            buttons=(*back, self._leave_button()),
            says=self._says,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        match done:
            case Press(does=does) if does == _BACK and self._can_go_back:
                self.goes_back = True
            case Typed(name=name, text=typed) if name == _ANSWER:
                if (fault := self._fault_of(typed)) is not None:
                    self._refused = typed  # to be corrected, not typed again
                    self._prompt.say(fault, "alarm")
                else:
                    self.typed = typed


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
                    Button(f"{_CHOOSE}{row} {number}", told, is_on=number == chosen)
                    for number, told in enumerate(offered)
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
            buttons=(go, Button(_BACK, _(words.BACK))),
            says=self._says,
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
    """The room code of a table; see `CodeScene`."""

    def __init__(self, table: str, why: str = "") -> None:
        super().__init__()
        self.code: bytes | None = None
        self._table = table
        self._refused = ""
        self._prompt.say(why, "alarm")

    @property
    def is_over(self) -> bool:
        return self.code is not None

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
            heading=self._table,
            lines=spoken([text(_(sentences_lobby.ASK_CODE))]),
            fields=(field,),
            buttons=(self._leave_button(),),
            says=self._says,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        if not isinstance(done, Typed) or done.name != _ANSWER:
            return
        self._refused = done.text  # unless it is a code
        try:
            self.code = code_from_words(done.text)
        except BadCode as error:
            self._prompt.say(sentences_lobby.no_code(error), "alarm")


class TablesPage(LeavablePage):
    """The tables on the network, live; see `TableChoiceScene`."""

    def __init__(self, finding: SearchPort) -> None:
        super().__init__()
        self.chosen: Notice | None = None
        self._finding = finding
        self._gives_up_at = time.monotonic() + FINDS_BY_S
        self._notices: list[Notice] = []

    @property
    def is_over(self) -> bool:
        return self.chosen is not None

    def look(self) -> bool:
        """Update the list: a table keeps its place, and new ones are appended."""
        there = {notice.table: notice for notice in self._finding.notices()}
        kept = [there.pop(old.table) for old in self._notices if old.table in there]
        self._notices = [*kept, *there.values()]
        return False

    def page(self) -> Page:
        rows = enumerate(self._notices, start=1)
        tables = [
            lobby_painter.table_line(n, notice, self._notices, self._finding.games)
            for n, notice in rows
        ]
        buttons = [
            Button(f"{_CHOOSE}{notice.table.hex()}", told.text)
            for notice, told in zip(self._notices, spoken(tables), strict=True)
        ]
        is_late = time.monotonic() >= self._gives_up_at
        advice = sentences_person.nothing_found_yet(self._finding.reminder)
        told = [_(sentences_lobby.SEARCHING), *([advice] if is_late else [])]
        return Page(
            PageKind.ASK,
            words_shared.title(_("Tables on this network")),
            heading=_("Tables on this network"),
            lines=() if buttons else spoken(map(text, told)),
            buttons=(*buttons, self._leave_button()),
            says=self._says,
            dialog=asked(self._prompt),
        )

    def _do(self, done: Done) -> None:
        for notice in self._notices:
            if done != Press(f"{_CHOOSE}{notice.table.hex()}"):
                continue
            if lobby_painter.can_join(notice):
                self.chosen = notice
            else:
                self._prompt.say(sentences_lobby.cannot_join(notice.name))
