"""The ballots of one round: whether it goes on without a seat, and without which.

A quorum is all seats but one. With four seats or more, and at most one of them dishonest, any two
quorums share an honest seat. What a quorum has decided is final. What may have been decided already
is voted for again in the next ballot, so that no later ballot can decide otherwise: this is the
view change of PBFT, without a leader. Where nothing can have been decided the round stands, and a
seat that wants another gone votes afresh.
Source: docs/protocol.md, section 14.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from ..encoding import enc
from ..game import Seat
from ..ledger.history import Statement
from ..ledger.votes import MAX_BALLOTS, About, Decide, Next, Vote, Word

MIN_SEATS = 2
"""A seat follows fewer others than this into the next ballot only after a vote in this one."""
MAX_ALONE = 32
"""How many ballots of a round a single seat can use up: the others leave a later one only if
nothing can have a quorum in it any more."""
_Place: TypeAlias = tuple[Seat, bytes]


def _place(word: Statement) -> _Place:
    """Return the speaker, and the kind and ballot of its word as bytes, because 1 == True."""
    kind_and_ballot = word.body[:2] if isinstance(word.body, tuple) else ()
    return word.seat, enc(kind_and_ballot)


@dataclass(frozen=True, slots=True)
class Prospect:
    """How the seat `me` sees the round: what its words depend on besides the words of others.

    `reach` are the seats that can be reached and have not left. `back` are these and the seats
    whose statement is known here: no seat goes on without one of them unless that may be decided
    already. `wanted` is the seat that the table should go on without, because the player wants
    that, or the seat has left, or it was gone before, if `me` may vote for that now.
    """

    me: Seat
    reach: frozenset[Seat]
    back: frozenset[Seat]
    wanted: Seat | None
    has_gone_on: bool


@dataclass
class Ballots:
    """The words of all ballots of one round; `seats` is the number of seats, the quorum all but
    one."""

    seats: int
    _statements: dict[_Place, Statement] = field(default_factory=dict)
    stands: bool = False  # all others have gone on from the round, and no seat can be decided gone
    _votes: dict[int, dict[Seat, About]] = field(default_factory=dict)
    _decisions: dict[int, dict[Seat, About]] = field(default_factory=dict)
    _nexts: dict[int, dict[Seat, Next]] = field(default_factory=dict)
    _won: list[tuple[int, About]] = field(default_factory=list)

    @property
    def quorum(self) -> int:
        """How many seats decide a ballot."""
        return self.seats - 1

    def receive(self, statement: Statement, word: Word) -> None:
        """Record a word that is new."""
        self._statements[_place(statement)] = statement
        match word:
            case Vote(ballot, about):
                self._votes.setdefault(ballot, {})[statement.seat] = about
            case Decide(ballot, about):
                decided = self._decisions.setdefault(ballot, {})
                decided[statement.seat] = about
                # §14: it has won with as many decisions; a further one changes nothing.
                if list(decided.values()).count(about) == self.quorum:
                    self._won.append((ballot, about))
            case _:
                self._nexts.setdefault(word.ballot, {})[statement.seat] = word

    @property
    def statements(self) -> list[Statement]:
        """The words, in the order in which they arrived."""
        return list(self._statements.values())

    def beside(self, statement: Statement) -> Statement | None:
        """Return the known word of the same seat, kind and ballot, if any; there is at most one."""
        return self._statements.get(_place(statement))

    # Results.

    @property
    def base(self) -> int:
        """The last ballot that the round has won, or -1; everything begins afresh after it."""
        if self.stands:
            # §14: as if the round had won every ballot.
            return MAX_BALLOTS - 1
        return max((ballot for ballot, about in self._won if about is None), default=-1)

    @property
    def gone(self) -> tuple[int, Seat] | None:
        """The ballot that has decided which seat the table goes on without, and that seat."""
        return next(((b, about) for b, about in self._won if about is not None), None)

    def deciding(self, ballot: int, about: Seat) -> list[Statement]:
        """Return the decisions by which a ballot was won."""
        return [one for one in self.statements if one.body == ("decide", ballot, about)]

    def has_voted(self, seat: Seat, about: Seat | None = None) -> bool:
        """Return whether the seat has voted, since the round last won, to go on without the seat
        `about` (None: without any)."""
        base = self.base
        votes = [each[seat] for b, each in self._votes.items() if b > base and seat in each]
        return any(vote is not None and about in (None, vote) for vote in votes)

    def wanted_by(self) -> Mapping[Seat, tuple[Seat, ...]]:
        """Return the seats that others have voted to go on without since the round last won, each
        with these voters."""
        base, wanted = self.base, dict[Seat, set[Seat]]()
        for ballot, votes in self._votes.items():
            for seat, about in votes.items():
                if ballot > base and about is not None:
                    wanted.setdefault(about, set()).add(seat)
        return {about: tuple(sorted(seats)) for about, seats in sorted(wanted.items())}

    # What to say.

    def due(self, view: Prospect) -> Word | None:
        """Return what this seat has to say next; None if nothing."""
        base = self.base
        ballot = self._current(view.me, base)
        # §14: for this round it is final that a seat is gone.
        if self.gone is not None or ballot >= MAX_BALLOTS:
            return None
        # §14: this comes first: a seat that has left a ballot decides no more in it.
        if (decision := self._decision_due(ballot, base, view)) is not None:
            return decision
        is_fresh = ballot == base + 1
        # §14: otherwise it might vote against what an earlier ballot has decided.
        if not is_fresh and not self._is_open(ballot, base, view):
            return None
        if self._is_over(ballot, base, view):
            return Next(ballot, self._last(ballot, base, view.me))
        if view.me in self._votes.get(ballot, {}):
            return None
        return self._fresh_vote(ballot, view) if is_fresh else self._vote(ballot, base, view)

    def _current(self, me: Seat, base: int) -> int:
        ballot = base + 1
        # §14: it votes and decides in no ballot that it has left.
        while me in self._nexts.get(ballot, {}):
            ballot += 1
        return ballot

    def _has_quorum(self, ballot: int, about: About, base: int) -> bool:
        """Return whether enough seats have voted so (§14)."""
        votes = self._votes.get(ballot, {})
        seats = {seat for seat, vote in votes.items() if vote == about}
        if about in seats and not self._counts_itself(about, ballot, base):
            seats.remove(about)
        return len(seats) >= self.quorum

    def _counts_itself(self, about: Seat, ballot: int, base: int) -> bool:
        """Return whether the vote of a seat to go on without itself counts: if all others have
        voted for that in an earlier ballot (§14). A seat that has gone on with it has never done
        so."""
        before = (each for b, each in self._votes.items() if base < b < ballot)
        others = ({s for s, vote in each.items() if vote == about} - {about} for each in before)
        return any(len(each) == self.quorum for each in others)

    def _decision_due(self, ballot: int, base: int, view: Prospect) -> Decide | None:
        # §14: once in a ballot. Any two quorums share an honest seat, so no ballot decides two
        # things.
        if view.me in self._decisions.get(ballot, {}):
            return None
        votes = self._votes.get(ballot, {})
        for about in set(votes.values()):
            # §14: the vote of a seat to go on without itself helps only those who vote so too.
            # Otherwise a seat that does not know yet that the round has won could decide by votes
            # that count no more for the others, who would then never count its `next`.
            helps = votes.get(view.me) == about or self._is_carried_by_others(ballot, about)
            if helps and self._has_quorum(ballot, about, base) and _can_stand(about, view):
                return Decide(ballot, about)
        return None

    def _is_carried_by_others(self, ballot: int, about: About) -> bool:
        """Return whether there is a quorum without the vote of the seat that it is about."""
        votes = self._votes[ballot]
        return sum(vote == about and seat != about for seat, vote in votes.items()) >= self.quorum

    def _backed(self, ballot: int, base: int) -> dict[Seat, Next]:
        """Return the backed `next` of a ballot that this seat has left, by seat: those whose
        decision is known to have had a quorum, or no longer counts."""
        return {
            seat: word
            for seat, word in self._nexts[ballot].items()
            # §14: otherwise one seat could report a decision that nobody made, for all to vote for.
            if word.last is None
            or word.last.ballot <= base
            or self._has_quorum(word.last.ballot, word.last.about, base)
        }

    def _is_open(self, ballot: int, base: int, view: Prospect) -> bool:
        """Return whether all but one have left the previous ballot and, if an earlier one binds,
        all that can be reached: otherwise seats that have received different ones would vote
        differently for ever."""
        left = self._backed(ballot - 1, base).keys()
        return len(left) >= self.quorum and (left >= view.reach or not self._binds(ballot, base))

    def _binds(self, ballot: int, base: int) -> bool:
        """Return whether an earlier ballot can have decided to go on without a seat."""
        before = ((b, about) for b, votes in self._votes.items() for about in set(votes.values()))
        # §14: not one for the round, nor one that counts no more: a silent seat that can be reached
        # could then hold up every later ballot.
        return any(
            about is not None and base < b < ballot and self._has_quorum(b, about, base)
            for b, about in before
        )

    def _is_over(self, ballot: int, base: int, view: Prospect) -> bool:
        """Return whether this ballot leads nowhere, or others have left it; for a fresh ballot,
        also whether it is about a seat that `me` would not go on without."""
        votes, left = self._votes.get(ballot, {}), self._nexts.get(ballot, {})
        choices = set(votes.values())
        # §14: otherwise one seat alone could use up all ballots of the round.
        if ballot >= MAX_ALONE:
            return self._may_leave_late(ballot, base, view) and all(
                self._is_out_of_reach(ballot, about, base, view) for about in choices
            )
        # §14: nobody votes twice in a ballot, so votes that are split would stay so.
        if len(left) >= MIN_SEATS or len(choices) > 1 or (left and votes):
            return True
        about = next(iter(choices), None)
        return ballot == base + 1 and about is not None and _is_opposed(about, view)

    def _may_leave_late(self, ballot: int, base: int, view: Prospect) -> bool:
        """Return whether this seat may leave a late ballot that can have no quorum."""
        votes = self._votes.get(ballot, {})
        others = (votes.keys() | self._nexts.get(ballot, {}).keys()) - {view.me}
        # §14: who has voted may leave: two that voted for two could otherwise stay for ever.
        if len(others) >= MIN_SEATS or view.me in votes:
            return True
        # §14: who has gone on needs no further ballots, but the one who has voted needs an answer.
        is_asked = any(about is not None for about in votes.values())
        return ballot == base + 1 and view.has_gone_on and is_asked

    def _is_out_of_reach(self, ballot: int, about: About, base: int, view: Prospect) -> bool:
        """Return whether a quorum for that, which a seat has voted for, is impossible: too many
        seats have left the ballot, have voted otherwise, or would."""
        votes, left = self._votes[ballot], self._nexts.get(ballot, {})
        lost = left.keys() | {seat for seat, vote in votes.items() if vote != about}
        if about is None:
            is_against = view.me not in votes  # §14: nobody votes afresh for the round
        else:
            is_against = _is_opposed(about, view)
            # §14: one that is lost may have said its votes in advance, and decides nothing by them
            if about not in view.reach or not self._counts_itself(about, ballot, base):
                lost |= {about}
        if ballot == base + 1 and is_against:
            lost |= {view.me}
        return self.seats - len(lost) < self.quorum

    def _last(self, ballot: int, base: int, me: Seat) -> Decide | None:
        decided = self._decisions.items()
        # a seat whose journal was put back may hear its own decision of a later ballot
        mine = [b for b, seats in decided if me in seats and base < b <= ballot]
        if mine:
            return Decide(max(mine), self._decisions[max(mine)][me])
        # §14: having decided nothing since, it reports the ballot that the round won.
        return None if base < 0 else Decide(base, None)

    def _fresh_vote(self, ballot: int, view: Prospect) -> Vote | None:
        # the last two ballots are for the round to win, so that nobody stays blocked
        is_free = view.wanted is not None and ballot < MAX_BALLOTS - 2 and not view.has_gone_on
        return Vote(ballot, view.wanted) if is_free else None

    def _vote(self, ballot: int, base: int, view: Prospect) -> Vote | None:
        """Return a vote for what may be decided already; else for the round to stand."""
        # §14: any two quorums share an honest seat, and it reports what it has decided. So the last
        # decision among those that are reported and backed is enough.
        reported = (word.last for word in self._backed(ballot - 1, base).values())
        last = max((d for d in reported if d is not None), key=lambda d: d.ballot, default=None)
        # §14: up to base the round has won, so what was decided there counts no more.
        about = None if last is None or last.ballot <= base else last.about
        return Vote(ballot, about) if _can_stand(about, view) else None


def _is_opposed(about: Seat, view: Prospect) -> bool:
    """Return whether this seat would not go on without that one: it is there, or its statement is
    known here, or the round is over for this seat."""
    return about in view.back or view.has_gone_on


def _can_stand(about: About, view: Prospect) -> bool:
    """Return whether this seat may support that: having gone on from the round, it may be left
    behind by the others, but leaves nobody behind."""
    return not view.has_gone_on or about in (None, view.me)
