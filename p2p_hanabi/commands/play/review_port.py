"""An adapter from a review on the network to the port that screens use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from p2p_hanabi.net.table.shared_review import SharedReview
from p2p_hanabi.review.review_room import Own, ReviewRoom
from protocol.game import Card


class SharedReviewPort:
    """Implements `ReviewPort`. `notes` are the player's own, `table` is the id of the table.
    `trouble` is a message about notes that could not be read; None if they could."""

    def __init__(
        self,
        review: SharedReview,
        names: Sequence[str],
        notes: Callable[[], Mapping[Card, str]],
        table: bytes = b"",
        *,
        trouble: str | None = None,
    ) -> None:
        self.names = tuple(names)
        self.trouble = trouble
        self.table = table.hex()
        self.changed = review.changed
        self.changed_by_anybody = review.changed_by_anybody
        self._review = review
        self._notes = notes

    @property
    def room(self) -> ReviewRoom:
        return self._review.room

    @property
    def notes(self) -> Mapping[Card, str]:
        return self._notes()

    def do(self, own: Own) -> None:
        self._review.do(own)


class WatchedReviewPort:
    """Implements `ReviewPort` for a big screen, which shows the review without being in it."""

    notes: Mapping[Card, str] = {}

    def __init__(self, port: SharedReviewPort) -> None:
        self.names = port.names
        self._port = port

    @property
    def room(self) -> ReviewRoom:
        return self._port.room.from_outside()

    def do(self, own: Own) -> None:
        """Do nothing: the big screen has no seat."""
