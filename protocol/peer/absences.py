"""Going on without a seat that is gone: what one seat has heard of it, and what it says.

Each round has its own ballots (`ballots.py`). Whoever has voted to go on without a seat takes no
statement of it in that round until the round has won a ballot: so nobody goes on from a round by
its statements while the others decide to go on without one of its speakers, but that one itself.
Source: docs/protocol.md, section 14.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..encoding import Value, enc
from ..errors import Dropped
from ..game import Seat
from ..identity.seating import Seating
from ..ledger.history import History, Statement, following, is_long_over, is_too_far, next_head
from ..ledger.votes import Word, is_clash, read_word
from ..reasons import Unheard, Untimely
from ..rounds.escrow import ESCROW_ROUND
from ..rounds.phases import Moving
from ..rounds.state import Stage
from .ballots import Ballots, Prospect
from .effects import Effect, Persist
from .sync import Links

MOST_KEPT = 32
"""Words that are kept of one seat for rounds to come."""


@dataclass(frozen=True, slots=True)
class Void:
    """A round that goes on without `gone`, and by whose word."""

    round_number: int
    gone: Seat
    decisions: tuple[Statement, ...]


@dataclass
class Absences:
    """What one seat, `me`, knows of the ballots of each round; nothing of a void round.

    `left` are the seats that have said themselves that they leave; `met` those that this seat has
    ever had a direct link to. The player wants `_wanted` gone, until it can be reached again.
    """

    me: Seat
    seating: Seating
    left: set[Seat] = field(default_factory=set)
    met: set[Seat] = field(default_factory=set)
    _ballots: dict[int, Ballots] = field(default_factory=dict)
    _late: dict[tuple[int, Seat], Statement] = field(default_factory=dict)
    _coming: dict[Seat, list[Statement]] = field(default_factory=dict)
    _wanted: Seat | None = None

    def meet(self, seat: Seat) -> list[Effect]:
        """Remember, where it matters, that there was a direct link to the seat: nobody goes on
        without one that it has never met (§14)."""
        if not self.seating.has_escrow or seat in self.met:
            return []
        self.met.add(seat)
        return [Persist(enc(("met", seat)))]

    def restored(self, value: Value) -> bool:
        """Take back a record of the journal; return False if it is none of these."""
        match value:
            case ("met", int(seat)):
                self.met.add(Seat(seat))
                return True
        return False

    def let_go(self, said: Sequence[Statement], history: History) -> bool:
        """Note who leaves by these stops or this objection, if it is one other alone and the table
        can go on without it (§14); False if the table ends by it.

        Whoever says so after the round of escrow knows that it can, if this seat does not yet.
        """
        match said:
            case [leaving] if leaving.seat != self.me:
                is_later = self.seating.has_escrow and leaving.round_number > ESCROW_ROUND
                if is_later or history.stage.escrow:
                    self.left.add(leaving.seat)
                    return True
        return False

    # Hearing.

    def hear(self, statement: Statement, history: History) -> bool:
        """Keep it, if it is new here; return whether it was. It is of a round that is known here
        under its head.

        Raises `Dropped`: it is not of the form, or cannot be said there.
        """
        stage = history.stage_of(statement.round_number)
        if stage is None:
            self._keep_for_later(statement, history.stage)
            return False
        if is_long_over(stage, history.stage):
            raise Dropped(Unheard.LONG_OVER)
        if not stage.escrow:
            raise Dropped(Unheard.NO_ESCROW)
        word = read_word(statement, stage.speakers)
        if history.is_void(statement.round_number):
            return False
        ballots = self._of(statement.round_number)
        if ballots.beside(statement) is not None:
            return False  # the same, or they would clash
        ballots.hear(statement, word)
        return True

    def _keep_for_later(self, statement: Statement, stage: Stage) -> None:
        kept = self._coming.setdefault(statement.seat, [])
        if is_too_far(statement, stage):
            raise Dropped(Unheard.TOO_FAR)
        if len(kept) >= MOST_KEPT:
            raise Dropped(Unheard.TOO_MANY)
        if all(said.value != statement.value for said in kept):
            kept.append(statement)

    def come(self, history: History) -> list[Statement]:
        """Return what was heard of the round that has opened, before it had. Ballots of rounds long
        over are dropped: that these stand, the statements after them say."""
        number = history.stage.round_number
        for of in [*self._ballots]:
            if is_long_over(_stage_at(of, history), history.stage):
                del self._ballots[of]
        come = [
            said for kept in self._coming.values() for said in kept if said.round_number <= number
        ]
        for seat, kept in self._coming.items():
            self._coming[seat] = [said for said in kept if said.round_number > number]
        return come

    def _of(self, number: int) -> Ballots:
        return self._ballots.setdefault(number, Ballots(len(self.seating.places)))

    def clash(self, statement: Statement, history: History) -> Statement | None:
        """Return what the same seat said that cannot stand beside this; absent if nothing."""
        number = statement.round_number
        ballots = self._ballots.get(number)
        said = [None if ballots is None else ballots.beside(statement)]
        if history.is_void(number):
            said.append(history.statements_of(number).get(statement.seat))
        own = (one for one in said if one is not None)
        return next((one for one in own if is_clash(one, statement)), None)

    def keeps_out(self, statement: Statement) -> bool:
        """Keep the statement for later if this seat has voted to go on without its speaker; return
        whether it has. It may have to be passed on (§14)."""
        number, seat = statement.round_number, statement.seat
        ballots = self._ballots.get(number)
        if ballots is None or not ballots.has_voted(self.me, seat):
            return False
        self._late[number, seat] = statement
        return True

    def late(self, statement: Statement) -> Statement | None:
        """Return what was kept out of the same seat and round."""
        return self._late.get((statement.round_number, statement.seat))

    def let_in(self, history: History, coming: Iterable[Statement]) -> list[Statement]:
        """Return what was kept out of the open round and no longer is: the round has won a ballot,
        or all others have gone on from it, as what they said in rounds to come shows."""
        number = history.stage.round_number
        kept = [said for (of, _), said in self._late.items() if of == number]
        if kept and self._is_passed(history, kept, coming):
            self._of(number).stands = True
        free = [said for said in kept if not self.keeps_out(said)]
        for said in free:
            del self._late[number, said.seat]
        return free

    def _is_passed(
        self, history: History, kept: Sequence[Statement], coming: Iterable[Statement]
    ) -> bool:
        """Whether all others have gone on from the open round with what is kept out of it here.

        Whoever has, votes for no other any more: so nobody can be decided on.
        """
        said = {**history.statements, **{one.seat: one for one in kept}}
        head = next_head(history.stage.head, said)
        seats = self.seating.seats
        ahead = following(head, history.stage.round_number + 1, coming, seats)
        return ahead.issuperset(set(seats) - {self.me})

    # Speaking.

    def why_not(self, seat: Seat, history: History, links: Links) -> Untimely | None:
        """Return why this seat may not vote to go on without the other; None if it may.

        Nobody goes on without a seat that can be reached, over however many links, or that it was
        never linked to: others may only say that it is gone. Nor while more than one is missing,
        whose word is needed too.
        """
        stage = history.stage
        if not stage.escrow:
            return Untimely.NO_ESCROW
        # §14: not if its statement is held, or it has nothing to say: the round can go on.
        is_late = (stage.round_number, seat) in self._late
        if seat == self.me or is_late or seat not in history.missing:
            return Untimely.NOT_AWAITED
        reach = links.reach - self.left
        # §14: over however many links: what it says comes here, if late.
        if seat in reach:
            return Untimely.LINKED
        # §14: others might keep two honest seats apart, and tell each that the other is gone.
        if seat not in self.met:
            return Untimely.NEVER_MET
        # §14: all but one decide: without a further one nothing can come of it. And a link that has
        # not said `have` may yet tell of a way to the seat.
        if not reach.issuperset(set(self.seating.seats) - {seat, self.me}) or not links.all_told:
            return Untimely.OTHERS_MISSING
        return None

    def want(self, seat: Seat) -> None:
        """Note that the player wants the table to go on without the seat."""
        self._wanted = seat

    def has_said(self, seat: Seat, history: History) -> bool:
        """Return whether this seat has voted to go on without that one in the open round."""
        ballots = self._ballots.get(history.stage.round_number)
        return ballots is not None and ballots.has_voted(self.me, seat)

    def due(
        self, history: History, links: Links, *, is_over: bool = False
    ) -> tuple[Stage, Word] | None:
        """Return what this seat has to say in a ballot, and of which round; absent if nothing.

        Once the table is over here, that is only of rounds that this seat has gone on from.
        """
        number = history.stage.round_number
        wanted = None if is_over else self._to_go(history, links)
        if wanted is not None:
            self._of(number)
        for of, ballots in sorted(self._ballots.items()):
            # §14: whoever has ended the table decides nothing more about its open round.
            if is_over and of == number:
                continue
            there = _stage_at(of, history)
            view = self._prospect(of, wanted if of == number else None, history, links)
            if (word := ballots.due(view)) is not None:
                return there, word
        return None

    def _prospect(
        self, number: int, wanted: Seat | None, history: History, links: Links
    ) -> Prospect:
        said = {seat for seat in self.seating.seats if history.standing(number, seat) is not None}
        late = {seat for of, seat in self._late if of == number}
        here = self.here(links)
        has_gone_on = number < history.stage.round_number
        return Prospect(self.me, here, here | said | late, wanted, has_gone_on)

    def here(self, links: Links) -> frozenset[Seat]:
        """Return who can be reached and has not left, this seat among them."""
        return (links.reach | {self.me}) - self.left

    def _to_go(self, history: History, links: Links) -> Seat | None:
        """Without whom this seat would go on from the open round; None if without nobody."""
        seats = [*self.left]
        match history.stage.phase:
            case Moving(by) if by == history.stage.gone:
                seats.append(by)  # it was found gone before: nobody has to want it again
        if self._wanted in links.reach:
            self._wanted = None
        if self._wanted is not None:
            seats.append(self._wanted)
        may = (seat for seat in seats if self.why_not(seat, history, links) is None)
        return next(may, None)

    def answer(self, statement: Statement, history: History) -> list[Statement]:
        """Return what answers a vote to go on without a seat: what that one has said, if it is held
        here. Else its speaker votes again, faster than it would be told (§14)."""
        number = statement.round_number
        match statement.body:
            case ("vote", _, int(about)) if not history.is_void(number):
                held = history.standing(number, Seat(about))
                return [] if held is None else [held]
        return []

    # What comes of it.

    def found(self, history: History) -> Void | None:
        """Return the round that was decided to be gone on from without a seat; None if none.

        That is the open one, but for the seat itself, which may have gone on without the others. It
        speaks again two rounds later at the earliest. If it has spoken there, others have lied, and
        nothing is taken back.
        """
        for number, ballots in self._ballots.items():
            if ballots.gone is None:
                continue
            ballot, gone = ballots.gone
            goes_back = number < history.stage.round_number
            if goes_back and (gone != self.me or history.has_spoken_after(number + 1, gone)):
                continue
            return Void(number, gone, tuple(ballots.deciding(ballot, gone)))
        return None

    def forget(self, number: int) -> None:
        """Forget the ballots of a round that has become void, and of later ones: what is to be
        known of it stands in the history."""
        for of in [of for of in self._ballots if of >= number]:
            del self._ballots[of]
        for place in [place for place in self._late if place[0] >= number]:
            del self._late[place]

    def has_voted(self, history: History) -> bool:
        """Return whether this seat would go on from the open round without somebody."""
        ballots = self._ballots.get(history.stage.round_number)
        return ballots is not None and ballots.has_voted(self.me)

    def since(self, round_number: int) -> Iterator[Statement]:
        """Return what one who stands at this round may lack."""
        for of, ballots in self._ballots.items():
            if of >= round_number:
                yield from ballots.statements
        yield from (said for (of, _), said in self._late.items() if of >= round_number)

    def said_in(self, history: History) -> tuple[tuple[Seat, tuple[Seat, ...]], ...]:
        """Return who in the open round is said to be gone, and by whom."""
        ballots = self._ballots.get(history.stage.round_number)
        return () if ballots is None else tuple(ballots.wanted_by().items())


def _stage_at(number: int, history: History) -> Stage:
    """The stage of a round, complete or open, of which ballots are kept."""
    return history.rounds[number].stage if number < len(history.rounds) else history.stage
