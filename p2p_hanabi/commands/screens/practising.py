"""Replays, and practice from them, on a stage: on the full screen and on a page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from p2p_hanabi.ui.kit.following import never
from p2p_hanabi.ui.model.inputs import ChoiceInput
from p2p_hanabi.ui.model.replay_actions import WhyLeft
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.words.i18n import _
from protocol.game import AnyMove, AnyView, Seat

from ..practice.practice_lines import WHOSE_SEAT
from ..practice.practice_table import KnownDeal
from ..practice.searching import SEARCHES, search_beside
from ..records.playback import Playback
from .stage import Scenes, SceneStage

LOOK_S = 1.0
"""How often the time is updated while the player waits."""


async def follow_replay(
    stage: SceneStage,
    scenes: Scenes,
    game: Playback,
    shown: ShownReplay[AnyView, AnyMove],
    *,
    changed: Callable[[], Awaitable[None]] = never,
) -> None:
    """Show a replay until its viewer closes it. It stays where it was while they practise.
    `changed` waits until others have changed it, who look at it too."""
    scene = scenes.replay(shown, game.game)
    while True:
        await stage.follow(scene, changed)
        if shown.left is WhyLeft.TO_SEARCH:
            await _search(stage, scenes, shown)
            continue
        if shown.left is not WhyLeft.TO_PRACTISE:
            return
        shown.come_back()
        seat = shown.side
        if seat is None:
            seat = await _choose_seat(stage, scenes, game)
        if seat is not None:
            await practise(stage, scenes, KnownDeal(game, seat, shown.in_game))


async def _search(stage: SceneStage, scenes: Scenes, shown: ShownReplay[AnyView, AnyMove]) -> None:
    """Search what was possible, unless the viewer goes back to the replay meanwhile."""
    wait = WaitNotice(_(SEARCHES), can_go_back=True)
    watching = stage.follow(scenes.waiting(wait), lambda: asyncio.sleep(LOOK_S))
    await search_beside(shown, wait, watching)


async def _choose_seat(stage: SceneStage, scenes: Scenes, game: Playback) -> Seat | None:
    choice = ChoiceInput(_(WHOSE_SEAT), game.names, can_go_back=True)
    await stage.follow(scenes.input(choice), never)
    return None if choice.chosen is None else Seat(choice.chosen)


async def practise(stage: SceneStage, scenes: Scenes, deal: KnownDeal) -> None:
    """Play a deal, as often as the player likes. Raise `Failed` if the game has not ended."""
    plays_again = True
    while plays_again:
        port = deal.new_table()
        table = scenes.table(port, deal.playback.game)
        await stage.follow(table, port.changed)
        while table.end.take_wish() is not None:
            replay = scenes.replay(deal.beside(port.line), deal.playback.game)
            await stage.follow(replay, never)
            await stage.follow(table, port.changed)
        plays_again = table.end.plays_again
