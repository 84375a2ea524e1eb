"""An adapter from a session to the port that screens use."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from p2p_hanabi.gathering import PhoneCode, PhoneCodes, no_phones
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.registry import SCREENS
from p2p_hanabi.ui.model.game.game_screen import NOBODY, as_seen
from p2p_hanabi.ui.model.seat.table_snapshot import TableSnapshot
from protocol.game import AnyView, Card

from .notes_file import Notes
from .review_port import SharedReviewPort

LOOK_S = 1.0
"""How often a screen updates elapsed times."""


def snapshot_of(
    session: Session, notes: Mapping[Card, str] = {}, phones: Sequence[PhoneCode] = ()
) -> TableSnapshot[AnyView]:
    """Return what a screen may read of a session's table at this moment."""
    table, seats = session.now, session.seats()
    missing = {one.seat: one.missing_s for one in seats if one.missing_s is not None}
    unfit = {one.seat: one.incompatible for one in seats if one.incompatible is not None}
    view = table.view

    stepped_out = frozenset(
        one.seat
        for one in seats
        if one.has_left or (one.seat in missing and seats[session.machines[one.seat]].has_left)
    )

    return TableSnapshot(
        seat=session.seat,
        names=tuple(one.name for one in seats),
        machines=session.machines,
        options=session.options,
        status=session.status(),
        ending=table.ending,
        faces=table.faces,
        missing=missing,
        stepped_out=stepped_out,
        incompatible=unfit,
        talk=session.talk,
        remarks=session.remarks(),
        orders=table.orders,
        company=session.company,
        notes=notes,
        phones=phones,
        reading=session.reading,
        view=None if view is None else as_seen(SCREENS[session.game], view, table.orders),
        past=table.past,
    )


def public_snapshot(session: Session) -> TableSnapshot[AnyView]:
    """Return what everybody may see of a session's table at this moment. Nothing here depends on
    what this seat knows: the view is that of somebody without a seat."""
    own = snapshot_of(session)
    view = session.onlooker_view()
    return TableSnapshot(
        seat=NOBODY,
        names=own.names,
        machines=own.machines,
        options=own.options,
        status=own.status,
        ending=own.ending,
        faces={},
        missing=own.missing,
        stepped_out=own.stepped_out,
        incompatible=own.incompatible,
        talk=own.talk,
        orders=own.orders,
        company=own.company,
        view=None if view is None else as_seen(SCREENS[session.game], view, own.orders),
        past=(),
    )


class SessionPort:
    """Implements `TablePort` for a session, of the game played there."""

    def __init__(self, session: Session, phones: PhoneCodes = no_phones) -> None:
        self.screen = SCREENS[session.game]
        self.notes = Notes(session.folder.notes)
        self.play = session.play
        self.say = session.say
        self.why_unsaid = session.why_unsaid
        self.want_again = session.after.want_again
        self.withdraw = session.withdraw
        self.declare_gone = session.declare_gone
        self.stop = session.stop
        self.late_refusals = session.late_refusals
        self._session = session
        self._phones = phones
        self._changes = session.changes()
        self._next: asyncio.Future[None] | None = None
        self._shown: tuple[int, TableSnapshot[AnyView]] | None = None

    @property
    def now(self) -> TableSnapshot[AnyView]:
        """See `SeatPort`."""
        version = self._session.version
        if self._shown is None or self._shown[0] != version:
            shown = snapshot_of(self._session, self.notes.all(), self._phones())
            self._shown = version, shown
        return self._shown[1]

    def review(self) -> SharedReviewPort:
        """Return the player's part in a review of the game, once it has ended."""
        names = [one.name for one in self._session.seats()]
        return SharedReviewPort(self._session.review, names, self.notes.all)

    def note(self, card: Card, words: str) -> None:
        self.notes.write(card, words)
        self._shown = None

    async def changed(self) -> None:
        """Wait for the next change, but at most `LOOK_S`, so that elapsed times are updated."""
        self._shown = None
        if self._next is None:
            self._next = asyncio.ensure_future(anext(self._changes, None))
        await asyncio.wait({self._next}, timeout=LOOK_S)
        if self._next.done():
            self._next = None
