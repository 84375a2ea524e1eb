"""Questions about a partly known hand, all answered by one number.

The questions follow from common knowledge, so all players ask the same ones; the answers are the
digits of the number. Sets of faces are bit masks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import TypeAlias

from p2p_hanabi.games.common.face_sets import listed
from p2p_hanabi.games.common.firework_cards import rank_of
from protocol.game import Card, Face, Known

Masks: TypeAlias = Mapping[Card, int]
"""The possible faces of cards of a hand."""
Question: TypeAlias = Sequence[Masks]
"""For each answer, the faces that it leaves possible for some cards."""


class Outlook:
    """The usefulness of faces at one moment. `left` counts the copies of each face neither placed
    nor discarded, `free` those of them not accounted for by known cards."""

    def __init__(self, playable: int, dead: int, left: Sequence[int], free: Sequence[int]) -> None:
        self.playable, self.dead, self.free = playable, dead, free
        self._weights: dict[int, int] = {}
        self.cost = [
            0 if dead >> face & 1 else (6 - rank_of(Face(face))) * (100 if copies == 1 else 12)
            for face, copies in enumerate(left)
        ]
        """The hundredths of a point lost with a copy: the last one, or an earlier one."""

    def weight(self, mask: int) -> int:
        """Return how many free copies a card may be; at least 1 for a nonempty mask."""
        if mask not in self._weights:
            copies = sum([max(self.free[face], 0) for face in listed(mask)])
            self._weights[mask] = copies or bool(mask)
        return self._weights[mask]

    def worth(self, masks: Masks) -> tuple[int, int]:
        """Return how much the owner of a hand knows: first, of how many cards the use."""
        plays = sum(not mask & ~self.playable for mask in masks.values())
        dead = sum(not mask & ~self.dead for mask in masks.values())
        return 4 * plays + dead, -sum(map(self.weight, masks.values()))

    def number(self, masks: Masks, most: int, faces: Known) -> int:
        """Return the number below `most` that describes this hand."""
        digits: list[tuple[int, int]] = []

        def answer(question: Question) -> int:
            fits = (all(mask >> faces[c] & 1 for c, mask in one.items()) for one in question)
            digits.append((len(question), list(fits).index(True)))
            return digits[-1][1]

        self._ask(masks, most, answer)
        return reduce(lambda rest, digit: rest * digit[0] + digit[1], reversed(digits), 0)

    def learn(self, masks: Masks, most: int, number: int) -> dict[Card, int]:
        """Return what a hand's number leaves possible for its cards."""

        def answer(question: Question) -> int:
            nonlocal number
            number, choice = divmod(number, len(question))
            return choice

        return self._ask(masks, most, answer)

    def _ask(self, masks: Masks, most: int, answer: Callable[[Question], int]) -> dict[Card, int]:
        """Ask as many questions as a number below `most` can answer; return what stays possible."""
        left, unasked = dict(masks), list(masks)
        question = self._which_is_playable(masks, most)
        while most > 1 and (question or unasked):
            if not question:
                card = max(unasked, key=lambda one: self.chance(left[one]))
                unasked.remove(card)
                question = self._which_face(card, left[card], most)
            left |= question[answer(question)]
            most //= len(question)
            question = ()
        return left

    def chance(self, mask: int) -> float:
        return self.weight(mask & self.playable) / self.weight(mask)

    def _which_is_playable(self, masks: Masks, most: int) -> Question:
        """Return the question which of the likeliest cards is the first playable one, if any."""
        if any(not mask & ~self.playable for mask in masks.values()):
            return ()
        likely = [card for card, mask in masks.items() if mask & self.playable]
        asked = sorted(likely, key=lambda card: -self.chance(masks[card]))[: most - 1]
        no = {card: masks[card] & ~self.playable for card in asked}
        answers = [
            {**dict(list(no.items())[:place]), card: masks[card] & self.playable}
            for place, card in enumerate(asked)
        ]
        return [*answers, no] if asked else ()

    def _which_face(self, card: Card, mask: int, most: int) -> Question:
        """Return the question in which group a card's face is; useless faces are one group."""
        useful, useless = listed(mask & ~self.dead), mask & self.dead
        groups = [0] * min(most - bool(useless), len(useful))
        for place, face in enumerate(useful):
            groups[place % len(groups)] |= 1 << face
        return [{card: group} for group in (*groups, useless) if group]
