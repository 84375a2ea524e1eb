"""The first game on a web page: the lesson above the usual table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.model.game.areas import Words
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.table.table_actions import TableAction
from p2p_hanabi.ui.web import words_live as words
from p2p_hanabi.ui.web.live_page import Button, Done, OfferedMove, Page, PlayMove, Press
from p2p_hanabi.ui.web.table_page import TablePage

from ...moves import Move
from ..page import PAGE
from ..screen import SCREEN
from . import sentences_tutorial as say
from .guided_end import followed
from .guided_table import TutorialTable
from .lessons import Step, lessons, open_step

GO_ON, LEAVE = "go on", TableAction.LEAVE.value


class GuidedPage:
    """See `PageScene`: the table's page with a lesson on it.

    While a step is open, only the move that it is about is offered, or a button to continue.
    """

    def __init__(self, port: TutorialTable) -> None:
        self._port = port
        self._table = TablePage(followed(port), NamedPage("hanabi", PAGE))
        self._steps = list(lessons())
        self._wanted: int | None = None

    @property
    def is_over(self) -> bool:
        return self._table.is_over

    @property
    def has_left(self) -> bool:
        return self._table.has_left

    def look(self) -> bool:
        return self._table.look()

    def page(self) -> Page:
        page, step = self._table.page(), open_step(self._steps, self._port.view)
        if page.dialog is not None or not self._steps:
            return page
        leave = Button(LEAVE, _(words.LEAVE))
        if step is None:
            told = (Words(_(say.BOTS_MOVE)),)
            return replace(page, says=told, moves=(), buttons=(leave,), steps=None)
        move = self._move_of(step)
        offered = self._offered(page, move)
        goes_on = (Button(GO_ON, _(words.CONTINUE), is_main=True),) if move is None else ()
        return replace(
            page,
            says=tuple(Words(_(about)) for about in self._about(step, move)),
            moves=offered,
            buttons=(*goes_on, leave),
            steps=None,
        )

    def do(self, done: Done) -> None:
        """Carry out an action; while a step is open, only the one that it asks for."""
        step = open_step(self._steps, self._port.view)
        if not self._steps or done == Press(LEAVE) or self._table.page().dialog is not None:
            self._table.do(done)
        elif step is not None and self._wanted is not None and done == PlayMove(0):
            self._table.do(PlayMove(self._wanted))
            self._drop(2)  # the page has shown the preview, which the next step is about
        elif step is not None and self._move_of(step) is None and done == Press(GO_ON):
            self._drop(1)

    def _drop(self, count: int) -> None:
        del self._steps[:count]
        self._wanted = None

    def _move_of(self, step: Step) -> Move | None:
        """Return the move that the step asks for; None if it is only text."""
        word, *rest = step.line.split() or [""]
        if word not in SCREEN.moves:
            return None
        players = self._port.now.players
        return SCREEN.move(word, rest, self._port.view, players)

    def _offered(self, page: Page, move: Move | None) -> tuple[OfferedMove, ...]:
        self._wanted = None
        offers = PAGE.offers(self._port.view, self._port.now.players)
        for number, offer in enumerate(offers):
            if offer.move == move:
                self._wanted = number
                return (page.moves[number],)
        return ()

    def _about(self, step: Step, move: Move | None) -> Sequence[str]:
        """Return the step's text, and for a move also that of its preview."""
        return (step.about,) if move is None else (step.about, self._steps[1].about)


GUIDED_PAGE = GuidedPage
