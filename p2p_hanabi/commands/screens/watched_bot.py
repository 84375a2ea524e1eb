"""The screen of a bot whose owner reads how to join, who joins, and how the game ended."""

from __future__ import annotations

from p2p_hanabi.gathering import LobbyView
from p2p_hanabi.net.discovery.discovery import Found
from p2p_hanabi.net.table.session import Session
from p2p_hanabi.net.tasks import running_beside
from p2p_hanabi.registry import SCREENS
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.end.ended_table import EndedTable, end_text
from p2p_hanabi.ui.model.lobby import lobby_painter
from p2p_hanabi.ui.model.lobby.lobby_port import LobbyPort
from p2p_hanabi.ui.model.lobby.sentences_lobby import SEARCHING
from p2p_hanabi.ui.words.i18n import _
from protocol.peer.status import Ending

from ..console.output import tell_owner
from ..play.seat_screen import BotScreen
from ..play.session_port import snapshot_of
from ..play.table_search import TableSearch


class WatchedBotScreen(BotScreen):
    """Prints messages to standard error, since scripts read standard output."""

    def show(self, sentence: str) -> None:
        tell_owner(sentence)

    async def choose(self, search: TableSearch) -> Found | None:
        tell_owner(_(SEARCHING))
        return await super().choose(search)

    async def show_lobby(self, lobby: LobbyPort) -> None:
        async with running_beside(_tell_lobby(lobby)):
            await super().show_lobby(lobby)

    async def ended(self, session: Session, ending: Ending) -> None:
        tell_owner("\n".join(result_lines(session, ending)))
        await super().ended(session, ending)


async def _tell_lobby(lobby: LobbyPort) -> None:
    """Print the lobby as plain mode does, until cancelled."""
    shown: LobbyView | None = None
    while True:
        now = lobby.view()
        if now is not None and now != shown:
            lines = (
                lobby_painter.roster_lines(now, SCREENS, Device.LINE)
                if shown is None
                else lobby_painter.changes(shown, now)
            )
            codes = lobby_painter.new_phone_codes(shown, now)
            for line in (*lines, *codes):
                tell_owner(as_text(line))
            shown = now
        await lobby.changed()


def result_lines(session: Session, ending: Ending) -> list[str]:
    """Return the lines that plain mode prints at the end."""
    kept = EndedTable(None, session.evidence_path, session.now.faces)
    end = end_text(SCREENS[session.game], snapshot_of(session), ending, kept)
    return [as_text(line) for line in (*end.result, *end.ended)]
