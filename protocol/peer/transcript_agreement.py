"""After the last close, every seat arrives at the same transcript, byte for byte.

The seats exchange the digests of their files. Two complete files can differ only in a close that
its seat signed twice; then everybody's file gets the smaller of the two.
Source: docs/protocol.md, section 7.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..game import Seat
from ..ledger.history import History, Round, Statement
from ..ledger.transcript import digest, write_transcript
from .effects import Broadcast, Effect, Persist, Send
from .messages import Digest


@dataclass
class TranscriptAgreement:
    """The digest of this seat's transcript, once that is complete, and those of the others."""

    own: Digest | None = None
    _theirs: dict[Seat, Digest] = field(default_factory=dict)

    def lacking(self, others: Iterable[Seat]) -> tuple[Seat, ...]:
        """Return those of `others` that are not known to have the same transcript as this seat."""
        # §8: a seat that has said nothing yet may still need a close that only this one holds.
        return tuple(s for s in others if self.own is None or self._theirs.get(s) != self.own)

    def receive(self, seat: Seat, theirs: Digest) -> None:
        """Record the digest of another seat's transcript."""
        # §7: the last one counts: a file changes when its seat takes a smaller close.
        self._theirs[seat] = theirs

    def differing(self) -> list[Seat]:
        """Return the seats that are known to have a different complete transcript."""
        # §8: another seat may have closed first; that is no difference yet.
        if self.own is None:
            return []
        return [seat for seat, theirs in self._theirs.items() if theirs != self.own]

    def announce_complete(self, history: History) -> list[Effect]:
        """Announce that the transcript is complete, or has changed."""
        self.own = Digest(digest(write_transcript(history)))
        return self.announce()

    def announce(self) -> list[Effect]:
        """Send this seat's digest to all; nothing before its transcript is complete."""
        return [Broadcast(self.own.data)] if self.own is not None else []

    def answer(self, seat: Seat) -> list[Effect]:
        """Send the digest to a seat that still announces what it has, and so may lack it."""
        return [Send(seat, self.own.data)] if self.own is not None else []

    def take_smaller(self, second: Statement, history: History) -> list[Effect]:
        """Keep the smaller of two signatures of one close.

        Only one payload of a seat's close can hold. Nothing else ever enters the file.
        """
        last = history.rounds[-1]
        standing = last.statements.get(second.seat)
        # §7: of two with one payload, the smaller stands in everybody's file, whichever arrived
        # first.
        if standing is None or second.payload != standing.payload or second.data > standing.data:
            return []
        # §7: the payloads are equal, so what it says, and all that follows from it, is unchanged.
        kept = {**last.statements, second.seat: second}
        history.rounds[-1] = Round(last.stage, kept, last.verified)
        return [Persist(second.data), *self.announce_complete(history)]
