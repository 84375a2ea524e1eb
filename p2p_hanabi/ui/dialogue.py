"""The conversation with one player at a table: a typed line or a look at the table in, lines out.

Without I/O; `plain.py` joins it to a console.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from p2p_hanabi.games.hanabi_moves import Discard, HintColour, HintRank, Move, Play
from p2p_hanabi.games.hanabi_view import HanabiView
from protocol.errors import IllegalMove, NotNow
from protocol.status import Doing

from . import pages, sentences, sentences_end, table_painter
from .knowledge import could_be, hints_on
from .loop import Report
from .narrator import cards_of, hint_meaning
from .news import News
from .port import Company, TablePort
from .style import Line, text
from .typed import Abandon, Act, Misunderstood, Quit, Show, Topic, completions, parse

Question: TypeAlias = Act | Quit | Abandon
"""What is done only after a yes."""


class PlainTable:
    """One seat's table. `asks` says whether moves and leaving are confirmed."""

    def __init__(
        self, port: TablePort, *, asks: bool, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.has_left = False
        self._port = port
        self._asks = asks
        self._company = Company(port.seat, port.names)
        self._news = News(self._company, clock)
        self._asked: Question | None = None
        self._types_no_more = False

    @property
    def is_over(self) -> bool:
        return self.has_left or self._port.ending() is not None

    def look(self) -> Report:
        """What is new. Who can type no more watches until it is their turn, and leaves then."""
        report = self._news.look(self._port)
        view = self._view
        if self._types_no_more and view is not None and view.actor == view.seat:
            leaving = (text(sentences.end_of_input()), *self._do(Quit()))
            return Report((*report.lines, *leaving))
        return report

    def complete(self, line: str) -> list[str]:
        if self._asked is not None:
            return ["yes", "no"]
        return completions(line, self._view, self._company)

    def typed(self, line: str) -> list[Line]:
        """Do what was typed; what is to be said of it besides what `look` will find."""
        if self._asked is not None:
            return self._answered(line.strip().lower(), self._asked)
        try:
            command = parse(line, self._view, self._company)
        except Misunderstood as error:
            return [text(str(error))]
        match command:
            case None:
                return []
            case Show(topic):
                return self._shown(topic)
            case Act(move):
                return self._wanted(command, move)
        return self._ask(command)

    def interrupted(self) -> list[Line]:
        """Ctrl-C or Ctrl-D; a second time it is an answer."""
        if isinstance(self._asked, Quit):
            return self._do(Quit())
        return self._ask(Quit())

    def end_of_input(self) -> list[Line]:
        self._types_no_more = True
        return []

    @property
    def _view(self) -> HanabiView | None:
        """Nobody is to act while the last move is still being agreed on."""
        view = self._port.view()
        if not isinstance(view, HanabiView):
            return None
        settled = self._port.status().doing is Doing.MOVING
        return view if settled else replace(view, actor=None, moves=())

    # -- moves

    def _wanted(self, command: Act, move: Move) -> list[Line]:
        """A move that is not allowed is refused by the table at once, and nothing is asked."""
        view = self._view
        if view is None or view.actor != view.seat:
            who = None if view is None or view.actor is None else self._company.name(view.actor)
            return [text(sentences.not_your_turn(who))]
        return self._ask(command) if move in view.moves else self._do(command)

    def _ask(self, command: Question) -> list[Line]:
        if not self._asks:
            return self._do(command)
        self._asked = command
        match command:
            case Quit():
                return [text(sentences.leave_question())]
            case Abandon():
                return [text(sentences.abandon_question())]
        return [text(sentences.question(self._preview(command.move)))]

    def _answered(self, answer: str, command: Question) -> list[Line]:
        if answer in sentences.YES:
            return self._do(command)
        if answer not in sentences.NO:
            return [text(sentences.yes_or_no())]
        self._asked = None
        stays = isinstance(command, Quit)
        return [text(sentences.staying() if stays else sentences.not_done())]

    def _do(self, command: Question) -> list[Line]:
        self._asked = None
        try:
            match command:
                case Act(move):
                    self._port.play(move)
                case Abandon():
                    self._port.withdraw(sentences_end.WITHDRAWAL_REASON)
                case Quit():
                    self.has_left = True
                    return [text(sentences.left())]
        except IllegalMove as error:
            return [text(sentences.illegal(error))]
        except NotNow:
            return [text(sentences.not_your_turn(None))]
        return []

    def _preview(self, move: Move) -> str:
        """What the move will tell everybody."""
        view = self._view
        if view is None:
            return sentences.not_dealt()
        match move:
            case HintColour(seat=to) | HintRank(seat=to):
                said = hint_meaning(move, cards_of(view.hands[to]))
                return sentences.would_hint(self._company.name(to), said)
            case Play(card=card) | Discard(card=card):
                slot, info = next((i, c) for i, c in enumerate(view.hand) if c.card == card)
                known = f"{hints_on(info, view.colours)}; {could_be(info, view)}"
        if isinstance(move, Play):
            return sentences.would_play(slot, known)
        return sentences.would_discard(slot, known)

    # -- to look at

    def _shown(self, topic: Topic) -> list[Line]:
        status = self._port.status()
        match topic:
            case Topic.HELP:
                return pages.help_page()
            case Topic.RULES:
                return pages.rules_page()
            case Topic.WORDS:
                return [table_painter.words(status.words)]
        links = table_painter.links(self._company, self._port.missing())
        view = self._view
        if view is None or not any(view.hands):
            return [text(sentences.not_dealt()), *links]
        if topic is Topic.TABLE:
            table = table_painter.table(view, self._company)
            return [table_painter.words(status.words), *links, *table]
        return _part(topic, view, self._company)


def _part(topic: Topic, view: HanabiView, company: Company) -> list[Line]:
    match topic:
        case Topic.LOG:
            return table_painter.log(view, company)
        case Topic.DISCARDS:
            return [table_painter.fireworks(view), *table_painter.discards(view)]
        case Topic.ME:
            return table_painter.hand(view, company, company.me)
    return table_painter.hands(view, company)
