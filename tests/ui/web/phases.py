"""Every phase of a game evening on the live page, as its real scenes make them, to be measured
(`page_matrix.py`) and looked at (`screenshots.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from p2p_hanabi.commands.menu.main_menu import _rare_entries, _usual_entries
from p2p_hanabi.commands.settings.preferences import preferences
from p2p_hanabi.games.hanabi.ui.tutorial.guided_page import GO_ON, GuidedPage
from p2p_hanabi.games.hanabi.ui.tutorial.guided_table import TutorialTable
from p2p_hanabi.paths import find_home
from p2p_hanabi.registry import PAGES
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.inputs import ChoiceInput
from p2p_hanabi.ui.model.shown_replay import ShownReplay
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.replay.recording import Spectator
from p2p_hanabi.ui.web import board_page
from p2p_hanabi.ui.web.ask_pages import ChoicePage
from p2p_hanabi.ui.web.live_page import Look, Page, PageKind, Press
from p2p_hanabi.ui.web.replay_live import ReplayPage
from p2p_hanabi.ui.web.table_page import TablePage
from p2p_hanabi.ui.words.i18n import _
from protocol.game import Seat
from protocol.peer.status import Ending, EndingKind
from protocol.reasons import InvalidProof, Reason
from tests.any_game import SCREENS, AnyTablePage, bare
from tests.commands.played import in_memory
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


@cache
def phases() -> Mapping[str, Phase]:
    """By what they show, in the order of an evening."""
    return dict(_phases())


def _phases() -> Iterator[tuple[str, Phase]]:
    yield "menu", Phase(_menu())
    yield "settings", Phase(_settings())
    for name, page in asked_pages().items():
        if name != "menu":
            yield name, Phase(page)
    for game, seats in TABLES:
        for name, phase in _table(game, seats):
            yield f"{game}-{seats}-{name}", phase
    yield "tutorial-begin", Phase(_lesson(0))
    yield "tutorial-move", Phase(_lesson(1), (OTHERS,))
    yield from ((name, Phase(page)) for name, page in _boards())


def _menu() -> Page:
    entries = [*_usual_entries(find_home()), *_rare_entries()]
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


def _at_turn(game: str, seats: int, moves: int = MIDDLE) -> DealtTable:
    port = DealtTable(seats, game=game, seed=3)
    return until(port, lambda view: len(view.log) >= moves)


def _table(game: str, seats: int) -> Iterator[tuple[str, Phase]]:
    """What every game has."""
    yield "setting-up", Phase(_scene(DealtTable(seats, game=game, seed=3)).page())
    yield "first-turn", Phase(_scene(_at_turn(game, seats, 0)).page())
    turn = _scene(_at_turn(game, seats)).page()
    yield "turn", Phase(turn)
    yield "own-card", Phase(turn, (OWN,))
    yield "others-card", Phase(turn, (OTHERS,))
    yield "confirm", Phase(turn, (OTHERS, MOVE) if game == "hanabi" else (OWN, MOVE))
    yield "waiting", Phase(_scene(_waiting(game, seats)).page())
    back = _scene(_at_turn(game, seats))
    back.do(Look(back.page().steps.at - 4 if (back.page().steps) else 0))
    yield "looking-back", Phase(back.page())
    away = _at_turn(game, seats).shows(missing={Seat(1): 95.0}, stepped_out={Seat(1)})
    yield "away", Phase(_scene(away).page())
    more = _scene(_at_turn(game, seats))
    more.do(Press("more"))
    yield "leaving", Phase(more.page())
    if game != "hanabi":
        yield "round-result", Phase(_round_result(game, seats))
    yield "ended-well", Phase(_ended(_at_turn(game, seats, 10_000)))
    cheat = Ending(EndingKind.CHEAT, Seat(1), Reason(InvalidProof.CLAIM_PROOF))
    yield "ended-badly", Phase(_ended(_at_turn(game, seats).shows(ending=cheat)))
    if game == "hanabi":
        yield "lost", Phase(_ended(lost(seats)))
    replay = ShownReplay(bare(in_memory(game, seats)), Spectator.EVERYTHING)
    shown = ReplayPage(replay, NamedPage(game, PAGES[game]))
    shown.do(Look(12))
    yield "replay", Phase(shown.page())


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
    scene.look()
    for _step in range(steps):
        scene.do(Press(GO_ON))
    return scene.page()


def _boards() -> Iterator[tuple[str, Page]]:
    yield "board-first-code", board_page.first_code("http://192.0.2.7:40123/#AbCdEfGhIjKl")
    code = "acorn-album-amber"
    yield "board-lobby", board_page.gathering(roster(*PHONES, code=code), SCREENS)
    yield "board-full", board_page.gathering(roster(code=code), SCREENS)
    for game, seats in TABLES:
        table = PlayedTable(game, {}, seats)
        for name, at in (("game", len(table.steps) // 2), ("end", len(table.steps) - 1)):
            step = table.steps[at]
            view = table.view(replace(step, known=(shown_to_all(step),) * seats), 0)
            facts: dict[str, Any] = {"ending": Ending(EndingKind.CLOSED)} if name == "end" else {}
            yield f"board-{game}-{seats}-{name}", drawn(game, public(game, view, seats, **facts))


def is_board(page: Page) -> bool:
    return page.kind is PageKind.BOARD
