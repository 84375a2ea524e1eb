"""A review over the links between the seats of a table, with a clock (docs/review-together.md)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from p2p_hanabi.review.review_messages import is_of_review, is_point
from p2p_hanabi.review.review_room import (
    Arrived,
    Event,
    Linked,
    Own,
    ReviewRoom,
    SendTo,
    Tick,
    Unlinked,
    step,
)
from p2p_hanabi.review.shared_place import SharedPlace
from protocol.game import Seat

from ..links.mesh import LinkDown, LinkUp, Mesh, Received

_log = logging.getLogger(__name__)


class SharedReview:
    """`room` is the review as this seat knows it. Until `begin` it neither says nor hears anything:
    the game must have ended before. `changed` is called when who is in the review has changed.
    `kept` is what all were shown before, and `save` stores what they are shown now, before any
    other can know it from this seat."""

    def __init__(
        self,
        mesh: Mesh,
        clock: Callable[[], float],
        changed: Callable[[], None] = lambda: None,
        *,
        kept: SharedPlace | None = None,
        save: Callable[[SharedPlace], Awaitable[None]] | None = None,
    ) -> None:
        self.room = ReviewRoom(mesh.seat, len(mesh.seating.places), remembered=kept)
        self._save = save
        self._saved = kept
        self._unsent: dict[tuple[Seat, bool], SendTo] = {}
        self._sending: asyncio.Task[None] | None = None
        self._mesh = mesh
        self._clock = clock
        self._company_changed = changed
        self._has_begun = False
        self._timer: asyncio.TimerHandle | None = None
        self._news = asyncio.Event()
        self._any_news = asyncio.Event()

    def begin(self) -> None:
        if not self._has_begun:
            self._has_begun = True
            for seat in self._mesh.linked:
                self._step(Linked(seat))

    def takes(self, news: LinkUp | LinkDown | Received) -> bool:
        """Return whether these news are a message of a review, which belongs to nothing else."""
        match news:
            case LinkUp(seat) if self._has_begun:
                self._handle(Linked(seat))
            case LinkDown(seat) if self._has_begun:
                self._handle(Unlinked(seat))
            case Received(seat, message) if is_of_review(message):
                if self._has_begun:
                    self._handle(Arrived(seat, message))
                return True
        return False

    def do(self, own: Own) -> None:
        """Do what this player wants. Whoever calls shows it: `changed` does not tell of it."""
        self._step(own)

    async def changed(self) -> None:
        """Wait until others have changed what is shown."""
        await self._news.wait()

    async def changed_by_anybody(self) -> None:
        """Wait until this player or others have changed what is shown."""
        await self._any_news.wait()

    async def sent(self) -> None:
        """Wait until everything is saved and sent."""
        while self._sending is not None and not self._sending.done():
            await asyncio.wait({self._sending})

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _handle(self, event: Event) -> None:
        before = _shown(self.room)
        self._step(event)
        if _shown(self.room) != before:
            self._news.set()
            self._news = asyncio.Event()

    def _step(self, event: Event) -> None:
        before, faults, shown = self.room.company, self.room.faults, _shown(self.room)
        self.room, sends = step(self.room, event, self._clock())
        # Of each kind the last to a seat is enough, if saving takes long.
        self._unsent |= {(send.to, is_point(send.data)): send for send in sends}
        self._send()
        for seat, fault in self.room.faults.items():
            if faults.get(seat) != fault:
                _log.info("dropped a review message of seat %d: %s", seat, fault)
        if self.room.company != before:
            self._company_changed()
        if _shown(self.room) != shown:
            self._any_news.set()
            self._any_news = asyncio.Event()
        self._set_timer()

    def _send(self) -> None:
        """Save what is shown if it has changed, and then send what is left to be sent."""
        # Whoever is saving now takes what has come meanwhile, when it is done.
        if self._sending is not None and not self._sending.done():
            return
        if self._save is not None and self._place not in (None, self._saved):
            self._sending = asyncio.create_task(self._save_and_send(self._save))
        else:
            self._send_all(self._taken())

    async def _save_and_send(self, save: Callable[[SharedPlace], Awaitable[None]]) -> None:
        while self._unsent:
            unsent, place = self._taken(), self._place
            # Saved, then sent: after a crash this seat knows at least what others know from it.
            if place is not None and place != self._saved:
                await save(place)
                self._saved = place
            self._send_all(unsent)

    @property
    def _place(self) -> SharedPlace | None:
        return None if self.room.lead is None else self.room.lead.place

    def _taken(self) -> list[SendTo]:
        unsent = list(self._unsent.values())
        self._unsent.clear()
        return unsent

    def _send_all(self, sends: list[SendTo]) -> None:
        for send in sends:
            self._mesh.send(send.to, send.data)

    def _set_timer(self) -> None:
        self.close()  # the one before, which was for a state that has changed
        if (due := self.room.due) is not None:
            pause = max(0.0, due - self._clock())
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(pause, self._handle, Tick())


def _shown(room: ReviewRoom) -> object:
    """Return what a screen shows of a room."""
    taken = {seat: card.card for seat, card in room.pointers.items()}
    many = frozenset(room.dropped)
    news = tuple(map(frozenset, (room.just_shown, room.just_hidden, room.parted)))
    return (room.lead, room.company, room.asking, room.notes, news, taken, room.faults, many)


def others_in(room: ReviewRoom) -> tuple[Seat, ...]:
    """Return who else is in the review."""
    return tuple(seat for seat in room.company if seat != room.me)
