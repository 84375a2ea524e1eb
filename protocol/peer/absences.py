"""Going on without a seat that is gone: what one seat has received about it, and what it says.

Each round has its own ballots (`ballots.py`). A seat that has voted to go on without another
accepts no statement of it in that round until the round has won a ballot. So no seat goes on from a
round by its statements while the others decide to go on without one of its speakers, except that
speaker itself.
Source: docs/protocol.md, section 14.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..encoding import Integer, Value, enc
from ..errors import Dropped
from ..game import Seat
from ..identity.seating import Seating
from ..ledger.history import History, Statement, following, is_long_over, is_too_far, next_head
from ..ledger.votes import Word, is_clash, read_word
from ..reasons import Ignored, NotPossible
from ..rounds.escrow import ESCROW_ROUND
from ..rounds.phases import Moving
from ..rounds.state import Stage
from .ballots import Ballots, Prospect
from .effects import Effect, Persist
from .sync import Links

MAX_KEPT = 32
"""How many words of one seat are kept for future rounds."""


@dataclass(frozen=True, slots=True)
class Void:
    """A round that goes on without `gone`, and the decisions to do so."""

    round_number: int
    gone: Seat
    decisions: tuple[Statement, ...]


@dataclass
class Absences:
    """What one seat, `me`, knows of the ballots of each round, except those of void rounds.

    `left` are the seats that have left by a statement of their own; `met` are those to which this
    seat has ever had a direct link. The player wants `_wanted` gone, until it can be reached again.
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
        """Record, at a table with escrow, that there was a direct link to the seat: no seat goes on
        without one that it has never met (§14)."""
        if not self.seating.has_escrow or seat in self.met:
            return []
        self.met.add(seat)
        return [Persist(enc(("met", seat)))]

    def restored(self, value: Value) -> bool:
        """Restore a record of the journal; return False if it is of another kind."""
        match value:
            case ("met", Integer(seat)):
                self.met.add(Seat(seat))
                return True
        return False

    def let_go(self, statements: Sequence[Statement], history: History) -> bool:
        """Note who leaves by these stops or this objection, if it is a single other seat and the
        table can go on without it (§14); return False if the table ends by it.

        A seat that says so after the round of escrow knows that the table can go on, even if this
        seat does not know that yet.
        """
        match statements:
            # §14: a lone stop or a withdrawal takes only its own speaker away.
            case [leaving] if leaving.seat != self.me:
                is_later = self.seating.has_escrow and leaving.round_number > ESCROW_ROUND
                if is_later or history.stage.escrow:
                    self.left.add(leaving.seat)
                    return True
        return False

    # Receiving.

    def receive(self, statement: Statement, history: History) -> bool:
        """Record a word of a ballot, which is under the right head if its round is known here;
        return whether it is new.

        Raises `Dropped` if it is malformed or cannot be said there.
        """
        stage = history.stage_of(statement.round_number)
        if stage is None:
            # §14: nothing in it can be checked yet, so it is neither saved nor passed on.
            self._keep_for_later(statement, history.stage)
            return False
        if is_long_over(stage, history.stage):
            # §14: that so old a round stands is in what was said after it.
            raise Dropped(Ignored.LONG_OVER)
        # §14: no table goes on without a seat whose key is not split.
        if not stage.escrow:
            raise Dropped(Ignored.NO_ESCROW)
        word = read_word(statement, stage.speakers)
        # §14: that a round is void is final; no word changes it.
        if history.is_void(statement.round_number):
            return False
        ballots = self._of(statement.round_number)
        if ballots.beside(statement) is not None:
            return False  # a duplicate: a different word would have been found by `clash`
        ballots.receive(statement, word)
        return True

    def _keep_for_later(self, statement: Statement, stage: Stage) -> None:
        kept = self._coming.setdefault(statement.seat, [])
        if is_too_far(statement, stage):
            raise Dropped(Ignored.TOO_FAR)
        # §14: otherwise one seat could fill the memory of all with words signed in advance.
        if len(kept) >= MAX_KEPT:
            raise Dropped(Ignored.TOO_MANY)
        # §8: links resend: a duplicate must not take the place of another word.
        if all(one.value != statement.value for one in kept):
            kept.append(statement)

    def come(self, history: History) -> list[Statement]:
        """Return the words that arrived before the open round had opened. Ballots of rounds long
        over are dropped: the statements after them show that these stand."""
        number = history.stage.round_number
        for of in [*self._ballots]:
            if is_long_over(_stage_at(of, history), history.stage):
                del self._ballots[of]
        come = [one for kept in self._coming.values() for one in kept if one.round_number <= number]
        for seat, kept in self._coming.items():
            self._coming[seat] = [one for one in kept if one.round_number > number]
        return come

    def _of(self, number: int) -> Ballots:
        return self._ballots.setdefault(number, Ballots(len(self.seating.places)))

    def clash(self, statement: Statement, history: History) -> Statement | None:
        """Return what the same seat said that cannot stand beside this; None if nothing."""
        number = statement.round_number
        ballots = self._ballots.get(number)
        statements = [None if ballots is None else ballots.beside(statement)]
        if history.is_void(number):
            # §14: of a void round only the decisions are kept, and they can be contradicted too.
            statements.append(history.statements_of(number).get(statement.seat))
        own = (one for one in statements if one is not None)
        return next((one for one in own if is_clash(one, statement)), None)

    def keeps_out(self, statement: Statement) -> bool:
        """Keep the statement for later if this seat has voted to go on without its speaker; return
        whether it has. It may have to be forwarded (§14)."""
        number, seat = statement.round_number, statement.seat
        ballots = self._ballots.get(number)
        if ballots is None or not ballots.has_voted(self.me, seat):
            return False
        self._late[number, seat] = statement
        return True

    def late(self, statement: Statement) -> Statement | None:
        """Return the statement of the same seat and round that was kept out, if any."""
        return self._late.get((statement.round_number, statement.seat))

    def let_in(self, history: History, coming: Iterable[Statement]) -> list[Statement]:
        """Return the statements of the open round that are no longer kept out: the round has won a
        ballot, or all others have gone on from it, as their statements of future rounds show."""
        number = history.stage.round_number
        kept = [one for (of, _), one in self._late.items() if of == number]
        if kept and self._is_passed(history, kept, coming):
            self._of(number).stands = True
        free = [one for one in kept if not self.keeps_out(one)]
        for one in free:
            del self._late[number, one.seat]
        return free

    def _is_passed(
        self, history: History, kept: Sequence[Statement], coming: Iterable[Statement]
    ) -> bool:
        """Return whether all others have gone on from the open round with what is kept out of it
        here.

        A seat that has gone on no longer votes for another: so no seat can be decided gone.
        """
        # §14: the others took what is kept out here, so their next head has it.
        taken = {**history.statements, **{one.seat: one for one in kept}}
        head = next_head(history.stage.head, taken)
        seats = self.seating.seats
        ahead = following(head, history.stage.round_number + 1, coming, seats)
        return ahead.issuperset(set(seats) - {self.me})

    # Speaking.

    def why_not(self, seat: Seat, history: History, links: Links) -> NotPossible | None:
        """Return why this seat may not vote to go on without the other; None if it may.

        No seat goes on without one that can be reached, over any number of links, or to which it
        was never linked: others may only claim that it is gone. Nor does it while a further seat is
        missing, whose word is needed too.
        """
        stage = history.stage
        if not stage.escrow:
            return NotPossible.NO_ESCROW
        # §14: not if its statement is here, or it has nothing to say: the round can go on.
        is_late = (stage.round_number, seat) in self._late
        if seat == self.me or is_late or seat not in history.missing:
            return NotPossible.NOT_AWAITED
        # §14: who has left is not waited for, though its links may still be up.
        reach = links.reach - self.left
        # §14: over any number of links: what it says arrives here, if late.
        if seat in reach:
            return NotPossible.LINKED
        # §14: others might keep two honest seats apart, and tell each that the other is gone.
        if seat not in self.met:
            return NotPossible.NEVER_MET
        # §14: all but one have to decide, so nothing can come of it while a further one is missing.
        # And a link that has not sent `have` may still report a path to the seat.
        if (
            not reach.issuperset(set(self.seating.seats) - {seat, self.me})
            or not links.all_announced
        ):
            return NotPossible.OTHERS_MISSING
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
        """Return what this seat has to say in a ballot, with the stage of its round; None if
        nothing.

        Once the table is over here, that is only for rounds that this seat has gone on from.
        """
        number = history.stage.round_number
        wanted = self._to_go(history, links)
        if wanted is not None:
            # Somebody has to vote first: without a word there is no ballot yet.
            self._of(number)
        # §14: the lowest round first: whether a later one counts depends on it.
        for of, ballots in sorted(self._ballots.items()):
            # §14: a seat that has ended the table decides nothing more about its open round.
            if is_over and of == number:
                continue
            there = _stage_at(of, history)
            view = self._prospect(of, wanted, history, links)
            if (word := ballots.due(view)) is not None:
                return there, word
        return None

    def _prospect(
        self, number: int, wanted: Seat | None, history: History, links: Links
    ) -> Prospect:
        spoken = {seat for seat in self.seating.seats if history.standing(number, seat) is not None}
        late = {seat for of, seat in self._late if of == number}
        here = self.here(links)
        has_gone_on = number < history.stage.round_number
        # §14: a statement that is kept out counts as here: with it the round can stand.
        return Prospect(self.me, here, here | spoken | late, wanted, has_gone_on)

    def here(self, links: Links) -> frozenset[Seat]:
        """Return the seats that can be reached and have not left, including this one."""
        return (links.reach | {self.me}) - self.left

    def _to_go(self, history: History, links: Links) -> Seat | None:
        """Return the seat that this one would go on without from the open round, or None."""
        # §14: in this order: who has left, who is gone already, whom the player wants gone.
        seats = [*self.left]
        match history.stage.phase:
            case Moving(by) if by == history.stage.gone:
                seats.append(by)  # it is gone already: no player has to want it again
        # §14: the player's wish lasts until the seat can be reached.
        if self._wanted in links.reach:
            self._wanted = None
        if self._wanted is not None:
            seats.append(self._wanted)
        may = (seat for seat in seats if self.why_not(seat, history, links) is None)
        return next(may, None)

    def answer(self, statement: Statement, history: History) -> list[Statement]:
        """Return what answers a vote to go on without a seat: that seat's statement, if it is here.
        Otherwise the voter would vote again before it received the statement (§14)."""
        number = statement.round_number
        match statement.body:
            case ("vote", _, Integer(about)) if not history.is_void(number):
                held = history.standing(number, Seat(about))
                # §14: the round can stand with it, so a voter that lacks it needs nothing else.
                return [] if held is None else [held]
        return []

    # Results.

    def found(self, history: History) -> Void | None:
        """Return the round from which it is decided to go on without a seat; None if there is none.

        That is the open round, except for the gone seat itself, which may have gone on without the
        others. It speaks again two rounds later at the earliest. If it has already spoken there,
        others have lied, and nothing is rolled back.
        """
        # §14: the lowest first: what came after a void round is taken back, its ballots too.
        for number, ballots in sorted(self._ballots.items()):
            if ballots.gone is None:
                continue
            ballot, gone = ballots.gone
            goes_back = number < history.stage.round_number
            # §14: only the seat that is gone can have completed the round alone, and it speaks once
            # in the next one at most. If it has spoken after that, others have lied, and it takes
            # nothing back.
            if goes_back and (gone != self.me or history.has_spoken_after(number + 1, gone)):
                continue
            return Void(number, gone, tuple(ballots.deciding(ballot, gone)))
        return None

    def forget(self, number: int) -> None:
        """Forget the ballots of a round that has become void, and of later ones: the history has
        all that is still needed."""
        for of in [of for of in self._ballots if of >= number]:
            del self._ballots[of]
        for place in [place for place in self._late if place[0] >= number]:
            del self._late[place]

    def has_voted(self, history: History) -> bool:
        """Return whether this seat has voted to go on from the open round without another."""
        ballots = self._ballots.get(history.stage.round_number)
        return ballots is not None and ballots.has_voted(self.me)

    def since(self, round_number: int) -> Iterator[Statement]:
        """Yield what a seat at this round may lack."""
        for of, ballots in self._ballots.items():
            if of >= round_number:
                yield from ballots.statements
        # §14: kept out here, but a seat that has not voted may need it.
        yield from (statement for (of, _), statement in self._late.items() if of >= round_number)

    def called_gone(self, history: History) -> tuple[tuple[Seat, tuple[Seat, ...]], ...]:
        """Return the seats that are called gone in the open round, each with those that say so."""
        ballots = self._ballots.get(history.stage.round_number)
        return () if ballots is None else tuple(ballots.wanted_by().items())


def _stage_at(number: int, history: History) -> Stage:
    """Return the stage of a round, complete or open, that has ballots."""
    return history.rounds[number].stage if number < len(history.rounds) else history.stage
