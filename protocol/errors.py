"""What can go wrong, and whose fault it is.

P2PError
├── LocalError            our own mistake: nothing was said, nothing has changed
│   ├── IllegalMove       the rules forbid it; says which rule
│   ├── BadOptions        a game cannot be played with these options or this many seats
│   ├── NotNow            it is not this seat's turn, or the table has ended
│   └── NotSaid           the remark is not allowed here and now
├── RemoteError           a peer's fault; names the seat
│   └── Wrong             a statement, rightly signed for its place, that fails its check
├── Dropped               bytes that are no statement of this table: they accuse nobody
├── BadEncoding           bytes that are not the one canonical form of a value
├── BadProof              a point, a scalar or a proof that does not hold; the caller knows whose
└── BadFile               a transcript that does not pass; names round and, where known, seat

All but the roots say why by their `reason`: a code and facts (`reasons.py`), never a sentence.
"""

from __future__ import annotations

from .reasons import Code, Reason

__all__ = [
    "BadEncoding",
    "BadFile",
    "BadOptions",
    "BadProof",
    "Dropped",
    "IllegalMove",
    "LocalError",
    "NotNow",
    "NotSaid",
    "P2PError",
    "ReasonedError",
    "RemoteError",
    "Wrong",
]


class P2PError(Exception):
    """The root of everything this project raises on purpose."""


class ReasonedError(P2PError):
    """Says why by a code and facts."""

    def __init__(self, why: Code | Reason) -> None:
        self.reason = Reason.of(why)
        super().__init__(str(self.reason))


class LocalError(P2PError):
    """Our own mistake: nothing was said and nothing has changed."""


class IllegalMove(ReasonedError, LocalError):
    """The rules forbid the move."""


class BadOptions(ReasonedError, LocalError):
    """No game can be started with these options or this many seats."""


class NotNow(ReasonedError, LocalError):
    """This seat has nothing to say at this point."""


class NotSaid(ReasonedError, LocalError):
    """The remark is not allowed here and now; nothing was said."""


class RemoteError(ReasonedError):
    """A peer's fault, proven by what it signed."""

    def __init__(self, seat: int, why: Code | Reason) -> None:
        super().__init__(why)
        self.seat = seat

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.reason}"


class Wrong(RemoteError):
    """A statement, rightly signed for its place, that fails its check or was not the seat's."""


class Dropped(ReasonedError):
    """Bytes that are not a statement of this table under a valid signature."""


class BadEncoding(ReasonedError):
    """Bytes that are not the one canonical form of a value."""


class BadProof(ReasonedError):
    """A point, a scalar or a proof that does not hold."""


class BadFile(ReasonedError):
    """A transcript that does not pass its audit.

    `round_number` and `seat` are absent (None) where the fault is the whole file's, or nobody's.
    """

    def __init__(
        self, why: Code | Reason, round_number: int | None = None, seat: int | None = None
    ) -> None:
        super().__init__(why)
        self.round_number = round_number
        self.seat = seat
