"""The scenes of a page in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from p2p_hanabi.registry import PAGES, SCENES, SCREENS
from p2p_hanabi.ui.table.game_page import NamedPage
from p2p_hanabi.ui.table.port import LobbyPort, SearchPort
from p2p_hanabi.ui.web.ask_pages import BusyPage, ChoicePage, CodePage, TablesPage
from p2p_hanabi.ui.web.lobby_page import LobbyPage
from p2p_hanabi.ui.web.table_page import AnyTablePage, TablePage

from .session_port import SessionPort

if TYPE_CHECKING:
    from p2p_hanabi.ui.replay.recording import Eyes
    from p2p_hanabi.ui.web.replay_live import ReplayPage
    from protocol.game import AnyMove, AnyView

    from .playback import Playback


class PageScenes:
    """See `Scenes`."""

    def busy(self, sentence: str = "") -> BusyPage:
        return BusyPage(sentence)

    def lobby(self, port: LobbyPort, why: str) -> LobbyPage:
        return LobbyPage(port, SCREENS, why)

    def choice(self, question: str, choices: Sequence[str]) -> ChoicePage:
        return ChoicePage(question, choices)

    def tables(self, search: SearchPort) -> TablesPage:
        return TablesPage(search)

    def code(self, table: str, why: str) -> CodePage:
        return CodePage(table, why)

    def table(self, port: SessionPort, game: str) -> AnyTablePage:
        return TablePage(port, SCENES[game](port), NamedPage(game, PAGES[game]))

    def replay(self, playback: Playback, eyes: Eyes) -> ReplayPage[AnyView, AnyMove]:
        from p2p_hanabi.ui.web.replay_live import ReplayPage  # no game needs it before its end

        return ReplayPage(playback, NamedPage(playback.game, PAGES[playback.game]), eyes)
