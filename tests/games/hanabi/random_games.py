"""Games of Hanabi with random options: whole, deep, with departed seats and reordered hands."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from p2p_hanabi.games.hanabi.moves import Discard, HintColour, HintRank, Move, Play
from p2p_hanabi.games.hanabi.options import OPTIONS
from p2p_hanabi.games.hanabi.rules import Hanabi
from p2p_hanabi.games.hanabi.state import HanabiState
from p2p_hanabi.games.hanabi.ui.screen import SCREEN
from p2p_hanabi.games.hanabi.view import HanabiView
from p2p_hanabi.ui.model.game.game_screen import as_seen
from protocol.game import Act, Card, Deal, Everyone, Known, Open, Over, Seat, Shuffle
from protocol.peer.remarks import Arrangement
from tests.any_game import BOTS
from tests.builders import beacon, show

from .worlds import colour_and_rank

HANABI = Hanabi()
BY_BOTS = 0.3
"""The share of games of bots, who now and then make another move."""
GONE_ONCE_IN = 15
"""A seat leaves about once in this many turns, if the table may go on without it."""


@dataclass
class Position:
    """A table, what each seat has seen, the faces of all cards dealt, and hands in their owners'
    order."""

    state: HanabiState
    known: Sequence[dict[Card, Any]]
    faces: dict[Card, Any]
    orders: Sequence[Arrangement]

    def view(self, seat: Seat, seen: Known | None = None) -> HanabiView:
        view = HANABI.view(self.state, seat, self.known[seat] if seen is None else seen)
        return as_seen(SCREEN, view, self.orders)


def tables(seed: str) -> Iterator[Position]:
    """The positions of a game with random options, played by those who see a bit too much."""
    rolled = random.Random(seed)  # noqa: S311 - a test's dice must fall the same again
    seats = rolled.randint(2, 5)
    options = _options(seats, rolled)
    state = HANABI.start(options, seats, beacon(rolled.randrange(1000)))
    faces: dict[Card, Any] = {}
    known: list[dict[Card, Any]] = [{} for _ in range(seats)]
    orders: list[Arrangement] = []
    gone: set[Seat] = set()
    skill = rolled.choice((0.2, 0.6, 0.8))
    by_bots = rolled.random() < BY_BOTS

    def move(state: HanabiState) -> Move:
        view = HANABI.view(state, state.seat, known[state.seat])
        if by_bots and rolled.random() < 0.95:
            return BOTS["hanabi"](view)  # type: ignore[no-any-return]
        return _move(view.moves, state, faces, skill=skill, rolled=rolled)

    while True:
        yield Position(state, [dict(each) for each in known], dict(faces), tuple(orders))
        match HANABI.pending(state):
            case Shuffle(listed):
                shuffled = rolled.sample(listed, len(listed))
                faces |= {Card(n): face for n, face in enumerate(shuffled)}
                state = HANABI.shuffled(state)
            case Deal(cards):
                state = HANABI.dealt(state)
                for card, audience in cards:
                    show(known, card, faces[card], audience)
            case Open(opened):
                for card in opened:
                    show(known, card, faces[card], Everyone())
                state = HANABI.opened(state, {card: faces[card] for card in opened})
            case Act(seat):
                if not gone and options["escrow"] and rolled.random() < 1 / GONE_ONCE_IN:
                    gone.add(seat)
                hand = state.hands[seat]
                if rolled.random() < 0.05 and hand:
                    order = tuple(rolled.sample(hand, len(hand)))
                    orders.append(Arrangement(len(state.log), seat, order))
                state = HANABI.passed(state) if seat in gone else HANABI.apply(state, move(state))
            case Over():
                return


def _options(seats: int, rolled: random.Random) -> dict[str, Any]:
    options: dict[str, Any] = {each.key: rolled.choice(each.allowed) for each in OPTIONS}
    options["escrow"] = rolled.choice((False, "trusting" if seats == 3 else seats > 3))
    options["finale"] = rolled.random() < 0.3
    options["first"] = rolled.choice((None, *range(seats)))
    return options


def _move(
    moves: Sequence[Move], state: HanabiState, faces: Known, *, skill: float, rolled: random.Random
) -> Move:
    """Mostly plays what fits and spares what does not, so that games go on."""
    if rolled.random() < skill:
        for move in moves:
            if isinstance(move, Play) and move.announced is None:
                colour, rank = colour_and_rank(faces[move.card])
                if state.fireworks[colour] == rank - 1:
                    return move
        moves = [each for each in moves if not isinstance(each, Play)] or moves
    kinds: list[list[Move]] = [
        [each for each in moves if isinstance(each, Play)],
        [each for each in moves if isinstance(each, Discard)],
        [each for each in moves if isinstance(each, HintColour | HintRank)],
    ]
    return rolled.choice(rolled.choice([kind for kind in kinds if kind]))
