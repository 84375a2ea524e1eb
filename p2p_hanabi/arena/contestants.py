"""Who sits at a table of the arena: names of styles, from the first seat on."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain, count, repeat

from p2p_hanabi.own_bots.seated_bot import BotCommand, BotSeat, SeatedBot
from p2p_hanabi.registry import GAMES
from protocol.encoding import Value
from protocol.game import AnyMove, AnyView

from .engine import Choose

TOGETHER = "+"
OWN = "command"
"""The style of a bot in a process of its own."""


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


def check(game: str, style: str, seats: int, *, has_own: bool = False) -> None:
    """Raise `UnknownStyle` or `NeedsItsLike`, with the name. `has_own`: there is a command for
    bots in a process of their own."""
    names = seated(style, seats)
    for name in style.split(TOGETHER):
        if not (has_own and name == OWN):
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


@dataclass(frozen=True, slots=True)
class ArenaTable:
    """What is played at one table, and the command of the bots with a process of their own; it is
    absent (None) where there are none."""

    game: str
    options: tuple[tuple[str, Value], ...]
    own: BotCommand | None = None


@dataclass
class Contestants:
    """The players of one game, from the first seat on. `outcome` is for own bots to be told."""

    timed: list[Timed] = field(default_factory=list)
    own: list[SeatedBot] = field(default_factory=list)
    outcome: object = None


@contextmanager
def players(table: ArenaTable, names: Sequence[str]) -> Iterator[Contestants]:
    """Yield a player for each name; processes end with the context."""
    with ExitStack() as stack:
        all_of_them = Contestants()
        for seat, name in enumerate(names):
            if name == OWN and table.own is not None:
                place = BotSeat(table.game, dict(table.options), seat, len(names))
                bot = SeatedBot(table.own, place)
                stack.callback(_dismiss, bot, all_of_them)
                all_of_them.own.append(bot)
                all_of_them.timed.append(Timed(_asking(bot)))
            else:
                _prepare(table.game, name, len(names))
                all_of_them.timed.append(Timed(chooser(table.game, name)))
        yield all_of_them


def _prepare(game: str, name: str, players: int) -> None:
    style = GAMES[game].styles.get(name)
    if style is not None and style.prepare is not None:
        style.prepare(players)


def _dismiss(bot: SeatedBot, contestants: Contestants) -> None:
    bot.close(contestants.outcome)


def _asking(bot: SeatedBot) -> Choose:
    numbers = count(1)
    return lambda view: bot.decide(view, next(numbers)).move
