"""Messages between seats after their table has ended: remarks, and who would play again.

They are neither signed nor part of the game, but the links that carry them are authenticated.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from p2p_hanabi.gathering import Company
from protocol.encoding import enc
from protocol.errors import RemarkRefused
from protocol.game import Seat
from protocol.peer.remarks import AcceptedRemark, Order, Phrase, Remark, Text, fault_of, value_of
from protocol.reasons import Code, RemarkFault

from ..links.mesh import LinkUp, Mesh, Remarked, WantsAgain

MAX_REMARKS = 200
"""Nobody signs these, and nothing else bounds them: the latest are kept."""
FIRST = 1 << 32
"""The number of the first remark, above those of all remarks during the game."""

_WANTS_AGAIN = enc(["link", "again"])


class Afterwards:
    """Remarks received, and who would play again. They may arrive before this seat's own end.

    `changed` is called when there is something new to show.
    """

    def __init__(self, mesh: Mesh, changed: Callable[[], None]) -> None:
        self.remarks: deque[AcceptedRemark] = deque(maxlen=MAX_REMARKS)
        self._mesh = mesh
        self._changed = changed
        self._again: set[Seat] = set()
        self._count = FIRST

    @property
    def company(self) -> Company:
        return Company(tuple(sorted(self._mesh.linked)), frozenset(self._again))

    def why_unsaid(self, remark: Remark) -> Code | None:
        return RemarkFault.ENDED if isinstance(remark, Order) else fault_of(remark)

    def say(self, remark: Remark) -> None:
        """Send a remark. Raise `RemarkRefused`."""
        why = self.why_unsaid(remark)
        if why is not None or isinstance(remark, Order):
            raise RemarkRefused(RemarkFault.ENDED if why is None else why)
        self._mesh.broadcast(enc(["link", "say", value_of(remark)]))
        self._receive(self._mesh.seat, remark)

    def want_again(self) -> None:
        """Tell the others that this seat would play again."""
        self._mesh.broadcast(_WANTS_AGAIN)
        self._again.add(self._mesh.seat)
        self._changed()

    def take(self, news: LinkUp | Remarked | WantsAgain) -> None:
        match news:
            case LinkUp(seat):
                # §11: again on a new link: the seat may have been restarted, and forgotten it.
                if self._mesh.seat in self._again:
                    self._mesh.send(seat, _WANTS_AGAIN)
            case Remarked(seat, remark):
                self._receive(seat, remark)
            case WantsAgain(seat):
                self._again.add(seat)
                self._changed()

    def _receive(self, seat: Seat, remark: Phrase | Text) -> None:
        self.remarks.append(AcceptedRemark(self._count, seat, 0, remark))
        self._count += 1
        self._changed()
