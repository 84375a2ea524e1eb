"""The exceptions of this project: what went wrong, and whose fault it is.

P2PError
├── LocalError            our own mistake: nothing was sent, nothing has changed
│   ├── IllegalMove       the rules forbid it; reports which rule
│   ├── BadOptions        a game cannot be played with these options or this many seats
│   ├── NotNow            this seat cannot do this now, such as a move out of turn
│   ├── RemarkRefused     the remark is not allowed at this point
│   └── UnsuitableLibrary libsodium does not decide as the protocol requires
├── RemoteError           a peer's fault; names the seat
│   └── Wrong             a statement, correctly signed for its place, that fails its check
├── Dropped               input that is ignored; it accuses nobody
├── BadEncoding           bytes that are not canonical, or a value of the wrong form
├── BadProof              an invalid point, scalar or proof; the caller knows whose it is
└── BadFile               a transcript that fails its audit; names round and seat, where known

All but the base classes have a `reason`: a code and facts (`reasons.py`), never a sentence.
Source: docs/protocol.md, section 4, "What is done with a statement".
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
    "P2PError",
    "ReasonedError",
    "RemarkRefused",
    "RemoteError",
    "UnsuitableLibrary",
    "Wrong",
]


class P2PError(Exception):
    """The base class of everything that this project raises on purpose."""


class ReasonedError(P2PError):
    """An error whose reason is a code and facts."""

    def __init__(self, why: Code | Reason) -> None:
        self.reason = Reason.of(why)
        super().__init__(str(self.reason))


class LocalError(P2PError):
    """Our own mistake: nothing was sent and nothing has changed."""


class IllegalMove(ReasonedError, LocalError):
    """The rules forbid the move."""


class BadOptions(ReasonedError, LocalError):
    """No game can be started with these options or this many seats."""


class NotNow(ReasonedError, LocalError):
    """This seat cannot do this at this point."""


class RemarkRefused(ReasonedError, LocalError):
    """The remark is not allowed at this point; nothing was sent."""


class UnsuitableLibrary(ReasonedError, LocalError):
    """This libsodium accepts or refuses what the protocol does not; nothing can be played."""


class RemoteError(ReasonedError):
    """A peer's fault, proven by what it signed."""

    def __init__(self, seat: int, why: Code | Reason) -> None:
        super().__init__(why)
        self.seat = seat

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.reason}"


class Wrong(RemoteError):
    """A statement, correctly signed for its place, that fails its check or was not the seat's."""


class Dropped(ReasonedError):
    """Input that is ignored and accuses nobody, such as a message without a valid signature."""


class BadEncoding(ReasonedError):
    """Bytes that are not the canonical form of a value, or a value of the wrong form."""


class BadProof(ReasonedError):
    """An invalid point, scalar or proof."""


class BadFile(ReasonedError):
    """A transcript that fails its audit.

    `round_number` and `seat` are None where the fault concerns the whole file, or names nobody.
    """

    def __init__(
        self, why: Code | Reason, round_number: int | None = None, seat: int | None = None
    ) -> None:
        super().__init__(why)
        self.round_number = round_number
        self.seat = seat
