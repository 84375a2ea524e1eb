"""The public state of a game of Hanabi, which all seats compute alike and sign."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

from p2p_hanabi.games.common.firework_cards import (
    BASE_COLOURS,
    MULTICOLOUR,
    all_faces,
    colour_of,
    copies,
    of_colour,
    of_rank,
    rank_of,
    starting_pile,
)
from p2p_hanabi.seam.outcomes import Outcome
from protocol.game import Card, Face, Seat

from .moves import Discard, Hint, HintColour, Play, touches
from .outcome import EndReason


class Rating(Enum):
    """How good a score is (HB34, HA6); not for the finale (HF6). Screens have the words."""

    HORRIBLE = 0
    MEDIOCRE = 6
    HONOURABLE = 11
    EXCELLENT = 16
    EXTRAORDINARY = 21
    LEGENDARY = 25
    DIVINE = 30

    @classmethod
    def of(cls, score: int) -> Rating:
        """Return the rating for the score."""
        return max((rating for rating in cls if rating.value <= score), key=lambda r: r.value)


class Multicolour(Enum):
    """Which multicolour cards are in play, and what hints touch them; the values of the option."""

    NONE = False
    FIVE = True  # a sixth colour of five cards (HA1 to HA6)
    TEN = "ten"  # a sixth colour like the others (D26)
    ANY = "any"  # five cards that every colour touches (D27)
    ANY_TEN = "any-ten"  # ten such cards (D28)

    @property
    def colours(self) -> int:
        return BASE_COLOURS + (self is not Multicolour.NONE)


@dataclass(frozen=True, slots=True)
class Rules:
    """What is fixed before the first card: the options, and what follows from them."""

    seats: int
    first: Seat
    multicolour: Multicolour
    colours: int
    blue: int  # tokens at the start, and at most (D9)
    red: int  # the mistake that loses the game
    empty_hints: bool
    announce: bool  # a play may name the colour of its card (HC1)
    finale: bool  # the game goes on to perfection or defeat (HF1, HF6)
    skips: bool  # a seat without a legal move is skipped, instead of the table losing (D19)

    @property
    def announced(self) -> range:
        """The colours that a play may name: all in play, or none without the variant."""
        return range(self.colours if self.announce else 0)

    @property
    def hintable(self) -> range:
        """The colours that a hint may name: not those that every colour touches (D27)."""
        return range(self.colours - self.is_any)

    @property
    def is_any(self) -> bool:
        """Whether hints of every colour touch the multicolour cards (D27)."""
        return self.multicolour in (Multicolour.ANY, Multicolour.ANY_TEN)

    @property
    def is_full(self) -> bool:
        """Whether there are ten multicolour cards (D26, D28)."""
        return self.multicolour in (Multicolour.TEN, Multicolour.ANY_TEN)

    @property
    def hand_size(self) -> int:
        return 5 if self.seats <= 3 else 4

    @property
    def cards(self) -> int:
        return len(self.pile)

    @property
    def pile(self) -> tuple[Face, ...]:
        """The faces of all cards in play, ascending, with duplicates."""
        return starting_pile(self.colours, is_full=self.is_full)

    def copies(self, face: Face) -> int:
        """Return how many cards of this face are in play."""
        return copies(face, is_full=self.is_full)

    def meant_by(self, hint: Hint) -> int:
        """Return the set of faces that a hint is about."""
        if isinstance(hint, HintColour):
            return self.named_by(hint.colour)
        return of_rank(hint.rank, self.colours)

    def is_named(self, face: Face, colour: int) -> bool:
        """Return whether a hint of this colour touches a card of this face."""
        return colour_of(face) == colour or (self.is_any and colour_of(face) == MULTICOLOUR)

    def named_by(self, colour: int) -> int:
        """Return the set of faces that a hint of this colour touches."""
        named = of_colour(colour)
        return named | of_colour(MULTICOLOUR) if self.is_any else named


class Mark(NamedTuple):
    """What all hints so far say about a card: its possible faces, and the colour and rank it was
    touched for. Two different colours touch only a multicolour card (D27): then it is that one."""

    possible: int
    colour: int | None = None
    rank: int | None = None

    def touched_by(self, hint: Hint, meant: int) -> Mark:
        if isinstance(hint, HintColour):
            possible = self.possible & meant
            colour = hint.colour if possible & of_colour(hint.colour) else MULTICOLOUR
            return Mark(possible, colour, self.rank)
        return Mark(self.possible & meant, self.colour, hint.rank)

    def missed_by(self, meant: int) -> Mark:
        return Mark(self.possible & ~meant, self.colour, self.rank)


UNMARKED = {colours: Mark(all_faces(colours)) for colours in (5, 6)}


class Hinted(NamedTuple):
    """A log entry: a hint, and the receiver's hand at the time.

    Log entries are named tuples for the same reason as `HanabiState`.
    """

    turn: int
    seat: Seat
    move: Hint
    hand: tuple[Card, ...]

    @property
    def slots(self) -> tuple[int, ...]:
        return touches(self.move, self.hand)

    @property
    def earned(self) -> int:
        """Blue tokens: a hint costs one (HB15)."""
        return -1


class Played(NamedTuple):
    """A log entry: a card played from position `slot` of the hand, and whether it was `placed`."""

    turn: int
    seat: Seat
    move: Play
    slot: int
    face: Face
    placed: bool

    @property
    def earned(self) -> int:
        """The blue tokens regained if the lid has room: for a 5 (HB28), for its colour (HC3)."""
        return self.placed * ((rank_of(self.face) == 5) + (self.move.announced is not None))


class Discarded(NamedTuple):
    """A log entry: a card discarded from position `slot` of the hand."""

    turn: int
    seat: Seat
    move: Discard
    slot: int
    face: Face

    @property
    def earned(self) -> int:
        """Blue tokens: a discard gets one back (HB21)."""
        return 1


Entry: TypeAlias = Hinted | Played | Discarded


class Tokens(NamedTuple):
    """The blue tokens left, and the red ones taken."""

    blue: int
    red: int = 0

    def after(self, entry: Entry, rules: Rules) -> Tokens:
        """Return the tokens after a move: no more blue ones than there are (HB29), and another red
        one for a mistake (HB24)."""
        blue = min(self.blue + entry.earned, rules.blue)
        return Tokens(blue, self.red + (isinstance(entry, Played) and not entry.placed))


class Awaited(Enum):
    """What the game waits for, in phases without further data."""

    SHUFFLING = "shuffling"  # the pile is not yet shuffled
    FIRST_DEAL = "first deal"  # the hands are not yet dealt
    ACTING = "acting"  # the seat whose turn it is has to move
    DRAWING = "drawing"  # the seat that played or discarded draws the next card of the pile


@dataclass(frozen=True, slots=True)
class Opening:
    """The card of a play or a discard is yet to be opened; its effect is not known."""

    move: Play | Discard


@dataclass(frozen=True, slots=True)
class Ended:
    outcome: Outcome[EndReason]


Phase: TypeAlias = Awaited | Opening | Ended


class HanabiState(NamedTuple):
    """`seat` is whose turn it is, until the next one acts; `marks` match `hands` card by card.

    `turn` counts the moves whose effect is known. `turns_left` is None until the last card is
    drawn. `discards` and `log` are in order, and so is `passed`: the turns that were skipped
    because their seats had left (D25).

    A named tuple, not a dataclass, since each move creates several, in less than half the time.
    """

    rules: Rules
    phase: Phase
    turn: int
    seat: Seat
    blue: int
    red: int
    fireworks: tuple[int, ...]
    pile: int
    hands: tuple[tuple[Card, ...], ...]
    marks: tuple[tuple[Mark, ...], ...]
    discards: tuple[tuple[Card, Face], ...]
    turns_left: int | None
    log: tuple[Entry, ...]
    passed: tuple[tuple[int, Seat], ...] = ()

    @property
    def actor(self) -> Seat | None:
        """The seat to act; None while the protocol is at work and after the end."""
        return self.seat if self.phase is Awaited.ACTING else None

    @property
    def next_card(self) -> Card:
        return Card(self.rules.cards - self.pile)

    @property
    def next_seat(self) -> Seat:
        return Seat((self.seat + 1) % self.rules.seats)


def laid_out(rules: Rules, phase: Phase) -> HanabiState:
    """Return the state before the first deal: no cards in any hand, and no moves made."""
    return HanabiState(
        rules=rules,
        phase=phase,
        turn=0,
        seat=rules.first,
        blue=rules.blue,
        red=0,
        fireworks=(0,) * rules.colours,
        pile=rules.cards,
        hands=((),) * rules.seats,
        marks=((),) * rules.seats,
        discards=(),
        turns_left=None,
        log=(),
    )
