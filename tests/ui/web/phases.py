"""Every phase of a game evening on the live page, as its real scenes make them, to be measured
(`page_matrix.py`) and looked at (`screenshots.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from functools import cache, partial
from pathlib import Path
from typing import Any, TypeAlias

from p2p_hanabi.commands.menu.main_menu import menu_of
from p2p_hanabi.commands.settings.preferences import preferences
from p2p_hanabi.games.hanabi.ui.tutorial.guided_page import GO_ON, GuidedPage
from p2p_hanabi.games.hanabi.ui.tutorial.guided_table import TutorialTable
from p2p_hanabi.paths import find_home
from p2p_hanabi.registry import PAGES
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.inputs import ChoiceInput
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.web import board_page
from p2p_hanabi.ui.web.ask_pages import ChoicePage
from p2p_hanabi.ui.web.live_page import Done, Look, Page, Press
from p2p_hanabi.ui.web.replay_live import ReplayPage
from p2p_hanabi.ui.web.table_page import TablePage
from p2p_hanabi.ui.words.i18n import _
from protocol.game import Act, Seat
from protocol.peer.status import Activity, Ending, EndingKind, Status
from protocol.reasons import InvalidProof, Reason
from tests.any_game import SCREENS, AnyTablePage, bare
from tests.commands.played import in_memory
from tests.games.hanabi.ui.test_guided_page import bots_move
from tests.played_tables import PlayedTable
from tests.ui.model.ended import lost
from tests.ui.table.playing import still, until
from tests.ui.table.ports import DealtTable

from .asked_pages import PHONES, asked_pages
from .test_board_page import drawn, public, roster, shown_to_all

TABLES = (("hanabi", 5), ("hanabi", 2), ("ikebana", 3), ("ikebana", 5), ("koikoi", 2))
OWN, OTHERS, MOVE = "#own button.face", "#areas button.face", "#moves .move:not(.direct)"
MIDDLE = 24
"""So many moves have been made at a table in the middle of its game."""


@dataclass(frozen=True)
class Phase:
    """A page, and the first of each of these that is then touched on it, one after the other."""

    page: Page
    touched: Sequence[str] = ()


Making: TypeAlias = Callable[[], Phase]


def phases(*patterns: str) -> Mapping[str, Phase]:
    """Return those whose names match, in the order of an evening, in the chosen language."""
    wanted = [
        (name, make) for name, make in _phases() if any(fnmatch(name, each) for each in patterns)
    ]
    return {name: make() for name, make in wanted}


def _phases() -> Iterator[tuple[str, Making]]:
    yield "menu", lambda: Phase(_menu())
    yield "settings", lambda: Phase(_settings())
    for name, page in asked_pages().items():
        if name != "menu":
            yield name, partial(Phase, page)
    for game, seats in TABLES:
        for name, make in _table(game, seats):
            yield f"{game}-{seats}-{name}", make
    yield "tutorial-begin", lambda: Phase(_lesson(0))
    yield "tutorial-move", lambda: Phase(_lesson(1), (OTHERS,))
    yield from _boards()


def _menu() -> Page:
    entries = menu_of(find_home(), Device.BUTTON).first()
    looks = tuple(each.look for each in entries)
    names = [each.sentence for each in entries]
    return ChoicePage(ChoiceInput(_("What would you like to do?"), names, looks=looks)).page()


def _settings() -> Page:
    rows = [_(each.title) for each in preferences() if not each.is_of_terminal]
    return ChoicePage(ChoiceInput(_("Which setting do you want to change?"), rows)).page()


def _scene(port: DealtTable) -> AnyTablePage:
    scene = TablePage(FollowedTable(port, still), NamedPage(port.game, PAGES[port.game]))
    scene.look()
    return scene


@cache
def _played(game: str, seats: int, moves: int) -> DealtTable:
    port = DealtTable(seats, game=game, seed=3)
    return until(port, lambda view: len(view.log) >= moves)


def _at_turn(game: str, seats: int, moves: int = MIDDLE) -> DealtTable:
    """Return a table at which it is this seat's turn; at its end if it has fewer moves."""
    return _played(game, seats, moves).twin()


def _table(game: str, seats: int) -> Iterator[tuple[str, Making]]:
    """Yield what every game has."""

    def at_turn(*touched: str, moves: int = MIDDLE) -> Phase:
        return Phase(_scene(_at_turn(game, seats, moves)).page(), touched)

    def after(done: Done) -> Phase:
        scene = _scene(_at_turn(game, seats))
        scene.page()
        scene.do(done)
        return Phase(scene.page())

    def looking_back() -> Phase:
        now = at_turn().page.steps
        return after(Look(now.last - 4 if now else 0))

    def shows(**facts: Any) -> AnyTablePage:
        return _scene(_at_turn(game, seats).shows(**facts))

    away = {"missing": {Seat(1): 95.0}, "stepped_out": {Seat(1)}}
    yield "setting-up", lambda: Phase(_scene(DealtTable(seats, game=game, seed=3)).page())
    yield "first-turn", lambda: at_turn(moves=0)
    yield "turn", at_turn
    yield "own-card", lambda: at_turn(OWN)
    yield "others-card", lambda: at_turn(OTHERS)
    yield "confirm", lambda: at_turn(OTHERS if game == "hanabi" else OWN, MOVE)
    yield "waiting", lambda: Phase(_scene(_waiting(game, seats)).page())
    yield "looking-back", looking_back
    yield "away", lambda: Phase(shows(**away).page())
    yield "leaving", lambda: after(Press("more"))
    if game != "hanabi":
        yield "round-result", lambda: Phase(_round_result(game, seats))
    yield "ended-well", lambda: Phase(_ended(_at_turn(game, seats, 10_000)))
    cheat = Ending(EndingKind.CHEAT, Seat(1), Reason(InvalidProof.CLAIM_PROOF))
    yield "ended-badly", lambda: Phase(_ended(_at_turn(game, seats).shows(ending=cheat)))
    if game == "hanabi":
        yield "lost", lambda: Phase(_ended(lost(seats)))
    yield "replay", lambda: Phase(_replay(game, seats))


def _replay(game: str, seats: int) -> Page:
    replay = ShownReplay(bare(in_memory(game, seats)), Spectator.EVERYTHING)
    shown = ReplayPage(replay, NamedPage(game, PAGES[game]))
    shown.do(Look(12))
    return shown.page()


def _waiting(game: str, seats: int) -> DealtTable:
    """Return a table at which this seat has just moved, and another is to move."""
    port = _at_turn(game, seats)
    moves = iter(port.view().moves)
    while port.view().actor == port.seat:
        twin = port.twin()
        twin.play(next(moves))
        while not _is_to_act(twin):
            twin.step()
        if twin.view().actor != port.seat:
            return twin
    return port


def _is_to_act(port: DealtTable) -> bool:
    return port.ending() is not None or bool(port.status().waiting_for and port.view())


def _round_result(game: str, seats: int) -> Page:
    """Return the page with the result of the first round that ended."""
    port = DealtTable(seats, game=game, seed=3)
    scene = _scene(port)
    while True:
        scene.look()
        page = scene.page()
        if page.dialog is not None:
            return page
        if not port.step():
            port.play(port._choose(port.view()))


def _ended(port: DealtTable) -> Page:
    scene = _scene(port)
    scene.finish_table(EndedTable(Path("game.p2ph"), hands=port.faces))
    scene.look()
    return scene.page()


def _lesson(steps: int) -> Page:
    port = TutorialTable(pause_s=0)
    scene = GuidedPage(port)
    bots_move(port, scene)
    for _step in range(steps):
        scene.do(Press(GO_ON))
    return scene.page()


def _boards() -> Iterator[tuple[str, Making]]:
    code = "acorn-album-amber"
    first = board_page.first_code("http://192.0.2.7:40123/#AbCdEfGhIjKl")
    yield "board-first-code", partial(Phase, first)
    yield (
        "board-lobby",
        lambda: Phase(board_page.gathering(roster(*PHONES, room_code=code), SCREENS)),
    )
    yield "board-full", lambda: Phase(board_page.gathering(roster(room_code=code), SCREENS))
    for game, seats in TABLES:
        yield f"board-{game}-{seats}-game", partial(_board, game, seats, is_over=False)
        yield f"board-{game}-{seats}-end", partial(_board, game, seats, is_over=True)


def _board(game: str, seats: int, *, is_over: bool) -> Phase:
    table = PlayedTable(game, {}, seats)
    acts = [each for each in table.steps if isinstance(each.pending, Act)]
    step = table.steps[-1] if is_over else acts[len(acts) * 7 // 15]  # Koi-Koi: late in a round
    facts: dict[str, Any] = {"ending": Ending(EndingKind.CLOSED)} if is_over else {}
    if isinstance(step.pending, Act):
        facts["status"] = Status(Activity.MOVING, 0, (step.pending.seat,), None, hands_dealt=True)
    view = table.view(replace(step, known=(shown_to_all(step),) * seats), 0)
    return Phase(drawn(game, public(game, view, seats, **facts)))
