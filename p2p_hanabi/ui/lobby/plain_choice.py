"""Choose one of a few things in plain mode, by typing its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..kit.console_port import Console, Interrupted
from ..kit.i18n import _
from ..kit.sentences_typed import means, undictated
from ..kit.style import text
from .choice_keys import are_numbers, numbers_of


class LeftChoice(Exception):
    """The player wants to leave, without further questions."""


async def choose_number(
    console: Console, question: str, choices: Sequence[str], *, can_go_back: bool = False
) -> int | None:
    """Return the number of the choice, from 0. An empty line chooses the first or, if that is
    possible, goes back to the previous question (None). Raise `LeftChoice`."""
    keys = numbers_of(choices)
    if are_numbers(choices):
        rows = [f"  {choice}" for choice in choices]
        how = _("Type one of these numbers: {numbers}. Enter takes {first}, q leaves.")
        if can_go_back:
            how = _("Type one of these numbers: {numbers}. Enter goes back, q leaves.")
    else:
        rows = [f"  {number} {choice}" for number, choice in zip(keys, choices, strict=True)]
        how = _("Type a number from 1 to {n}; Enter takes 1, q leaves.")
        if can_go_back:
            how = _("Type a number from 1 to {n}; Enter goes back, q leaves.")
    console.say(text(question, "strong"), *map(text, rows))
    while True:
        console.say(text(how.format(n=len(choices), numbers=", ".join(keys), first=keys[0])))
        try:
            line = await console.read()
        except Interrupted:
            raise LeftChoice from None
        if line is None or line.strip() == "q" or means(line, "quit"):
            raise LeftChoice
        typed = undictated(line)
        if not typed:
            return None if can_go_back else 0
        if typed in keys:
            return keys.index(typed)


async def ask_line(
    console: Console, question: str, fault_of: Callable[[str], str | None]
) -> str | None:
    """Return the first line without a fault; None for an empty one. Raise `LeftChoice`."""
    while True:
        console.say(text(question, "strong"))
        try:
            line = await console.read()
        except Interrupted:
            raise LeftChoice from None
        if line is None:
            raise LeftChoice
        if not line.strip():
            return None
        if (fault := fault_of(line)) is None:
            return line
        console.say(text(fault))
