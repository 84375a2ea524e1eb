"""The scenes of a page in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2p_hanabi.registry import PAGES, SCREENS
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.web.ask_pages import BusyPage, TablesPage, page_of
from p2p_hanabi.ui.web.lobby_page import LobbyPage
from p2p_hanabi.ui.web.table_page import TablePage

from .stage import Scenes

if TYPE_CHECKING:
    from p2p_hanabi.ui.model.shown_replay import ShownReplay
    from p2p_hanabi.ui.web.replay_live import ReplayPage
    from protocol.game import AnyMove, AnyView


def _replays() -> type[ReplayPage[AnyView, AnyMove]]:
    from p2p_hanabi.ui.web.replay_live import ReplayPage  # slow to load

    return ReplayPage


def _replay(shown: ShownReplay[AnyView, AnyMove], game: str) -> ReplayPage[AnyView, AnyMove]:
    return _replays()(shown, NamedPage(game, PAGES[game]))


PAGE_SCENES = Scenes(
    device=Device.BUTTON,
    waiting=BusyPage,
    input=page_of,
    tables=TablesPage,
    lobby=lambda port, why: LobbyPage(port, SCREENS, why),
    table=lambda port, game: TablePage(
        FollowedTable(port, device=Device.BUTTON), NamedPage(game, PAGES[game])
    ),
    replay=_replay,
    load_replay=_replays,
)
