"""A replay that several players look at together: who leads, who follows, who points at what, and
the notes that are shown, in sentences for every screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol, assert_never

from p2p_hanabi.review.review_messages import Lead, Note
from p2p_hanabi.review.review_room import (
    AskForLead,
    HandTo,
    LeadTo,
    OtherProgram,
    Own,
    PointAt,
    ReviewRoom,
    ShowNotes,
    StopAsking,
)
from p2p_hanabi.review.shared_place import SharedPlace
from protocol.game import Card, Seat

from ..drawing.style import Line, text
from ..words.i18n import N_, _, ngettext
from ..words.sentences_reasons import why
from ..words.words_joined import listing

NO_NOTES = N_("You have written no notes in this game.")
YOU_LEAD_NOW = N_("You lead now.")


class ReviewPort(Protocol):
    """One member's part in a review."""

    @property
    def names(self) -> Sequence[str]:
        """The names of all members, by their seats in the review."""

    @property
    def room(self) -> ReviewRoom:
        """The review as this member knows it now."""

    @property
    def notes(self) -> Mapping[Card, str]:
        """This player's own notes on cards of the game."""

    def do(self, own: Own) -> None:
        """Carry out what this player does; ignore what is no longer possible."""


class Together:
    """One member's side of the review. `follows`: this screen shows what the leader does, or
    leads itself; else its player steps alone, and is not pulled. `trouble` is why this screen
    cannot show what the leader shows."""

    def __init__(self, port: ReviewPort) -> None:
        self.follows = True
        self.trouble = ""
        self._port = port
        self._asked = False
        self._seen: Lead | None = None
        self._leader = port.room.leader

    @property
    def room(self) -> ReviewRoom:
        return self._port.room

    def do(self, own: Own) -> None:
        self._port.do(own)

    @property
    def has_company(self) -> bool:
        """Return whether somebody else is here."""
        return any(seat != self.room.me for seat in self.room.company)

    # -- following

    def to_show(self, here: SharedPlace) -> SharedPlace | None:
        """Return what is to be shown in place of what is `here`; None if nothing. A player who has
        asked for the lead, and has it now, shows the others this place instead."""
        room = self.room
        if room.leads and self._asked:
            self._asked, self.follows = False, True
            self.do(LeadTo(here))
        lead = self.room.lead
        if not self.follows or lead is None or lead == self._seen:
            return None
        self._seen, self.trouble = lead, ""
        return None if lead.place == here else lead.place

    def has_other_leader(self) -> bool:
        """Return whether the leader has changed since the last call."""
        before, self._leader = self._leader, self.room.leader
        return before != self._leader

    def moved(self, here: SharedPlace) -> None:
        """Show the others that this player is here now, or wander off."""
        room, self.trouble = self.room, ""
        if room.leads and self.follows and (here.line is None or here.line.is_short_enough):
            self.do(LeadTo(here))
            self._seen = self.room.lead
        elif room.lead is not None and here != room.lead.place:
            self.follows = False

    def come_back(self) -> None:
        self.follows, self._seen = True, None

    # -- leading

    @property
    def would_pass(self) -> bool:
        """Return whether `lead` would pass the lead on."""
        return self.room.leads and self.follows and bool(self._asking())

    def _asking(self) -> list[Seat]:
        """Return the others who would like to lead, who asked first first."""
        return [seat for seat in self.room.asking if seat != self.room.me]

    @property
    def asks(self) -> bool:
        """Return whether this player waits for the lead."""
        return self.room.me in self.room.asking

    def why_no_lead(self) -> str | None:
        """Return why the lead can be neither asked for nor passed on; None if it can."""
        if self.room.leads and self.follows and not self._asking():
            return _("You lead already, and nobody else asks for it.")
        return None

    def lead(self, here: SharedPlace) -> str:
        """Pass the lead on to whoever asked for it first, show everybody what is shown here, or ask
        for the lead, or no longer. Return what was done; empty if `sentences` say it."""
        room, others = self.room, self._asking()
        if self.asks and not room.may_take:
            self._asked = False
            self.do(StopAsking())
            return _("You ask for the lead no longer.")
        if room.leads and not self.follows:
            self.follows = True
            self.moved(here)
            return _("All are shown what you see.")
        if room.leads and others:
            self.do(HandTo(others[0]))
            self.has_other_leader()  # which is what is said
            return _("{who} leads now.").format(who=self._name(others[0]))
        is_free, leader = room.may_take, room.leader
        self._asked = True
        self.do(AskForLead())
        return _(YOU_LEAD_NOW) if is_free or leader is None else ""

    # -- notes and pointers

    @property
    def shows_notes(self) -> bool:
        return bool(self.room.notes.get(self.room.me))

    def why_no_notes(self) -> str | None:
        """Return why one's own notes cannot be shown; None if they can."""
        return None if self._port.notes else _(NO_NOTES)

    def share_notes(self) -> str:
        """Show one's own notes to all, or no longer. Return what was done."""
        if self.shows_notes:
            self.do(ShowNotes(()))
            return _("Your notes are yours alone again.")
        self.do(ShowNotes(tuple(sorted(self._port.notes.items()))))
        return _("All can read your notes now.")

    def point(self, card: Card) -> None:
        self.do(PointAt(card))

    @property
    def pointed(self) -> Mapping[Card, Sequence[str]]:
        """The cards being pointed at, with the names of those who point."""
        found: dict[Card, list[str]] = {}
        for seat, pointer in sorted(self.room.pointers.items()):
            found.setdefault(pointer.card, []).append(self._name(seat))
        return found

    @property
    def notes(self) -> Sequence[tuple[str, Note]]:
        """All notes that are shown, with the names of their authors."""
        rows = sorted(self.room.notes.items())
        return [(self._name(seat), note) for seat, notes in rows for note in notes]

    # -- what is read

    def status(self) -> str:
        """Return who leads, and who follows."""
        room, leader = self.room, self.room.leader
        others = [self._name(seat) for seat in room.company if seat != room.me]
        if room.leads and not self.follows:
            return _("You lead, but step alone.")
        if room.leads and not others:
            return _("You lead; nobody else is here yet.")
        if room.leads:
            return _("You lead {names}.").format(names=listing(others))
        if leader is None or leader not in room.company:
            return _("Nobody leads.")
        if self.follows:
            return _("{who} leads.").format(who=self._name(leader))
        return _("You step alone; {who} leads the others.").format(who=self._name(leader))

    def sentences(self, place: Callable[[Card], str]) -> list[Line]:
        """Return what is to be read beside the board, the most important first. `place` says where
        a card is, in a few words; empty if it is nowhere to be seen."""
        room = self.room
        pointed = self.pointed.items()
        showing, hiding = self._named(room.just_shown), self._named(room.just_hidden)
        return [
            *([text(self.trouble, "alarm")] if self.trouble else []),
            *(text(sentence, "strong") for sentence in self._partings()),
            *(text(self._pointing(names, place(card)), "strong") for card, names in pointed),
            *(text(sentence, "strong") for sentence in self._waiting()),
            *([text(_show_notes(showing), "strong")] if showing else []),
            *([text(_hide_notes(hiding), "strong")] if hiding else []),
            *(text(self._fault(seat), "alarm") for seat in sorted(room.faults)),
            *(text(self._too_many(seat), "alarm") for seat in sorted(room.dropped)),
        ]

    def says_new_leader(self) -> bool:
        """Return whether `sentences` say who leads in place of one who is in no longer."""
        room = self.room
        led = any(each.led for seat, each in room.parted.items() if seat != room.me)
        return led and room.leader in room.company

    def _partings(self) -> list[str]:
        """Return who is in no longer, and who leads instead."""
        sentences = []
        for led in (True, False):
            parted = {seat: each for seat, each in self.room.parted.items() if each.led is led}
            lost = self._named(seat for seat, each in parted.items() if each.is_lost)
            left = self._named(seat for seat, each in parted.items() if not each.is_lost)
            said = [*([_are_lost(lost)] if lost else []), *([_have_left(left)] if left else [])]
            if said and led and self.says_new_leader() and (leader := self.room.leader) is not None:
                said.append(
                    _(YOU_LEAD_NOW)
                    if self.room.leads
                    else _("{who} leads now.").format(who=self._name(leader))
                )
            sentences += [" ".join(said)] if said else []
        return sentences

    def _waiting(self) -> list[str]:
        """Return who waits for the lead, the next one first."""
        room = self.room
        names = [self._name(seat) for seat in room.asking]
        if not self.asks or room.leader is None:
            return [_asks(names)] if names else []
        place = room.asking.index(room.me)
        ahead, behind = names[:place], names[place + 1 :]
        own = _("You have asked {who} for the lead.").format(who=self._name(room.leader))
        return [_before_you(ahead) if ahead else own, *([_asks(behind)] if behind else [])]

    def _named(self, seats: Iterable[Seat]) -> list[str]:
        return [self._name(seat) for seat in sorted(seats) if seat != self.room.me]

    def _pointing(self, names: Sequence[str], place: str) -> str:
        who = listing(names)
        if not place:
            return ngettext(
                "{who} points at a card that is not to be seen here.",
                "{who} point at a card that is not to be seen here.",
                len(names),
            ).format(who=who)
        sentence = ngettext("{who} points at: {card}", "{who} point at: {card}", len(names))
        return sentence.format(who=who, card=place)

    def _fault(self, seat: Seat) -> str:
        match self.room.faults[seat]:
            case OtherProgram():
                return _(
                    "The program of {who} is of another version: you cannot look at a game "
                    "together before both are updated."
                ).format(who=self._name(seat))
            case reason:
                return _("The program of {who} sent what this one does not accept: {why}.").format(
                    who=self._name(seat), why=why(reason)
                )
        assert_never(reason)

    def _too_many(self, seat: Seat) -> str:
        return _("The program of {who} sends too much; some of it is left out.").format(
            who=self._name(seat)
        )

    def _name(self, seat: Seat) -> str:
        return self._port.names[seat]


def _show_notes(names: Sequence[str]) -> str:
    return ngettext(
        "{names} shows their notes to all.", "{names} show their notes to all.", len(names)
    ).format(names=listing(names))


def _hide_notes(names: Sequence[str]) -> str:
    return ngettext(
        "{names} shows their notes no longer.", "{names} show their notes no longer.", len(names)
    ).format(names=listing(names))


def _are_lost(names: Sequence[str]) -> str:
    return ngettext("{names} is lost.", "{names} are lost.", len(names)).format(
        names=listing(names)
    )


def _have_left(names: Sequence[str]) -> str:
    return ngettext("{names} has left.", "{names} have left.", len(names)).format(
        names=listing(names)
    )


def _before_you(names: Sequence[str]) -> str:
    return _("You wait for the lead; before you: {names}.").format(names=listing(names))


def _asks(names: Sequence[str]) -> str:
    """Return who would like to lead, in the order in which they asked."""
    return ngettext(
        "{names} would like to lead.", "{names} would like to lead, in this order.", len(names)
    ).format(names=listing(names))
