"""A player at a real pipe: what is typed goes in, what is printed is looked at."""

from __future__ import annotations

import io
import os
from collections.abc import Awaitable, Callable

from p2p_hanabi.games.hanabi_moves import Discard, HintColour, HintRank, Play
from p2p_hanabi.games.hanabi_view import HanabiView
from p2p_hanabi.ui.console import Console, open_console
from p2p_hanabi.ui.sentences_hanabi import LETTERS

from .table_port import BOT

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


def as_typed(view: HanabiView, names: tuple[str, ...]) -> str:
    """What a player types to do what the bot would do."""
    slots = {info.card: slot for slot, info in enumerate(view.hand, start=1)}
    match BOT(view):
        case Play(card):
            return f"play {slots[card]}"
        case Discard(card):
            return f"discard {slots[card]}"
        case HintColour(seat, colour, _):
            return f"hint {names[seat]} {LETTERS[colour]}"
        case HintRank(seat, rank, _):
            return f"hint {names[seat]} {rank}"
    raise AssertionError("no move of Hanabi")
