"""The lobby of a guest who lends seats on their own machine to phones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from p2p_hanabi.gathering import Change, LobbyView, Member
from p2p_hanabi.net.lobby.lobby_join import JoinLobby
from p2p_hanabi.ui.kit.following import within

from .phone_processes import PhoneProcesses
from .seat_processes import LOOK_S


class LentSeats:
    """The `LobbyPort` of the guest's screen. `code` is that of the room, None for an open table;
    `tell` reports phones' seats that could not be opened."""

    def __init__(
        self,
        lobby: JoinLobby,
        phones: PhoneProcesses,
        code: str | None,
        tell: Callable[[str], None],
    ) -> None:
        self.ready = lobby.ready
        self.free = lobby.free
        self.leave = lobby.leave
        self._lobby = lobby
        self._phones = phones
        self._room_code = code
        self._tell = tell

    def view(self) -> LobbyView | None:
        view = self._lobby.view()
        if view is None:
            return None
        members = tuple(self._member(one, view.me) for one in view.members)
        return replace(view, members=members, phones=self._phones.seats(members))

    def _member(self, one: Member, me: int) -> Member:
        return replace(one, is_phone=True) if one.owner == me else one

    async def changed(self) -> None:
        """Wait for the next change, for `LOOK_S` at most, since the phones are polled."""
        await within(LOOK_S, self._lobby.changed)

    def arrange(self, change: Change) -> None:
        """Do nothing: only the host changes the seats."""

    async def keep(self) -> None:
        """Start the phones' seats, and restart those that fail to join. Raise `Failed`."""
        view = self._lobby.view()
        self._phones.is_review = view is not None and view.config.is_review
        await self._phones.join(str(self._lobby.host_address), self._room_code)
        await self._phones.keep_joining(lambda: self._room_code, self._tell)
