"""What a decision in Koi-Koi rests on: which cards help whom, and how soon somebody has a yaku.

Piles are sets of faces as bits. The numbers that nobody can derive are on top; they were tried out
against a player that captures the dearest cards and always stops.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb

from protocol.game import Face

from ..hanafuda import CARDS, bits, kind_of, listed, month_of, of_month
from ..state import DEALER_POINTS, Exhausted
from ..view import KoikoiView
from ..yaku import YakuRules, patterns, round_score, total_of

_NEARER = 0.45  # what each card that a yaku still lacks leaves of its worth
_KEEPS_FROM_OTHER = 0.5  # what a card is worth because the other cannot have it
_PLAIN = {20: 0.4, 10: 0.15, 5: 0.1, 1: 0.05}  # a captured card by its points, whatever it is for
_CAPTURED_A_TURN = 2.2  # cards that a seat captures in a turn, on average
_AT_HAND = 0.5  # chance in a turn to capture a card for which the seat holds what it takes

# How much of that counts on the way to a new yaku: one cannot go all ways at once, but who holds
# cards that this seat does not see goes the best of them.
_OWN_PACE, _OTHERS_PACE = 0.6, 2.0


@dataclass(frozen=True)
class Mind:
    """A view, and what follows from it."""

    view: KoikoiView

    @property
    def mine(self) -> int:
        return self.view.piles[self.view.seat]

    @property
    def theirs(self) -> int:
        return self.view.piles[self.view.other]

    @cached_property
    def hand(self) -> int:
        return bits(seen.face for seen in self.view.hand)

    @cached_property
    def table(self) -> int:
        return bits(seen.face for seen in self.view.table)

    @cached_property
    def unseen(self) -> int:
        """The faces that are in the pile or hidden in the other's hand."""
        placing = {self.view.placing.face} if self.view.placing else set()
        shown = bits({seen.face for seen in self.view.other_shown} | placing)
        return ~(self.hand | self.table | self.mine | self.theirs | shown) & ((1 << CARDS) - 1)

    def gain(self, faces: int) -> float:
        """Return what capturing these cards is worth to this seat, also by what the other loses."""
        return self._change(self.mine, self.theirs, faces)

    def loss(self, faces: int) -> float:
        """Return what it is worth to this seat that the other does not capture these cards."""
        return self._change(self.theirs, self.mine, faces)

    def _change(self, own: int, other: int, faces: int) -> float:
        rules = self.view.rules.yaku
        more = _hopes(own | faces, other, rules) - _hopes(own, other, rules)
        less = _hopes(other, own, rules) - _hopes(other, own | faces, rules)
        plain = sum(_PLAIN[kind_of(face).value] for face in listed(faces))
        return more + _KEEPS_FROM_OTHER * less + plain

    def held_by_other(self, month: int) -> float:
        """Return the chance that the other holds a card of this month."""
        if any(month_of(seen.face) == month for seen in self.view.other_shown):
            return 1.0
        hidden = len(self.view.other_hand) - len(self.view.other_shown)
        unseen = self.unseen.bit_count()
        left = (self.unseen & of_month(month)).bit_count()
        return 1 - comb(unseen - left, hidden) / comb(unseen, hidden)

    def exposed(self, table: int) -> float:
        """Return what the other may take away from a table with these cards."""
        chances = [
            self.held_by_other(month) * max(self.loss(1 << face) for face in lying)
            for month in range(1, 13)
            if (lying := listed(table & of_month(month)))
        ]
        return max(chances, default=0.0) + 0.15 * sum(chances)

    def left_to_do(self, hand: int, table: int) -> float:
        """Return what the rest of the hand may still capture from a table with these cards."""
        worth = sorted(
            (
                self.gain(1 << face | 1 << max(lying, key=lambda f: kind_of(f).value))
                for face in listed(hand)
                if (lying := listed(table & of_month(month_of(face))))
            ),
            reverse=True,
        )
        return sum(each * 0.5**place for place, each in enumerate(worth, 1))

    # Koi or shobu?

    def worth_of_koi(self) -> float:
        """Return the points by which this seat may hope to be ahead of the other if it goes on.

        The other plays next, and never has fewer cards. Whoever has the first new yaku is taken to
        stop there.
        """
        view = self.view
        ours, theirs = self._race(self.mine, mine=True), self._race(self.theirs, mine=False)
        nobody_yet, hope = 1.0, 0.0
        for turn in range(1, len(view.other_hand) + 1):
            nobody_yet, hope = theirs.step(turn, nobody_yet, hope, sign=-1)
            if turn <= len(view.hand):
                nobody_yet, hope = ours.step(turn, nobody_yet, hope, sign=1)
        return hope + nobody_yet * self._if_exhausted()

    def _if_exhausted(self) -> int:
        """What it scores more than the other if nobody has a new yaku until the hands are empty."""
        view = self.view
        match view.rules.exhausted:
            case Exhausted.LAST_KOI:
                return view.worth[view.seat]
            case Exhausted.DEALER:
                return DEALER_POINTS if view.dealer == view.seat else -DEALER_POINTS
        return 0

    def _race(self, pile: int, *, mine: bool) -> Race:
        view, rules = self.view, self.view.rules
        base, other = total_of(pile, rules.yaku), self.theirs if mine else self.mine
        said = view.koi[view.other] > 0 if mine else True
        ways = []
        for pattern in patterns(rules.yaku).values():
            lacking = pattern.lacks(pile)
            wanted = (pattern.more if not lacking else pattern.pool) & ~pile & ~other
            more = pattern.points if lacking else 1
            points = round_score(base + more, rules.double_from, opponent_said_koi=said)
            rates = tuple(self._rate(face, mine=mine) for face in listed(wanted))
            if len(rates) >= max(lacking, 1) and not pattern.must & other:
                ways.append(Way(max(lacking, 1), sum(rates) / len(rates), len(rates), points))
        return Race(tuple(ways), _OWN_PACE if mine else _OTHERS_PACE)

    def _rate(self, face: Face, *, mine: bool) -> float:
        """The chance that a seat captures this card in a turn."""
        gone = (self.mine | self.theirs).bit_count()
        plain = _CAPTURED_A_TURN / (CARDS - gone)
        if not mine:
            return 0.0 if self.hand >> face & 1 and not self._lies(face) else plain
        if self.hand >> face & 1:
            return _AT_HAND if self._lies(face) else plain
        if self.table >> face & 1 and self.hand & of_month(month_of(face)):
            return _AT_HAND
        return plain

    def _lies(self, face: Face) -> bool:
        return bool(self.table & of_month(month_of(face)))


@dataclass(frozen=True, slots=True)
class Way:
    """A way to a new yaku: `lacking` of `wanted` cards, each captured in a turn at this rate."""

    lacking: int
    rate: float
    wanted: int
    points: int

    def done_by(self, turns: float) -> float:
        """Return the chance that it is there after so many turns."""
        each = 1 - float((1 - self.rate) ** turns)
        missed = sum(
            comb(self.wanted, k) * each**k * (1 - each) ** (self.wanted - k)
            for k in range(self.lacking)
        )
        return max(0.0, 1 - missed)


@dataclass(frozen=True, slots=True)
class Race:
    """All ways of one seat to a new yaku, taken as independent."""

    ways: tuple[Way, ...]
    pace: float = 1.0

    def step(self, turn: int, nobody_yet: float, hope: float, *, sign: int) -> tuple[float, float]:
        """After this seat's turn: the chance that nobody has a new yaku, and the hope so far."""
        before = after = 1.0
        weight = points = 0.0
        for way in self.ways:
            was, now = way.done_by(self.pace * (turn - 1)), way.done_by(self.pace * turn)
            before *= 1 - was
            after *= 1 - now
            weight += now - was
            points += (now - was) * way.points
        if not weight or not before:
            return nobody_yet, hope
        made = nobody_yet * (1 - after / before)
        return nobody_yet - made, hope + sign * made * points / weight


@lru_cache(maxsize=1 << 12)
def _hopes(own: int, other: int, rules: YakuRules) -> float:
    """Every yaku by its points, less the further away it is; nothing once it is out of reach."""
    hopes = 0.0
    for pattern in patterns(rules).values():
        lacking = pattern.lacks(own)
        if not lacking:
            hopes += pattern.worth(own)
        elif lacking <= (pattern.pool & ~own & ~other).bit_count() and not pattern.must & other:
            hopes += pattern.points * _NEARER**lacking
    return hopes
