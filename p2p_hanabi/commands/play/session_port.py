"""An adapter from a session to the port that screens use."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from p2p_hanabi.gathering import Company, PhoneCodes, no_phones
from p2p_hanabi.net.session import Session
from p2p_hanabi.registry import SCREENS
from p2p_hanabi.ui.model.game.game_screen import as_seen
from protocol.game import AnyView, Card, Face, Seat
from protocol.peer.remarks import Arrangement, Rule
from protocol.peer.status import Ending, EndingKind
from protocol.reasons import Reason

from .notes_file import Notes

LOOK_S = 1.0
"""How often a screen updates elapsed times."""


def may_play_again(session: Session, ending: Ending) -> bool:
    """Return whether the players can go on to another game: they have ended this one together."""
    is_shared = ending.how in (EndingKind.CLOSED, EndingKind.AGREED)
    has_begun = session.status().hands_dealt  # then all transcripts have the first round
    return is_shared and has_begun and session.transcript_path is not None


class SessionPort:
    """Implements `SeatPort` for a session, delegating much of it directly.

    `trouble` is a message about notes that could not be read; None if they could.
    """

    def __init__(self, session: Session, phones: PhoneCodes = no_phones) -> None:
        self.phones = phones
        self.seat = session.seat
        self.screen = SCREENS[session.game]
        self.names = tuple(state.name for state in session.seats())
        self.machines = session.machines
        self.options = session.options
        self.status = session.status
        self.ending = session.ending
        self.heard = session.heard
        self.refusals = session.refusals
        self.play = session.play
        self.say = session.say
        self.why_unsaid = session.why_unsaid
        self.want_again = session.after.want_again
        self.withdraw = session.withdraw
        self.declare_gone = session.declare_gone
        self.stop = session.stop
        notes = Notes(session.folder.notes)
        self.trouble = notes.trouble
        self.notes = notes.all
        self.note = notes.write
        self.notes_stored = notes.stored
        self._session = session
        self._changes = session.changes()
        self._next: asyncio.Future[None] | None = None

    def view(self) -> AnyView | None:
        view = self._session.view()
        return None if view is None else as_seen(self.screen, view, self.orders())

    def past(self) -> Sequence[AnyView]:
        return self._session.now.past

    def orders(self) -> Sequence[Arrangement]:
        return self._session.now.orders

    @property
    def faces(self) -> Mapping[Card, Face]:
        return self._session.now.faces

    @property
    def talk(self) -> Rule:
        return self._session.talk

    def company(self) -> Company:
        return self._session.after.company

    def missing(self) -> Mapping[Seat, float]:
        seats = self._session.seats()
        return {one.seat: one.missing_s for one in seats if one.missing_s is not None}

    def stepped_out(self) -> frozenset[Seat]:
        seats = self._session.seats()
        return frozenset(
            one.seat
            for one in seats
            if one.missing_s is not None
            and (one.has_left or seats[self.machines[one.seat]].has_left)
        )

    def incompatible(self) -> Mapping[Seat, Reason]:
        seats = self._session.seats()
        return {one.seat: one.incompatible for one in seats if one.incompatible is not None}

    def reading(self) -> tuple[int, int] | None:
        return self._session.reading

    async def changed(self) -> None:
        """Wait for the next change, but at most `LOOK_S`, so that elapsed times are updated."""
        if self._next is None:
            self._next = asyncio.ensure_future(anext(self._changes, None))
        await asyncio.wait({self._next}, timeout=LOOK_S)
        if self._next.done():
            self._next = None
