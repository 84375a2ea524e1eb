"""The ballots of one round: whether it goes on without a seat, and without whom.

All seats but one are the quorum, and any two quorums of four seats or more share an honest one if
at most one is dishonest. What a quorum has decided is final. What may have been decided already is
voted for again in the next ballot, so that no later one can decide otherwise: this is the view
change of PBFT, without a leader. Where nothing can have been decided the round stands, and whoever
wants a seat gone votes afresh.
Source: docs/protocol.md, section 14.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from ..encoding import enc
from ..game import Seat
from ..ledger.history import Statement
from ..ledger.votes import MOST_BALLOTS, About, Decide, Next, Vote, Word

LEAST_SEATS = 2
"""Nobody follows one seat alone into the next ballot without a vote to leave behind."""
MOST_ALONE = 32
"""How many ballots of a round one seat alone can use up."""
_Place: TypeAlias = tuple[Seat, bytes]


def _place(word: Statement) -> _Place:
    """Whose it is, and its kind and ballot: as bytes, for 1 is not true."""
    kind_and_ballot = word.body[:2] if isinstance(word.body, tuple) else ()
    return word.seat, enc(kind_and_ballot)


@dataclass(frozen=True, slots=True)
class Prospect:
    """How one seat, `me`, sees the round: what its words depend on beside the words of others.

    `reach` are the seats that can be reached and have not left. Of those who are `back`, among
    them, a statement is held here, or they can be reached: nobody goes on without one of these
    unless that may be decided already. `wanted` is the seat that the player, or the seat itself,
    wants the table to go on without, if this seat may vote for that now.
    """

    me: Seat
    reach: frozenset[Seat]
    back: frozenset[Seat]
    wanted: Seat | None
    has_gone_on: bool


@dataclass
class Ballots:
    """All that was said of one round at which `seats` sit; the quorum is all but one."""

    seats: int
    _said: dict[_Place, Statement] = field(default_factory=dict)
    stands: bool = False  # all others have gone on from the round, and nobody can be decided on
    _votes: dict[int, dict[Seat, About]] = field(default_factory=dict)
    _decisions: dict[int, dict[Seat, About]] = field(default_factory=dict)
    _nexts: dict[int, dict[Seat, Next]] = field(default_factory=dict)
    _won: list[tuple[int, About]] = field(default_factory=list)

    @property
    def quorum(self) -> int:
        return self.seats - 1

    def hear(self, statement: Statement, word: Word) -> None:
        """Keep what nobody has said before."""
        self._said[_place(statement)] = statement
        match word:
            case Vote(ballot, about):
                self._votes.setdefault(ballot, {})[statement.seat] = about
            case Decide(ballot, about):
                decided = self._decisions.setdefault(ballot, {})
                decided[statement.seat] = about
                if list(decided.values()).count(about) == self.quorum:
                    self._won.append((ballot, about))
            case _:
                self._nexts.setdefault(word.ballot, {})[statement.seat] = word

    @property
    def statements(self) -> list[Statement]:
        """In the order in which they were heard."""
        return list(self._said.values())

    def beside(self, statement: Statement) -> Statement | None:
        """Return the word of the same seat, kind and ballot, of which there is but one."""
        return self._said.get(_place(statement))

    # What came of it.

    @property
    def base(self) -> int:
        """The last ballot that the round has won; everything begins afresh after it."""
        if self.stands:
            return MOST_BALLOTS - 1
        return max((ballot for ballot, about in self._won if about is None), default=-1)

    @property
    def gone(self) -> tuple[int, Seat] | None:
        """The ballot that has decided without whom the table goes on, and without whom."""
        return next(((b, about) for b, about in self._won if about is not None), None)

    def deciding(self, ballot: int, about: Seat) -> list[Statement]:
        """Return the decisions by which a ballot was won."""
        return [said for said in self.statements if said.body == ("decide", ballot, about)]

    def has_voted(self, seat: Seat, about: Seat | None = None) -> bool:
        """Return whether the seat has voted, since the round last won, to go on without that one,
        or without anybody."""
        base = self.base
        votes = [each[seat] for b, each in self._votes.items() if b > base and seat in each]
        return any(vote is not None and about in (None, vote) for vote in votes)

    def wanted_by(self) -> Mapping[Seat, tuple[Seat, ...]]:
        """Return without whom seats would go on, and which, since the round last won."""
        base, wanted = self.base, dict[Seat, set[Seat]]()
        for ballot, votes in self._votes.items():
            for seat, about in votes.items():
                if ballot > base and about is not None:
                    wanted.setdefault(about, set()).add(seat)
        return {about: tuple(sorted(seats)) for about, seats in sorted(wanted.items())}

    # What is to be said.

    def due(self, view: Prospect) -> Word | None:
        """Return what this seat has to say next; absent if nothing."""
        base = self.base
        ballot = self._current(view.me, base)
        # §14: that a seat is gone is final, for this round.
        if self.gone is not None or ballot >= MOST_BALLOTS:
            return None
        # §14: first of all: whoever has left a ballot decides no more in it.
        if (decision := self._decision_due(ballot, base, view)) is not None:
            return decision
        is_fresh = ballot == base + 1
        # §14: else it might vote against what has been decided in a ballot before.
        if not is_fresh and not self._is_open(ballot, base, view):
            return None
        if self._is_over(ballot, view, is_fresh=is_fresh):
            return Next(ballot, self._last(view.me, base, ballot))
        if view.me in self._votes.get(ballot, {}):
            return None
        return self._fresh_vote(ballot, view) if is_fresh else self._vote(ballot, base, view)

    def _current(self, me: Seat, base: int) -> int:
        ballot = base + 1
        while me in self._nexts.get(ballot, {}):
            ballot += 1
        return ballot

    def _has_quorum(self, ballot: int, about: About, base: int) -> bool:
        """Whether enough have voted so (§14).

        The vote of a seat to go on without itself counts only if all others have voted for that
        before: whoever has gone on with it has never done so.
        """
        votes = self._votes.get(ballot, {})
        seats = {seat for seat, vote in votes.items() if vote == about}
        if about in seats:
            before = (each for b, each in self._votes.items() if base < b < ballot)
            others = ({s for s, vote in each.items() if vote == about} - {about} for each in before)
            if not any(len(each) == self.quorum for each in others):
                seats.remove(about)
        return len(seats) >= self.quorum

    def _decision_due(self, ballot: int, base: int, view: Prospect) -> Decide | None:
        if view.me in self._decisions.get(ballot, {}):
            return None
        for about in set(self._votes.get(ballot, {}).values()):
            if self._has_quorum(ballot, about, base) and _can_stand(about, view):
                return Decide(ballot, about)
        return None

    def _backed(self, ballot: int, base: int) -> dict[Seat, Next]:
        """Return who has left that ballot with a decision that is known to have had its quorum."""
        return {
            seat: said
            for seat, said in self._nexts.get(ballot, {}).items()
            if said.last is None
            or said.last.ballot <= base
            or self._has_quorum(said.last.ballot, said.last.about, base)
        }

    def _is_open(self, ballot: int, base: int, view: Prospect) -> bool:
        """Whether all but one have left the ballot before, and all who are there: else seats that
        have heard of different ones would vote differently for ever."""
        left = self._backed(ballot - 1, base).keys()
        return len(left) >= self.quorum and (left >= view.reach or not self._binds(ballot, base))

    def _binds(self, ballot: int, base: int) -> bool:
        """Whether anything but that the round stands can have been decided before this ballot."""
        before = ((b, about) for b, votes in self._votes.items() for about in set(votes.values()))
        return any(
            about is not None and base < b < ballot and self._has_quorum(b, about, base)
            for b, about in before
        )

    def _is_over(self, ballot: int, view: Prospect, *, is_fresh: bool) -> bool:
        """Whether this ballot leads nowhere, or others have left it; a fresh one also if it is not
        what is wanted."""
        said, left = self._votes.get(ballot, {}), self._nexts.get(ballot, {})
        votes = set(said.values())
        others = (said.keys() | left.keys()) - {view.me}
        if ballot >= MOST_ALONE and len(others) < LEAST_SEATS and view.me not in said:
            return False
        if len(left) >= LEAST_SEATS or len(votes) > 1 or (left and said):
            return True
        about = next(iter(votes), None)
        if not is_fresh or about is None:
            return False
        return about in view.back or view.has_gone_on or view.wanted not in (None, about)

    def _last(self, me: Seat, base: int, ballot: int) -> Decide | None:
        decided = self._decisions.items()
        mine = [b for b, seats in decided if me in seats and base < b <= ballot]
        if mine:
            return Decide(max(mine), self._decisions[max(mine)][me])
        return None if base < 0 else Decide(base, None)

    def _fresh_vote(self, ballot: int, view: Prospect) -> Vote | None:
        # the last two ballots are for the round to win, so that nobody stays held up
        is_free = view.wanted is not None and ballot < MOST_BALLOTS - 2 and not view.has_gone_on
        return Vote(ballot, view.wanted) if is_free else None

    def _vote(self, ballot: int, base: int, view: Prospect) -> Vote | None:
        """For what may be decided already; else that the round stands."""
        # §14: of any two quorums one honest seat is in both, and tells what it has decided: so the
        # last decision among those that are told and backed is enough.
        told = (said.last for said in self._backed(ballot - 1, base).values())
        last = max((d for d in told if d is not None), key=lambda d: d.ballot, default=None)
        about = None if last is None or last.ballot <= base else last.about
        return Vote(ballot, about) if _can_stand(about, view) else None


def _can_stand(about: About, view: Prospect) -> bool:
    """Whoever has gone on from the round may be left behind by the others, but leaves nobody."""
    return not view.has_gone_on or about in (None, view.me)
