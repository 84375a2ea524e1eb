"""A player at a real pipe: what is typed goes in, what is printed is looked at."""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from p2p_hanabi.games.hanabi import moves as hanabi_moves
from p2p_hanabi.games.hanabi.ui.words.sentences import colour_letters
from p2p_hanabi.games.ikebana import moves as ikebana_moves
from p2p_hanabi.games.koikoi import moves as koikoi_moves
from p2p_hanabi.ui.drawing.style import Line, as_text
from p2p_hanabi.ui.kit.console import open_console
from p2p_hanabi.ui.kit.console_port import Console
from p2p_hanabi.ui.lines.plain import play_table
from protocol.game import Card
from tests.any_game import BOTS, SCREENS, AnyPort, bare

React = Callable[[str], str]
"""A printed line in, what the player types then out; nothing is ""."""


class Paper(io.TextIOWrapper):
    """What is printed, as the bytes that a stream of this encoding gets."""

    def __init__(self, encoding: str = "utf-8", react: React = lambda _: "") -> None:
        self.bytes = io.BytesIO()
        super().__init__(self.bytes, encoding=encoding, write_through=True)
        self.react = react
        self.keyboard: int | None = None

    def write(self, words: str) -> int:
        count = super().write(words)
        if self.keyboard is not None and (typed := self.react(words.rstrip("\n"))):
            os.write(self.keyboard, f"{typed}\n".encode())
        return count

    @property
    def lines(self) -> list[str]:
        return self.bytes.getvalue().decode(self.encoding).splitlines()


async def at_a_pipe(
    talk: Callable[[Console], Awaitable[object]], paper: Paper, *typed: str, stays: bool = False
) -> list[str]:
    """`typed` is in the pipe from the start, which then ends unless somebody `stays`."""
    out, into = os.pipe()
    os.write(into, "".join(f"{line}\n" for line in typed).encode())
    if stays:
        paper.keyboard = into
    else:
        os.close(into)
    try:
        with os.fdopen(out) as stdin:
            async with open_console(stdin, paper, {}) as console:
                await talk(console)
    finally:
        if stays:
            paper.keyboard = None
            os.close(into)
    return paper.lines


def plain_lines(lines: Iterable[Line]) -> list[str]:
    return [as_text(line) for line in lines]


def game_of(port: AnyPort) -> str:
    return next(name for name, screen in SCREENS.items() if screen.title == port.screen.title)


def as_typed(port: AnyPort) -> str:
    """What a player types to do what the bot would do."""
    view = bare(port.now.view)
    chosen = BOTS[game_of(port)](view)
    if port.screen.numbers_moves:
        return str(view.moves.index(chosen) + 1)
    match chosen:
        case hanabi_moves.Play(card):
            return f"play {_number(card, view.hand)}"
        case hanabi_moves.Discard(card):
            return f"discard {_number(card, view.hand)}"
        case hanabi_moves.HintColour(seat, colour, _):
            return f"hint {port.now.names[seat]} {colour_letters()[colour]}"
        case hanabi_moves.HintRank(seat, rank, _):
            return f"hint {port.now.names[seat]} {rank}"
        case ikebana_moves.Buy(owner):
            return f"buy {port.now.names[owner]}"
        case koikoi_moves.Play(card):
            return f"play {_number(card, view.hand)}"
        case koikoi_moves.Take(card):
            return f"take {_number(card, view.matches(view.placing.face))}"
        case koikoi_moves.Show():
            return "declare"
        case move:
            return type(move).__name__.lower()


def _number(card: Card, cards: Sequence[Any]) -> int:
    """As players count, from 1."""
    return [each.card for each in cards].index(card) + 1


def played_by_script(
    port: AnyPort, *, also: str = "", encoding: str = "utf-8", calls: str = "Your turn"
) -> Paper:
    """Whenever a line `calls` the player, what the bot would do is typed, after `also`."""

    def react(line: str) -> str:
        if not line.startswith(calls):
            return ""
        return "\n".join(filter(None, (also, as_typed(port))))

    paper = Paper(encoding, react)
    asyncio.run(at_a_pipe(lambda console: play_table(port, console), paper, stays=True))
    return paper
