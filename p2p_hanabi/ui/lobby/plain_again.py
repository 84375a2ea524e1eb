"""After a game, line by line: whether there is to be another, and waiting for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..kit import sentences_shared as sentences
from ..kit.console import Console, Interrupted
from ..kit.i18n import _
from ..kit.loop import Update, converse, never
from ..kit.sentences_typed import means, own_words
from ..kit.style import Line, text
from . import sentences_again

AGAIN = "again"
QUIT = "quit"


async def ask_again(
    console: Console, look: Callable[[str], Sequence[Line] | None] = lambda _: None
) -> bool:
    """Ask for another game: a yes is the whole word; a no is an empty line, or that nobody answers.

    `look` has what is to be seen of the table that has ended; None if a line asks for nothing.
    """
    console.complete = lambda line: completed(line, AGAIN)
    console.say(text(sentences_again.ask_again(), "strong"))
    try:
        while line := (await console.read() or "").strip():
            if means(line, AGAIN) or means(line, QUIT):
                return means(line, AGAIN)
            shown = look(line)
            console.say(*([text(sentences_again.again_or_enter())] if shown is None else shown))
    except Interrupted:
        return False
    finally:
        console.complete = lambda _: ()
    return False


def completed(line: str, english: str) -> list[str]:
    """Complete in the player's language, or in English where only that fits."""
    both = (own_words()[english], english)
    return next(([word] for word in both if word.startswith(line)), [])


class WaitingForHost:
    """Somebody else is awaited; one can only leave."""

    def __init__(self, sentence: str) -> None:
        self.has_left = False
        self._unsaid = [text(sentence), text(sentences_again.how_to_leave())]

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
        return [text(sentences.unknown_command(word)), text(sentences_again.how_to_leave())]

    def interrupted(self) -> list[Line]:
        self.has_left = True
        return []

    def end_of_input(self) -> list[Line]:
        return [text(_("End of input.")), *self.interrupted()]


async def wait_for(sentence: str, console: Console) -> None:
    """Until the player leaves, or this is cancelled."""
    await converse(WaitingForHost(sentence), console, never)
