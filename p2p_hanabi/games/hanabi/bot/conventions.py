"""How Hanabi players understand each other's hints: common human conventions, applied to the log.

- The **chop** of a hand is its oldest card not touched by a hint: the next to be discarded.
- A hint is about one card, its **focus**: the chop if it is newly touched, else the newest card
  newly touched, else the newest card touched.
- The focus can be played once all the cards below it that others are known to hold are placed; or,
  on the chop, it must be saved: a last copy, a 5 hinted by rank, a 2 hinted by rank.
- Nobody touches useless cards (so a touched card is assumed to be useful).

What a card is `believed` to be is what logic leaves, less what the conventions exclude. `partners`
identifies the players who do not know the conventions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from p2p_hanabi.games.common.face_sets import bits
from p2p_hanabi.games.common.firework_cards import (
    all_faces,
    colour_of,
    face_of,
    of_colour,
    of_rank,
    rank_of,
)
from protocol.game import Card, Face, Seat

from ..moves import Hint, HintColour, HintRank
from ..state import Discarded, Hinted, Played, Rules
from .partners import Manner, Partners


@dataclass(frozen=True, slots=True)
class Promise:
    """What a hint promises about its focus: its possible faces, and whether to play it.

    `waits`: for cards of seats in between, the face that the focus has instead if that card is
    played at once.
    """

    faces: int
    play: bool
    giver: Seat
    waits: Mapping[Card, int] = field(default_factory=dict)


class Called(NamedTuple):
    """A card that its owner is to play at once, because a hint touched the card that goes on it."""

    card: Card
    focus: Card


@dataclass(slots=True)
class TableKnowledge:
    """The table at one moment of the log, as known to one seat. Sets of faces are bit masks."""

    faces: dict[Card, Face]  # all that the reader knows, including cards no longer in a hand
    fireworks: list[int]
    remaining: list[int]  # of each face, the copies neither discarded nor placed
    holder: dict[Card, Seat]
    partners: Partners
    is_strict: bool  # the first mistake loses: no playing ahead, no guessing what is useful
    touched: dict[Card, Seat] = field(default_factory=dict)  # by whom last
    held: dict[Card, None] = field(default_factory=dict)  # touched cards still in a hand, in order
    promises: dict[Card, Promise] = field(default_factory=dict)
    alone: dict[Card, Promise] = field(default_factory=dict)  # by `points_alone`
    alarmed: set[Card] = field(default_factory=set)  # untouched, but to be kept because of an alarm
    called: dict[Seat, Called] = field(default_factory=dict)  # until that seat's next move
    hinted: dict[Card, int] = field(default_factory=dict)  # faces that all hints leave possible
    exhausted: int = 0  # faces with no copy left
    hands: Sequence[Sequence[Card]] = ()
    is_careful: bool = False
    absent: frozenset[Seat] = frozenset()  # have left the table, and make no moves
    every: int = field(init=False)  # all faces in play
    _playable: int | None = None
    _dead: int | None = None
    _up: dict[Seat, int] = field(default_factory=dict)

    @property
    def colours(self) -> int:
        return len(self.fireworks)

    def __post_init__(self) -> None:
        self.every = all_faces(self.colours)

    def playable(self) -> int:
        """Return the faces that could be placed now; cached, like `dead`, until a card is gone."""
        if self._playable is None:
            heights = enumerate(self.fireworks)
            self._playable = bits([face_of(c, h + 1) for c, h in heights if h < 5])
        return self._playable

    def dead(self) -> int:
        """Return the faces that will never be placed: already placed, or with a lost rank at or
        below them."""
        if self._dead is None:
            self._dead = self._find_dead()
        return self._dead

    def _find_dead(self) -> int:
        dead = 0
        for colour, height in enumerate(self.fireworks):
            first = face_of(colour, 1)
            dead |= _dead_ranks(height, tuple(self.remaining[first : first + 5])) << first
        return dead

    def critical(self) -> int:
        """Return the useful faces with one copy left."""
        last = bits(Face(face) for face, left in enumerate(self.remaining) if left == 1)
        return last & ~self.dead()

    def chop(self, hand: Sequence[Card]) -> Card | None:
        return next((c for c in hand if c not in self.touched and c not in self.alarmed), None)

    def knows_alarm(self, giver: Seat, after: Seat) -> bool:
        """Return whether both seats are assumed to know what an alarm is."""
        return self.partners[giver].conforms and self.partners[after].conforms

    def is_told(self, card: Card) -> bool:
        """Return whether everybody can tell that the owner is to play this card now."""
        live = self.live(card, self.logical(card), Manner.CONVENTIONS)
        return not live & ~self.playable()

    def logical(self, card: Card) -> int:
        """Return the faces that hints and exhausted faces leave possible; everybody can tell."""
        return self.hinted.get(card, self.every) & ~self.exhausted

    def next_up(self, receiver: Seat) -> int:
        """Return the faces that go on top once all cards that others are to play are placed.

        Cached until the next move.
        """
        if (known := self._up.get(receiver)) is None:
            known = self._up[receiver] = self._find_next_up(receiver)
        return known

    def _find_next_up(self, receiver: Seat) -> int:
        coming, playable = 0, self.playable()
        for card in {*self.held, *self.promises}:
            logical = self.logical(card)
            if logical.bit_count() == 1:
                coming |= logical
            elif card in self.faces and self.holder[card] != receiver:
                promise = self.promises.get(card)
                if (promise and promise.play) or not (
                    self.live(card, logical, Manner.CONVENTIONS, receiver) & ~playable
                ):
                    coming |= 1 << self.faces[card]
        up = playable
        for rank in range(2, 6):  # a face comes next if the one below is placed or coming
            below = up & coming & of_rank(rank - 1, self.colours)
            up |= below << 1
        return up

    def promise(self, giver: Seat, hint: Hint, hand: Sequence[Card]) -> tuple[Card, Promise] | None:
        """Return the focus and what the hint promises about it; None if it only informs."""
        match hint:
            case HintRank(_, 5, _):
                return None
        if not hint.touched:
            return None
        chop = self.chop(hand)
        newly = [card for card in hint.touched if card not in self.touched]
        focus = hint.touched[-1]
        if newly:
            focus = chop if chop in newly and chop is not None else newly[-1]
        up = self.playable() if self.is_strict else self.next_up(hint.seat)
        saved = self._saved(hint) if newly and focus == chop else 0
        return focus, Promise(up | saved, play=not saved & ~up, giver=giver)

    def _saved(self, hint: Hint) -> int:
        """Return the faces that this hint may be meant to save on a chop."""
        fives = of_rank(5, self.colours)
        if isinstance(hint, HintColour):
            return self.critical() & ~fives & of_colour(hint.colour)
        saved = of_rank(2, self.colours) & ~self.dead() if hint.rank == 2 else 0
        return (saved | self.critical()) & of_rank(hint.rank, self.colours)

    def interpret(self, entry: Hinted, promised: tuple[Card, Promise] | None) -> None:
        self._up.clear()
        self.touched.update(dict.fromkeys(entry.move.touched, entry.seat))
        self.held.update(dict.fromkeys(entry.move.touched))
        if promised:
            self.promises[promised[0]] = promised[1]
        if points_alone(entry.move):
            self.alone[entry.move.touched[0]] = Promise(self.playable(), True, entry.seat)

    def see(self, entry: Played | Discarded) -> None:
        card, face = entry.move.card, entry.face
        self.promises.pop(card, None)
        self.alone.pop(card, None)
        self.held.pop(card, None)
        self.remaining[face] -= 1
        if not self.remaining[face]:
            self.exhausted |= 1 << face
        self._playable = self._dead = None
        self._up.clear()
        if isinstance(entry, Played) and entry.placed:
            self.fireworks[colour_of(face)] = rank_of(face)

    def live(self, card: Card, logical: int, manner: Manner, blind: Seat | None = None) -> int:
        """Return what an owner of this manner believes a card to be, given what logic leaves.

        If `blind` is given, as far as that seat can tell, which does not see its own hand.
        """
        if manner is Manner.LITERAL:
            return logical
        if manner is Manner.ALONE:
            return (logical & self.playable() if card in self.alone else 0) or logical
        promise, giver = self.promised(card), self.touched.get(card)
        if promise is None and giver is None:
            return logical
        is_of_use = giver is not None and self._means_it(giver) and not self.is_strict
        useless = self.dead() | self.pointed_at_before(card, blind) if is_of_use else 0
        return believed(logical, promise, touched=is_of_use, dead=useless)

    def pointed_at_before(self, card: Card, blind: Seat | None = None) -> int:
        """Return the faces of the cards in other hands that were touched before this one."""
        unseen, faces = (self.holder[card], blind), 0
        for other in self.held:
            if other == card:
                break
            if self.holder[other] not in unseen and other in self.faces:
                faces |= 1 << self.faces[other]
        return faces

    def promised(self, card: Card) -> Promise | None:
        """Return the promise about a card, according to the giver's manner."""
        promise = self.promises.get(card)
        if promise is None or self._means_it(promise.giver):
            return promise
        return self.alone.get(card)

    def _means_it(self, giver: Seat) -> bool:
        return self.partners[giver].gives is Manner.CONVENTIONS


def is_careful(red: int, rules: Rules) -> bool:
    """Return whether one more mistake loses the game, so that only certain cards are played.

    Not where the first mistake loses: that would rule out all conventions; they are strict instead.
    """
    return 1 < rules.red == red + 1


def points_alone(hint: Hint) -> bool:
    """Return whether a beginner takes this as "play it": a hint at one card, unless it says 5."""
    return len(hint.touched) == 1 and not (isinstance(hint, HintRank) and hint.rank == 5)


def believed(logical: int, promise: Promise | None, *, touched: bool, dead: int) -> int:
    """Return what its owner believes a card to be, given what logic leaves possible.

    Logic comes first, then usefulness, then the promise; whatever contradicts logic is ignored.
    """
    live = logical
    if touched and live & ~dead:
        live &= ~dead
    if promise and live & promise.faces:
        live &= promise.faces
    return live


@lru_cache(maxsize=1 << 14)
def _dead_ranks(height: int, left: tuple[int, ...]) -> int:
    """Return which ranks of a colour will never be placed; the lowest bit stands for 1."""
    lost = next((rank for rank in range(height + 1, 6) if not left[rank - 1]), 6)
    return bits(Face(rank - 1) for rank in range(1, 6) if rank <= height or rank >= lost)


@lru_cache(maxsize=1 << 14)
def bits_of(faces: tuple[Face, ...]) -> int:
    """Return the set of these faces; cached, since the same sets recur."""
    return bits(faces)
