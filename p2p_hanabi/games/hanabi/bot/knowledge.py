"""What all players of an information team know alike of every hand, and the numbers that they tell.

The answers to the questions on a hand make a number. A hint, or a discard, tells the sum of the
numbers of all hands but the giver's, modulo the number of choices that the giver had.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from p2p_hanabi.games.common.firework_cards import (
    all_faces,
    colour_of,
    face_of,
    listed,
    of_colour,
    of_rank,
    rank_of,
)
from protocol.game import Card, Face, Known, Seat

from ..moves import Hint, HintColour
from ..state import Discarded, Entry, Hinted, Played
from ..view import HanabiView, SeenCard
from .reading import at_the_start

Question: TypeAlias = list[dict[Card, int]]
"""For each answer, what it leaves of some cards."""


class Public:
    """The table as everybody knows it. Sets of faces are bits."""

    def __init__(self, view: HanabiView, hands: list[list[Card]], pile: int) -> None:
        table, self.rules, self.me = at_the_start(view), view.rules, view.seat
        self.hands, self.pile = hands, pile
        self.fireworks, self.left = table.fireworks, table.left
        self.masks = {card: all_faces(view.colours) for hand in hands for card in hand}
        self.settle()

    def settle(self) -> None:
        """Work out what is playable and dead, and what counting leaves of every card."""
        self.playable = self.dead = 0
        for colour, height in enumerate(self.fireworks):
            if height < 5:
                self.playable |= 1 << face_of(colour, height + 1)
            lost = False
            for rank in range(1, 6):
                face = face_of(colour, rank)
                lost = lost or (rank > height and not self.left[face])
                if lost or rank <= height:
                    self.dead |= 1 << face
        self._count()

    def _count(self) -> None:
        """Take out faces of which all copies are known elsewhere, until that says nothing new."""
        before: dict[Card, int] = {}
        while before != self.masks:
            before = dict(self.masks)
            self.free = list(self.left)
            for mask in before.values():
                if mask.bit_count() == 1:
                    self.free[mask.bit_length() - 1] -= 1
            gone = sum(1 << face for face, count in enumerate(self.free) if count <= 0)
            for card, mask in before.items():
                if mask.bit_count() > 1:
                    self.masks[card] = mask & ~gone

    def is_playable(self, card: Card) -> bool:
        return not self.masks[card] & ~self.playable

    def useless(self, seat: Seat) -> list[Card]:
        """Return the cards of a hand that all know to be of no use."""
        return [card for card in self.hands[seat] if not self.masks[card] & ~self.dead]

    # Questions on a hand

    def _chance(self, mask: int) -> float:
        every = sum(max(self.free[face], 0) for face in listed(mask))
        return sum(max(self.free[f], 0) for f in listed(mask & self.playable)) / (every or 1)

    def _which_is_playable(self, masks: dict[Card, int], most: int) -> Question:
        """Which is the first of the likeliest cards that can be played; or none of them."""
        chances = {card: self._chance(mask) for card, mask in masks.items()}
        asked = sorted((c for c in masks if chances[c]), key=lambda c: -chances[c])[: most - 1]
        if not asked or any(not mask & ~self.playable for mask in masks.values()):
            return []
        answers = []
        for place, card in enumerate(asked):
            not_these = {other: masks[other] & ~self.playable for other in asked[:place]}
            answers.append({**not_these, card: masks[card] & self.playable})
        answers.append({card: masks[card] & ~self.playable for card in asked})
        return answers

    def _which_face(self, card: Card, mask: int, most: int) -> Question:
        """The faces of a card in groups, all that are of no use in one of them."""
        useful, useless = listed(mask & ~self.dead), mask & self.dead
        groups = [0] * (min(most - bool(useless), len(useful)) or 1)
        for place, face in enumerate(useful):
            groups[place % len(groups)] |= 1 << face
        if useful and useless:
            groups.append(0)
        groups[-1] |= useless
        return [{card: group} for group in groups]

    def number(self, seat: Seat, most: int, faces: Known) -> int:
        """Return the number below `most` that says what this hand is."""
        digits: list[tuple[int, int]] = []

        def answer(question: Question) -> int:
            fits = (all(1 << faces[card] & m for card, m in one.items()) for one in question)
            digits.append((len(question), list(fits).index(True)))
            return digits[-1][1]

        self._ask(seat, most, answer)
        return reduce(lambda rest, digit: rest * digit[0] + digit[1], reversed(digits), 0)

    def learn(self, seat: Seat, most: int, number: int) -> dict[Card, int]:
        """Return what a hand's number says of its cards."""

        def answer(question: Question) -> int:
            nonlocal number
            number, choice = divmod(number, len(question))
            return choice

        return self._ask(seat, most, answer)

    def _ask(self, seat: Seat, most: int, answer: Callable[[Question], int]) -> dict[Card, int]:
        """Ask as many questions as a number below `most` can answer; return what is left."""
        masks = {card: self.masks[card] for card in self.hands[seat]}
        left = list(masks)
        question = self._which_is_playable(masks, most)
        while most > 1 and (question or left):
            if not question:
                card = max(left, key=lambda one: self._chance(masks[one]))
                left.remove(card)
                question = self._which_face(card, masks[card], most)
            masks.update(question[answer(question)])
            most //= len(question)
            question = []
        return masks

    # Hints as numbers

    def kinds(self, seat: Seat) -> list[str]:
        """List the kinds of hints that this hand can always be given, whatever its cards are."""
        masks = [self.masks[card] for card in self.hands[seat]]
        colours = range(self.rules.colours)
        one_colour = any(all(m & of_colour(c) for m in masks) for c in colours)
        one_rank = any(all(m & of_rank(r, len(colours)) for m in masks) for r in range(1, 6))
        kinds = ["rank", "colour"]
        return kinds + ["other rank"] * (not one_rank) + ["other colour"] * (not one_colour)

    def pointed(self, seat: Seat) -> Card:
        """Return the card by which kinds of hints are told apart: the first known least."""
        return max(self.hands[seat], key=lambda card: (self.masks[card].bit_count(), -card))

    def choices(self, giver: Seat) -> list[tuple[Seat, str]]:
        """List all hints that can be told apart, in the order of their numbers."""
        seats = [Seat((giver + k) % self.rules.seats) for k in range(1, self.rules.seats)]
        return [(seat, kind) for seat in seats if self.hands[seat] for kind in self.kinds(seat)]

    def kind_of(self, hint: Hint) -> tuple[Seat, str]:
        kind = "colour" if isinstance(hint, HintColour) else "rank"
        is_other = self.pointed(hint.seat) not in hint.touched
        return hint.seat, f"other {kind}" if is_other else kind

    def encoded(self, view: HanabiView, hints: Sequence[Hint]) -> Hint:
        """Return a hint that says the sum of all hands that this seat sees."""
        choices = self.choices(self.me)
        wanted = choices[self.sum_of_others(self.me, len(choices), faces_of(view))]
        fitting = [hint for hint in hints if self.kind_of(hint) == wanted]
        return max(fitting or hints, key=lambda hint: len(hint.touched))

    def sum_of_others(self, giver: Seat, most: int, faces: Known) -> int:
        """Return the sum of the numbers of the hands that this seat sees, but the giver's."""
        seats = (Seat(seat) for seat in range(self.rules.seats) if seat not in (self.me, giver))
        return sum(self.number(seat, most, faces) for seat in seats) % most

    # Moves

    def follow(self, entry: Entry, faces: Known) -> None:
        """Learn from a move what everybody learns from it."""
        if isinstance(entry, Hinted):
            self._hear_hint(entry.seat, entry.move, faces)
        else:
            self._see(entry, faces)
        self.settle()

    def _hear_hint(self, giver: Seat, hint: Hint, faces: Known) -> None:
        choices = self.choices(giver)
        self._hear(giver, choices.index(self.kind_of(hint)), len(choices), faces)
        meant = self.rules.meant_by(hint)
        for card in self.hands[hint.seat]:
            self.masks[card] &= meant if card in hint.touched else ~meant

    def _see(self, entry: Played | Discarded, faces: Known) -> None:
        card, face, hand = entry.move.card, entry.face, self.hands[entry.seat]
        useless = self.useless(entry.seat)
        if isinstance(entry, Discarded) and card in useless and len(useless) > 1:
            self._hear(entry.seat, useless.index(card), len(useless), faces)
        hand.remove(card)
        del self.masks[card]
        self.left[face] -= 1
        if isinstance(entry, Played) and entry.placed:
            self.fireworks[colour_of(face)] = rank_of(face)
        if self.pile:
            drawn = Card(self.rules.cards - self.pile)
            hand.append(drawn)
            self.masks[drawn] = all_faces(self.rules.colours)
            self.pile -= 1

    def _hear(self, giver: Seat, said: int, most: int, faces: Known) -> None:
        """Learn from a number below `most` about every hand but the giver's."""
        mine = (said - self.sum_of_others(giver, most, faces)) % most
        learnt: dict[Card, int] = {}
        for each in range(self.rules.seats):
            seat = Seat(each)
            if seat != giver:
                own = mine if seat == self.me else self.number(seat, most, faces)
                learnt |= self.learn(seat, most, own)
        self.masks |= learnt


def faces_of(view: HanabiView) -> dict[Card, Face]:
    """Return all faces that this seat knows, also of cards that are gone."""
    faces = {
        info.card: info.face for hand in view.hands for info in hand if isinstance(info, SeenCard)
    }
    return faces | {e.move.card: e.face for e in view.log if not isinstance(e, Hinted)}


@dataclass
class _Followed:
    """How far a game was followed, and by what faces."""

    public: Public
    log: tuple[Entry, ...]
    faces: Known


_FOLLOWED: dict[Seat, _Followed] = {}
"""The last view of each seat, so that a game is not followed from its beginning at every move."""


def public_of(view: HanabiView) -> Public:
    """Return what everybody knows now. What it kept is used only where it is of the same game."""
    faces = faces_of(view)
    kept = _FOLLOWED.get(view.seat)
    if kept is None or not _goes_on(kept, view, faces):
        kept = _Followed(_before_the_first_move(view), (), {})
    for entry in view.log[len(kept.log) :]:
        kept.public.follow(entry, faces)
    _FOLLOWED[view.seat] = _Followed(kept.public, view.log, faces)
    return kept.public


def _goes_on(kept: _Followed, view: HanabiView, faces: Known) -> bool:
    return (
        kept.public.rules == view.rules
        and view.log[: len(kept.log)] == kept.log
        and all(faces.get(card) == face for card, face in kept.faces.items())
    )


def _before_the_first_move(view: HanabiView) -> Public:
    hands = [[info.card for info in hand] for hand in view.hands]
    pile = view.pile
    for entry in reversed(view.log):
        if not isinstance(entry, Hinted):
            hand = hands[entry.seat]
            if hand and hand[-1] == view.rules.cards - pile - 1:
                hand.pop()
                pile += 1
            hand.insert(entry.slot, entry.move.card)
    return Public(view, hands, pile)
