"""What one seat may see in Hanabi: the only input of screens and bots.

A view is built from the public state and the faces that its seat knows; a card whose face the seat
does not know is a `HiddenCard`, which has no face at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import combinations
from operator import or_
from typing import TypeAlias

from p2p_hanabi.games.common.face_sets import listed
from p2p_hanabi.games.common.firework_cards import colour_of, face_of, rank_of
from p2p_hanabi.seam.outcomes import Outcome
from protocol.game import Card, Face, Known, Seat

from .moves import Discard, Move, Play
from .outcome import EndReason
from .state import Ended, Entry, HanabiState, Mark, Opening, Rating, Rules


@dataclass(frozen=True, slots=True)
class HiddenCard:
    """A card as its owner knows it.

    `colour` and `rank` are those it was touched for, else None. `hinted` are the faces that the
    hints alone leave possible, which anybody can tell. `deduced` are those left once the owner also
    counts the face-up cards and the hands that both the owner and the seat of this view see: never
    fewer than the owner deduces, exactly those if the owner is the viewer.
    """

    card: Card
    colour: int | None
    rank: int | None
    hinted: tuple[Face, ...]
    deduced: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class SeenCard(HiddenCard):
    """A card whose face the seat of this view knows."""

    face: Face


CardInfo: TypeAlias = SeenCard | HiddenCard
FacesOf: TypeAlias = Callable[[CardInfo], Sequence[Face]]
"""Which faces a card may have, to somebody."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A play or discard that everybody knows of, whose card is being opened."""

    seat: Seat
    move: Play | Discard


@dataclass(frozen=True)
class HanabiView:
    """The table as seen from one seat. Hands are in hand order, the oldest card first.

    `actor` is None while a card is being opened or dealt, and after the end; `waiting` unless a
    card is being opened; `turns_left` until the last card is drawn, and always with the finale;
    `outcome` until the end. `rules` includes the variants in play.
    `moves` are the legal moves, if this seat is to act. `log` and `discards` are in order.
    """

    seat: Seat
    rules: Rules
    turn: int
    actor: Seat | None
    blue: int
    red: int
    fireworks: tuple[int, ...]
    pile: int
    hands: tuple[tuple[CardInfo, ...], ...]
    discards: tuple[tuple[Card, Face], ...]
    turns_left: int | None
    waiting: Waiting | None
    outcome: Outcome[EndReason] | None
    moves: tuple[Move, ...]
    log: tuple[Entry, ...]
    passed: tuple[tuple[int, Seat], ...] = ()

    @property
    def players(self) -> int:
        return self.rules.seats

    @property
    def hand(self) -> tuple[CardInfo, ...]:
        """This seat's own hand."""
        return self.hands[self.seat]

    @property
    def colours(self) -> int:
        return len(self.fireworks)

    @property
    def score(self) -> int:
        """The sum of the fireworks; `outcome` has the score that counts (D4)."""
        return sum(self.fireworks)

    @property
    def max_score(self) -> int:
        """The score with every firework complete (HB31, HA4)."""
        return 5 * self.colours

    @property
    def rating(self) -> Rating | None:
        """The rating of the outcome; None before the end, and with the finale (HF6)."""
        if self.outcome is None or self.rules.finale:
            return None
        return Rating.of(self.outcome.score)

    @cached_property
    def remaining(self) -> tuple[int, ...]:
        """The number of copies of each face neither discarded nor placed."""
        return _left(self.rules, self.fireworks, self.discards)

    def copies_left(self, face: Face) -> int:
        """Return the number of copies that are not lost: neither discarded nor placed, nor seen in
        the hand of a seat that is gone (D25)."""
        return self._unlost[face]

    @cached_property
    def _unlost(self) -> Sequence[int]:
        left = list(self.remaining)
        for seat in self._gone:
            for info in self.hands[seat]:
                if isinstance(info, SeenCard):
                    left[info.face] -= 1
        return left

    @cached_property
    def reachable(self) -> tuple[int, ...]:
        """The height that each firework can reach: below its first rank with none `remaining`."""
        return _heights(self.fireworks, self.remaining)

    @cached_property
    def uncut(self) -> tuple[int, ...]:
        """The same, also without the cards of seats that are gone."""
        return _heights(self.fireworks, self._unlost)

    @cached_property
    def within_reach(self) -> tuple[int, ...]:
        """The height that each firework can still reach before the end, as far as this seat can
        know: exact in the last round if only one's own hand is hidden."""
        if self.outcome is not None:
            return self.fireworks
        if self._last_ways is not None:
            return tuple(map(max, zip(*self._last_ways, strict=True)))
        plays = self._plays_left
        heights = zip(self.uncut, self.fireworks, strict=True)
        return tuple(min(uncut, now + plays) for uncut, now in heights)

    @cached_property
    def reachable_score(self) -> int:
        """The highest score still possible, as far as this seat can know.

        In the last round it is exact if only one's own hand is hidden; before, it is a bound by the
        cards that can still be placed and the turns left to place them.
        """
        if self.outcome is not None:
            return self.score
        if self._last_ways is not None:
            return max(map(sum, self._last_ways))
        return min(sum(self.uncut), self.score + self._plays_left)

    @property
    def turns_to_come(self) -> int | None:
        """The turns of the last round that will not be skipped (D25)."""
        if self.turns_left is None:
            return None
        seats = [Seat((self._whose + ahead) % self.players) for ahead in range(self.turns_left)]
        return sum(seat not in self._gone for seat in seats)

    @property
    def _whose(self) -> Seat:
        """Whose turn it is in the last round."""
        if self.waiting is not None:
            return self.waiting.seat
        return self.seat if self.actor is None else self.actor

    @property
    def _gone(self) -> frozenset[Seat]:
        """The seats whose turns are skipped, and which play no more cards (D25)."""
        return frozenset(seat for _, seat in self.passed)

    @property
    def _plays_left(self) -> int:
        """The number of cards that can still be played: each draws one from the pile, then comes
        the last round (HB32); with the finale, hands are played until they are empty (HF1)."""
        is_drawn = self.actor is None and self.waiting is None  # the next card; it is still counted
        if not self.rules.finale:
            return self.pile - is_drawn + self.players - len(self._gone)
        return self.pile + sum(len(h) for s, h in enumerate(self.hands) if s not in self._gone)

    @cached_property
    def possible_score(self) -> int:
        """The highest score that the cards face up, the hints and the turns left allow: the same
        for all seats, which need not have seen each other's cards for it (D29)."""
        if self.outcome is not None:
            return self.score
        if self.turns_left is not None:
            return max(map(sum, self._ways(self.turns_left, self._in_public)))
        return min(sum(self.reachable), self.score + self._plays_left)

    @cached_property
    def _last_ways(self) -> Collection[tuple[int, ...]] | None:
        """All fireworks that the last round can reach if each seat places one card or none; None
        before it."""
        return None if self.turns_left is None else self._ways(self.turns_left, _faces)

    def _in_public(self, info: CardInfo) -> Sequence[Face]:
        """Return the faces that everybody can tell that a card may have."""
        return [face for face in info.hinted if self.remaining[face]]

    def _ways(self, turns: int, faces_of: FacesOf) -> Collection[tuple[int, ...]]:
        """Return all fireworks that these turns can reach if each places one card or none."""
        ways = {self.fireworks}
        for ahead in range(turns):
            faces = self._playable_by(Seat((self._whose + ahead) % self.players), faces_of)
            ways |= {
                (*way[:colour], rank, *way[colour + 1 :])
                for way in ways
                for colour, rank in faces
                if way[colour] == rank - 1
            }
        return ways

    def _playable_by(self, seat: Seat, faces_of: FacesOf) -> frozenset[tuple[int, int]]:
        """Return the colour and rank of each card that this turn may place.

        With the pile empty, every unseen card is in a hidden hand. So if there is only one hidden
        hand, each face that a hidden card may have is on some card of that hand.
        """
        cards, colours = self.hands[seat], range(self.colours)
        if seat in self._gone:
            return frozenset()
        if self.waiting is not None and self.waiting.seat == seat:
            move = self.waiting.move
            if isinstance(move, Discard):
                return frozenset()
            cards = tuple(info for info in cards if info.card == move.card)
            if move.announced is not None:
                colours = range(move.announced, move.announced + 1)
        faces = {face for info in cards for face in faces_of(info)}
        return frozenset((colour_of(f), rank_of(f)) for f in faces if colour_of(f) in colours)

    def placed(self, face: Face) -> bool:
        return rank_of(face) <= self.fireworks[colour_of(face)]

    def playable(self, face: Face) -> bool:
        """Return whether a card of this face could be placed now."""
        return rank_of(face) == self.fireworks[colour_of(face)] + 1

    def dead(self, face: Face) -> bool:
        """Return whether a card of this face can never be placed: already placed, or out of
        reach."""
        return self.placed(face) or rank_of(face) > self.within_reach[colour_of(face)]

    def critical(self, face: Face) -> bool:
        """Return whether it takes the last copy of this face that is not lost to go on."""
        return self._unlost[face] == 1 and not self.dead(face)


def view_of(state: HanabiState, seat: Seat, known: Known, moves: tuple[Move, ...]) -> HanabiView:
    rules, phase = state.rules, state.phase
    left = _left(rules, state.fireworks, state.discards)
    return HanabiView(
        seat=seat,
        rules=rules,
        turn=state.turn,
        actor=state.actor,
        blue=state.blue,
        red=state.red,
        fireworks=state.fireworks,
        pile=state.pile,
        hands=tuple(_hand(state, Seat(owner), known, left) for owner in range(rules.seats)),
        discards=state.discards,
        turns_left=state.turns_left,
        waiting=Waiting(state.seat, phase.move) if isinstance(phase, Opening) else None,
        outcome=phase.outcome if isinstance(phase, Ended) else None,
        moves=moves,
        log=state.log,
        passed=state.passed,
    )


def _faces(info: CardInfo) -> Sequence[Face]:
    """Return the faces that a card may have to the seat of this view."""
    return (info.face,) if isinstance(info, SeenCard) else info.deduced


def _heights(fireworks: tuple[int, ...], left: Sequence[int]) -> tuple[int, ...]:
    """Return the height that each firework can reach with the copies of each face left."""
    return tuple(
        next((r - 1 for r in range(h + 1, 6) if not left[face_of(c, r)]), 5)
        for c, h in enumerate(fireworks)
    )


def _left(
    rules: Rules, fireworks: tuple[int, ...], discards: tuple[tuple[Card, Face], ...]
) -> tuple[int, ...]:
    left = [rules.copies(Face(face)) for face in range(5 * len(fireworks))]
    for _, face in discards:
        left[face] -= 1
    for colour, height in enumerate(fireworks):
        for rank in range(1, height + 1):
            left[face_of(colour, rank)] -= 1
    return tuple(left)


def _hand(
    state: HanabiState, owner: Seat, known: Known, left: Sequence[int]
) -> tuple[CardInfo, ...]:
    marks = state.marks[owner]
    unseen = list(left)
    for seat, hand in enumerate(state.hands):
        for card in hand:
            if seat != owner and card in known:
                unseen[known[card]] -= 1
    deduced = _deduced([mark.possible for mark in marks], unseen)
    return tuple(
        _info(card, mark, faces, known)
        for card, mark, faces in zip(state.hands[owner], marks, deduced, strict=True)
    )


def _info(card: Card, mark: Mark, deduced: int, known: Known) -> CardInfo:
    hinted, faces = listed(mark.possible), listed(deduced)
    if card in known:
        return SeenCard(card, mark.colour, mark.rank, hinted, faces, known[card])
    return HiddenCard(card, mark.colour, mark.rank, hinted, faces)


def _deduced(possible: list[int], unseen: Sequence[int]) -> list[int]:
    """Return the faces that each card has in at least one deal, given the copies that its owner
    does not see.

    A face is excluded if it has no copy left, or if other cards need all its copies: as many cards
    as all the faces that they may have have copies (Hall's theorem).
    """
    gone = sum([1 << face for face, copies_left in enumerate(unseen) if copies_left <= 0])
    counted = [faces & ~gone for faces in possible]
    few = [slot for slot, faces in enumerate(counted) if faces.bit_count() < len(counted)]
    taken = [0] * len(counted)
    for size in range(1, min(len(few), len(counted) - 1) + 1):
        for slots in combinations(few, size):
            faces = reduce(or_, [counted[slot] for slot in slots])
            if faces.bit_count() <= size and sum([unseen[f] for f in listed(faces)]) <= size:
                for slot in range(len(counted)):
                    if slot not in slots:
                        taken[slot] |= faces
    return [faces & ~others for faces, others in zip(counted, taken, strict=True)]
