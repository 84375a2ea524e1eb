"""After a game, in plain mode: talk, play again, and wait for the next table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Generic

from p2p_hanabi.gathering import HOST
from protocol.game import Move, View

from ..kit import sentences_shared as sentences
from ..kit.console_port import Console
from ..kit.following import never
from ..kit.i18n import _
from ..kit.loop import Update, converse
from ..kit.sentences_typed import means, own_words
from ..kit.style import Line, text
from ..lines.dialogue import PlainTable
from ..table.company import CompanyNews, company_lines, goes_on, waits_for
from ..table.port import TablePort
from ..table.wishes import Wish, wish_of_line
from . import sentences_again as say

AGAIN = "again"
QUIT = "quit"


class AfterTheGame(Generic[View, Move]):
    """Lets the remaining players talk, review the game, and play again.

    `offers`: the same players can play again.
    """

    def __init__(self, port: TablePort[View, Move], *, offers: bool) -> None:
        self.plays_again = False
        self.has_left = False
        self.wish: Wish | None = None
        self._port = port
        self._table = PlainTable(port, asks=False)
        self._company = CompanyNews()
        self._offers = offers
        leads_on = [text(say.leads_on())] if offers else []
        how = text(say.after(offers=offers), "strong")
        self._unsaid = [*company_lines(port.now), how, *leads_on]

    @property
    def is_over(self) -> bool:
        """Whether to stop, also to carry out a wish such as a replay."""
        return self.has_left or self.plays_again or self.wish is not None

    def look(self) -> Update:
        """Return what the others say and do; play again once nobody is awaited."""
        news = [*self._unsaid, *self._table.heard(), *map(text, self._company.look(self._port.now))]
        self._unsaid = []
        wants = self._port.now.seat in self._port.now.company.again
        self.plays_again = wants and goes_on(self._port.now)
        return Update(tuple(news))

    def complete(self, line: str) -> list[str]:
        wishes = [wish.value for wish in Wish]
        words = (AGAIN, QUIT, *wishes) if self._offers else (QUIT,)
        own = [found for word in words for found in completed(line, word)] if line else []
        return own or self._table.complete(line)

    def typed(self, line: str) -> list[Line]:
        """Carry out a line of input. An empty one does nothing: it may have been meant for the
        game."""
        if not line.strip():
            return []
        if means(line, QUIT):
            return self.interrupted()
        if means(line, AGAIN) and self._offers:
            self._port.want_again()
            return [] if goes_on(self._port.now) else [text(waits_for(self._port.now.names[HOST]))]
        if self._offers and (wish := wish_of_line(line)) is not None:
            self.wish = wish
            return []
        told = self._table.typed_after(line)
        return [text(say.after(offers=self._offers))] if told is None else told

    def interrupted(self) -> list[Line]:
        self.has_left = True
        return []

    def end_of_input(self) -> list[Line]:
        return self.interrupted()


async def stay_after(
    port: TablePort[View, Move],
    console: Console,
    carry_out: Callable[[Wish], Awaitable[Sequence[Line]]],
    *,
    offers: bool,
) -> bool:
    """Run until the player leaves or plays again; return whether it is the latter. `carry_out`
    performs a wish and returns its output."""
    after = AfterTheGame(port, offers=offers)
    while True:
        await converse(after, console, port.changed)
        wish, after.wish = after.wish, None
        if wish is None:
            return after.plays_again
        console.say(*await carry_out(wish))


def completed(line: str, english: str) -> list[str]:
    """Complete a command in the player's language, or in English if only that fits."""
    both = (own_words()[english], english)
    return next(([word] for word in both if word.startswith(line)), [])


class WaitingForHost:
    """Waits for somebody else; the player can only leave."""

    def __init__(self, sentence: str) -> None:
        self.has_left = False
        self._unsaid = [text(sentence), text(say.how_to_leave())]

    @property
    def is_over(self) -> bool:
        return self.has_left

    def look(self) -> Update:
        lines, self._unsaid = tuple(self._unsaid), []
        return Update(lines)

    def complete(self, line: str) -> list[str]:
        return completed(line, QUIT)

    def typed(self, line: str) -> list[Line]:
        word = line.strip()
        if not word:
            return []
        if means(word, QUIT):
            return self.interrupted()
        return [text(sentences.unknown_command(word)), text(say.how_to_leave())]

    def interrupted(self) -> list[Line]:
        self.has_left = True
        return []

    def end_of_input(self) -> list[Line]:
        return [text(_("End of input.")), *self.interrupted()]


async def wait_for(sentence: str, console: Console) -> None:
    """Wait until the player leaves, or this is cancelled."""
    await converse(WaitingForHost(sentence), console, never)
