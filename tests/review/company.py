"""Members of a review in memory, with a queue for each link in each direction."""

from __future__ import annotations

from collections import deque

from p2p_hanabi.review.review_messages import Lead
from p2p_hanabi.review.review_room import Arrived, Event, Linked, ReviewRoom, Tick, Unlinked, step
from protocol.game import Seat


class Company:
    """What is sent waits until it is delivered; time passes only here."""

    def __init__(self, seats: int = 3) -> None:
        self.now = 100.0
        self.rooms = {Seat(seat): ReviewRoom(Seat(seat), seats) for seat in range(seats)}
        self.queues: dict[tuple[Seat, Seat], deque[bytes]] = {}
        self.sent = 0

    def link(self, one: Seat, other: Seat) -> None:
        if one != other and (one, other) not in self.queues:
            for a, b in ((one, other), (other, one)):
                self.queues[a, b] = deque()
            for a, b in ((one, other), (other, one)):
                self.do(a, Linked(b))

    def cut(self, one: Seat, other: Seat) -> None:
        """What is under way is lost; the one end may notice first."""
        if (one, other) in self.queues:
            for a, b in ((one, other), (other, one)):
                del self.queues[a, b]
            for a, b in ((one, other), (other, one)):
                self.do(a, Unlinked(b))

    def link_all(self) -> None:
        for one in self.rooms:
            for other in self.rooms:
                self.link(one, other)

    def do(self, seat: Seat, *events: Event) -> None:
        for event in events:
            self.rooms[seat], sends = step(self.rooms[seat], event, self.now)
            for send in sends:
                self.sent += 1
                if (seat, send.to) in self.queues:
                    self.queues[seat, send.to].append(send.data)

    def deliver(self, one: Seat, other: Seat) -> None:
        if self.queues.get((one, other)):
            self.do(other, Arrived(one, self.queues[one, other].popleft()))

    def settle(self) -> None:
        """Deliver everything, and let time pass until nobody has anything more to do."""
        for _round in range(1000):
            for one, other in list(self.queues):
                while self.queues.get((one, other)):
                    self.deliver(one, other)
            due = [each for room in self.rooms.values() if (each := room.due) is not None]
            if not due and not any(self.queues.values()):
                return
            self.now = max(self.now, min(due, default=self.now)) + 0.001
            for seat in self.rooms:
                self.do(seat, Tick())
        raise AssertionError("never ends")

    @property
    def leads(self) -> list[Lead | None]:
        return [room.lead for room in self.rooms.values()]
