"""A session, in the shape that a screen wants."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from p2p_hanabi.net.session import Session
from p2p_hanabi.registry import SCREENS
from p2p_hanabi.ui.table.game_screen import as_seen
from protocol.errors import IllegalMove, NotNow, NotSaid
from protocol.game import AnyMove, AnyView, Card, Face, Seat
from protocol.peer.remarks import Arrangement, Heard, Remark, Rule
from protocol.peer.status import Ending, Status

from .find_by_name import LOOK_S
from .notes_file import Notes


class SessionPort:
    """A session, as a screen wants it."""

    def __init__(self, session: Session, seat: Seat) -> None:
        self.seat = seat
        self.screen = SCREENS[session.game]
        self.names = tuple(state.name for state in session.seats())
        self.machines = session.machines
        self._session = session
        self._notes = Notes(session.folder.notes)
        self._changes = session.changes()
        self._next: asyncio.Future[None] | None = None

    def view(self) -> AnyView | None:
        view = self._session.view()
        return None if view is None else as_seen(self.screen, view, self._session.orders())

    def past(self) -> Sequence[AnyView]:
        return self._session.past()

    def status(self) -> Status:
        return self._session.status()

    def ending(self) -> Ending | None:
        return self._session.ending()

    @property
    def faces(self) -> Mapping[Card, Face]:
        return self._session.faces()

    def missing(self) -> Mapping[Seat, float]:
        return {
            state.seat: state.missing_s
            for state in self._session.seats()
            if state.missing_s is not None
        }

    def play(self, move: AnyMove) -> None:
        self._session.play(move)

    @property
    def talk(self) -> Rule:
        return self._session.talk

    def heard(self) -> Sequence[Heard]:
        return self._session.heard()

    def orders(self) -> Sequence[Arrangement]:
        return self._session.orders()

    def say(self, remark: Remark) -> None:
        self._session.say(remark)

    @property
    def trouble(self) -> str | None:
        """What the player is to know of the notes; absent (None) if they are there."""
        return self._notes.trouble

    def notes(self) -> Mapping[Card, str]:
        return self._notes.all()

    def note(self, card: Card, words: str) -> None:
        self._notes.write(card, words)

    def reading(self) -> tuple[int, int] | None:
        return self._session.reading

    def refusals(self) -> Sequence[IllegalMove | NotNow | NotSaid]:
        return self._session.refusals()

    def withdraw(self) -> None:
        self._session.withdraw()

    def declare_gone(self, seat: Seat) -> None:
        self._session.declare_gone(seat)

    def stop(self) -> None:
        self._session.stop()

    async def changed(self) -> None:
        """Wait for the next change, or a second, so that waiting times are told."""
        if self._next is None:
            self._next = asyncio.ensure_future(anext(self._changes, None))
        await asyncio.wait({self._next}, timeout=LOOK_S)
        if self._next.done():
            self._next = None
