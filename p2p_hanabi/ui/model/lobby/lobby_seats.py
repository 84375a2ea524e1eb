"""The seats of a lobby, taken or free, and those for phones: pure functions of a roster, for any
screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2p_hanabi.gathering import LobbyView, PhoneSeat

from ...drawing.style import Line
from ...words.i18n import _
from ..table import machines
from . import known_players
from . import sentences_lobby as sentences


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat that somebody has. `state`: whether its player is ready or away. `marks` are a few
    words each: on whose computer it runs, and whether one knows the player."""

    number: int
    name: str
    is_me: bool
    is_ready: bool
    is_here: bool
    state: str
    marks: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class EmptySeat:
    """A seat that nobody has yet, and for whom it is."""

    number: int
    state: str


def seats(roster: LobbyView) -> tuple[ShownSeat | EmptySeat, ...]:
    """Return all seats, in order; their numbers begin with 0."""
    taken = [_taken(roster, number) for number in range(len(roster.members))]
    states = [_("a bot is coming")] * roster.bots_coming
    states += [_("waiting for a phone")] * roster.phones_coming
    states += [_("free seat")] * roster.config.seats
    free = range(len(taken), roster.config.seats)
    return (*taken, *(EmptySeat(n, state) for n, state in zip(free, states, strict=False)))


def _taken(roster: LobbyView, number: int) -> ShownSeat:
    one = roster.members[number]
    state = sentences.ready_mark(is_ready=one.is_ready, is_here=one.is_here)
    marks = machines.mark(roster, number), known_players.mark(one.who)
    there = tuple(mark for mark in marks if mark)
    is_me = number == roster.me
    return ShownSeat(number, one.name, is_me, one.is_ready, one.is_here, state, there)


@dataclass(frozen=True, slots=True)
class ShownPhone:
    """A phone's seat: what to do with its `address`, which is empty until there is one. `is_done`:
    a phone has scanned one, so that the next would take the seat from it."""

    number: int
    sentence: str
    address: str
    is_done: bool = False


def phones(seats: Sequence[PhoneSeat]) -> tuple[ShownPhone, ...]:
    """Return the phones by their numbers, from 1."""
    rows = enumerate(seats, start=1)
    return tuple(_phone(one, number, len(seats)) for number, one in rows)


def awaited_phones(roster: LobbyView) -> list[ShownPhone]:
    """Return those whose codes are to be shown: a code that was scanned would take the seat from
    its phone."""
    return [each for each in phones(roster.phones) if not each.is_done]


def _phone(one: PhoneSeat, number: int, count: int) -> ShownPhone:
    sentence = sentences.phone_to_scan(number, count)
    if one.name:
        sentence = sentences.phone_of(number, count, one.name)
    elif one.is_scanned:
        sentence = sentences.phone_scanned(number, count)
    elif not one.address:
        sentence = sentences.phone_not_yet(number, count)
    return ShownPhone(number, sentence, one.address, is_done=one.is_scanned or bool(one.name))
