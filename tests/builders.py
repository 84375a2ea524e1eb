"""Builders for tests: a game played in memory, without keys or peers.

`drive` plays a whole game with a plain pile and keeps for each seat what the protocol would have
shown it: the reference for what a seat may know.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from protocol.game import (
    Act,
    AllBut,
    Audience,
    Card,
    Deal,
    Everyone,
    Face,
    Known,
    Only,
    Open,
    Options,
    Over,
    Pending,
    Seat,
    Shuffle,
)
from tests.any_game import AnyGame

Choose = Callable[[Any], Any]
"""A view in, a legal move out: a bot, or `at_random`."""
Shuffling = Callable[[Sequence[Face]], Sequence[Face]]
"""The faces of a pile in, the same in the order of the pile out."""


@dataclass(frozen=True)
class Step:
    """A table before its next event. `known` is what each seat was shown, `faces` the truth."""

    state: Any
    pending: Pending
    known: tuple[Known, ...]
    faces: Known


@dataclass(frozen=True)
class Driven:
    """A finished game: its last step, and the moves with their seats."""

    last: Step
    moves: tuple[tuple[Seat, Any], ...]

    @property
    def outcome(self) -> tuple[Any, ...]:
        assert isinstance(self.last.pending, Over)
        return tuple(self.last.pending.outcome)


def dice(purpose: str, seed: int) -> random.Random:
    return random.Random(f"{purpose} {seed}")  # noqa: S311 - a test's dice must fall the same again


def beacon(seed: int) -> bytes:
    return dice("beacon", seed).randbytes(32)


def at_random(seed: int) -> Choose:
    """Chooses among the legal moves of any view."""
    source = dice("moves", seed)
    return lambda view: source.choice(view.moves)


def legal(choose: Choose) -> Choose:
    """Chooses as this one does, and what is chosen must be legal."""

    def checked(view: Any) -> Any:
        move = choose(view)
        assert move in view.moves
        return move

    return checked


def drive(game: AnyGame, options: Options, seats: int, seed: int, *, choose: Choose) -> Driven:
    """A whole game; `seed` fixes the piles and the joint coin."""
    moves: list[tuple[Seat, Any]] = []

    def noted(view: Any) -> Any:
        move = choose(view)
        moves.append((view.seat, move))
        return move

    *_, last = walk(game, options, seats, seed, choose=noted)
    return Driven(last, tuple(moves))


def walk(
    game: AnyGame,
    options: Options,
    seats: int,
    seed: int,
    *,
    choose: Choose,
    shuffle: Shuffling | None = None,
) -> Iterator[Step]:
    """The same game, step by step; the last step is pending `Over`."""
    pile = dice("pile", seed)
    shuffle = shuffle or (lambda listed: pile.sample(listed, len(listed)))
    faces: dict[Card, Face] = {}
    known: list[dict[Card, Face]] = [{} for _ in range(seats)]
    shown: tuple[tuple[Known, ...], Known] | None = None  # the same until something is shown
    state = game.start(options, seats, beacon(seed))
    while True:
        pending = game.pending(state)
        if shown is None:
            shown = tuple(dict(one) for one in known), dict(faces)
        yield Step(state, pending, *shown)
        if not isinstance(pending, Act):
            shown = None
        match pending:
            case Shuffle(listed):
                new = shuffle(listed)
                faces |= {Card(len(faces) + k): face for k, face in enumerate(new)}
                state = game.shuffled(state)
            case Deal(cards):
                state = game.dealt(state)
                for card, audience in cards:
                    show(known, card, faces[card], audience)
                up = {card: faces[card] for card, to in cards if isinstance(to, Everyone)}
                state = game.opened(state, up) if up else state
            case Open(opened):
                for card in opened:
                    show(known, card, faces[card], Everyone())
                state = game.opened(state, {card: faces[card] for card in opened})
            case Act(seat):
                state = game.apply(state, choose(game.view(state, seat, known[seat])))
            case Over():
                return


def show(known: list[dict[Card, Face]], card: Card, face: Face, audience: Audience) -> None:
    """Tell those of the audience what the card is."""
    for seat, faces in enumerate(known):
        match audience:
            case Only(holder) if holder != seat:
                continue
            case AllBut(holder) if holder == seat:
                continue
        faces[card] = face
