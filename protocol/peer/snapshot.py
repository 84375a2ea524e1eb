"""The state of a table at one moment, and what its player may do then.

It is immutable and independent of the table, which goes on meanwhile.
Source: docs/protocol.md, section 4.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic

from ..encoding import Value
from ..errors import NotNow, RemarkRefused
from ..game import AnyMove, Card, Face, Seat, View
from ..reasons import NotPossible, RemarkFault
from ..rounds import move as moves
from ..rounds.phases import Moving
from ..rounds.seat_secrets import Prover
from ..rounds.state import Stage
from .remarks import AcceptedRemark, Arrangement, Remark
from .status import Ending, Status
from .table_talk import Floor, why_not
from .views import MadeMove


@dataclass(frozen=True, slots=True)
class Permits:
    """What this seat may do: each check raises what the table would raise, and does nothing else.

    `no_stop` is why it may not stop, `no_gone` why it may not call a seat gone; None where it may.
    """

    stage: Stage
    prover: Prover
    is_silent: bool
    has_ended: bool
    floor: Floor
    no_stop: NotPossible | None
    no_gone: Mapping[Seat, NotPossible | None]

    def check_turn(self) -> None:
        """Raise `NotNow` if it is not this seat's turn."""
        phase = self.stage.phase
        if self.is_silent or not isinstance(phase, Moving) or phase.by != self.prover.seat:
            raise NotNow(NotPossible.NOT_YOUR_TURN)

    def check_move(self, move: AnyMove) -> None:
        """Raise `NotNow` if it is not this seat's turn, or `IllegalMove` if the rules forbid the
        move."""
        self.check_turn()
        moves.check(self.stage, self.prover, move)

    def check_remark(self, remark: Remark) -> None:
        """Raise `RemarkRefused` if this remark is not allowed now."""
        if self.has_ended:
            raise RemarkRefused(RemarkFault.ENDED)
        if (why := why_not(remark, self.prover.seat, self.stage, self.floor)) is not None:
            raise RemarkRefused(why)

    def check_stop(self) -> None:
        """Raise `NotNow` if this seat may not stop."""
        why = NotPossible.ENDED if self.is_silent else self.no_stop
        if why is not None:
            raise NotNow(why)

    def check_gone(self, seat: Seat) -> None:
        """Raise `NotNow` if this seat may not call that one gone."""
        why = NotPossible.ENDED if self.is_silent else self.no_gone[seat]
        if why is not None:
            raise NotNow(why)


@dataclass(frozen=True, slots=True)
class Snapshot(Generic[View]):
    """The results of the queries of `Table`; `permits` is what the player may do, `made` and
    `public` are as in `Seen`."""

    status: Status
    view: View | None
    past: tuple[View, ...]
    faces: Mapping[Card, Face]
    made: tuple[MadeMove, ...]
    public: Value
    remarks: tuple[AcceptedRemark, ...]
    orders: tuple[Arrangement, ...]
    ending: Ending | None
    permits: Permits
