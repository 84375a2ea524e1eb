"""What a player is asked before there is a table, in plain mode."""

from __future__ import annotations

from typing import assert_never

from ..drawing.style import text
from ..kit.console_port import Console, Interrupted
from ..model.choice_keys import are_numbers
from ..model.inputs import ChoiceInput, CodeInput, Input, LineInput, TableChoices, TableInput
from ..model.lobby.sentences_lobby import ASK_CODE
from ..words.i18n import _
from ..words.sentences_typed import means, undictated
from ..words.spoken_words import complete_code


class LeftInput(Exception):
    """The player wants to leave, without further questions."""


async def ask_in_lines(asked: Input, console: Console) -> None:
    """Ask until there is an answer. Raise `LeftInput`."""
    match asked:
        case ChoiceInput():
            await _choose(asked, console)
        case LineInput():
            await _type(asked, console)
        case CodeInput():
            await _type_code(asked, console)
        case TableInput():
            choices = TableChoices(asked)
            while not asked.is_over:
                await _choose(choice := choices.choice(), console)
                choices.take(choice)
        case other:
            assert_never(other)


async def _choose(choice: ChoiceInput, console: Console) -> None:
    """An empty line chooses the first or, if that is possible, goes back."""
    numbers, choices = choice.numbers, choice.choices
    if are_numbers(choices):
        rows = [f"  {each}" for each in choices]
        how = _("Type one of these numbers: {numbers}. Enter takes {first}, q leaves.")
        if choice.can_go_back:
            how = _("Type one of these numbers: {numbers}. Enter goes back, q leaves.")
    else:
        rows = [f"  {number} {each}" for number, each in zip(numbers, choices, strict=True)]
        how = _("Type a number from 1 to {n}; Enter takes 1, q leaves.")
        if choice.can_go_back:
            how = _("Type a number from 1 to {n}; Enter goes back, q leaves.")
    if choice.message:
        console.write(text(choice.message))
    console.write(text(choice.question, "strong"), *choice.lines, *map(text, rows))
    while not choice.is_over:
        facts = {"n": len(choices), "numbers": ", ".join(numbers), "first": numbers[0]}
        console.write(text(how.format(**facts)))
        typed = undictated(line := await _read(console))
        if typed == "q":
            raise LeftInput
        if not line.strip():
            choice.go_back()
            if not choice.is_over:
                choice.choose(0)
        elif typed in numbers:
            choice.choose(numbers.index(typed))


async def _type(line: LineInput, console: Console) -> None:
    """An empty line takes the usual one or, if there is none and that is possible, goes back."""
    console.write(*line.lines)
    while not line.is_over:
        console.write(text(line.question, "strong"))
        if line.usual:
            console.write(text(_("Enter takes {line}.").format(line=line.usual)))
        typed = await _read(console, leaves_by_word=False)
        if not typed.strip() and line.usual:
            typed = line.usual
        if not typed.strip() and line.can_go_back:
            line.go_back()
        elif (fault := line.enter(typed)) is not None:
            console.write(text(fault))


async def _type_code(code: CodeInput, console: Console) -> None:
    if code.message:
        console.write(text(code.message, "alarm"))
    console.write(text(code.table), text(_(ASK_CODE)))
    console.complete = complete_code
    try:
        while not code.is_over:
            words = await _read(console)
            if words.strip() and (fault := code.enter(words)) is not None:
                console.write(text(fault))
    finally:
        console.complete = lambda _: ()


async def _read(console: Console, *, leaves_by_word: bool = True) -> str:
    """Return the next line. Raise `LeftInput` after the last one, or if it says so."""
    try:
        line = await console.read()
    except Interrupted:
        raise LeftInput from None
    if line is None or (leaves_by_word and means(line, "quit")):
        raise LeftInput
    return line
