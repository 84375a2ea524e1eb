"""What docs/examples/rl_bot.py makes of our views, against open_spiel's observations: every bit of
them, and every legal action, before every move of random games at all numbers of players.

    python -m tests.oracle.rl_observation --games 200
"""

from __future__ import annotations

import argparse
import importlib
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from p2p_hanabi.games.common.firework_cards import starting_pile
from p2p_hanabi.registry import GAMES
from protocol.game import Card, Over
from tests.builders import dice
from tests.games.hanabi.table import HANABI
from tests.oracle.hanabi_open_spiel import after, out, same

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "rl_bot.py"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="how many, over 2 to 5 players")
    spiel: Any = importlib.import_module("pyspiel")
    spec = spec_from_file_location("rl_bot", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = module_from_spec(spec)
    spec.loader.exec_module(example)
    games = parser.parse_args().games
    looked = sum(seen_alike(spiel, example, seed) for seed in range(games))
    out(f"{games} games, {looked} observations: no difference")
    return 0


def seen_alike(spiel: Any, example: Any, seed: int) -> int:
    """How many observations were the same; raise `Different`."""
    players, source = 2 + seed % 4, dice("observation", seed)
    theirs = spiel.load_game("hanabi", {"players": players}).new_initial_state()
    pile = source.sample(starting_pile(5), 50)
    faces = dict(zip(map(Card, range(50)), pile, strict=True))
    to_deal = iter(pile)
    state = HANABI.dealt(HANABI.shuffled(HANABI.start({"first": 0}, players, b"")))
    data, looked = GAMES["hanabi"].data, 0
    while True:
        while theirs.is_chance_node():
            theirs.apply_action(next(to_deal))
        if isinstance(HANABI.pending(state), Over):
            return looked
        own = state.hands[state.seat]
        known = {card: face for card, face in faces.items() if card not in own}
        view: Any = HANABI.view(state, state.seat, known)
        seat = example.Seat({"seat": state.seat, "players": players})
        seat.events = data.log(view)
        sentences = data.view(view)
        same(f"observation, seed {seed}", bits(theirs, state.seat), seat.observation(sentences))
        actions = {
            seat.action(sentences, move): view.moves[i] for i, move in enumerate(data.moves(view))
        }
        same(f"actions, seed {seed}", sorted(theirs.legal_actions()), sorted(actions))
        action = source.choice(sorted(actions))
        theirs.apply_action(action)
        state = after(state, actions[action], faces)
        looked += 1


def bits(theirs: Any, seat: int) -> list[int]:
    return [int(bit) for bit in theirs.observation_tensor(seat)]


if __name__ == "__main__":
    sys.exit(main())
