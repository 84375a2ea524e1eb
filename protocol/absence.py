"""Finding a seat absent for good, so that a table with escrow goes on without it.

Each other seat signs ["absent", j] under the open round's head; once all have, the round is void
and j is gone. Whoever has signed takes no statement of j in that round any more, unless another
signs ["present", statement]: that it holds one. Whoever holds one never signs "absent". So no round
is both void here and complete there, but by a seat that signs both, and the two convict it.
Source: docs/protocol.md, section 14.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from .encoding import Value
from .errors import Dropped
from .game import Seat
from .history import Course, Statement, read_statement
from .level import Links
from .seating import Seating
from .stage import Moving, Stage

_Kept: TypeAlias = dict[tuple[int, Seat], dict[Seat, Statement]]


@dataclass
class Absences:
    """What one seat, `me`, knows of who is said to be absent, and who to be present.

    All are kept by round and seat spoken of; of a round that has become void nothing more is.
    """

    me: Seat
    seating: Seating
    _absent: dict[tuple[int, Seat], dict[Seat, Statement]] = field(default_factory=dict)
    _present: dict[tuple[int, Seat], dict[Seat, Statement]] = field(default_factory=dict)
    _late: dict[tuple[int, Seat], Statement] = field(default_factory=dict)

    # Hearing.

    def hear(self, statement: Statement, course: Course) -> bool:
        """Keep it, if it is new here. It is of a round that is known here under its head.

        `Dropped`: it is not of the form, or cannot be said there.
        """
        stage = course.stage_of(statement.round_number)
        if stage is None:
            raise Dropped("of a round to come")
        kept, about = self._place(statement, stage)
        if course.is_void(statement.round_number):
            return False
        said = kept.setdefault((statement.round_number, about), {})
        if statement.seat in said:
            return False
        said[statement.seat] = statement
        return True

    def clash(self, statement: Statement, course: Course) -> Statement | None:
        """What the same seat said that cannot stand beside this; absent if nothing."""
        number = statement.round_number
        said = [said for kept in (self._absent, self._present) for said in _of(number, kept)]
        if course.is_void(number):
            said.append(course.statements_of(number))
        others = (one[statement.seat] for one in said if statement.seat in one)
        return next((other for other in others if is_clash(other, statement, self.seating)), None)

    def _place(
        self, statement: Statement, stage: Stage
    ) -> tuple[dict[tuple[int, Seat], dict[Seat, Statement]], Seat]:
        if statement.aside == "absent":
            return self._absent, read_absent(statement, stage)
        return self._present, read_present(statement, stage).seat

    def keeps_out(self, statement: Statement) -> bool:
        """Whether this seat has said that its speaker is absent, and nobody else has shown that
        it is not. What is kept out may yet have to be passed on."""
        place = (statement.round_number, statement.seat)
        if self.me not in self._absent.get(place, {}):
            return False
        if set(self._present.get(place, {})) - {self.me, statement.seat}:
            return False
        self._late[place] = statement
        return True

    def late(self, statement: Statement) -> Statement | None:
        """What was kept out of the same seat and round."""
        return self._late.get((statement.round_number, statement.seat))

    # Speaking.

    def why_not(self, seat: Seat, course: Course, links: Links) -> str | None:
        """Why this seat may not say that the other is absent, as a short key; None if it may.

        It does not unless it can reach all the others, whose word is needed too: else each of two
        seats might be called absent by a part of the others, and the table could not go on.
        """
        stage = course.stage
        if not stage.escrow:
            return "no escrow"
        if stage.gone not in (None, seat):
            return "another is gone"
        if seat in links.up:
            return "linked"
        if self.me in (stage.gone, seat) or seat not in course.missing:
            return "not awaited"
        if self.has_voted(course):
            return "said"
        if not links.reach.issuperset(set(stage.active) - {seat, self.me}):
            return "others are missing"
        return None

    def has_voted(self, course: Course) -> bool:
        """Whether this seat has found somebody absent in the open round."""
        number = course.stage.round_number
        return any(self.me in said for (r, _), said in self._absent.items() if r == number)

    def given_up(self, course: Course, links: Links) -> Seat | None:
        """The seat that is gone already, if it is to move and cannot be reached."""
        match course.stage.phase:
            case Moving(by) if by == course.stage.gone and by not in links.reach:
                return None if self.why_not(by, course, links) else by
        return None

    def owed(self, course: Course) -> Iterator[Statement]:
        """The statements that are held here, by seats that others call absent in their rounds."""
        for (number, about), votes in self._absent.items():
            stage, held = course.stage_of(number), course.standing(number, about)
            said = self._present.get((number, about), {})
            silent = self.me in votes or self.me in said or self.me == about
            if stage is not None and held is not None and not silent and self.me in stage.active:
                yield held

    # What comes of it.

    def found(self, course: Course) -> tuple[int, Seat, Mapping[Seat, Statement]] | None:
        """The round for which all others have said of a seat that it is absent; None if none.

        That is the open one, but for the seat itself, which may have gone on without them; if
        anybody has gone on with it, that one or another lies, and nothing is taken back.
        """
        for (number, about), votes in self._absent.items():
            stage = course.stage_of(number)
            goes_back = stage is not course.stage
            if stage is None or (goes_back and about != self.me):
                continue
            if goes_back and course.others_after(number, about):
                continue
            if set(votes) == set(stage.active) - {about}:
                return number, about, votes
        return None

    def forget(self, number: int) -> None:
        """The round has become void: what is to be known of it stands in the history."""
        for kept in (self._absent, self._present, self._late):
            for place in [place for place in kept if place[0] >= number]:
                del kept[place]

    def all(self) -> list[Statement]:
        """What others may lack, in whatever round they stand."""
        kept = (*self._absent.values(), *self._present.values())
        return [*(each for said in kept for each in said.values()), *self._late.values()]

    def said_in(self, course: Course) -> tuple[tuple[Seat, tuple[Seat, ...]], ...]:
        """Of whom it is said in the open round that they are absent, and by whom."""
        number = course.stage.round_number
        return tuple(
            (about, tuple(sorted(said)))
            for (r, about), said in sorted(self._absent.items())
            if r == number
        )


def _of(number: int, kept: _Kept) -> list[Mapping[Seat, Statement]]:
    return [said for (of, _), said in kept.items() if of == number]


def absent_body(seat: Seat) -> Value:
    return ("absent", seat)


def present_body(held: Statement) -> Value:
    return ("present", held.value)


def read_absent(statement: Statement, stage: Stage) -> Seat:
    """The seat that it calls absent in this round; `Dropped` if that cannot be said there."""
    match statement.body:
        case ("absent", int(number)) if type(number) is int:
            about = Seat(number)
            if not stage.escrow or stage.gone not in (None, about):
                raise Dropped("nobody can be found absent, or nobody else")
            if statement.seat == about or statement.seat not in stage.active:
                raise Dropped("not for this seat to say")
            if about not in stage.speakers:
                raise Dropped("nothing is awaited of that seat")
            return about
    raise Dropped("no absence")


def read_present(statement: Statement, stage: Stage) -> Statement:
    """The statement of another that it shows; `Dropped` if it is none of this round."""
    match statement.body:
        case ("present", tuple(value)):
            held = read_statement(value, stage.seating)
            here = (stage.round_number, stage.head, "")
            if (held.round_number, held.head, held.aside) != here:
                raise Dropped("not of this round")
            if held.seat == statement.seat or statement.seat not in stage.active:
                raise Dropped("not for this seat to say")
            return held
    raise Dropped("nothing is shown")


def is_clash(first: Statement, second: Statement, seating: Seating) -> bool:
    """Whether these, of one seat for one round, are not both said by an honest one: two absences,
    or of one seat that it is absent and that it is not."""
    match first.body, second.body:
        case ("absent", _), ("absent", _):
            return first.value != second.value
        case (("absent", about), ("present", held)) | (("present", held), ("absent", about)):
            try:
                shown = read_statement(held, seating)
            except Dropped:
                return False
            return (shown.round_number, shown.seat) == (first.round_number, about)
    return False
