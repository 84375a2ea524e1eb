"""A host's lobby, where bots on this machine can be added and removed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from p2p_hanabi.gathering import Change, LobbyPhase, LobbyView
from p2p_hanabi.net.lobby.lobby_host import HostLobby
from p2p_hanabi.net.tasks import running_beside
from p2p_hanabi.review.reviewed_file import OPTION as REVIEW
from p2p_hanabi.ui.kit.following import within
from p2p_hanabi.ui.words.i18n import _

from .bot_processes import BotProcesses
from .phone_processes import PhoneProcesses
from .seat_processes import LOOK_S, has_room


class BotSeats:
    """The `LobbyPort` of the host's screen. `tell` reports bots that could not join."""

    def __init__(
        self,
        lobby: HostLobby,
        bots: BotProcesses,
        phones: PhoneProcesses,
        tell: Callable[[str], None],
    ) -> None:
        self.ready = lobby.ready
        self.free = lobby.free
        self.leave = lobby.leave
        self._lobby = lobby
        self._bots = bots
        self._phones = phones
        self._tell = tell

    def view(self) -> LobbyView:
        view = self._lobby.view()
        view = replace(view, phones=self._phones.seats(view.members))
        if view.phase is not LobbyPhase.GATHERING:
            return view
        can, is_game = set(view.can), REVIEW not in dict(view.config.options)
        if is_game and self._bots.has_more and (_has_a_seat(view) or Change.MORE_SEATS in can):
            can.add(Change.ADD_BOT)
        if self._bots.count:
            can.add(Change.SEND_BOT_AWAY)
        return replace(view, can=frozenset(can))

    async def changed(self) -> None:
        """Wait for the next change; with phones, for `LOOK_S` at most, since they are polled."""
        if self._phones.count:
            await within(LOOK_S, self._lobby.changed)
        else:
            await self._lobby.changed()

    def arrange(self, change: Change) -> None:
        """Apply a change if the view allows it. The host must then be ready again, so that one key
        pressed by mistake never starts a complete table."""
        view = self.view()
        match change:
            case _ if change not in view.can:
                return
            case Change.ADD_BOT:
                if not has_room(partial(self._bots.join_one_more, view.room_code)):
                    self._tell(_("This computer has no room for another bot now."))
                    return
                if not _has_a_seat(view):
                    self._lobby.arrange(Change.MORE_SEATS)
            case Change.SEND_BOT_AWAY:
                if (identity := self._bots.send_last_away()) is not None:
                    self._lobby.dismiss(identity)
            case _:
                self._lobby.arrange(change)
        self._lobby.ready(False)
        self._lobby.expect_bots(self._bots.count)

    async def keep(self) -> None:
        """Restart bots and phones that fail to join. When a bot is given up, its seat is free for
        anybody, and the host must be ready again."""

        def gave_up(sentence: str) -> None:
            self._lobby.expect_bots(self._bots.count)
            self._lobby.ready(False)
            self._tell(sentence)

        def code() -> str | None:
            return self._lobby.view().room_code

        async with running_beside(self._phones.keep_joining(code, self._tell)):
            await self._bots.keep_joining(code, gave_up)


def _has_a_seat(view: LobbyView) -> bool:
    coming = view.bots_coming + view.phones_coming
    return len(view.members) + coming < view.config.seats
