"""Simulation of the last turns: how many points each move leads to.

A seat does not see its own hand, so each move is tried in several sampled worlds, which assign its
cards faces that it believes possible. After the move, players play cards they know to be playable,
hint a playable card, stall when no draw can be spared, or discard.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from p2p_hanabi.games.common.firework_cards import colour_of, rank_of
from protocol.game import Face

from ..moves import Discard, Hint, Move, Play
from ..view import CardInfo, SeenCard
from .conventions import bits_of
from .hints import effects_of
from .mind import Mind

_CARDS_LEFT = 4
_WORLDS = 12
_MULTIPLIER, _MODULUS = 5_178_191, 65_521
_CLEARLY = 15  # hundredths of a point by which another move must beat the usual one


def is_near(mind: Mind) -> bool:
    """Return whether the end is close enough to simulate: only with two players, since with more it
    gains nothing; not if the first mistake loses, with the finale, or after skipped turns."""
    view, rules = mind.view, mind.view.rules
    if view.players != 2 or view.passed or rules.finale or rules.red == 1:
        return False
    return view.pile <= _CARDS_LEFT


def improved(mind: Mind, usual: Move, others: Iterable[Move]) -> Move:
    """Return the move that leads to most points; the usual one unless another is clearly better."""
    worlds = list(_worlds(mind))
    best, most = usual, 100 * _total(mind, worlds, usual) + _CLEARLY * len(worlds)
    for move in others:
        if (total := 100 * _total(mind, worlds, move)) > most:
            best, most = move, total
    return best


@dataclass(slots=True)
class _World:
    """All cards face up, and whether each card's owner knows its use."""

    hands: list[list[Face]]
    known: list[list[bool]]
    pile: list[Face]
    fireworks: list[int]
    reachable: int
    blue: int
    turns_left: int | None
    seat: int

    def copied(self) -> _World:
        return _World(
            [list(hand) for hand in self.hands],
            [list(known) for known in self.known],
            list(self.pile),
            list(self.fireworks),
            self.reachable,
            self.blue,
            self.turns_left,
            self.seat,
        )

    def finish(self) -> int:
        """Play to the end, starting with the next seat; return the score."""
        while self._goes_on():
            self._turn()
        return sum(self.fireworks)

    def play(self, place: int) -> None:
        face = self.hands[self.seat][place]
        if self._fits(face):
            self.fireworks[colour_of(face)] += 1
            self.blue += rank_of(face) == 5
        self._draw(place)

    def discard(self, place: int) -> None:
        self.blue += 1
        self._draw(place)

    def _draw(self, place: int) -> None:
        hand, known = self.hands[self.seat], self.known[self.seat]
        del hand[place], known[place]
        if self.pile:
            hand.append(self.pile.pop())
            known.append(False)
            if not self.pile:
                self.turns_left = len(self.hands) + 1  # including the current turn

    def _goes_on(self) -> bool:
        self.seat = (self.seat + 1) % len(self.hands)
        if self.turns_left is not None:
            self.turns_left -= 1
        return self.turns_left != 0

    def _turn(self) -> None:
        hand, known = self.hands[self.seat], self.known[self.seat]
        fitting = [
            (not self._is_awaited(face), rank_of(face), place)
            for place, face in enumerate(hand)
            if known[place] and self._fits(face)
        ]
        if fitting:
            self.play(min(fitting)[-1])
        elif self.blue and (self._hint_playable() or self._is_short()):
            self.blue -= 1
        else:
            self.discard(self._least_missed())

    def _fits(self, face: Face) -> bool:
        return self.fireworks[colour_of(face)] == rank_of(face) - 1

    def _is_awaited(self, face: Face) -> bool:
        """Return whether somebody has the next card, or there is none above it."""
        return rank_of(face) == 5 or any(face + 1 in hand for hand in self.hands)

    def _hint_playable(self) -> bool:
        """Hint a playable card to the other player; return whether there is one."""
        hand, known = self.hands[1 - self.seat], self.known[1 - self.seat]
        for place, face in enumerate(hand):
            if not known[place] and self._fits(face):
                known[place] = True
                return True
        return False

    def _is_short(self) -> bool:
        """Return whether drawing a card from the pile costs a point."""
        cards = sum(self.fireworks) + len(self.pile) + len(self.hands)
        return self.turns_left is not None or cards <= self.reachable

    def _least_missed(self) -> int:
        """Return the position of a card known to be placed already, else of the oldest unknown
        one."""
        hand, known = self.hands[self.seat], self.known[self.seat]
        for place, face in enumerate(hand):
            if known[place] and rank_of(face) <= self.fireworks[colour_of(face)]:
                return place
        return known.index(False) if False in known else 0


def _total(mind: Mind, worlds: Iterable[_World], move: Move) -> int:
    """Return the points that a move leads to, summed over all worlds."""
    cards = [info.card for info in mind.view.hand]
    place = cards.index(move.card) if isinstance(move, Play | Discard) else 0
    known = () if isinstance(move, Play | Discard) else known_after(mind, move)
    total = 0
    for start in worlds:
        world = start.copied()
        match move:
            case Play():
                world.play(place)
            case Discard():
                world.discard(place)
            case _:
                world.blue -= 1
                world.known[move.seat] = list(known)
        total += world.finish()
    return total


def known_after(mind: Mind, hint: Hint) -> tuple[bool, ...]:
    """Return, for each card of the hinted hand, whether its owner then knows its use."""
    return tuple(
        effect.plays_after or effect.live_after.bit_count() == 1
        for effect in effects_of(mind, hint)
    )


def _worlds(mind: Mind) -> Iterator[_World]:
    """Yield some of the possible arrangements of the cards that this seat does not see."""
    view = mind.view
    unseen = [Face(face) for face, copies in enumerate(mind.unseen()) for _ in range(copies)]
    masks = [mind.live(info) for info in view.hand]
    for number in range(_WORLDS):
        pile = _shuffled(unseen, number)
        hand = _dealt(masks, pile)
        if hand is None:
            continue
        yield _World(
            hands=[
                hand
                if seat == view.seat
                else [info.face for info in each if isinstance(info, SeenCard)]
                for seat, each in enumerate(view.hands)
            ],
            known=[[_is_known(mind, info) for info in each] for each in view.hands],
            pile=pile[: view.pile],
            fireworks=list(view.fireworks),
            reachable=sum(view.reachable),
            blue=view.blue,
            turns_left=view.turns_left,
            seat=view.seat,
        )


def _shuffled(cards: Sequence[Face], number: int) -> list[Face]:
    """Return the cards in a pseudorandom order that is the same on every computer."""
    keys = [(place + 1) * (2 * number + 1) * _MULTIPLIER % _MODULUS for place in range(len(cards))]
    return [face for _, face in sorted(zip(keys, cards, strict=True))]


def _dealt(masks: Sequence[int], pile: list[Face]) -> list[Face] | None:
    """Take a card from the pile for each of these sets of faces, the smallest set first; return
    None if that is not possible."""
    hand = [Face(0)] * len(masks)
    for place in sorted(range(len(masks)), key=lambda place: masks[place].bit_count()):
        face = next((face for face in pile if masks[place] >> face & 1), None)
        if face is None:
            return None
        pile.remove(face)
        hand[place] = face
    return hand


def _is_known(mind: Mind, info: CardInfo) -> bool:
    live = mind.live(info)
    return live.bit_count() == 1 or mind.will_play(live, bits_of(info.deduced))
