"""What a seat says in ballots, from the table in section 14 of docs/protocol.md alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .basics import array, below, same

Body = list[Any]
LAST, ALONE, FREE = 64, 32, 62


def is_word(body: Body, speakers: Sequence[int]) -> bool:
    if not (array(body, 3) and body[0] in ("vote", "decide", "next") and below(body[1], LAST)):
        return False
    about = body[2]
    if body[0] == "next" and about is not None:
        if not (array(about, 2) and below(about[0], body[1] + 1)):
            return False
        about = about[1]
    return about is None or (type(about) is int and about in speakers)


def taken(
    n: int, speakers: Sequence[int], heard: list[tuple[int, Body]]
) -> tuple[list[tuple[int, Body]], list[str]]:
    """The words that are kept, in a round in which these of n seats speak, and what becomes of
    each."""
    kept, each = list[tuple[int, Body]](), list[str]()
    for seat, body in heard:
        known = [one for j, one in kept if j == seat and same(one[:2], body[:2])]
        if known:
            each.append("known" if same(known[0], body) else "a pair")
        elif is_word(body, [j for j in speakers if j < n]):
            kept.append((seat, body))
            each.append("kept")
        else:
            each.append("dropped")
    return kept, each


@dataclass(frozen=True)
class Ballots:
    """What the seat `me` of n knows of the ballots of one round: each word by its speaker.

    `reach` are the seats that it reaches, itself among them, `holds` those whose statement it
    holds; `wants` is the seat that it would go on without, if any: one that has left, or that is
    gone, or that its player calls lost.
    """

    n: int
    me: int
    received: list[tuple[int, Body]]
    reach: frozenset[int]
    holds: frozenset[int]
    wants: int | None
    has_gone_on: bool

    def of(self, kind: str, b: int) -> dict[int, Any]:
        return {j: body[2] for j, body in self.received if body[:2] == [kind, b]}

    def winners(self) -> list[tuple[int, int | None]]:
        decided = {b: self.of("decide", b) for b in range(LAST)}
        return [
            (b, x)
            for b, decision in decided.items()
            for x in set(decision.values())
            if sum(1 for one in decision.values() if one == x) >= self.n - 1
        ]

    @property
    def base(self) -> int:
        return max((b for b, x in self.winners() if x is None), default=-1)

    @property
    def current(self) -> int:
        b = self.base + 1
        while self.me in self.of("next", b):
            b += 1
        return b

    def has_quorum(self, b: int, x: int | None) -> bool:
        voters = {j for j, about in self.of("vote", b).items() if about == x}
        if x in voters and not self.counts_for_itself(b, x):
            voters = voters - {x}
        return len(voters) >= self.n - 1

    def counts_for_itself(self, b: int, x: int) -> bool:
        others = set(range(self.n)) - {x}
        earlier = (self.of("vote", a) for a in range(self.base + 1, b))
        return any(all(votes.get(j, -1) == x for j in others) for votes in earlier)

    def backed(self, b: int) -> dict[int, Any]:
        return {
            j: d
            for j, d in self.of("next", b).items()
            if d is None or d[0] <= self.base or self.has_quorum(d[0], d[1])
        }

    def is_open(self, b: int) -> bool:
        there = set(self.backed(b - 1))
        earlier = range(self.base + 1, b)
        binds = any(self.has_quorum(a, x) for a in earlier for x in range(self.n))
        return len(there) >= self.n - 1 and (not binds or self.reach <= there)

    def leads_nowhere(self, b: int) -> bool:
        votes, left = self.of("vote", b), self.of("next", b)
        others = (set(votes) | set(left)) - {self.me}
        if b >= ALONE:
            is_for_a_seat = any(x is not None for x in votes.values())
            answers = b == self.base + 1 and self.has_gone_on and is_for_a_seat
            may_leave = self.me in votes or len(others) >= 2 or answers
            return may_leave and not any(self.can_win(b, x) for x in votes.values())
        if len(left) >= 2 or (left and votes) or len(set(votes.values())) >= 2:
            return True
        seats = [x for x in votes.values() if x is not None]
        return b == self.base + 1 and bool(seats) and self.opposes(seats[0])

    def opposes(self, x: int) -> bool:
        return x in self.reach or x in self.holds or self.has_gone_on

    def can_win(self, b: int, x: int | None) -> bool:
        votes, left = self.of("vote", b), self.of("next", b)
        able = {j for j in range(self.n) if j not in left and votes.get(j, x) == x}
        if x is not None and not (x in self.reach and self.counts_for_itself(b, x)):
            able -= {x}
        if b == self.base + 1:
            votes_not = self.me not in votes if x is None else self.opposes(x)
            able -= {self.me} if votes_not else set()
        return len(able) >= self.n - 1

    @property
    def is_wanted(self) -> bool:
        others = frozenset(range(self.n)) - {self.wants, self.me}
        is_lost = self.wants not in self.reach | self.holds and others <= self.reach
        return self.wants is not None and is_lost and not self.has_gone_on

    def may_support(self, x: int | None) -> bool:
        return not self.has_gone_on or x in (None, self.me)

    def reported(self, b: int) -> list[Any] | None:
        own = [a for a in range(self.base + 1, b + 1) if self.me in self.of("decide", a)]
        if own:
            return [max(own), self.of("decide", max(own))[self.me]]
        return None if self.base == -1 else [self.base, None]

    def known_next(self, b: int) -> int | None:
        all_d = [d for d in self.backed(b - 1).values() if d is not None]
        last = max(all_d, key=lambda d: int(d[0]), default=None)
        if last is None or last[0] <= self.base:
            return None
        about: int | None = last[1]
        return about

    def due(self) -> Body | None:
        """Return what is due; None if nothing."""
        b, base = self.current, self.base
        if b >= LAST or any(x is not None for _, x in self.winners()):
            return None
        votes = self.of("vote", b)
        if self.me not in self.of("decide", b):
            for x in (None, *range(self.n)):
                others = sum(about == x and j != x for j, about in votes.items())
                is_own = votes.get(self.me, -1) == x or others >= self.n - 1
                if self.has_quorum(b, x) and self.may_support(x) and is_own:
                    return ["decide", b, x]
        if b > base + 1 and not self.is_open(b):
            return None
        if self.leads_nowhere(b):
            return ["next", b, self.reported(b)]
        if self.me in votes:
            return None
        if b == base + 1:
            return ["vote", b, self.wants] if self.is_wanted and b < FREE else None
        return ["vote", b, self.known_next(b)] if self.may_support(self.known_next(b)) else None
