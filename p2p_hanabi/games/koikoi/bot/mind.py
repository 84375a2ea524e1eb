"""What a decision in Koi-Koi rests on: how likely its seat is to win the game afterwards.

The cards of each month go to one seat or the other (`months.py`). They make yaku (`race.py`), of
which the first is taken to end the round. Its points make it more or less likely to win the game.
Piles are sets of faces as bits. The numbers that nobody can derive are on top; they were tried out
in some 100,000 games.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import islice
from math import erf, sqrt
from operator import mul, sub

from p2p_hanabi.games.common.face_sets import bits, listed

from ..hanafuda import ALL_FACES, CARDS, month_of, of_month, points_of
from ..state import DEALER_POINTS, Exhausted, SaidKoi
from ..view import KoikoiView
from ..yaku import round_score, total_of
from .months import shares_of_month
from .race import any_of, ways_on

_SWING = 6.5  # points by which a round sets the seats apart: their standard deviation
_MORE_WITH_IT = 4  # points that come along with a new yaku: other yaku, and further cards
_PACE = 0.75  # one cannot go all ways at once; the other, whose cards are unseen, goes the best
_CARD_POINT = 0.004  # points of a round that each point of a captured card is worth by itself
_NO_HOPE = 0.0005  # what a point is worth at least in chances to win, so that nobody gives up

_PLAIN = [_CARD_POINT / 100 * points_of(face) for face in ALL_FACES]
_ALL = bits(ALL_FACES)


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

    def worth(self, hand: int, table: int, mine: int) -> float:
        """Return the chance to win the game with these cards in the hand, on the table, and
        captured, before the other is to play."""
        if not self._rises(mine):
            return self.going_on(hand, table, mine)
        if not hand or (self.view.rules.koi_once and self._koi):
            return self.stopping(mine)
        return max(self.stopping(mine), self.going_on(hand, table, mine))

    def stopping(self, mine: int) -> float:
        """Return the chance to win the game if this seat scores for that pile."""
        return self._standing(self._score(self._total(mine)))

    def going_on(self, hand: int, table: int, mine: int) -> float:
        """Return the chance to win the game if the round goes on, with a koi if the pile asks for
        it."""
        theirs, rules = self.theirs, self.view.rules.yaku
        base, their_base = self._total(mine), self._total(theirs)
        koi = self._koi or self._rises(mine)
        percents, their_percents = self._in_the_end(hand, table, mine)

        def if_ours(points: int) -> float:
            return self._standing(self._score(base + points) + _MORE_WITH_IT)

        def if_theirs(points: int) -> float:
            return self._standing(-self._their_score(their_base + points, koi=koi) - _MORE_WITH_IT)

        ours, then = any_of(ways_on(mine, theirs, rules), percents, if_ours, _PACE)
        others, then_others = any_of(ways_on(theirs, mine, rules), their_percents, if_theirs)
        first, second = ours * (1 - others / 2), others * (1 - ours / 2)
        nobody = self._standing(self._if_exhausted(mine))
        plain: float = sum(map(mul, _PLAIN, map(sub, percents, their_percents)))
        return (
            first * then
            + second * then_others
            + (1 - first - second) * nobody
            + plain * self._worth_of_a_point
        )

    def _in_the_end(self, hand: int, table: int, mine: int) -> tuple[list[int], list[int]]:
        """By face: in how many of 100 cases this seat has it at the end of the round, and in how
        many the other has."""
        unseen = _ALL & ~(hand | table | mine | self.theirs)
        left = hand.bit_count()
        percents: list[int] = []
        theirs: list[int] = []
        for shift in range(0, CARDS, 4):
            places = (
                hand >> shift & 15,
                table >> shift & 15,
                unseen >> shift & 15,
                mine >> shift & 15,
            )
            here, there = shares_of_month(places, left)
            percents += here
            theirs += there
        for seen in self.view.other_shown:  # it takes what lies there
            for face in listed(table & of_month(month_of(seen.face))):
                percents[face], theirs[face] = 0, 100
        return percents, theirs

    # What has been said, and what points are worth.

    @cached_property
    def _calls(self) -> tuple[SaidKoi, ...]:
        """Every koi of this round, the newest first."""
        said = (entry for entry in reversed(self.view.log) if isinstance(entry, SaidKoi))
        return tuple(islice(said, sum(self.view.koi)))

    @property
    def _koi(self) -> bool:
        """Whether this seat has said koi in this round."""
        return self.view.koi[self.view.seat] > 0

    def _rises(self, mine: int) -> bool:
        """Whether this pile counts more than when this seat last said koi: so it can speak."""
        said = (call.base for call in self._calls if call.seat == self.view.seat)
        return self._total(mine) > next(said, 0)

    def _total(self, pile: int) -> int:
        return total_of(pile, self.view.rules.yaku)

    def _score(self, base: int) -> int:
        theirs = self.view.koi[self.view.other] > 0
        return round_score(base, self.view.rules.double_from, opponent_said_koi=theirs)

    def _their_score(self, base: int, *, koi: bool) -> int:
        return round_score(base, self.view.rules.double_from, opponent_said_koi=koi)

    def _if_exhausted(self, mine: int) -> int:
        """How far this seat is ahead in this round if there is no new yaku any more."""
        view, rises = self.view, self._rises(mine)
        if not (rises or self._calls):
            return 0
        match view.rules.exhausted:
            case Exhausted.LAST_KOI if rises or self._calls[0].seat == view.seat:
                return self._score(self._total(mine))
            case Exhausted.LAST_KOI:
                return -self._their_score(self._total(self.theirs), koi=self._koi)
            case Exhausted.DEALER:
                return DEALER_POINTS if view.dealer == view.seat else -DEALER_POINTS
        return 0

    def _standing(self, points: int) -> float:
        """Return the chance to win the game if this seat is so far ahead in this round."""
        view = self.view
        ahead = view.scores[view.seat] - view.scores[view.other] + points
        return standing(ahead, view.rounds - view.round)

    @cached_property
    def _worth_of_a_point(self) -> float:
        return (self._standing(2) - self._standing(-2)) / 4 + _NO_HOPE


@lru_cache(maxsize=1 << 10)
def standing(ahead: int, rounds: int) -> float:
    """Return the chance to win a game so many points ahead, with so many rounds still to come; a
    tie is half a victory."""
    if rounds:
        return (1 + erf(ahead / (_SWING * sqrt(2 * rounds)))) / 2
    return (1 + (ahead > 0) - (ahead < 0)) / 2
