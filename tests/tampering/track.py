"""A transcript with a place to start from before each of its rounds.

An audit goes through a file from its front, and what it made of the untouched rounds does not
depend on what follows. So a change is judged from the round that holds it: the rest of the file is
decoded and its rounds are taken by the very function with which `audit` takes every round. `verify`
is a pure function; its answers about untouched statements are remembered.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from protocol.audit import verdict as auditing
from protocol.audit.recompute import Recomputation
from protocol.audit.verdict import Report, audit, replay
from protocol.encoding import Value, dec_stream, enc
from protocol.errors import BadEncoding, BadFile
from protocol.game import Seat
from protocol.ledger.history import History
from protocol.peer.status import Activity
from protocol.rounds.phases import Verified
from protocol.rounds.state import Stage
from protocol.rounds.verify import verify
from tests.any_game import RULES
from tests.attacks.villain import film


class Track:
    """One valid transcript. `values` are its header and its rounds, `starts` where each begins."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.values: list[Any] = []
        self.starts = [0]
        for value, end in dec_stream(data):
            self.values.append(value)
            self.starts.append(end)
        history = replay(data, RULES)
        self.signatures = history.signatures
        self.stages = [done.stage for done in history.rounds]
        self.received = {
            (done.stage.head, seat, enc(done.statements[seat].body)): verified
            for done in history.rounds
            for seat, verified in done.verified.items()
        }

    @property
    def rounds(self) -> list[tuple[Value, ...]]:
        return list(self.values[1:])

    def fault_of_flip(self, place: int, mask: int) -> BadFile | None:
        """What an audit finds in the file with one byte changed; absent if nothing."""
        data = self.data
        changed = data[:place] + bytes([data[place] ^ mask]) + data[place + 1 :]
        number = bisect_right(self.starts, place) - 2
        if number < 0:
            return audit(changed, RULES).fault  # in the header: it goes no further than that
        stream = dec_stream(changed[self.starts[number + 1] :])
        try:
            entries, _ = next(stream)
        except BadEncoding as error:
            return BadFile(error.reason, number)
        if isinstance(entries, tuple) and entries[:1] != ("ended",):
            fault = self.fault_from(number, [entries])
            if fault is not None:
                return fault
        return audit(changed, RULES).fault

    def fault_from(self, number: int, rounds: Sequence[tuple[Value, ...]]) -> BadFile | None:
        """What an audit finds in these rounds, which follow the untouched first ones."""
        if number >= len(self.stages):
            return audit(self.data + b"".join(enc(entries) for entries in rounds), RULES).fault
        history, report = History(self.stages[number], self.signatures), Report()
        try:
            with self.remembering():
                for entries in rounds:
                    auditing._take_round(history, entries, report, Recomputation({}))
        except BadFile as fault:
            return fault
        return None

    @contextmanager
    def remembering(self) -> Iterator[None]:
        """Within, `audit` verifies no statement of this transcript a second time."""

        def remembered(stage: Stage, seat: Seat, body: Value) -> Verified:
            known = self.received.get((stage.head, seat, enc(body)))
            return known if known is not None else verify(stage, seat, body)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("protocol.audit.recompute.verify", remembered)
            yield


@cache
def track() -> Track:
    """That of a whole game of five."""
    return Track(film(5)[Activity.ENDED].tables[0].transcript())
