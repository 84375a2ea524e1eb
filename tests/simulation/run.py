"""Run one seed, with full cryptography or with the stand-in."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Any

from tests.any_game import BOTS, RULES, AnyGame

from .plan import plan_of
from .standin import fast_group
from .tiny import Tiny
from .watch import Broken
from .world import Choose, World

TINY: Mapping[str, AnyGame] = {
    game.name: game
    for game in (
        Tiny(reveals_secrets=True),
        Tiny(reveals_secrets=False),
        Tiny(reveals_secrets=True, splits=True),
    )
}


@dataclass(frozen=True, slots=True)
class Run:
    """The result of a seed."""

    ended: str
    rounds: int
    seconds: float
    counts: Counter[str]


def simulate(
    seed: int,
    game: str = "",
    trouble: str = "",
    *,
    full: bool = False,
    audited: bool = True,
    trace: Callable[[str], None] | None = None,
) -> Run:
    """Run one table. Raise `Broken` with what did not hold, and how to reproduce it."""
    plan = plan_of(seed, game, trouble)
    if trace is not None:
        trace(str(plan))
    rules = TINY.get(plan.game) or RULES[plan.game]
    with nullcontext() if full else fast_group(memo=seed % 10 != 0):
        world = World(plan, rules, _player(plan.game, seed), trace)
        try:
            ended = world.run()
            if audited:
                world.watch.audit(world.tables())
        except Exception as error:
            how = " ".join(
                [f"python -m tests.simulation {seed}", *_flags(game, trouble, full=full)]
            )
            raise Broken(f"{how}: {type(error).__name__}: {error}") from error
    return Run(ended, len(world.watch.rounds), world.seconds, world.counts)


def _flags(game: str, trouble: str, *, full: bool) -> list[str]:
    chosen = {"--game": game, "--trouble": trouble}
    pairs = [part for flag, value in chosen.items() if value for part in (flag, value)]
    return [*pairs, *(["--full"] if full else [])]


def _player(game: str, seed: int) -> Choose:
    """Return a player, mostly a random one, so that games are short; asked again, a bot may choose
    another move."""
    if seed % 4 or game not in BOTS:
        return _any_move
    bot = BOTS[game]

    def mostly_sensible(view: Any, rng: random.Random) -> Any:
        return bot(view) if rng.random() < 0.9 else _any_move(view, rng)

    return mostly_sensible


def _any_move(view: Any, rng: random.Random) -> Any:
    return rng.choice(view.moves)
