"""Every screen in every language: nothing is cut that English has room for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from prompt_toolkit.utils import get_cwidth

from p2p_hanabi.ui.drawing.canvas import Picture, Size
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.kit.scenes import Scene
from p2p_hanabi.ui.terminal.lobby_scene import LobbyScene
from tests.any_game import SCREENS
from tests.captures import LARGE, SMALL, USUAL, Shot, shots
from tests.lengths import sampled
from tests.rows import as_rows
from tests.ui.lobby.test_lobby import Gathering
from tests.ui.lobby.test_lobby import Lobby as AtLobby
from tests.ui.table.playing import hanabi_scene
from tests.ui.table.ports import DealtTable
from tests.ui.words.languages import speaking

from ..kit.terminal import Terminal, at_terminal
from ..table.playing import still, typed

CUT = "~"
LANGUAGES = pytest.mark.parametrize("language", ["fr", "ro"])
PAGES = {"gathering", "hanabi", "ikebana", "koikoi"}
SHOTS = [shot for shot in shots() if shot.size == USUAL and shot.page in PAGES]


@cache
def made(shot: Shot, language: str) -> Scene:
    with speaking(language):
        return shot.scene()


@cache
def painted(shot: Shot, language: str, size: Size = USUAL) -> Picture:
    scene = made(shot, language)
    with speaking(language):
        return scene.paint(size, shot.theme)


def keys(shot: Shot, language: str) -> set[str]:
    """What can be clicked."""
    return {zone.pressed for zone in painted(shot, language).zones}


@sampled(70)
@LANGUAGES
@pytest.mark.parametrize("size", [USUAL, LARGE, SMALL], ids=lambda size: str(size.columns))
@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: str(shot.title))
def test_nothing_is_cut_that_english_has_room_for(shot: Shot, size: Size, language: str) -> None:
    rows, english = (as_rows(painted(shot, each, size)) for each in (language, "en"))
    assert max(map(get_cwidth, rows)) <= size.columns
    assert "".join(rows).count(CUT) == "".join(english).count(CUT)


@sampled(24)
@LANGUAGES
@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: str(shot.title))
def test_the_same_things_can_be_clicked(shot: Shot, language: str) -> None:
    assert keys(shot, language) == keys(shot, "en")


def previewed(language: str, theme: Theme | None = None) -> str:
    port = DealtTable(5)
    port.until_my_turn()
    with speaking(language):
        return typed(port, "h", "2", "r", theme=theme)


@LANGUAGES
def test_a_hint_is_previewed_in_the_players_language(language: str) -> None:
    shown = previewed(language)
    red = {"fr": "rouge", "ro": "roși"}[language]
    assert red in shown
    assert "red" not in shown


def test_ascii_has_the_same_text_without_accents() -> None:
    shown = previewed("ro", replace(Theme(), is_ascii=True))
    assert shown.isascii()
    assert "E RANDUL TAU" in shown


@pytest.mark.parametrize(("language", "word"), [("fr", "quitter"), ("ro", "Plec"), ("en", "leave")])
def test_a_question_is_answered_by_a_word_of_the_language(language: str, word: str) -> None:
    with speaking(language):
        scene = hanabi_scene(DealtTable(2), still)
        for key in ("q", *word, "enter"):
            scene.press(key)
    assert scene.has_left


def test_the_lobby_asks_in_french() -> None:
    shown: list[str] = []

    async def play(screen: Terminal) -> None:
        shown.append(await screen.type("q"))

    with speaking("fr"):
        scene = LobbyScene(AtLobby(Gathering()), SCREENS)
        at_terminal(scene, (80, 24), play)
    assert "Partir ?" in shown[0].replace("\u00a0", " ")
    assert "quitter" in shown[0].splitlines()[-1]
