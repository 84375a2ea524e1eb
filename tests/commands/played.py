"""Games that players with dice have played, in memory."""

from __future__ import annotations

from functools import cache
from typing import Any

from p2p_hanabi.commands.records.playback import Playback, of_record
from p2p_hanabi.commands.records.record import Record, play_out
from p2p_hanabi.registry import OPTIONS
from p2p_hanabi.ui.replay.formats import NextMove, Setup
from protocol.encoding import Value
from protocol.game import Options
from tests.any_game import RULES
from tests.builders import Choose, at_random, drive
from tests.fakes import NAMES


@cache
def in_memory(game: str, seats: int) -> Playback:
    return of_record(recorded(game, seats))


def recorded(
    game: str,
    seats: int,
    options: Options | None = None,
    *,
    seed: int = 1,
    choose: Choose | None = None,
) -> Record:
    """A whole game, as if it had been imported; played at random unless somebody chooses."""
    rules = RULES[game]
    whole = drive(rules, options or {}, seats, seed, choose=choose or at_random(seed))
    faces = tuple(face for _, face in sorted(whole.last.faces.items()))
    names_first = any(option.key == "first" for option in OPTIONS[game])
    first: dict[str, Value] = {"first": whole.moves[0][0]} if names_first else {}
    setup: Setup[Any] = Setup({**(options or {}), **first}, NAMES[:seats], faces)
    return play_out(rules, setup, [always(move) for _, move in whole.moves])


def always(move: Any) -> NextMove[Any, Any]:
    return lambda _: move
