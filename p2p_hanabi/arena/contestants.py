"""The players at a table of the arena, as names of styles from the first seat on."""

from __future__ import annotations

import reprlib
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from itertools import chain, count, repeat

from p2p_hanabi.own_bots.seated_bot import BotSeat, SeatedBot
from p2p_hanabi.registry import GAMES
from protocol.game import AnyMove, AnyView

from .engine import Choose
from .match import Match

TOGETHER = "+"
OWN = "command"
"""The style of a bot in its own process."""


class UnknownStyle(Exception):
    """There is no style with this name."""


class RequiresSameStyle(Exception):
    """This style works only if all seats play it."""


class StyleBroke(Exception):
    """A custom function raised an error, given by `style`, `error`, `file` and `line_number`."""

    def __init__(self, style: str, error: str, file: str, line: int) -> None:
        super().__init__(style, error, file, line)
        self.style, self.error, self.file, self.line_number = style, error, file, line


class NotOffered(Exception):
    """A custom function returned something that is not one of its view's moves."""

    def __init__(self, style: str, returned: str) -> None:
        super().__init__(style, returned)
        self.style, self.returned = style, returned


@dataclass
class Timed:
    """A player whose processor time is measured, in milliseconds for each move."""

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
    """Raise `UnknownStyle` or `RequiresSameStyle`, with the name, or `StyleBroke`. `has_own`: there
    is a command for bots in their own processes."""
    names = seated(style, seats)
    for name in style.split(TOGETHER):
        if not (has_own and name == OWN):
            chooser(game, name)
    styles = GAMES[game].styles
    alone = [name for name in names if name in styles and styles[name].requires_same_style]
    if alone and len(set(names)) > 1:
        raise RequiresSameStyle(alone[0])


def chooser(game: str, name: str) -> Choose:
    """Return the bot of this style: one of the game's own, or `MODULE:FUNCTION`. Raise
    `UnknownStyle` or `StyleBroke`."""
    if (known := GAMES[game].styles.get(name)) is not None:
        return known.choose
    module, _, function = name.partition(":")
    try:
        choose: Choose = getattr(import_module(module), function)
    except (ImportError, AttributeError, ValueError):
        raise UnknownStyle(name) from None
    except (Exception, SystemExit) as error:
        raise _broke(name, error) from error
    return _checked(name, choose)


def _checked(style: str, choose: Choose) -> Choose:
    """Wrap a custom function, which may do anything."""

    def choose_offered(view: AnyView) -> AnyMove:
        try:
            move = choose(view)
        except (Exception, SystemExit) as error:
            raise _broke(style, error) from error
        if move not in view.moves:
            raise NotOffered(style, reprlib.repr(move))
        return move

    return choose_offered


def _broke(style: str, error: BaseException) -> StyleBroke:
    message = traceback.format_exception_only(error)[-1].strip()
    if isinstance(error, SyntaxError):
        return StyleBroke(style, message, error.filename or "", error.lineno or 0)
    where = traceback.extract_tb(error.__traceback__)[-1]
    return StyleBroke(style, message, where.filename, where.lineno or 0)


@dataclass
class Contestants:
    """The players of one game, from the first seat on. `own_bots` bots will be sent `outcome`."""

    timed: list[Timed] = field(default_factory=list)
    own_bots: list[SeatedBot] = field(default_factory=list)
    outcome: object = None


@contextmanager
def players(match: Match, names: Sequence[str]) -> Iterator[Contestants]:
    """Yield a player for each name, prepared for its first move; processes end with the context."""
    styles = GAMES[match.game].styles
    with ExitStack() as stack:
        all_of_them = Contestants()
        for seat, name in enumerate(names):
            if name == OWN and match.own_bot is not None:
                place = BotSeat(match.game, dict(match.options), seat, len(names))
                bot = SeatedBot(match.own_bot, place)
                stack.callback(_dismiss, bot, all_of_them)
                bot.prepare()
                all_of_them.own_bots.append(bot)
                all_of_them.timed.append(Timed(_asking(bot)))
            else:
                if name in styles:
                    styles[name].prepare(len(names))
                all_of_them.timed.append(Timed(chooser(match.game, name)))
        yield all_of_them


def _dismiss(bot: SeatedBot, contestants: Contestants) -> None:
    bot.close(contestants.outcome)


def _asking(bot: SeatedBot) -> Choose:
    numbers = count(1)
    return lambda view: bot.decide(view, next(numbers)).move
