"""The public state of a game of Ikebana, which all seats compute alike and sign."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from p2p_hanabi.games.common.firework_cards import rank_of, starting_pile
from p2p_hanabi.seam.outcomes import Outcome
from protocol.game import Card, Face, Seat

from .bouquets import FLOWERS, Score
from .outcome import EndReason

ROUNDS = 4
PRESTIGE = 6
"""Each seat's prestige at the start; the bank never runs out (IK3, E16)."""

PACK = starting_pile(6)
"""The 55 cards, the five jokers among them (IK1, E2), faces ascending."""


@dataclass(frozen=True, slots=True)
class Flower:
    """A face-up card: any card that is not in the pile."""

    card: Card
    face: Face

    @property
    def price(self) -> int:
        """The printed value, a joker's too (IK18, E3)."""
        return rank_of(self.face)


@dataclass(frozen=True, slots=True)
class Rules:
    """What is fixed before the first card.

    `coins` decide, after each round but the last, which of several best begins the next one;
    without them, the first in the order of the finished round does (E15).
    """

    seats: int
    first: Seat
    bouquet_final: bool
    show_buried: bool
    coins: tuple[int, ...]

    @property
    def turns(self) -> int:
        """The turns in one round: five of each seat (IK7)."""
        return FLOWERS * self.seats

    def payee(self, payer: Seat, refusal: int) -> Seat:
        """Return who is paid for the k-th refusal of a turn: round the table, without the payer."""
        step = 1 + (refusal - 1) % (self.seats - 1)
        return Seat((payer + step) % self.seats)


# The log


@dataclass(frozen=True, slots=True)
class Shuffled:
    """A new pile of these faces, ascending."""

    turn: int
    faces: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class _OfCard:
    """What a seat did with a card in its turn."""

    turn: int
    seat: Seat
    card: Card
    face: Face


@dataclass(frozen=True, slots=True)
class Drew(_OfCard):
    """The card is face up, to be kept or refused next."""


@dataclass(frozen=True, slots=True)
class Kept(_OfCard):
    """The card went into the bouquet."""


@dataclass(frozen=True, slots=True)
class Refused(_OfCard):
    price: int
    payee: Seat


@dataclass(frozen=True, slots=True)
class Bought(_OfCard):
    price: int
    owner: Seat


@dataclass(frozen=True, slots=True)
class Scored:
    """A round is over. `won` is the prestige of each seat's bouquet, doubled if the round counts
    double (IK31)."""

    round_number: int
    bouquets: tuple[tuple[Flower, ...], ...]
    scores: tuple[Score, ...]
    won: tuple[int, ...]


Entry: TypeAlias = Shuffled | Drew | Kept | Refused | Bought | Scored


# What the game waits for


class Awaited(Enum):
    """What the game waits for, in phases without further data."""

    GATHERING = "gathering"  # all 55 cards are to be shuffled for a new round (IK28)
    RESHUFFLING = "reshuffling"  # the pile is empty: the buried discards make a new one (E14)
    CHOOSING = "choosing"  # the seat whose turn it is draws or buys (IK8)
    DRAWING = "drawing"  # the next card of the pile is being turned over


@dataclass(frozen=True, slots=True)
class Deciding:
    """The seat whose turn it is keeps the drawn card or refuses it (IK9)."""

    drawn: Flower


@dataclass(frozen=True, slots=True)
class Ended:
    outcome: Outcome[EndReason]


Phase: TypeAlias = Awaited | Deciding | Ended


@dataclass(frozen=True, slots=True)
class IkebanaState:
    """`turn` counts the turns of the whole game, `refusals` those of this turn.

    `made` counts the cards of all piles so far. `heaps` are the seats' own discards, the lowest
    card first. `won` has, for each finished round, what each seat's bouquet scored. Bouquets and
    heaps of a finished round remain until the next pile is shuffled.
    """

    rules: Rules
    phase: Phase
    turn: int
    starter: Seat
    refusals: int
    made: int
    pile: int
    prestige: tuple[int, ...]
    bouquets: tuple[tuple[Flower, ...], ...]
    heaps: tuple[tuple[Flower, ...], ...]
    won: tuple[tuple[int, ...], ...]
    log: tuple[Entry, ...]

    @property
    def seat(self) -> Seat:
        """Whose turn it is: all have five in a round, so turns are counted from its starter."""
        return Seat((self.starter + self.turn) % self.rules.seats)

    @property
    def actor(self) -> Seat | None:
        """The seat to act; None while the protocol is at work and after the end."""
        return self.seat if self.phase is Awaited.CHOOSING or self.drawn else None

    @property
    def drawn(self) -> Flower | None:
        """The drawn card that the seat to act decides on; None if there is none."""
        return self.phase.drawn if isinstance(self.phase, Deciding) else None

    @property
    def next_card(self) -> Card:
        return Card(self.made - self.pile)

    @property
    def round_number(self) -> int:
        """The round's number, from 1 to 4; it advances as soon as a round is scored."""
        return min(len(self.won) + 1, ROUNDS)

    @property
    def factor(self) -> int:
        """What this round's bouquets are multiplied by, besides their colours (IK31)."""
        return 2 if self.rules.bouquet_final and self.round_number == ROUNDS else 1

    @property
    def refusal_price(self) -> int:
        """The price of the next refusal: the k-th of a turn costs k (IK10)."""
        return self.refusals + 1

    @property
    def payee(self) -> Seat:
        """Who gets the price of the next refusal (IK11)."""
        return self.rules.payee(self.seat, self.refusal_price)

    @property
    def can_refuse(self) -> bool:
        return self.prestige[self.seat] >= self.refusal_price

    def top(self, owner: Seat) -> Flower | None:
        """Return the only visible discard of a seat; None if there is none."""
        return self.heaps[owner][-1] if self.heaps[owner] else None

    @property
    def buried(self) -> tuple[Face, ...]:
        """The faces of all discards but the tops, ascending."""
        return tuple(sorted(flower.face for heap in self.heaps for flower in heap[:-1]))
