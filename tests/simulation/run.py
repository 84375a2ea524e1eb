"""Run one seed, with full cryptography or with the stand-in."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from p2p_hanabi.bots import BOTS
from p2p_hanabi.games import GAMES
from protocol.game import AnyGame

from .plan import plan_of
from .standin import fast_group
from .tiny import Tiny
from .watch import Broken
from .world import Choose, World

TINY: Mapping[str, AnyGame] = {
    game.name: game for game in (Tiny(reveals_secrets=True), Tiny(reveals_secrets=False))
}


@dataclass(frozen=True, slots=True)
class Run:
    """A seed that was run to its end."""

    transcript: bytes
    rounds: int
    seconds: float
    counts: Counter[str]


def simulate(
    seed: int,
    game: str = "",
    *,
    full: bool = False,
    audited: bool = True,
    trace: Callable[[str], None] | None = None,
) -> Run:
    """One table. `Broken` says what did not hold and how to see it again."""
    plan = plan_of(seed, game)
    if trace is not None:
        trace(str(plan))
    rules = TINY.get(plan.game) or GAMES[plan.game]
    with nullcontext() if full else fast_group(memo=seed % 10 != 0):
        world = World(plan, rules, _player(plan.game, seed), trace)
        try:
            transcript = world.run()
            if audited:
                world.watch.audit(transcript)
        except Exception as error:
            how = " ".join([f"python -m tests.simulation {seed}", *_flags(game, full=full)])
            raise Broken(f"{how}: {type(error).__name__}: {error}") from error
    return Run(transcript, len(world.watch.rounds), world.now, world.counts)


def _flags(game: str, *, full: bool) -> list[str]:
    return [*(["--game", game] if game else []), *(["--full"] if full else [])]


def _player(game: str, seed: int) -> Choose:
    """Mostly folly, so that games are short; a bot that is asked again may choose another move."""
    if seed % 4 or game not in BOTS:
        return _any_move
    bot = BOTS[game]

    def mostly_sensible(view: Any, rng: random.Random) -> Any:
        return bot(view) if rng.random() < 0.9 else _any_move(view, rng)

    return mostly_sensible


def _any_move(view: Any, rng: random.Random) -> Any:
    return rng.choice(view.moves)
