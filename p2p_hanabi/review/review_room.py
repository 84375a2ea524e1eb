"""A review as one of its members knows it, and what each event makes of it.

The members are seats of one table, linked with each other. Each sends its `MemberState` to all
whenever that has changed, and to whoever is linked again; whoever learns of a later `Lead` passes
it on. So whatever was lost, all agree once they are linked, and nobody has to ask.

If the leader leaves, or is lost, whoever notices appoints whoever waits for the lead first, else
the lowest seat that is in: all who know the same appoint the same. A lead is never taken from a
leader who is in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from protocol.encoding import enc
from protocol.errors import BadEncoding
from protocol.game import Card, Seat
from protocol.reasons import Malformed, Reason

from .pace import Pace, pace
from .review_messages import (
    MAX_BYTES,
    MAX_NOTE_BYTES,
    MAX_NOTE_LENGTH,
    MAX_NOTES,
    MAX_STEP,
    Lead,
    MemberState,
    Note,
    OtherReviewVersion,
    Pointed,
    is_point,
    packed,
    unpacked,
)
from .shared_place import SharedPlace

POINT_S = 6.0
"""How long a pointer is shown, and news of notes and of members who are in no longer."""
NOBODY = Seat(-1)
MAX_LEAP = 1000
"""By how many epochs a lead may be ahead: nobody uses all of them up."""
SENT, POINTED, TAKEN = pace(12, 12), pace(4, 2), pace(40, 20)
STANDSTILL_S = 30.0
"""For how long a program may stand still, and then read at once all that others sent meanwhile:
longer than any link outlives."""
PER_S = SENT.per_s + POINTED.per_s
ALLOWED = pace(SENT.burst + POINTED.burst + int(PER_S * STANDSTILL_S), PER_S + 1)
"""More than this no program sends that keeps to `SENT` and `POINTED`."""


@dataclass(frozen=True, slots=True)
class Pointer:
    card: Card
    until: float


@dataclass(frozen=True, slots=True)
class Parted:
    """A member who is in no longer: its link `is_lost`, or it has left. `led`: until then."""

    is_lost: bool
    led: bool
    until: float


@dataclass(frozen=True, slots=True)
class OtherProgram:
    """A member's program has another version of the review."""

    version: int


Fault: TypeAlias = Reason | OtherProgram
"""Why a member's message could not be used."""


@dataclass(frozen=True, slots=True)
class ReviewRoom:
    """`remembered` is what all were shown when this seat was here before; None if that is not
    known. `others` are the states of linked seats, from which nothing has come yet if None. `notes`
    are those that each seat shows, also of seats that have gone; `just_shown` says of whose notes
    that is news, and until when, and `just_hidden` of whose it is that they are shown no longer.
    `parted` are those whose parting is news; `led_last` is who led before, and until when that
    belongs to the news of a parting. `unsent` are the seats that lack this one's state. `taken`
    says how much is decoded, and `held` has the last message of seats from which more has come;
    `allowed` says how much is not too much. `dropped` counts what was."""

    me: Seat
    seats: int
    is_in: bool = False
    asks: int = 0
    lead: Lead | None = None
    remembered: SharedPlace | None = None
    others: Mapping[Seat, MemberState | None] = field(default_factory=dict)
    notes: Mapping[Seat, tuple[Note, ...]] = field(default_factory=dict)
    just_shown: Mapping[Seat, float] = field(default_factory=dict)
    just_hidden: Mapping[Seat, float] = field(default_factory=dict)
    parted: Mapping[Seat, Parted] = field(default_factory=dict)
    led_last: tuple[Seat, float] | None = None
    pointers: Mapping[Seat, Pointer] = field(default_factory=dict)
    faults: Mapping[Seat, Fault] = field(default_factory=dict)
    dropped: Mapping[Seat, int] = field(default_factory=dict)
    unsent: frozenset[Seat] = frozenset()
    sent: Pace = SENT
    pointed: Pace = POINTED
    taken: Mapping[Seat, Pace] = field(default_factory=dict)
    held: Mapping[Seat, bytes] = field(default_factory=dict)
    allowed: Mapping[Seat, Pace] = field(default_factory=dict)

    def from_outside(self) -> ReviewRoom:
        """Return the room as a big screen shows it, which is no member: this seat is one of the
        others."""
        others = {**self.others, self.me: _own_state(self)}
        return replace(self, me=NOBODY, is_in=False, others=others)

    @property
    def company(self) -> tuple[Seat, ...]:
        """Who is in, this seat included."""
        there = {seat for seat, state in self.others.items() if state is not None and state.is_in}
        return tuple(sorted({*there, *((self.me,) if self.is_in else ())}))

    @property
    def leader(self) -> Seat | None:
        return None if self.lead is None else self.lead.leader

    @property
    def leads(self) -> bool:
        return self.is_in and self.leader == self.me

    @property
    def may_take(self) -> bool:
        """Whether the lead is free, so that it need not be asked for."""
        return self.is_in and self.leader not in self.company

    @property
    def asking(self) -> tuple[Seat, ...]:
        """Who asks for the lead, first asked first; last those of whom the leader has not heard."""
        asks = {seat: state.asks for seat, state in self.others.items() if state is not None}
        asks[self.me] = self.asks
        there = [seat for seat in self.company if asks[seat] and seat != self.leader]
        known = () if self.lead is None else self.lead.waiting
        unheard = sorted({*there} - {*known}, key=lambda seat: (asks[seat], seat))
        return (*(seat for seat in known if seat in there), *unheard)

    @property
    def due(self) -> float | None:
        """When `Tick` has something to do; None if never."""
        times = [each.until for each in self.pointers.values()]
        times += [each.until for each in self.parted.values()]
        times += [*self.just_shown.values(), *self.just_hidden.values()]
        if self.unsent:
            times.append(self.sent.free_at(self.sent.updated))
        times += [self.taken[seat].free_at(self.taken[seat].updated) for seat in self.held]
        return min(times, default=None)


@dataclass(frozen=True, slots=True)
class Linked:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Unlinked:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Arrived:
    seat: Seat
    data: bytes


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""


@dataclass(frozen=True, slots=True)
class Join:
    """Come in; if nobody leads, from this place, or from that of before."""

    place: SharedPlace


@dataclass(frozen=True, slots=True)
class Leave:
    pass


@dataclass(frozen=True, slots=True)
class LeadTo:
    """Show this to all; nothing unless this seat leads."""

    place: SharedPlace


@dataclass(frozen=True, slots=True)
class AskForLead:
    """Ask for the lead; take it if it is free."""


@dataclass(frozen=True, slots=True)
class StopAsking:
    """Ask for the lead no longer."""


@dataclass(frozen=True, slots=True)
class HandTo:
    """Pass the lead on to this seat; nothing unless this seat leads and that one is in."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PointAt:
    card: Card


@dataclass(frozen=True, slots=True)
class ShowNotes:
    """Show these notes of one's own, as many as fit, and no others."""

    notes: tuple[Note, ...]


Own: TypeAlias = Join | Leave | LeadTo | AskForLead | StopAsking | HandTo | PointAt | ShowNotes
Event: TypeAlias = Linked | Unlinked | Arrived | Tick | Own


@dataclass(frozen=True, slots=True)
class SendTo:
    to: Seat
    data: bytes


def step(room: ReviewRoom, event: Event, now: float) -> tuple[ReviewRoom, tuple[SendTo, ...]]:
    """Return the room after an event at this time, in seconds of any clock, and what is to be
    sent. Nobody else's event raises anything."""
    after, points = _changed(room, event, now)
    after = _queued(_led(after, room))
    after = _with_partings(_with_notes_news(after, room, now), room, now)
    if _own_state(after) != _own_state(room):
        after = replace(after, unsent=frozenset(after.others))
    return _flushed(after, points, now)


def _changed(room: ReviewRoom, event: Event, now: float) -> tuple[ReviewRoom, tuple[SendTo, ...]]:
    match event:
        case Linked(seat):
            others = {**room.others, seat: None}
            return replace(room, others=others, unsent=room.unsent | {seat}), ()
        case Unlinked(seat):
            return _without(room, seat), ()
        case Arrived(seat, data):
            return _take(room, seat, data, now), ()
        case Tick():
            return _ticked(room, now), ()
        case PointAt(card) if room.is_in and (paced := room.pointed.spent(now)) is not None:
            room = replace(_pointing(room, room.me, card, now), pointed=paced)
            data = packed(Pointed(card))
            return room, tuple(SendTo(seat, data) for seat in room.others)
        case PointAt():
            return room, ()
        case own:
            return _done(room, own), ()


def _done(room: ReviewRoom, own: Own) -> ReviewRoom:
    match own:
        case Join(place):
            lead = room.lead or Lead(1, room.me, 0, room.remembered or place)
            return replace(room, is_in=True, lead=lead)
        case Leave():
            return replace(room, is_in=False, asks=0)
        case LeadTo(place) if room.leads and room.lead is not None:
            return _shown(room, room.lead, place)
        case AskForLead() if room.may_take:
            return _appointed(room, room.me)
        case AskForLead() if room.lead is not None and room.is_in and not room.leads:
            return replace(room, asks=room.asks or room.lead.epoch)
        case StopAsking():
            return replace(room, asks=0)
        case HandTo(seat) if room.leads and seat in room.company:
            return _appointed(room, seat)
        case ShowNotes(notes):
            return replace(room, notes={**room.notes, room.me: _that_fit(notes)})
    return room


# -- the lead


def _shown(room: ReviewRoom, lead: Lead, place: SharedPlace) -> ReviewRoom:
    if place == lead.place:
        return room
    if lead.step >= MAX_STEP:
        return replace(room, lead=Lead(lead.epoch + 1, room.me, 0, place, lead.waiting))
    return replace(room, lead=replace(lead, step=lead.step + 1, place=place))


def _appointed(room: ReviewRoom, seat: Seat) -> ReviewRoom:
    if room.lead is None:
        return room
    waiting = tuple(one for one in room.lead.waiting if one != seat)
    return replace(room, lead=Lead(room.lead.epoch + 1, seat, 0, room.lead.place, waiting))


def _led(room: ReviewRoom, before: ReviewRoom) -> ReviewRoom:
    """Return the room with a leader who is in, if the last one has left, or was lost just now."""
    leader, company = room.leader, room.company
    if leader is None or not company or leader in company:
        return room
    state = room.others.get(leader)
    has_left = leader == room.me or (state is not None and not state.is_in)
    # Not if it has no link from here: another may have one, and would appoint it again.
    was_lost = leader in before.company
    has_come = room.is_in and not before.is_in
    first = (*room.asking, *company)[0]
    return _appointed(room, first) if has_left or was_lost or has_come else room


def _queued(room: ReviewRoom) -> ReviewRoom:
    """Return the room of a leader who has noted who waits for the lead; who leads asks no more."""
    lead = room.lead
    if lead is None or lead.leader != room.me:
        return room
    if not room.is_in or lead.waiting == room.asking or lead.step >= MAX_STEP:
        return replace(room, asks=0)
    return replace(room, asks=0, lead=replace(lead, step=lead.step + 1, waiting=room.asking))


# -- news


def _with_notes_news(room: ReviewRoom, before: ReviewRoom, now: float) -> ReviewRoom:
    """Return the room with the news of notes that are shown which were not, or not to this seat,
    which has just come in, and of those that are shown no longer."""
    known = before.notes if before.is_in or not room.is_in else {}
    shown = {seat for seat, notes in room.notes.items() if notes}
    were_shown = {seat for seat, notes in known.items() if notes}
    new, gone = (
        dict.fromkeys(each, now + POINT_S) for each in (shown - were_shown, were_shown - shown)
    )
    just_shown = {seat: until for seat, until in room.just_shown.items() if seat in shown} | new
    hidden = {seat: until for seat, until in room.just_hidden.items() if seat not in shown} | gone
    return replace(room, just_shown=just_shown, just_hidden=hidden)


def _with_partings(room: ReviewRoom, before: ReviewRoom, now: float) -> ReviewRoom:
    """Return the room with the news of who is in no longer, and of who has led until now."""
    company, leader, led_last = room.company, before.leader, room.led_last
    if leader is not None and leader != room.leader:
        led_last = leader, now + POINT_S
    led = {leader} | ({led_last[0]} if led_last is not None and led_last[1] > now else set())
    gone = {
        seat: Parted(seat != room.me and seat not in room.others, seat in led, now + POINT_S)
        for seat in before.company
        if seat not in company
    }
    parted = {seat: each for seat, each in room.parted.items() if seat not in company} | gone
    return replace(room, parted=parted, led_last=led_last)


# -- what others send


def _without(room: ReviewRoom, seat: Seat) -> ReviewRoom:
    others = {one: state for one, state in room.others.items() if one != seat}
    held = {one: data for one, data in room.held.items() if one != seat}
    pointers = {one: each for one, each in room.pointers.items() if one != seat}
    unsent = room.unsent - {seat}
    return replace(room, others=others, held=held, pointers=pointers, unsent=unsent)


def _take(room: ReviewRoom, seat: Seat, data: bytes, now: float) -> ReviewRoom:
    """Take a message, and blame its sender if that is more than is allowed."""
    if seat not in room.others:
        return room
    return _decoded(_counted(room, seat, now), seat, data, now)


def _counted(room: ReviewRoom, seat: Seat, now: float) -> ReviewRoom:
    if (paced := room.allowed.get(seat, ALLOWED).spent(now)) is not None:
        return replace(room, allowed={**room.allowed, seat: paced})
    return replace(room, dropped={**room.dropped, seat: room.dropped.get(seat, 0) + 1})


def _decoded(room: ReviewRoom, seat: Seat, data: bytes, now: float) -> ReviewRoom:
    """Decode a message, unless many have come: then keep the last state for later, and drop the
    rest."""
    if (paced := room.taken.get(seat, TAKEN).spent(now)) is not None:
        held = {one: last for one, last in room.held.items() if one != seat or is_point(data)}
        return _taken(replace(room, taken={**room.taken, seat: paced}, held=held), seat, data, now)
    if is_point(data) or len(data) > MAX_BYTES:
        return room
    return replace(room, held={**room.held, seat: data})


def _taken(room: ReviewRoom, seat: Seat, data: bytes, now: float) -> ReviewRoom:
    try:
        match unpacked(data, room.seats):
            case Pointed(card):
                return _pointing(room, seat, card, now) if seat in room.company else room
            case MemberState() as state:
                return _take_state(room, seat, state)
    except BadEncoding as error:
        return _blaming(room, seat, error.reason)
    except OtherReviewVersion as error:
        return _blaming(room, seat, OtherProgram(error.version))


def _take_state(room: ReviewRoom, seat: Seat, state: MemberState) -> ReviewRoom:
    before = room.lead
    # It may have begun to listen only now, and have missed what was sent when the link came up.
    unsent = room.unsent if room.others[seat] is not None else room.unsent | {seat}
    others, notes = {**room.others, seat: state}, {**room.notes, seat: state.notes}
    room = replace(room, others=others, notes=notes, unsent=unsent)
    lead = state.lead
    if lead is None:
        return room
    if lead.epoch > (0 if before is None else before.epoch) + MAX_LEAP:
        return _blaming(room, seat, Reason(Malformed.FORM))
    return replace(room, lead=lead) if before is None or lead.rank > before.rank else room


def _blaming(room: ReviewRoom, seat: Seat, fault: Fault) -> ReviewRoom:
    return replace(room, faults={**room.faults, seat: fault})


def _pointing(room: ReviewRoom, seat: Seat, card: Card, now: float) -> ReviewRoom:
    return replace(room, pointers={**room.pointers, seat: Pointer(card, now + POINT_S)})


def _ticked(room: ReviewRoom, now: float) -> ReviewRoom:
    pointers = {seat: each for seat, each in room.pointers.items() if each.until > now}
    just_shown, just_hidden = (
        {seat: until for seat, until in news.items() if until > now}
        for news in (room.just_shown, room.just_hidden)
    )
    parted = {seat: each for seat, each in room.parted.items() if each.until > now}
    room = replace(
        room, pointers=pointers, just_shown=just_shown, just_hidden=just_hidden, parted=parted
    )
    for seat, data in room.held.items():
        if room.taken[seat].spent(now) is not None:
            room = _decoded(room, seat, data, now)
    return room


# -- what is sent


def _own_state(room: ReviewRoom) -> MemberState:
    return MemberState(room.is_in, room.asks, room.notes.get(room.me, ()), room.lead)


def _flushed(
    room: ReviewRoom, more: tuple[SendTo, ...], now: float
) -> tuple[ReviewRoom, tuple[SendTo, ...]]:
    """Return what is to be sent now: one's own state to all who lack it, unless that is too often;
    a later `Tick` then sends the newest."""
    if not room.unsent or (paced := room.sent.spent(now)) is None:
        return room, more
    data = packed(_own_state(room))
    sends = tuple(SendTo(seat, data) for seat in sorted(room.unsent))
    return replace(room, unsent=frozenset(), sent=paced), (*sends, *more)


def _that_fit(notes: tuple[Note, ...]) -> tuple[Note, ...]:
    fit: list[Note] = []
    for card, words in notes[:MAX_NOTES]:
        fit.append((card, words[:MAX_NOTE_LENGTH]))
        if len(enc(fit)) > MAX_NOTE_BYTES:
            return tuple(fit[:-1])
    return tuple(fit)
