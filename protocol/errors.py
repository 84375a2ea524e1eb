"""What can go wrong, and whose fault it is.

P2PError
├── LocalError            our own mistake: nothing was said, nothing has changed
│   ├── IllegalMove       the rules forbid it; says which rule
│   ├── BadOptions        a game cannot be played with these options or this many seats
│   └── NotNow            it is not this seat's turn, or the table has ended
├── RemoteError           a peer's fault; names the seat
│   └── Wrong             a statement, rightly signed for its place, that fails its check
├── Dropped               bytes that are no statement of this table: they accuse nobody
├── BadEncoding           bytes that are not the one canonical form of a value
├── BadProof              a point, a scalar or a proof that does not hold; the caller knows whose
└── BadFile               a transcript that does not pass; names round and, where known, seat
"""

from __future__ import annotations

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
    "RemoteError",
    "Wrong",
]


class P2PError(Exception):
    """The root of everything this project raises on purpose."""


class LocalError(P2PError):
    """Our own mistake: nothing was said and nothing has changed."""


class IllegalMove(LocalError):
    """The rules forbid the move. `reason` is a short key, `rule` the number of the rule."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.reason = reason
        self.rule = rule


class BadOptions(LocalError):
    """No game can be started with these options or this many seats.

    `sentence`, with `facts` where it has braces, says why; a screen may say it in another language.
    """

    def __init__(self, sentence: str, **facts: object) -> None:
        super().__init__(sentence.format(**facts) if facts else sentence)
        self.sentence = sentence
        self.facts = facts


class NotNow(LocalError):
    """This seat has nothing to say at this point."""


class RemoteError(P2PError):
    """A peer's fault, proven by what it signed."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(f"seat {seat}: {reason}")
        self.seat = seat
        self.reason = reason


class Wrong(RemoteError):
    """A statement, rightly signed for its place, that fails its check or was not the seat's."""


class Dropped(P2PError):
    """Bytes that are not a statement of this table under a valid signature."""


class BadEncoding(P2PError):
    """Bytes that are not the one canonical form of a value."""


class BadProof(P2PError):
    """A point, a scalar or a proof that does not hold."""


class BadFile(P2PError):
    """A transcript that does not pass its audit.

    `round_number` and `seat` are absent (None) where the fault is the whole file's, or nobody's.
    """

    def __init__(
        self, reason: str, round_number: int | None = None, seat: int | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.round_number = round_number
        self.seat = seat
