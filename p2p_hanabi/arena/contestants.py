"""Who sits at a table of the arena: names of styles, from the first seat on."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain, repeat

from p2p_hanabi.registry import GAMES
from protocol.game import AnyMove, AnyView

from .engine import Choose

TOGETHER = "+"


class UnknownStyle(Exception):
    """There is no style of this name."""


class NeedsItsLike(Exception):
    """This style plays only where all seats play it."""


@dataclass
class Timed:
    """A player whose processor time is taken, in milliseconds for each move."""

    choose: Choose
    took_ms: list[float] = field(default_factory=list)

    def __call__(self, view: AnyView) -> AnyMove:
        began = time.thread_time()
        move = self.choose(view)
        self.took_ms.append(1000 * (time.thread_time() - began))
        return move


def seated(style: str, seats: int) -> list[str]:
    """Return the style of each seat: those named, and the last one for all further seats."""
    names = style.split(TOGETHER)
    return [name for name, _ in zip(chain(names, repeat(names[-1])), range(seats), strict=False)]


def check(game: str, style: str, seats: int) -> None:
    """Raise `UnknownStyle` or `NeedsItsLike`, with the name."""
    names = seated(style, seats)
    for name in style.split(TOGETHER):
        chooser(game, name)
    styles = GAMES[game].styles
    alone = [name for name in names if name in styles and styles[name].needs_its_like]
    if alone and len(set(names)) > 1:
        raise NeedsItsLike(alone[0])


def chooser(game: str, name: str) -> Choose:
    """Return the bot of this style: one of the game's own, or `MODULE:FUNCTION`. Raise
    `UnknownStyle`."""
    if (known := GAMES[game].styles.get(name)) is not None:
        return known.choose
    module, _, function = name.partition(":")
    try:
        choose: Choose = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError):
        raise UnknownStyle(name) from None
    return choose


@contextmanager
def players(game: str, names: Sequence[str]) -> Iterator[list[Timed]]:
    """Yield a player for each name."""
    with ExitStack():
        yield [Timed(chooser(game, name)) for name in names]
