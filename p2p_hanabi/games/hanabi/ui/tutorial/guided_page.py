"""The first game on a web page: the lesson above the usual table."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.game.areas import Words
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.replies import Explains
from p2p_hanabi.ui.model.table.table_actions import TableAction
from p2p_hanabi.ui.web import words_live as words
from p2p_hanabi.ui.web.live_page import Button, Done, OfferedMove, Page, PlayMove, Press
from p2p_hanabi.ui.web.page_parts import name_of
from p2p_hanabi.ui.web.table_page import TablePage
from p2p_hanabi.ui.words.i18n import _

from ..page import PAGE
from .guided_table import TutorialTable
from .shown_lesson import Clicked, Leaves, Passes, ShownLesson, Tried, followed

GO_ON, LEAVE = "go on", TableAction.LEAVE.value


class GuidedPage:
    """See `PageScene`: the table's page with a lesson on it."""

    def __init__(self, port: TutorialTable) -> None:
        self._port = port
        self._table = TablePage(followed(port, Device.BUTTON), NamedPage("hanabi", PAGE))
        self._lesson = ShownLesson(port, Device.BUTTON)

    @property
    def is_over(self) -> bool:
        return self._table.is_over

    @property
    def has_left(self) -> bool:
        return self._table.has_left

    def look(self) -> bool:
        return self._table.look()

    def page(self) -> Page:
        page, lesson = self._table.page(), self._lesson
        if page.dialog is not None or lesson.is_free:
            return page
        guidance, moves, buttons = lesson.guidance(), list[OfferedMove](), list[Button]()
        for each in lesson.offered():
            match each:
                case Clicked(None):
                    buttons.append(Button(GO_ON, _(words.CONTINUE), is_main=True))
                case Clicked(move):
                    moves += [one for one in page.moves if one.name == name_of(move)]
                case TableAction():
                    buttons.append(Button(each.value, _(words.LEAVE)))
        return replace(
            page,
            messages=tuple(Words(each) for each in (*guidance.about, guidance.asks) if each),
            moves=tuple(moves),
            buttons=tuple(buttons),
            steps=None,
        )

    def do(self, done: Done) -> None:
        """Carry out an action; while a step is open, only the one that it asks for."""
        tried = self._tried(done)
        if tried is None:
            if self._lesson.is_free or self._is_asking:
                self._table.do(done)
            return
        match self._lesson.do(tried):
            case Passes():
                self._table.do(done)
            case Leaves():
                self._table.do(Press(LEAVE))
            case Explains() | None:  # the page shows what is asked for
                pass
            case other:
                assert_never(other)

    def _tried(self, done: Done) -> Tried | None:
        """Return what was tried; None if it is for the table alone, or not offered."""
        match done:
            case Press(does=does) if does in (LEAVE, TableAction.ABANDON.value):
                return TableAction(does)
            case _ if self._lesson.is_free or self._is_asking:
                return None
            case PlayMove(move=name) if (move := self._lesson.move) and name == name_of(move):
                return Clicked(move)
            case Press(does=does) if does == GO_ON:
                return Clicked(None)
        return None

    @property
    def _is_asking(self) -> bool:
        return self._table.page().dialog is not None


GUIDED_PAGE = GuidedPage
