"""What some pair of eyes knows of a Hanabi table, and the deals that fit it, by brute force.

Written from the rules alone (docs/rules/hanabi.md), so that screens can be compared with it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations

from p2p_hanabi.games.hanabi.moves import Discard, HintColour, HintRank, Play
from p2p_hanabi.games.hanabi.state import Awaited, HanabiState, Hinted, Opening, Played
from protocol.game import Card, Face, Known

Fireworks = tuple[int, ...]
Faces = frozenset[int]

IN_THE_BOX = (3, 2, 2, 2, 1)
"""The copies of 1 to 5 in one colour."""
EXHAUSTIVE = 150
"""At most this many deals are all tried."""


def colour_and_rank(face: int) -> tuple[int, int]:
    return face // 5, face % 5 + 1


@cache
def box(multicolour: object) -> tuple[int, ...]:
    """The copies of each face. HB2, HA1, D26 to D28"""
    colours = 5 if multicolour is False else 6
    is_full = multicolour in ("ten", "any-ten")
    return tuple(n if c < 5 or is_full else 1 for c in range(colours) for n in IN_THE_BOX)


@dataclass
class Course:
    """The course of a game, recounted from the moves and the faces that came up."""

    state: HanabiState
    heights: list[int] = field(init=False)
    gone: Counter[int] = field(default_factory=Counter)
    blue: int = field(init=False)
    red: int = 0
    may: dict[Card, set[int]] = field(default_factory=dict)
    colour: dict[Card, int] = field(default_factory=dict)
    rank: dict[Card, int] = field(default_factory=dict)
    touched: list[set[Card]] = field(default_factory=list)
    """The cards touched by hints before each move."""

    def __post_init__(self) -> None:
        rules = self.state.rules
        self.every = set(range(5 * rules.colours))
        self.heights = [0] * rules.colours
        self.blue = rules.blue
        self.touched.append(set())
        for entry in self.state.log:
            self.touched.append(set(self.touched[-1]))
            match entry:
                case Hinted(move=move, hand=hand):
                    self.blue -= 1
                    self.touched[-1] |= set(move.touched)
                    for card in hand:
                        self._hear(move, card)
                case Played(move=move, face=face):
                    colour, rank = colour_and_rank(face)
                    is_named = move.announced is not None
                    if self.heights[colour] == rank - 1 and move.announced in (None, colour):
                        self.heights[colour] = rank
                        self.blue = min(rules.blue, self.blue + (rank == 5) + is_named)
                    else:
                        self.red += 1
                        self.gone[face] += 1
                case _:
                    self.blue += 1
                    self.gone[entry.face] += 1

    def _hear(self, hint: HintColour | HintRank, card: Card) -> None:
        if isinstance(hint, HintColour):
            colours = {hint.colour}
            if self.state.rules.multicolour.value in ("any", "any-ten"):
                colours.add(5)
            meant, known = {f for f in self.every if f // 5 in colours}, self.colour
            known |= {card: hint.colour} if card in hint.touched else {}
        else:
            meant, known = {f for f in self.every if f % 5 + 1 == hint.rank}, self.rank
            known |= {card: hint.rank} if card in hint.touched else {}
        left = meant if card in hint.touched else self.every - meant
        self.may[card] = self.may.get(card, self.every) & left

    def hinted_colours(self, card: Card) -> list[int]:
        """What the hints leave of a card that a colour touched: one colour, or also multicolour,
        which every colour touches (D27)."""
        return sorted({f // 5 for f in self.may[card]}) if card in self.colour else []

    def allowed(self, card: Card) -> set[int]:
        """The faces that the hints leave to a card."""
        return self.may.get(card, self.every)


def deals(cards: Sequence[Sequence[int]], free: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to give each card one of its faces, in the order in which its faces are listed;
    `free` are the copies of each face."""
    order = sorted(range(len(cards)), key=lambda place: len(cards[place]))
    left, deal = list(free), [0] * len(cards)

    def further(number: int) -> Iterator[tuple[int, ...]]:
        if number == len(order):
            yield tuple(deal)
            return
        for face in cards[order[number]]:
            if left[face] > 0:
                left[face] -= 1
                deal[order[number]] = face
                yield from further(number + 1)
                left[face] += 1

    return further(0)


def possible(cards: Sequence[Iterable[int]], free: Sequence[int]) -> list[Faces]:
    """The faces that each card has in at least one deal."""
    masks = [[face for face in faces if free[face] > 0] for faces in cards]
    found: list[set[int]] = [set() for _ in masks]
    for place, faces in enumerate(masks):
        for face in faces:
            if face not in found[place]:
                one = [*masks[:place], [face], *masks[place + 1 :]]
                for n, given in enumerate(next(deals(one, free), ())):
                    found[n].add(given)
    return [frozenset(each) for each in found]


@dataclass
class Viewpoint:
    """What is known to somebody who has seen these faces, and is told all moves."""

    state: HanabiState
    seen: Known
    course: Course

    def __post_init__(self) -> None:
        state = self.state
        self.absent = {seat for _, seat in state.passed}
        self.free = list(box(state.rules.multicolour.value))
        for entry in state.log:
            if not isinstance(entry, Hinted):
                self.free[entry.face] -= 1
        held = [card for hand in state.hands for card in hand]
        for card in held:
            if card in self.seen:
                self.free[self.seen[card]] -= 1
        self.hidden = [card for card in held if card not in self.seen]
        self.left = [
            copies - self.course.gone[face] - (face % 5 < self.heights[face // 5])
            for face, copies in enumerate(box(state.rules.multicolour.value))
        ]
        self.lying_nowhere = list(self.left)
        for seat in self.absent:
            for card in state.hands[seat]:
                if card in self.seen:
                    self.left[self.seen[card]] -= 1

    @property
    def heights(self) -> list[int]:
        return self.course.heights

    def knowledge(self) -> dict[Card, Faces]:
        """What each card in a hand that these eyes do not see may be."""
        masks = [self.course.allowed(card) for card in self.hidden]
        return dict(zip(self.hidden, possible(masks, self.free), strict=True))

    def of_owner(self, seat: int, world: Known | None = None) -> dict[Card, Faces]:
        """What a seat knows of its own hand: from what these eyes see too, or in one world."""
        seen = self.seen if world is None else world
        hand = self.state.hands[seat]
        shared = {c: f for c, f in seen.items() if c not in hand}
        return Viewpoint(self.state, shared, self.course)._of(hand)

    def _of(self, hand: Sequence[Card]) -> dict[Card, Faces]:
        masks = [self.course.allowed(card) for card in hand]
        return dict(zip(hand, possible(masks, self.free), strict=True))

    def copies(self, face: int) -> int:
        """The copies that can still be placed: the others are placed, discarded, or held by
        somebody who is gone (D25)."""
        return self.left[face]

    def is_last_of_its_kind(self, face: int) -> bool:
        """Whether all other copies are placed or discarded, whoever may still hold this one."""
        return self.lying_nowhere[face] == 1

    def uncut(self, colour: int) -> int:
        """The height up to which no card of a firework is lost."""
        height = self.heights[colour]
        while height < 5 and self.copies(5 * colour + height) > 0:
            height += 1
        return height

    @property
    def plays(self) -> int:
        """How many cards can still be played: each brings one from the pile, and then everybody
        who is there has a turn (HB32); in the finale, all cards of theirs (HF1)."""
        state = self.state
        if state.rules.finale:
            here = [hand for seat, hand in enumerate(state.hands) if seat not in self.absent]
            return state.pile + sum(map(len, here))
        is_drawing = state.phase is Awaited.DRAWING
        return state.pile - is_drawing + state.rules.seats - len(self.absent)

    @property
    def is_last_round(self) -> bool:
        return self.state.turns_left is not None

    def worlds(self, dice: random.Random, most: int) -> tuple[list[Known], bool]:
        """Deals of the hands that fit; and whether these are all."""
        masks = [self.course.allowed(card) for card in self.hidden]
        unseen = self._unseen()
        if len(unseen) == len(self.hidden) <= 5:
            fitting = [
                deal
                for deal in sorted(set(permutations(unseen)))
                if all(f in mask for f, mask in zip(deal, masks, strict=True))
            ]
            if len(fitting) <= EXHAUSTIVE:
                return [self._with(deal) for deal in fitting], True
        found = []
        for _ in range(most):
            shuffled = [sorted(mask, key=lambda _: dice.random()) for mask in masks]
            deal = next(deals(shuffled, self.free), None)
            assert deal is not None, "the truth fits"
            found.append(self._with(deal))
        return found, False

    def _with(self, deal: Sequence[int]) -> Known:
        return {**self.seen, **{c: Face(f) for c, f in zip(self.hidden, deal, strict=True)}}

    def _unseen(self) -> list[int]:
        return [face for face, copies in enumerate(self.free) for _ in range(copies)]

    def pile(self, world: Known, dice: random.Random) -> list[int]:
        """A pile that fits a deal of the hands."""
        pile = self._unseen()
        for card in self.hidden:
            pile.remove(world[card])
        dice.shuffle(pile)
        assert len(pile) == self.state.pile
        return pile


def last_round(eyes: Viewpoint, world: Known) -> set[Fireworks]:
    """Every state of the fireworks that the last turns can reach, if the hands are these."""
    state = eyes.state
    ways = {tuple(eyes.heights)}
    for ahead in range(state.turns_left or 0):
        seat = (state.seat + ahead) % state.rules.seats
        if seat in eyes.absent:
            continue
        cards = list(state.hands[seat])
        named = None
        if ahead == 0 and isinstance(state.phase, Opening):
            move = state.phase.move
            cards = [] if isinstance(move, Discard) else [move.card]
            named = move.announced if isinstance(move, Play) else None
        before = set(ways)
        for card in cards:
            colour, rank = colour_and_rank(world[card])
            if named in (None, colour):
                ways |= {
                    (*way[:colour], rank, *way[colour + 1 :])
                    for way in before
                    if way[colour] == rank - 1
                }
    return ways


@dataclass(frozen=True, slots=True)
class Open:
    """A table with all cards face up, of players who know everything."""

    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...]
    heights: Fireworks
    blue: int
    red: int
    turns: int | None
    seat: int


def best(eyes: Viewpoint, world: Known, pile: Sequence[int], most: int) -> tuple[int, bool]:
    """The highest sum of the fireworks of any play of these cards; False if not all were tried.

    Without the finale, and only for a seat that is to act.
    """
    state = eyes.state
    start = Open(
        tuple(tuple(sorted(world[card] for card in hand)) for hand in state.hands),
        tuple(pile),
        tuple(eyes.heights),
        eyes.course.blue,
        eyes.course.red,
        state.turns_left,
        state.seat,
    )
    known: set[Open] = set()
    waiting = [start]
    top, limit = 0, state.rules.red
    while waiting:
        now = waiting.pop()
        if now in known:
            continue
        if len(known) > most:
            return top, False
        known.add(now)
        top = max(top, sum(now.heights))
        if now.turns != 0:
            waiting += _after(now, eyes, limit)
    return top, True


def _after(now: Open, eyes: Viewpoint, limit: int) -> Iterator[Open]:
    rules = eyes.state.rules
    following = (now.seat + 1) % rules.seats
    turns = None if now.turns is None else now.turns - 1
    if now.seat in eyes.absent:
        yield Open(now.hands, now.pile, now.heights, now.blue, now.red, turns, following)
        return
    if now.blue:
        yield Open(now.hands, now.pile, now.heights, now.blue - 1, now.red, turns, following)
    hand = now.hands[now.seat]
    for place, face in enumerate(hand):
        if place and hand[place - 1] == face:
            continue
        colour, rank = colour_and_rank(face)
        rest = hand[:place] + hand[place + 1 :]
        pile, left = now.pile, turns
        if pile:
            rest, pile = tuple(sorted((*rest, pile[0]))), pile[1:]
            left = None if pile else rules.seats
        hands = (*now.hands[: now.seat], rest, *now.hands[now.seat + 1 :])
        if now.heights[colour] == rank - 1:
            heights = (*now.heights[:colour], rank, *now.heights[colour + 1 :])
            blue = min(rules.blue, now.blue + (rank == 5) + rules.announce)
            yield Open(hands, pile, heights, blue, now.red, left, following)
        elif now.red + 1 < limit:
            yield Open(hands, pile, now.heights, now.blue, now.red + 1, left, following)
        if now.blue < rules.blue:
            yield Open(hands, pile, now.heights, now.blue + 1, now.red, left, following)


def played_well(eyes: Viewpoint, world: Known, pile: Sequence[int]) -> Fireworks:
    """The fireworks at the end of a game of players who see all cards, hint only to wait, and throw
    away what is needed last. Without the finale, and only for a seat that is to act."""
    state = eyes.state
    hands = [[int(world[card]) for card in hand] for hand in state.hands]
    heights, blue, left = list(eyes.heights), eyes.course.blue, list(pile)
    turns, seat = state.turns_left, int(state.seat)
    while turns != 0:
        hand = hands[seat]
        turns = None if turns is None else turns - 1
        if seat not in eyes.absent and hand:
            fitting = [face for face in hand if heights[face // 5] == face % 5]
            needed = {face: heights[face // 5] <= face % 5 for face in hand}
            spare = [face for face in hand if not needed[face] or hand.count(face) > 1]
            if fitting:
                face = min(fitting, key=lambda face: face % 5)
                heights[face // 5] += 1
                blue = min(state.rules.blue, blue + (face % 5 == 4))
            elif blue and (not spare or blue == state.rules.blue):
                face, blue = -1, blue - 1
            else:
                face = spare[0] if spare else max(hand, key=lambda face: face % 5)
                blue += 1
            if face >= 0:
                hand.remove(face)
                if left:
                    hand.append(left.pop(0))
                    turns = turns if left else state.rules.seats
        seat = (seat + 1) % state.rules.seats
    return tuple(heights)


def is_searchable(state: HanabiState) -> bool:
    return not state.rules.finale and state.phase is Awaited.ACTING and state.pile <= 2
