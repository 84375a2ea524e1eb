"""A table in memory, at which one player plays with bots: there is nobody to talk to, to wait for
or to agree with."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic

from protocol.errors import NotNow, RemarkRefused
from protocol.game import Card, Move, Seat, View
from protocol.peer.remarks import Arrangement, Order, Remark
from protocol.reasons import NotPossible, RemarkFault

PAUSE_S = 0.8
"""How long a bot seems to think, so that its moves can be followed."""


class SoloTable(ABC, Generic[View, Move]):
    """What every such `TablePort` has in common. `changed` lets a bot move, after `pause_s`.

    `_orders` and `_notes` are for the snapshot.
    """

    def __init__(self, seat: Seat, pause_s: float) -> None:
        self._seat = seat
        self._pause_s = pause_s
        self._orders: list[Arrangement] = []
        self._notes: dict[Card, str] = {}
        self._played = asyncio.Event()

    @property
    @abstractmethod
    def _turn(self) -> int: ...

    @property
    @abstractmethod
    def _actor(self) -> Seat | None:
        """Who is to move; None once the game is over."""

    @abstractmethod
    def _choice(self, seat: Seat) -> Move:
        """Return what the bot in this seat plays now."""

    @abstractmethod
    def _move(self, move: Move) -> None:
        """Make a move of whoever is to move. Raise `IllegalMove`."""

    @abstractmethod
    def _take_snapshot(self) -> None: ...

    def play(self, move: Move) -> None:
        """Make the player's move. Raise `IllegalMove` or `NotNow`."""
        if self._actor != self._seat:
            raise NotNow(NotPossible.NOT_YOUR_TURN)
        self._move(move)
        self._played.set()

    def let_bot_move(self) -> bool:
        """Make a bot's move; return False if it is the player's turn, or the game is over."""
        actor = self._actor
        if actor is None or actor == self._seat:
            return False
        self._move(self._choice(actor))
        return True

    async def changed(self) -> None:
        """Wait for a bot's move, or the player's."""
        if self._actor not in (None, self._seat):
            await asyncio.sleep(self._pause_s)
            self.let_bot_move()
        else:
            self._played.clear()
            await self._played.wait()

    def say(self, remark: Remark) -> None:
        """Put one's hand in order. Raise `RemarkRefused` for anything else: there is nobody to talk
        to."""
        if not isinstance(remark, Order):
            raise RemarkRefused(RemarkFault.NO_TALK)
        self._orders = [*self._orders, Arrangement(self._turn, self._seat, remark.cards)]
        self._take_snapshot()

    def why_unsaid(self, remark: Remark) -> RemarkFault | None:
        return None if isinstance(remark, Order) else RemarkFault.NO_TALK

    def want_again(self) -> None:
        """Do nothing: there is nobody to ask."""

    def note(self, card: Card, words: str) -> None:
        self._notes = {**self._notes, card: words}
        self._take_snapshot()

    def withdraw(self) -> None:
        """Do nothing: nobody else is at this table."""

    def declare_gone(self, seat: Seat) -> None:
        """Raise `NotNow`: nobody is ever missing."""
        raise NotNow(NotPossible.LINKED)

    def stop(self) -> None:
        """Raise `NotNow`: there is nobody to agree with."""
        raise NotNow(NotPossible.ENDED)

    def late_refusals(self) -> Sequence[NotNow]:
        return ()
