"""After a game, in plain mode: talk, play again, and wait for the next table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, assert_never

from protocol.game import Move, View

from ..drawing.style import Line, text
from ..kit.console_port import Console
from ..kit.following import never
from ..kit.loop import Update, converse
from ..model.end.shown_end import COMPARE, AtEnd, EndedAction, ShownEnd, Wish
from ..model.replies import Asks, Explains
from ..model.seat.table_port import TablePort
from ..model.table.thinking import ThinkingTimes
from ..words import sentences_shared as sentences
from ..words.i18n import _
from ..words.sentences_questions import Question
from ..words.sentences_typed import means, own_words
from .dialogue import PlainTable

QUIT = "quit"
_ALL: tuple[AtEnd, ...] = (*EndedAction, *Wish)


class PlainEnd(Generic[View, Move]):
    """Lets the remaining players talk, review the game, and play again."""

    def __init__(
        self,
        port: TablePort[View, Move],
        end: ShownEnd[View, Move],
        times: ThinkingTimes | None = None,
    ) -> None:
        self._table = PlainTable(port, asks=False, times=times)
        self._end = end
        self._unsaid = [*end.company(), *_how_to_go_on(end)]

    @property
    def is_over(self) -> bool:
        """Whether to stop, also to carry out a wish such as a replay."""
        return self._end.is_over

    def look(self) -> Update:
        """Return what the others say and do."""
        news = [*self._unsaid, *self._table.remarks(), *map(text, self._end.look())]
        self._unsaid = []
        return Update(tuple(news))

    def complete(self, line: str) -> list[str]:
        words = [_word(action) for action in self._end.offered()]
        own = [found for word in words for found in completed(line, word)] if line else []
        return own or self._table.complete(line)

    def typed(self, line: str) -> list[Line]:
        """Carry out a line of input. An empty one does nothing: it may have been meant for the
        game."""
        if not line.strip():
            return []
        for action in _ALL:
            if means(line, _word(action)):
                return self._do(action)
        lines = self._table.typed_after(line)
        return _how_to_go_on(self._end)[:1] if lines is None else lines

    def interrupted(self) -> list[Line]:
        return self._do(EndedAction.CLOSE)

    def end_of_input(self) -> list[Line]:
        return self.interrupted()

    def _do(self, action: AtEnd) -> list[Line]:
        match self._end.do(action):
            case Explains(lines):
                return list(lines)
            case Asks(question):  # which the whole word has answered
                self._end.confirm(question)
                awaited = self._end.awaited if question is Question.AGAIN else ""
                return [text(awaited)] if awaited else []
            case None:
                return []


async def stay_after(
    port: TablePort[View, Move],
    end: ShownEnd[View, Move],
    console: Console,
    carry_out: Callable[[Wish], Awaitable[Sequence[Line]]],
    *,
    times: ThinkingTimes | None = None,
) -> None:
    """Run until the player leaves or plays again. `carry_out` performs a wish and returns its
    output. `times` are those measured in the game."""
    after = PlainEnd(port, end, times)
    while True:
        await converse(after, console, port.changed)
        if (wish := end.take_wish()) is None:
            return
        console.write(*await carry_out(wish))


def _how_to_go_on(end: ShownEnd[View, Move]) -> list[Line]:
    """Return what can be typed."""
    offered, own = end.offered(), own_words()
    if end.is_practice:
        sentence = _('"{again}" plays this deal again, "{quit}" leaves.')
        return [text(f'{sentence.format(**own)} "{own["replay"]}": {_(COMPARE)}.', "strong")]
    how = _('Type "{say}" and a text to talk, or "{quit}" to leave.')
    if EndedAction.AGAIN in offered:
        how = _(
            'Type "{say}" and a text to talk, "{again}" to play again with the same players, or '
            '"{quit}" to leave.'
        )
    leads_on = _(
        '"{replay}" shows the game again, "{statistics}" how it was played, "{page}" writes a web '
        'page of it, "{history}" lists your games.'
    )
    tries = _(
        '"{what_if}" tries other moves, "{deal}" plays this deal with bots, as practice.'
    ).format(what_if=own["what-if"], deal=own["deal"])
    lines = [text(how.format(**own), "strong")]
    if Wish.REPLAY in offered:
        lines += [text(leads_on.format(**own)), text(tries)]
    if Wish.TOGETHER in offered:
        together = _('"{together}" looks at the game together with the others who are here.')
        lines.append(text(together.format(**own)))
    return lines


def _word(action: AtEnd) -> str:
    """Return what is typed for an action, in English."""
    match action:
        case EndedAction.AGAIN:
            return "again"
        case Wish():
            return action.value
        case EndedAction.CLOSE:
            return QUIT
    assert_never(action)


def completed(line: str, english: str) -> list[str]:
    """Complete a command in the player's language, or in English if only that fits."""
    both = (own_words()[english], english)
    return next(([word] for word in both if word.startswith(line)), [])


class LineWait:
    """Waits for somebody else, or for work of the program; the player can only end that."""

    def __init__(self, how: str, *, begun: str = "", ended: str = "", at_enter: bool) -> None:
        """`how` tells how to end it, also with Enter alone if `at_enter`."""
        self.is_over = False
        self._unsaid = tuple(text(each) for each in (begun, how) if each)
        self._how, self._ended, self._at_enter = how, ended, at_enter

    def look(self) -> Update:
        lines, self._unsaid = self._unsaid, ()
        return Update(lines)

    def complete(self, line: str) -> list[str]:
        return completed(line, QUIT)

    def typed(self, line: str) -> list[Line]:
        word = line.strip()
        if means(word, QUIT) or (self._at_enter and not word):
            return self.interrupted()
        return [text(sentences.unknown_command(word)), text(self._how)] if word else []

    def interrupted(self) -> list[Line]:
        self.is_over = True
        return [text(self._ended)] if self._ended else []

    def end_of_input(self) -> list[Line]:
        return [text(_("End of input.")), *self.interrupted()]


def wait_for_somebody(sentence: str) -> LineWait:
    """Return a wait that the player can leave."""
    how = _('Type "{quit}" to leave.').format(**own_words())
    return LineWait(how, begun=sentence, at_enter=False)


def stoppable_wait() -> LineWait:
    """Return a wait for work of the program that the player can stop."""
    how = _('Enter or "{quit}" stops it.').format(**own_words())
    return LineWait(how, ended=_("Stopped."), at_enter=True)


async def wait_for(sentence: str, console: Console) -> None:
    """Wait until the player leaves, or this is cancelled."""
    await converse(wait_for_somebody(sentence), console, never)
