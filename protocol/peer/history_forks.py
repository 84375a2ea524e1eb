"""Two histories of one table: who signs under another head than ours, and what to send them.

A statement under another head accuses nobody. Each side sends the other everything it has; a seat
that has said two things in one round is found by the pair. If there is no pair, the other history
was made up and has no effect.
Source: docs/protocol.md, section 4.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..game import Seat
from ..ledger.history import History, Statement
from .effects import Effect, Send
from .messages import AllSent, Signatures


@dataclass
class Forks:
    """In which round our history was sent to each link that brought something of another one."""

    _shown_to: dict[Seat, int] = field(default_factory=dict)

    def answer(self, link: Seat, place: Statement | AllSent, history: History) -> list[Effect]:
        """Send the link our history if this belongs to another one. By itself it accuses nobody."""
        if not differs(place, history):
            return []
        if isinstance(place, Statement) and place.seat == history.stage.gone:
            return []  # §14: it may not know yet that it is gone, and learns it from the decisions
        return self._show(link, history)

    def _show(self, link: Seat, history: History) -> list[Effect]:
        """Send everything that was said, once a round, and again after `allow_resending`."""
        stage = history.stage
        # §4: otherwise a single message would be answered with a whole history, again and again.
        if self._shown_to.get(link) == stage.round_number:
            return []
        self._shown_to[link] = stage.round_number
        # §4: head_0 covers these: if a seat has signed the seating twice, all heads differ.
        signatures = Signatures(history.signatures).data
        # §4: in order, so that of all pairs in two histories that of the lowest round is found
        # first: a later pair may come from an honest seat that was shown the other history.
        statements = [s.data for done in history.rounds for s in done.statements.values()]
        shown = (signatures, *statements, AllSent(stage.round_number, stage.head).data)
        return [Send(link, data) for data in shown]

    def allow_resending(self) -> None:
        """Allow the history to be sent again: it may have been lost."""
        self._shown_to.clear()


def differs(place: Statement | AllSent, history: History) -> bool:
    """Return whether this is of a round that is known here under another head."""
    known = history.stage_of(place.round_number)
    return known is not None and place.head != known.head
