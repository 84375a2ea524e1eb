"""Random legal moves of Hanabi per second on one core, including the lists of legal moves.

Compared with open_spiel and hanabi-learning-environment if they are installed, interleaved with
ours; `make bench-peers` installs both.

    python -m tests.bench.games
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from p2p_hanabi.games.common.firework_cards import starting_pile
from p2p_hanabi.games.hanabi.rules import Hanabi
from protocol.encoding import Value
from protocol.game import Act, Card, Deal, Face, Open, Over
from tests.bench.clock import interleaved, out, ratio, spent_s

HANABI = Hanabi()
ROUNDS, ROUND_S = 7, 0.3
Play: TypeAlias = Callable[[int, random.Random], int]
"""Plays a whole random game with this number of seats, and returns the number of its moves."""
VARIANTS: dict[str, Value] = {"multicolour": True, "announce": True, "finale": True}


def main() -> None:
    games: dict[str, Play] = {
        "Hanabi": lambda seats, source: our_game(seats, {}, source),
        "Hanabi, all variants": lambda seats, source: our_game(seats, VARIANTS, source),
    }
    for name, module, players in RIVALS:
        try:
            games[name] = players(importlib.import_module(module))
        except ImportError:
            out(f"{name} is not installed here: `make bench-peers` installs it")
    out("random legal moves of Hanabi         2 players            5 players")
    out("                                  a second   ours is    a second   ours is")
    speeds = {seats: interleaved(_of_each(games, seats), ROUNDS) for seats in (2, 5)}
    for place, name in enumerate(games):
        cells = [
            f"{max(of[place]):>12,.0f}{ratio(of[0], of[place]):>10.2f}" for of in speeds.values()
        ]
        out(f"{name:<30}{''.join(cells)}")


def _of_each(games: Mapping[str, Play], seats: int) -> list[Callable[[], float]]:
    return [partial(rate, game, seats) for game in games.values()]


def rate(game: Play, seats: int) -> float:
    source = random.Random(1)  # noqa: S311 - the same games in every round
    moves, start = 0, spent_s()
    while (spent := spent_s() - start) < ROUND_S:
        moves += game(seats, source)
    return moves / spent


def our_game(seats: int, options: dict[str, Value], source: random.Random) -> int:
    state = HANABI.start(options, seats, source.randbytes(32))
    pile = list(starting_pile(state.rules.colours))
    pile.sort(key=lambda _: source.random())  # twice as fast as `shuffle`
    state = HANABI.dealt(HANABI.shuffled(state))
    known = [_seen(state.hands, seat, pile) for seat in range(seats)]
    while True:
        match HANABI.pending(state):
            case Act(seat):
                moves = HANABI.moves(state, seat, known[seat])
                state = HANABI.apply(state, moves[int(source.random() * len(moves))])
            case Open((card,)):
                known[state.seat][card] = pile[card]
                state = HANABI.opened(state, {card: pile[card]})
            case Deal(((card, _),)):
                for other, faces in enumerate(known):
                    if other != state.seat:
                        faces[card] = pile[card]
                state = HANABI.dealt(state)
            case Over():
                return state.turn


def _seen(hands: tuple[tuple[Card, ...], ...], seat: int, pile: list[Face]) -> dict[Card, Face]:
    return {card: pile[card] for s, hand in enumerate(hands) if s != seat for card in hand}


def in_open_spiel(spiel: Any) -> Play:
    games = {seats: spiel.load_game("hanabi", {"players": seats}) for seats in (2, 5)}

    def play(seats: int, source: random.Random) -> int:
        state, moves = games[seats].new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                cards, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(cards, chances)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(source.random() * len(actions))])
                moves += 1
        return moves

    return play


def in_learning_environment(hanabi: Any) -> Play:
    games = {seats: hanabi.HanabiGame({"players": seats}) for seats in (2, 5)}

    def play(seats: int, source: random.Random) -> int:
        state, moves = games[seats].new_initial_state(), 0
        while not state.is_terminal():
            if state.cur_player() == hanabi.CHANCE_PLAYER_ID:
                state.deal_random_card()
            else:
                legal = state.legal_moves()
                state.apply_move(legal[int(source.random() * len(legal))])
                moves += 1
        return moves

    return play


RIVALS: tuple[tuple[str, str, Callable[[Any], Play]], ...] = (
    ("open_spiel", "pyspiel", in_open_spiel),
    (
        "hanabi-learning-environment",
        "hanabi_learning_environment.pyhanabi",
        in_learning_environment,
    ),
)
"""The name, the module to import, and how to play it."""


if __name__ == "__main__":
    main()
