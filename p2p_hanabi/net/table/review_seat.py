"""A seat at a table where a game is reviewed: its links, and the file, sent by the host."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial

from p2p_hanabi.gathering import HOST
from p2p_hanabi.paths import (
    StorageFailed,
    TableFolder,
    read,
    read_value,
    remove,
    write,
    write_value,
)
from p2p_hanabi.review.pace import Pace, pace
from p2p_hanabi.review.reviewed_file import (
    MAX_REVIEWED_BYTES,
    Arriving,
    ReviewedFile,
    file_of,
    is_of_file,
    piece,
    want,
)
from p2p_hanabi.review.shared_place import SharedPlace, place_of
from protocol.encoding import Integer
from protocol.errors import BadEncoding
from protocol.game import Seat

from ..discovery.rediscovery import keep_found
from ..links.addresses import Interface
from ..links.mesh import LinkDown, LinkUp, Received
from ..tasks import background_task, end_all, in_thread, undisturbed
from .seat import Seated, give_up_place
from .shared_review import SharedReview

ASK_AGAIN_S = 2.0
GIVEN = pace(200, 100)
"""How many pieces a second the host sends to one member."""
_log = logging.getLogger(__name__)


class ReviewSeat:
    """Open while `run` is running. `review` is the review itself. `data` is the file, None until it
    is here; `changed` waits until more of it has come. A copy is on disk until the end, for whoever
    comes back after a crash; then nothing is left there."""

    def __init__(
        self,
        seated: Seated,
        file: ReviewedFile,
        data: bytes | None,
        *,
        interfaces: Callable[[], Sequence[Interface]] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        kept = _kept_place(seated.folder)
        self.review = SharedReview(seated.mesh, clock, kept=kept, save=self._keep_place)
        self.arriving = Arriving(file)
        self._data = data
        self._seated = seated
        self._interfaces = interfaces
        self._clock = clock
        self._given: dict[Seat, Pace] = {}
        self._wake = asyncio.Event()
        self._changed = asyncio.Event()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(place.name for place in self._seated.seating.places)

    async def file(self) -> bytes:
        """Wait for the file. Raise `OtherFile` if what has come is another one."""
        while self._data is None and not self.arriving.is_complete:
            await self._changed.wait()
        return self.arriving.whole() if self._data is None else self._data

    async def keep(self, data: bytes) -> None:
        """Keep a copy of the file until the end. Failures are ignored: then it is sent again to
        whoever comes back."""
        with contextlib.suppress(StorageFailed):
            await in_thread(partial(write, self._seated.folder.reviewed, data))

    async def _keep_place(self, place: SharedPlace) -> None:
        """Keep what all are shown, for when all come back after a crash. Failures are ignored:
        then they begin again."""
        value = ("p2ph place", 1, place.value())
        with contextlib.suppress(StorageFailed):
            await in_thread(partial(write_value, self._seated.folder.place, value))

    async def changed(self) -> None:
        """Wait until more of the file has come."""
        await self._changed.wait()

    async def run(self) -> None:
        """Keep the links, and answer on them, until cancelled."""
        mesh = self._seated.mesh
        mesh.on_news = self._wake.set
        helpers = [background_task(self._ask_again(), "asking for the file")]
        if self._interfaces is not None:
            found = keep_found(mesh, self._seated.listener.port, self._interfaces)
            helpers.append(background_task(found, "discovery"))
        self.review.begin()
        try:
            while True:
                self._wake.clear()
                for news in mesh.take():
                    match news:
                        case Received(seat, message) if is_of_file(message):
                            self._about_file(seat, message)
                        case Received() | LinkUp() | LinkDown():
                            self.review.takes(news)
                            if news == LinkUp(HOST):
                                self._ask()
                # A member whose messages never cease must not keep everything else from running.
                await asyncio.sleep(0)
                await self._wake.wait()
        finally:
            await undisturbed(self._close(helpers))

    async def _close(self, helpers: Sequence[asyncio.Task[None]]) -> None:
        await end_all(*helpers)
        self.review.close()
        await self.review.sent()
        await self._seated.close()
        folder = self._seated.folder
        # `give_up_place` is for tables that never began: it would leave this, and so the folder.
        with contextlib.suppress(StorageFailed):
            remove(folder.journal)
        give_up_place(folder)

    # -- the file

    def _about_file(self, seat: Seat, message: bytes) -> None:
        """Answer who asks for a piece, and take one from the host; what is neither is dropped."""
        try:
            if seat == HOST:
                self._take(message)
            elif self._data is not None and self._seated.seat == HOST:
                # Whoever asks faster is not answered: a member asks again by itself.
                paced = self._given.get(seat, GIVEN).spent(self._clock())
                if paced is not None:
                    self._given[seat] = paced
                    self._seated.mesh.send(seat, piece(self._data, message))
        except BadEncoding as error:
            _log.info("dropped a message of seat %d about the file: %s", seat, error.reason)

    def _take(self, message: bytes) -> None:
        """Raise `BadEncoding`."""
        before = self.arriving
        self.arriving = before.with_piece(message)
        if self.arriving is not before:
            self._ask()
            self._changed.set()
            self._changed = asyncio.Event()  # never cleared, as in `Changes`

    def _ask(self) -> None:
        if self._data is None and not self.arriving.is_complete:
            self._seated.mesh.send(HOST, want(self.arriving.received))

    async def _ask_again(self) -> None:
        """Ask again for a piece that has not come: the link was lost, or the host paced it."""
        while True:
            received = self.arriving.received
            await asyncio.sleep(ASK_AGAIN_S)
            if self.arriving.received == received:
                self._ask()


def kept_copy(folder: TableFolder, file: ReviewedFile) -> bytes | None:
    """Return the file of a review that this seat has been at before; None if it is not there."""
    try:
        data = read(folder.reviewed, MAX_REVIEWED_BYTES)
    except StorageFailed:
        return None
    return data if file_of(data) == file else None


def _kept_place(folder: TableFolder) -> SharedPlace | None:
    """Return what all were shown when this seat was here before; None if that is not known."""
    try:
        match read_value(folder.place):
            case ("p2ph place", Integer(1), value):
                return place_of(value)
    except (StorageFailed, BadEncoding):
        pass
    return None
