"""An adapter from a review on the network to the port that screens use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from p2p_hanabi.net.table.shared_review import SharedReview
from p2p_hanabi.review.review_room import Own, ReviewRoom
from protocol.game import Card


class SharedReviewPort:
    """Implements `ReviewPort`. `notes` are the player's own."""

    def __init__(
        self,
        review: SharedReview,
        names: Sequence[str],
        notes: Callable[[], Mapping[Card, str]],
    ) -> None:
        self.names = tuple(names)
        self.changed = review.changed
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
