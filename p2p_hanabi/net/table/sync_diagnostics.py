"""The last `have` message in each direction of each link, for the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from protocol.encoding import MAX_STATEMENT_BYTES, Integer, dec
from protocol.errors import BadEncoding
from protocol.game import Seat

_HAVE = b"\xa4have"  # follows the array header
_Messages = dict[Seat, tuple[float, bytes]]


class HaveLog:
    """Keeps messages undecoded, since most are never read. `clock` is in seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._received: _Messages = {}
        self._sent: _Messages = {}

    def record(self, seat: Seat, message: bytes) -> None:
        if message[1:6] == _HAVE:
            self._received[seat] = (self._clock(), message)

    def sent(self, seats: Iterable[Seat], message: bytes) -> None:
        if message[1:6] == _HAVE:
            for seat in seats:
                self._sent[seat] = (self._clock(), message)

    def described(self, seat: Seat) -> str:
        return (
            f"it said {self._last(self._received, seat)}; was told {self._last(self._sent, seat)}"
        )

    def _last(self, messages: _Messages, seat: Seat) -> str:
        if seat not in messages:
            return "nothing"
        at, message = messages[seat]
        try:
            match dec(message, MAX_STATEMENT_BYTES):
                case ("have", Integer(number), tuple(spoken), tuple(linked)):
                    what = f"round {number}, has {list(spoken)!r:.40}, links {list(linked)!r:.40}"
                    return f"{what}, {self._clock() - at:.1f} s ago"
        except BadEncoding:
            pass
        return "rubbish"
