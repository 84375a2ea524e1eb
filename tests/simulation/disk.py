"""A seat's journal in memory, which distinguishes written from synced records."""

from __future__ import annotations

import random

from protocol.peer.effects import Persist

from .plan import Death


class Disk:
    """`synced` records survive everything; of `written` ones it depends on how the process dies."""

    def __init__(self) -> None:
        self.synced: list[Persist] = []
        self.written: list[Persist] = []
        self.places: dict[bytes, int] = {}
        self.torn = 0

    def write(self, record: Persist) -> None:
        self.written.append(record)

    @property
    def is_due(self) -> bool:
        """Whether a record is written that cannot wait."""
        return any(not record.can_wait for record in self.written)

    def sync(self) -> list[Persist]:
        """Sync, and return the records that this put on disk."""
        new, self.written = self.written, []
        self._keep(new)
        return new

    def end(self, how: Death, rng: random.Random) -> list[Persist]:
        """End the process, and return the written records that survive. The last may be torn; it is
        then truncated when the journal is read."""
        count = len(self.written)
        if how is not Death.KILLED:
            count = rng.randint(0, count)
            self.torn += count < len(self.written) and rng.random() < 0.5
        new, self.written = self.written[:count], []
        self._keep(new)
        return new

    def put_back(self, records: list[Persist]) -> None:
        """Restore an older copy."""
        self.synced, self.places = [], {}
        self._keep(records)

    def _keep(self, records: list[Persist]) -> None:
        for record in records:
            self.places.setdefault(record.record, len(self.synced))
            self.synced.append(record)
