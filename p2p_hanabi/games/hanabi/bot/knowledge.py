"""The common knowledge of an information team about every hand, and the numbers it encodes.

The answers to the questions about a hand form a number. A hint, play or discard encodes the sum of
the numbers of all hands but the giver's, modulo the number of choices that the giver had.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, prod
from typing import TypeAlias

from p2p_hanabi.games.common.firework_cards import all_faces, of_rank
from protocol.game import Card, Seat

from ..moves import Hint, HintColour
from ..past import hands_before
from ..state import Discarded, Entry, Hinted, Played, Tokens
from ..view import HanabiView
from .questions import Outlook
from .reading import at_the_start

Choice: TypeAlias = tuple[Seat, bool, int]
"""A kind of hint: the receiver, whether it is by colour, and the kind among those."""


class Public:
    """The table as everybody knows it. Sets of faces are bit masks."""

    def __init__(self, view: HanabiView) -> None:
        self.knowledge, self.rules, self.me = at_the_start(view), view.rules, view.seat
        self.hands = [list(hand) for hand in hands_before(view)[0]]
        self.pile = view.pile + len(self.knowledge.holder) - sum(map(len, self.hands))
        self.tokens = Tokens(view.rules.blue)
        self.masks = {card: all_faces(view.colours) for hand in self.hands for card in hand}
        self.settle()

    def settle(self) -> None:
        """Recompute what is playable and dead, and what counting leaves possible for every card."""
        self.playable, self.dead = self.knowledge.playable(), self.knowledge.dead()
        before: dict[Card, int] | None = None
        while before != self.masks:
            before, free = dict(self.masks), list(self.knowledge.remaining)
            for mask in before.values():
                if mask.bit_count() == 1:
                    free[mask.bit_length() - 1] -= 1
            gone = sum(1 << face for face, count in enumerate(free) if count <= 0)
            for card, mask in before.items():
                if mask.bit_count() > 1:
                    self.masks[card] = mask & ~gone
        self.outlook = Outlook(self.playable, self.dead, self.knowledge.remaining, free)
        self._kinds: dict[Seat, list[int]] = {}

    def certain(self, seat: Seat, faces: int) -> list[Card]:
        """Return the cards of a hand that everybody knows to have one of these faces."""
        return [card for card in self.hands[seat] if not self.masks[card] & ~faces]

    def known_of(self, seat: Seat) -> dict[Card, int]:
        return {card: self.masks[card] for card in self.hands[seat]}

    def _pointed(self, seat: Seat) -> list[Card]:
        """Return a hand's cards, the least known first. The kind of a hint is whether it touches
        the first of them, else the second, or neither."""
        return sorted(self.hands[seat], key=lambda card: (-self.masks[card].bit_count(), card))

    def kinds(self, seat: Seat) -> list[int]:
        """Return the number of kinds of rank hints, and of colour hints, for this hand."""
        if seat not in self._kinds:
            values = [of_rank(rank, self.rules.colours) for rank in range(1, 6)]
            colours = list(map(self.rules.named_by, self.rules.hintable))
            self._kinds[seat] = [self._count_kinds(seat, sets) for sets in (values, colours)]
        return self._kinds[seat]

    def _count_kinds(self, seat: Seat, sets: list[int]) -> int:
        """Return how many kinds can probably all be given; surely, if no other move is legal."""
        is_full = self.tokens.blue == self.rules.blue
        must = is_full and self.tokens.red + 1 == self.rules.red
        weight = self.outlook.weight
        shares = [
            [weight(self.masks[card] & one) / weight(self.masks[card]) for one in sets]
            for card in self._pointed(seat)
        ]
        one_only = fsum(prod(of_one) for of_one in zip(*shares, strict=True))
        if len(shares) < 2 or one_only > (0.0 if must else 0.03 if is_full else 0.1):
            return 1
        if len(shares) < 3 or must or self.rules.seats != 3:
            return 2  # two players gain more by choosing a hint; four have enough numbers
        first, second, *rest = shares
        both = [(i, k, a * b) for i, a in enumerate(first) for k, b in enumerate(second) if a * b]
        no_second = fsum(share for i, k, share in both if i == k)
        no_third = fsum(p * prod(one[i] + one[k] * (i != k) for one in rest) for i, k, p in both)
        return 3 if max(no_second, no_third) <= (0.1 if is_full else 0.3) else 2

    def choices(self, giver: Seat) -> list[Choice]:
        """Return all kinds of hints, in the order of their numbers."""
        seats = [Seat((giver + k) % self.rules.seats) for k in range(1, self.rules.seats)]
        return [
            (seat, is_colour, kind)
            for seat in seats
            if self.hands[seat]
            for is_colour in (False, True)
            for kind in range(self.kinds(seat)[is_colour])
        ]

    def kind_of(self, hint: Hint) -> Choice:
        is_colour = isinstance(hint, HintColour)
        touched = [card in hint.touched for card in self._pointed(hint.seat)[:2]]
        kind = touched.index(True) if any(touched) else 2
        return hint.seat, is_colour, min(kind, self.kinds(hint.seat)[is_colour] - 1)

    def encoded(self, hints: Sequence[Hint]) -> Hint | None:
        """Return a hint that encodes the sum of all hands that this seat sees, the one that itself
        says most; None for a rare hand that no such hint fits."""
        choices = self.choices(self.me)
        wanted = choices[self.sum_of_others(self.me, len(choices))]
        fitting = [hint for hint in hints if self.kind_of(hint) == wanted]
        if not fitting:
            return None
        known = self.known_of(wanted[0])
        number = self.outlook.number(known, len(choices), self.knowledge.faces)
        known = self.outlook.learn(known, len(choices), number)
        return max(fitting, key=lambda hint: self.outlook.worth(self._pointing(hint, known)))

    def _pointing(self, hint: Hint, known: dict[Card, int]) -> dict[Card, int]:
        """Return what the hint itself leaves possible for each card of a hand."""
        meant = self.rules.meant_by(hint)
        return {c: mask & (meant if c in hint.touched else ~meant) for c, mask in known.items()}

    def encoding_card(self, cards: Sequence[Card]) -> Card:
        """Return which of these own cards, all equivalent to everybody, encodes that sum."""
        return cards[self.sum_of_others(self.me, len(cards))]

    def sum_of_others(self, giver: Seat, most: int) -> int:
        """Return the sum, modulo `most`, over the hands that this seat sees, except the giver's."""
        hands = [
            self.known_of(Seat(s)) for s in range(self.rules.seats) if s not in (self.me, giver)
        ]
        return sum(self.outlook.number(hand, most, self.knowledge.faces) for hand in hands) % most

    def advance(self, entry: Entry) -> None:
        """Update the common knowledge after a move."""
        if isinstance(entry, Hinted):
            choices = self.choices(entry.seat)
            self._learn(entry.seat, choices.index(self.kind_of(entry.move)), len(choices))
            self.masks |= self._pointing(entry.move, self.known_of(entry.move.seat))
        else:
            self._see(entry)
        self.tokens = self.tokens.after(entry, self.rules)
        self.settle()

    def _see(self, entry: Played | Discarded) -> None:
        card, hand = entry.move.card, self.hands[entry.seat]
        wanted = self.playable if isinstance(entry, Played) else self.dead
        choices = self.certain(entry.seat, wanted)
        if card in choices:
            self._learn(entry.seat, choices.index(card), len(choices))
        hand.remove(card)
        del self.masks[card]
        self.knowledge.see(entry)
        if self.pile:
            drawn = Card(self.rules.cards - self.pile)
            hand.append(drawn)
            self.masks[drawn] = all_faces(self.rules.colours)
            self.pile -= 1

    def _learn(self, giver: Seat, announced: int, most: int) -> None:
        """Learn about every hand but the giver's from a number below `most`."""
        mine = (announced - self.sum_of_others(giver, most)) % most
        hands = {Seat(s): self.known_of(Seat(s)) for s in range(self.rules.seats) if s != giver}
        for seat, hand in hands.items():
            own = mine if seat == self.me else self.outlook.number(hand, most, self.knowledge.faces)
            self.masks |= self.outlook.learn(hand, most, own)


_FOLLOWED: dict[Seat, tuple[Public, tuple[Entry, ...]]] = {}
"""The last state of each seat, so that a move need not replay the game from its beginning."""


def public_of(view: HanabiView) -> Public:
    """Return what everybody knows now. The cached state is used only if it is of the same game."""
    faces = at_the_start(view).faces
    public, log = _FOLLOWED.get(view.seat) or (Public(view), ())
    is_same = all(faces.get(card) == face for card, face in public.knowledge.faces.items())
    if not is_same or public.rules != view.rules or view.log[: len(log)] != log:
        public, log = Public(view), ()
    public.knowledge.faces = faces
    for entry in view.log[len(log) :]:
        public.advance(entry)
    _FOLLOWED[view.seat] = public, view.log
    return public
