"""Announce a gathering table on this machine's current interfaces."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable

from p2p_hanabi.gathering import Notice
from protocol.reasons import Reason

from ..discovery.address_watch import follow_interfaces
from ..discovery.discovery import Announcer, multicast
from ..links.addresses import Interface, open_listener
from ..links.endpoint import Endpoint
from ..links.listener import Listener
from ..tasks import undisturbed
from .lobby_messages import Changes

_log = logging.getLogger(__name__)


class LobbyAnnouncer:
    """`endpoint` is the table's current one; `unseen` is why nobody can discover it, None if no
    problem is known. `moved` is called when the addresses to dial have changed."""

    def __init__(
        self,
        endpoint: Endpoint,
        listener: Listener,
        notice: Callable[[], Notice],
        changes: Changes,
        *,
        moved: Callable[[], None],
    ) -> None:
        self.endpoint = endpoint
        self.unseen: Reason | None = None
        self._listener = listener
        self._notice = notice
        self._changes = changes
        self._moved = moved

    async def run(self) -> None:
        """Announce what `notice` returns, and again at every change, until cancelled."""
        # Without discovery the table goes on: guests can still dial an address.
        await follow_interfaces(self._find, self._announce_on, self._set_unseen)

    def _find(self) -> tuple[Interface, ...]:
        """Return the current interfaces, and listen on new ones."""
        before, self.endpoint = self.endpoint, self.endpoint.refreshed()
        new = [one.scoped for one in self.endpoint.interfaces if one not in before.interfaces]
        # Otherwise it listens at every address of this machine already.
        if self.endpoint.alone and new:
            # The interface may be gone again, or its port taken: guests still have the other ones.
            with contextlib.suppress(OSError):
                self._listener.listen(open_listener(new, self._listener.port))
        if self.endpoint.hosts != before.hosts:
            _log.info("this machine is at %s now", ", ".join(self.endpoint.hosts))
            # §11: rosters say where the host listens: guests that lose it look for it there.
            self._moved()
        return self.endpoint.interfaces

    async def _announce_on(self, interfaces: tuple[Interface, ...]) -> None:
        async with multicast(interfaces) as zeroconf:
            announcer = Announcer(zeroconf, interfaces, self._listener.port)
            try:
                announcer.start(self._notice())
                await announcer.announced()
                self._set_unseen(None)
                while True:
                    notice = self._notice()
                    await announcer.update(notice)
                    # A change during the update woke nobody: it is announced before waiting.
                    if notice == self._notice():
                        await self._changes.wait()
            finally:
                # Withdrawn, or others would be shown a table that is gone until its record expires.
                await undisturbed(announcer.stop())

    def _set_unseen(self, why: Reason | None) -> None:
        # Discovery is retried every few seconds: the same reason again is no news.
        if why != self.unseen:
            self.unseen = why
            self._changes.notify()
