"""A seat's journal in memory, with the difference between written and on the disk."""

from __future__ import annotations

import random

from protocol.peer.effects import Persist

from .plan import Death


class Disk:
    """`synced` records survive everything; `written` ones what the death of the process leaves."""

    def __init__(self) -> None:
        self.synced: list[Persist] = []
        self.written: list[Persist] = []
        self.places: dict[bytes, int] = {}
        self.torn = 0

    def write(self, record: Persist) -> None:
        self.written.append(record)

    def sync(self) -> list[Persist]:
        """What came to the disk by it."""
        new, self.written = self.written, []
        self._keep(new)
        return new

    def end(self, how: Death, rng: random.Random) -> list[Persist]:
        """The process has died: what of the written records is found again. The last may be torn,
        and is then cut off when the journal is read."""
        count = len(self.written)
        if how is not Death.KILLED:
            count = rng.randint(0, count)
            self.torn += count < len(self.written) and rng.random() < 0.5
        new, self.written = self.written[:count], []
        self._keep(new)
        return new

    def put_back(self, records: list[Persist]) -> None:
        """An older copy."""
        self.synced, self.places = [], {}
        self._keep(records)

    def _keep(self, records: list[Persist]) -> None:
        for record in records:
            self.places.setdefault(record.record, len(self.synced))
            self.synced.append(record)
