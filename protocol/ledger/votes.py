"""The words of a ballot: what a seat signs about going on from a round without another seat.

    ["vote", b, x]       in ballot b: go on without seat x; or (x nil) the round stands
    ["decide", b, x]     I have the votes of all seats but one for x in ballot b
    ["next", b, d]       I no longer vote or decide in ballots up to b; d is my last decision, or
                         the last ballot that the round won, whichever is later; nil for neither

Source: docs/protocol.md, section 14.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..encoding import Integer, Value, enc
from ..errors import Dropped
from ..game import Seat
from ..reasons import Ignored
from .history import Statement

MAX_BALLOTS = 64
"""Per round; more are needed only if a seat wants to hold the others up."""

About: TypeAlias = Seat | None
"""The seat that the round goes on without; None: it goes on with all, the round stands."""


@dataclass(frozen=True, slots=True)
class Vote:
    """In this ballot the seat is for going on without the seat `about`, or for the round to
    stand."""

    ballot: int
    about: About

    def body(self) -> Value:
        """Return the body of the statement."""
        return ("vote", self.ballot, self.about)


@dataclass(frozen=True, slots=True)
class Decide:
    """The seat has a quorum's votes for `about` in this ballot."""

    ballot: int
    about: About

    def body(self) -> Value:
        """Return the body of the statement."""
        return ("decide", self.ballot, self.about)


@dataclass(frozen=True, slots=True)
class Next:
    """The seat no longer votes or decides in ballots up to this one; `last` is what it reports."""

    ballot: int
    last: Decide | None

    def body(self) -> Value:
        """Return the body of the statement."""
        last = None if self.last is None else (self.last.ballot, self.last.about)
        return ("next", self.ballot, last)


Word: TypeAlias = Vote | Decide | Next


def read_word(statement: Statement, speakers: Sequence[Seat]) -> Word:
    """Parse a word of a ballot. Raises `Dropped` if it is malformed, or about a seat that does not
    speak in the round."""
    match statement.body:
        case ("vote", ballot, about):
            return Vote(_ballot(ballot), _about(about, speakers))
        case ("decide", ballot, about):
            return Decide(_ballot(ballot), _about(about, speakers))
        case ("next", ballot, None):
            return Next(_ballot(ballot), None)
        case ("next", ballot, (last, about)):
            # §14: held to the form of a decision, since the others vote for what is told here.
            decision = Decide(_ballot(last), _about(about, speakers))
            # §14: having decided in a later ballot, it cannot have left this one only now.
            if decision.ballot > _ballot(ballot):
                raise Dropped(Ignored.LATER_DECISION)
            return Next(_ballot(ballot), decision)
    # §14: no fault by itself: of a malformed word only a pair names its speaker.
    raise Dropped(Ignored.NO_WORD)


def _ballot(value: Value) -> int:
    # §14: a word of a higher ballot would have to be kept, and nobody could ever decide in it.
    if not isinstance(value, Integer) or value >= MAX_BALLOTS:
        raise Dropped(Ignored.NO_BALLOT)
    return value


def _about(value: Value, speakers: Sequence[Seat]) -> About:
    if value is None:
        return None
    # §14: only a seat that speaks in the round can hold it up.
    if not isinstance(value, Integer) or value not in speakers:
        raise Dropped(Ignored.NOT_AWAITED)
    return Seat(value)


def is_clash(first: Statement, second: Statement) -> bool:
    """Return whether no honest seat says both: two different words of one kind and ballot, under
    one head. (Under two heads an honest seat may vote twice: it may have to roll back a round,
    §14.)"""
    match first.body, second.body:
        # §14: without a second entry there is no ballot in which they could differ.
        case (str(kind), one, *_), (str(other), two, *_):
            same = kind == other and enc(one) == enc(two)  # as bytes: 1 is not true
            # §14: a pair whatever follows in them: malformed words too, or a seat could answer each
            # seat differently without being named.
            is_word = kind in ("vote", "decide", "next") and first.head == second.head
            return same and is_word and first.value != second.value
    return False
