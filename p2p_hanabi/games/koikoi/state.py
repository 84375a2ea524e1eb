"""The public state of a game of Koi-Koi, which all seats compute alike and sign."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from p2p_hanabi.games.common.face_sets import bits
from p2p_hanabi.seam.outcomes import Outcome
from protocol.game import Card, Face, Seat

from .hanafuda import CARDS, month_of
from .outcome import EndReason
from .yaku import Made, YakuRules, total_of, yaku_of

HAND_SIZE = 8
TABLE_SIZE = 8
SPECIAL_POINTS = 6  # for a dealt hand that ends the round (KK12, KK13)
DEALER_POINTS = 6  # if the dealer scores in an exhausted round (F23)


class Exhausted(Enum):
    """Who scores when both hands run out after a koi (F23)."""

    NOBODY = "none"
    LAST_KOI = "koi"
    DEALER = "dealer"


@dataclass(frozen=True, slots=True)
class Rules:
    """What is fixed before the first card: the options."""

    rounds: int
    double_from: int
    yaku: YakuRules
    redeal_pairs: bool
    koi_once: bool
    exhausted: Exhausted
    draw_switches: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """A card and its face; in a state, one that everybody has seen."""

    card: Card
    face: Face


class Special(Enum):
    """A dealt hand that ends the round."""

    TESHI = "teshi"  # four of one month (KK12)
    KUTTSUKI = "kuttsuki"  # four pairs of different months (KK13)


# The log.


@dataclass(frozen=True, slots=True)
class Drew:
    """The cards drawn for the first deal, in seat order; `dealer` is None after a tie."""

    cards: tuple[Seen, ...]
    dealer: Seat | None


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The table as dealt; `again` if the cards are dealt again."""

    round: int
    dealer: Seat
    table: tuple[Seen, ...]
    again: bool


@dataclass(frozen=True, slots=True)
class Showed:
    """Cards of a dealt hand that were shown; `special` is None if they score nothing."""

    seat: Seat
    cards: tuple[Seen, ...]
    special: Special | None


@dataclass(frozen=True, slots=True)
class Played:
    """A card played from a hand, and what it captured: nothing if it stays on the table."""

    seat: Seat
    card: Seen
    taken: tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class Turned:
    """A card turned over from the pile, and what it captured."""

    seat: Seat
    card: Seen
    taken: tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class SaidKoi:
    seat: Seat
    base: int


class Why(Enum):
    """What ended a round."""

    SHOBU = "shobu"
    LAST_CARD = "last card"  # a yaku with the last card of the hand (F22)
    KOI_SPENT = "koi spent"  # a new yaku where koi may be said but once (F21)
    SPECIAL_HAND = "special hand"
    EXHAUSTED = "exhausted"


@dataclass(frozen=True, slots=True)
class RoundOver:
    """`points` by seat. `base` is the winner's points before doubling; 0 if no yaku scored."""

    round: int
    why: Why
    winner: Seat | None
    base: int
    yaku: tuple[Made, ...]
    points: tuple[int, int]


Entry: TypeAlias = Drew | LaidOut | Showed | Played | Turned | SaidKoi | RoundOver


# What the game waits for.


class Awaited(Enum):
    """What the game waits for, in phases without further data."""

    DRAW_SHUFFLING = "draw shuffling"  # the pile for the draw is not yet shuffled
    DRAWING = "drawing"  # each seat's drawn card is yet to be opened
    DEALING = "dealing"  # hands and table are not yet dealt
    LAYING_OUT = "laying out"  # the cards of the table are dealt, but not yet opened
    PLAYING = "playing"  # the seat whose turn it is chooses a card of its hand
    TURNING = "turning"  # the next card of the pile is yet to be opened
    CALLING = "calling"  # the base has risen: koi or shobu?


@dataclass(frozen=True, slots=True)
class Shuffling:
    """The pile of a round is not yet shuffled; until then, the last round's cards remain."""

    round: int
    dealer: Seat


@dataclass(frozen=True, slots=True)
class Checking:
    """The seat whose turn it is makes a claim for its dealt hand, or none; `claimed`: the dealer's
    claim."""

    claimed: tuple[tuple[Card, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Showing:
    """The claimed cards of both, the dealer's first, are yet to be opened."""

    claimed: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Opening:
    """A played card is yet to be opened; its effect is not known."""

    card: Card


@dataclass(frozen=True, slots=True)
class Taking:
    """Two cards of the table match this one, which came from the hand or the pile."""

    card: Seen
    from_hand: bool


@dataclass(frozen=True, slots=True)
class Ended:
    outcome: Outcome[EndReason]


Phase: TypeAlias = Awaited | Shuffling | Checking | Showing | Opening | Taking | Ended


class Task(Enum):
    """What the seat to act is to do."""

    CHECK = "check"  # claim something for its dealt hand, or nothing
    PLAY = "play"
    TAKE = "take"  # choose which of two matching cards to capture
    CALL = "call"  # koi or shobu


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's cards and calls in this round.

    `shown` are those cards of the hand that everybody has seen. `base` is what the captured cards
    counted when this seat last said koi, and `koi` how often it did in this round.
    """

    hand: tuple[Card, ...] = ()
    shown: tuple[Seen, ...] = ()
    captured: tuple[Seen, ...] = ()
    base: int = 0
    koi: int = 0

    @property
    def pile(self) -> int:
        """The captured faces, as a set."""
        return bits(seen.face for seen in self.captured)


@dataclass(frozen=True, slots=True)
class KoikoiState:
    """`seat` is whose turn it is; `round` counts from 1 and is 0 until the draw is decided.

    `dealer` and `seat` are meaningless before that. `turn` counts the moves of the whole game.
    `shuffles` counts the piles, and `next_card` is the first card of the newest one neither dealt
    nor turned. `last_koi` is the seat that last said koi in this round. `table` and `log` are in
    order.
    """

    rules: Rules
    phase: Phase
    turn: int
    round: int
    dealer: Seat
    seat: Seat
    shuffles: int
    next_card: Card
    sides: tuple[Side, Side]
    table: tuple[Seen, ...]
    last_koi: Seat | None
    scores: tuple[int, int]
    log: tuple[Entry, ...]

    @property
    def task(self) -> Task | None:
        """What a seat is to do; None while the protocol is at work and after the end."""
        match self.phase:
            case Checking():
                return Task.CHECK
            case Awaited.PLAYING:
                return Task.PLAY
            case Taking():
                return Task.TAKE
            case Awaited.CALLING:
                return Task.CALL
        return None

    @property
    def actor(self) -> Seat | None:
        """The seat to act."""
        return self.seat if self.task else None

    @property
    def other(self) -> Seat:
        return Seat(1 - self.seat)

    @property
    def pile(self) -> int:
        """The number of cards of the newest pile neither dealt nor turned."""
        return CARDS * self.shuffles - self.next_card

    @property
    def side(self) -> Side:
        """The side of the seat whose turn it is."""
        return self.sides[self.seat]

    def matches(self, face: Face) -> tuple[Seen, ...]:
        """Return the cards of the same month on the table (KK15)."""
        return tuple(seen for seen in self.table if month_of(seen.face) == month_of(face))

    def total(self, seat: Seat) -> int:
        return total_of(self.sides[seat].pile, self.rules.yaku)

    def yaku(self, seat: Seat) -> tuple[Made, ...]:
        return yaku_of(self.sides[seat].pile, self.rules.yaku)
