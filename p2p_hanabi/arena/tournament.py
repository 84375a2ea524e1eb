"""Many games in several processes, with the same results for any number of processes."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing.pool import Pool
from random import Random

from p2p_hanabi.registry import GAMES
from protocol.game import Seat

from .contestants import check, players, seated
from .engine import play
from .match import Match
from .measures import GameResult, Measured

_CHUNK = 5  # games given to a process at a time


def measure(match: Match, processes: int, tell: Callable[[int], None]) -> Measured:
    """Play all games; `tell` is called with the number that have just ended."""
    played: list[GameResult] = []
    for game in _all_games(match, processes):
        played.append(game)
        tell(1)
    played.sort(key=lambda one: one.deal)
    return Measured(match.bot_style, match.seats, tuple(played))


def _all_games(match: Match, processes: int) -> Iterator[GameResult]:
    tasks = [(match, deal) for deal in range(match.deals)]
    if processes == 1:
        yield from map(play_deal, tasks)
        return
    with workers(match, processes) as pool:
        yield from pool.imap_unordered(_play_in_worker, tasks, _CHUNK)


def workers(match: Match, processes: int) -> Pool:
    """Start processes that load the game, and exclude it from garbage collection: a full collection
    takes as long as many moves, and would count towards one of them."""
    return multiprocessing.get_context("spawn").Pool(processes, _load, (match,))


def _load(match: Match) -> None:
    check(match.game, match.bot_style, match.seats, has_own=match.own_bot is not None)
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends the workers


def _play_in_worker(task: tuple[Match, int]) -> GameResult:
    """Play one deal, leaving no bot's process behind even if this worker is terminated."""
    signal.signal(signal.SIGTERM, _leave)
    try:
        return play_deal(task)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _leave(_signal: int, _frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
    sys.exit()


def play_deal(task: tuple[Match, int]) -> GameResult:
    """Play one deal. The first style moves one seat further with each deal."""
    match, deal = task
    names = seated(match.bot_style, match.seats)
    shift = deal % match.seats
    plugin = GAMES[match.game]
    with players(match, [*names[-shift:], *names[:-shift]] if shift else names) as all_of_them:
        dice = Random(f"arena {match.seed} {deal}")  # noqa: S311 - must be reproducible
        signed = play(plugin.rules, dict(match.options), all_of_them.timed, dice)
        outcome = plugin.outcome_of(tuple(signed))
        all_of_them.outcome = outcome.facts()
        return GameResult(
            deal=deal,
            outcome=outcome,
            first=Seat(shift),
            took_ms=tuple(each for one in all_of_them.timed for each in one.took_ms),
            asked=sum(bot.asked for bot in all_of_them.own_bots),
            incidents=sum((bot.incidents for bot in all_of_them.own_bots), Counter[str]()),
            kinds=tuple(each for bot in all_of_them.own_bots for each in bot.kinds.values()),
        )
