"""One game in memory: each player sees what the protocol would show to its seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from p2p_hanabi.seam.audiences import may_see
from protocol.encoding import Value
from protocol.game import (
    Act,
    AnyGame,
    AnyMove,
    AnyView,
    Audience,
    Card,
    Deal,
    Everyone,
    Face,
    Known,
    Open,
    Options,
    Over,
    Seat,
    Shuffle,
)

Choose: TypeAlias = Callable[[AnyView], AnyMove]
"""Takes a view in which its seat is to act, and returns a legal move."""


class _Cards:
    """The faces of all cards, and which of them each seat has been shown."""

    def __init__(self, seats: int, dice: Random) -> None:
        self.known: list[dict[Card, Face]] = [{} for _ in range(seats)]
        self._dice = dice
        self._faces: dict[Card, Face] = {}

    def shuffle(self, faces: Sequence[Face]) -> None:
        for face in self._dice.sample(faces, len(faces)):
            self._faces[Card(len(self._faces))] = face

    def deal(self, cards: Sequence[tuple[Card, Audience]]) -> Known:
        """Show each card to its audience, and return those that everybody sees."""
        for card, audience in cards:
            for seat, known in enumerate(self.known):
                if may_see(audience, Seat(seat)):
                    known[card] = self._faces[card]
        return {card: self._faces[card] for card, to in cards if isinstance(to, Everyone)}

    def reveal(self, cards: Sequence[Card]) -> Known:
        return self.deal([(card, Everyone()) for card in cards])


def play(
    game: AnyGame, options: Options, players: Sequence[Choose], dice: Random
) -> Sequence[Value]:
    """Play a game to its end and return its outcome; `dice` alone determine the piles and the coin.

    Raise `IllegalMove` if a player chooses a move that the rules forbid.
    """
    seats = len(players)
    state = game.start(options, seats, dice.randbytes(32))
    cards = _Cards(seats, dice)
    while True:
        match game.pending(state):
            case Act(seat):
                move = players[seat](game.view(state, seat, cards.known[seat]))
                state = game.apply(state, move)
            case Open(opened):
                state = game.opened(state, cards.reveal(opened))
            case Deal(dealt):
                up = cards.deal(dealt)
                state = game.dealt(state)
                state = game.opened(state, up) if up else state
            case Shuffle(faces):
                cards.shuffle(faces)
                state = game.shuffled(state)
            case Over(outcome):
                return outcome
