"""The votes for ever of before the ballots, which must fall.

Seats vote "absent" once in a round, and never take it back; a round is void for j by the votes of
all active seats but j. Whoever has voted takes no statement of j, unless another says that it holds
it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Voter(NamedTuple):
    taken: int = 0
    vote: int | None = None


Votes = tuple[Voter, ...]


@dataclass(frozen=True)
class VotesForEver:
    """One round in which all of `late` may speak late. `mended` as in `ballots.Mended`."""

    seats: int
    late: tuple[int, ...]
    villain: int | None = None
    mended: bool = False
    lost: int | None = None

    def start(self) -> Votes:
        return tuple(Voter() for _ in range(self.seats))

    def void(self, state: Votes) -> set[int]:
        """All seats but j have voted; a villain has told each what it wants to hear."""
        return {
            j
            for j in self.late
            if all(p.vote == j or i in (j, self.villain) for i, p in enumerate(state))
        }

    def is_full(self, seat: Voter) -> bool:
        return all(seat.taken >> j & 1 for j in self.late if j != self.villain)

    def moves(self, state: Votes) -> Iterator[tuple[str, Votes]]:
        for i, seat in enumerate(state):
            if i in (self.villain, self.lost):
                continue
            for text, after in self.one(state, i, seat):
                yield f"{i} {text}", (*state[:i], after, *state[i + 1 :])

    def one(self, state: Votes, i: int, seat: Voter) -> Iterator[tuple[str, Voter]]:
        for j in self.late:
            stated = j != self.villain and state[j].taken >> j & 1
            present = any(p.taken >> j & 1 and p.vote != j for k, p in enumerate(state) if k != j)
            if not seat.taken >> j & 1 and (j == i or (stated and (seat.vote != j or present))):
                yield f"has {j}'s statement", seat._replace(taken=seat.taken | 1 << j)
            calls = j == self.lost if self.mended else j != i
            if calls and seat.vote is None and not seat.taken >> j & 1:
                yield f"calls {j} absent", seat._replace(vote=j)

    def fault(self, state: Votes) -> str | None:
        void = self.void(state)
        return f"the round is void for {min(void)} and for {max(void)}" if len(void) > 1 else None

    def is_past(self, state: Votes) -> bool:
        there = [seat for i, seat in enumerate(state) if i != self.lost]
        return bool(self.void(state)) or all(map(self.is_full, there))
