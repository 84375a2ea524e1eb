"""The basis of a decision in Koi-Koi: the seat's chance to win the game afterwards.

The cards of each month go to one seat or the other (`months.py`). They form yaku (`race.py`), and
the first one is assumed to end the round. Its points change the chance to win the game. Piles are
sets of faces as bit masks. The constants at the top cannot be derived; they were tuned in some
100,000 games.
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

_SWING = 6.5  # standard deviation of the difference in points after a round
_MORE_WITH_IT = 4  # points that come along with a new yaku: other yaku, and further cards
_PACE = 0.75  # one cannot pursue all ways at once; the unseen opponent is assumed to
_CARD_POINT = 0.004  # points of a round that each point of a captured card is worth by itself
_NO_HOPE = 0.0005  # the least chance to win that a point is worth, so that the bot never gives up

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
        captured, before the opponent plays."""
        if not self._rises(mine):
            return self.going_on(hand, table, mine)
        if not hand or (self.view.rules.koi_once and self._koi):
            return self.stopping(mine)
        return max(self.stopping(mine), self.going_on(hand, table, mine))

    def stopping(self, mine: int) -> float:
        """Return the chance to win the game if this seat stops and scores this pile."""
        return self._standing(self._score(self._total(mine)))

    def going_on(self, hand: int, table: int, mine: int) -> float:
        """Return the chance to win the game if the round goes on, after a koi if the pile has new
        yaku."""
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
        """Return, by face, the percentages with which this seat and the opponent have captured the
        card at the end of the round."""
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
        for seen in self.view.other_shown:  # takes the matching cards on the table
            for face in listed(table & of_month(month_of(seen.face))):
                percents[face], theirs[face] = 0, 100
        return percents, theirs

    # Calls of koi, and the worth of points.

    @cached_property
    def _calls(self) -> tuple[SaidKoi, ...]:
        """Every koi of this round, the newest first."""
        calls = (entry for entry in reversed(self.view.log) if isinstance(entry, SaidKoi))
        return tuple(islice(calls, sum(self.view.koi)))

    @property
    def _koi(self) -> bool:
        """Whether this seat has said koi in this round."""
        return self.view.koi[self.view.seat] > 0

    def _rises(self, mine: int) -> bool:
        """Return whether the pile counts more than at this seat's last koi, so that it may call."""
        bases = (call.base for call in self._calls if call.seat == self.view.seat)
        return self._total(mine) > next(bases, 0)

    def _total(self, pile: int) -> int:
        return total_of(pile, self.view.rules.yaku)

    def _score(self, base: int) -> int:
        theirs = self.view.koi[self.view.other] > 0
        return round_score(base, self.view.rules.double_from, opponent_said_koi=theirs)

    def _their_score(self, base: int, *, koi: bool) -> int:
        return round_score(base, self.view.rules.double_from, opponent_said_koi=koi)

    def _if_exhausted(self, mine: int) -> int:
        """Return this seat's lead in this round if there are no more new yaku."""
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
        """Return the chance to win the game if this seat leads this round by these points."""
        view = self.view
        ahead = view.scores[view.seat] - view.scores[view.other] + points
        return standing(ahead, view.rounds - view.round)

    @cached_property
    def _worth_of_a_point(self) -> float:
        return (self._standing(2) - self._standing(-2)) / 4 + _NO_HOPE


@lru_cache(maxsize=1 << 10)
def standing(ahead: int, rounds: int) -> float:
    """Return the chance to win a game when `ahead` by so many points, with `rounds` to come; a tie
    is half a victory."""
    if rounds:
        return (1 + erf(ahead / (_SWING * sqrt(2 * rounds)))) / 2
    return (1 + (ahead > 0) - (ahead < 0)) / 2
