"""Estimates of who will have captured which cards of a month in the end.

A month is a small game of its own: its cards go in pairs, or all four at once. How often each seat
gets them was counted in 20,000 rounds that the bot played against itself, each to the last card of
the hands.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

Shares: TypeAlias = tuple[int, int]
"""The percentages with which the seat that has just played, and the other seat, get a card."""

MINE, THEIRS, NOBODYS = (100, 0), (0, 100), (0, 0)

Counted: TypeAlias = tuple[Shares, Shares]
"""First with seven cards left in the hand, then with as few as possible."""

_NONE: Counted = (NOBODYS, NOBODYS)

_COUNTED: dict[tuple[int, int, int], tuple[Counted, Counted, Counted]] = {
    (0, 0, 2): (_NONE, _NONE, ((16, 36), (4, 10))),
    (0, 0, 4): (_NONE, _NONE, ((15, 47), (6, 25))),
    (0, 1, 1): (_NONE, ((29, 42), (16, 19)), ((29, 42), (16, 19))),
    (0, 1, 3): (_NONE, ((32, 67), (38, 40)), ((19, 40), (13, 15))),
    (0, 2, 2): (_NONE, ((26, 48), (17, 16)), ((26, 48), (17, 16))),
    (0, 3, 1): (_NONE, ((25, 50), (17, 16)), ((25, 50), (17, 16))),
    (1, 0, 1): (((59, 13), (32, 11)), _NONE, ((59, 13), (32, 11))),
    (1, 0, 3): (((75, 11), (58, 16)), _NONE, ((31, 33), (19, 18))),
    (1, 1, 2): (((77, 7), (58, 4)), ((65, 35), (64, 36)), ((26, 36), (12, 21))),
    (1, 2, 1): (((100, 0), (100, 0)), ((63, 24), (58, 11)), ((25, 48), (16, 22))),
    (2, 0, 2): (((72, 17), (57, 20)), _NONE, ((36, 30), (27, 26))),
    (2, 1, 1): (((81, 6), (76, 3)), ((84, 16), (76, 24)), ((45, 29), (27, 29))),
    (3, 0, 1): (((82, 9), (80, 12)), _NONE, ((45, 28), (39, 36))),
}
"""By the number of the month's cards in this seat's hand, on the table, and unseen: the shares of
the cards in hand, on the table, and unseen."""


@lru_cache(maxsize=1 << 12)
def shares_of_month(
    places: tuple[int, int, int, int], left: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the percentages with which this seat, and the other, have each of the month's four
    cards in the end.

    `places` has four sets of the month's cards: in this seat's hand, on the table, unseen, and
    captured by this seat; the other seat has captured the rest. `left` is the number of cards left
    in the hand.
    """
    hand, table, unseen, mine = places
    held, lying, hidden = hand.bit_count(), table.bit_count(), unseen.bit_count()
    of_held = of_lying = of_hidden = MINE if held else NOBODYS
    if hidden:
        odd = (held + lying + hidden) % 2  # cards go in pairs
        counted = _COUNTED[held, lying, hidden + odd]
        of_held, of_lying, of_hidden = [_between(each, left) for each in counted]
    parts = (hand, of_held), (table, of_lying), (unseen, of_hidden), (mine, MINE)
    shares = [next((share for cards, share in parts if cards >> k & 1), THEIRS) for k in range(4)]
    mines, theirs = zip(*shares, strict=True)
    return mines, theirs


def _between(counted: Counted, left: int) -> Shares:
    """Interpolate linearly between the early and the late counts."""
    (mine, theirs), (mine_late, theirs_late) = counted
    part = min(max(left - 1, 0), 6)
    return (
        mine_late + (mine - mine_late) * part // 6,
        theirs_late + (theirs - theirs_late) * part // 6,
    )
