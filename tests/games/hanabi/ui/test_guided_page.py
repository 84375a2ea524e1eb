"""The guided first game on a page."""

from __future__ import annotations

import asyncio

from p2p_hanabi.games.hanabi.ui.tutorial.guided_page import GO_ON, GuidedPage
from p2p_hanabi.games.hanabi.ui.tutorial.guided_table import TutorialTable
from p2p_hanabi.games.hanabi.ui.tutorial.shown_lesson import VARIANTS
from p2p_hanabi.ui.web.live_page import CLOSE, Page, PageKind, PlayMove, Press


def spoken_text(page: Page) -> str:
    return " ".join(each.text for each in page.messages)


def bots_move(port: TutorialTable, scene: GuidedPage) -> None:
    async def until_my_turn() -> None:
        while port.now.ending is None and port.view.actor != port.now.seat:
            await port.changed()

    asyncio.run(until_my_turn())
    scene.look()


def test_each_step_offers_only_its_move_or_goes_on() -> None:
    port = TutorialTable(pause_s=0)
    scene = GuidedPage(port)
    bots_move(port, scene)
    lessons, moves = [], []
    while True:
        page = scene.page()
        if GO_ON in [button.does for button in page.buttons]:
            assert not page.moves
            lessons.append(spoken_text(page))
            scene.do(PlayMove(""))
            scene.do(Press(GO_ON))
        elif len(page.moves) == 1:
            lessons.append(spoken_text(page))
            moves.append(page.moves[0].preview)
            scene.do(Press(GO_ON))
            assert scene.page() == page
            scene.do(PlayMove(page.moves[0].name))
            assert "Wren and Robin play." in spoken_text(scene.page())
            bots_move(port, scene)
        else:
            break
    assert lessons[0].startswith("You play with two bots")
    assert [preview[:4] for preview in moves] == ["Wren", "You ", "You "]
    assert len(port.view.log) == 9
    assert len(scene.page().moves) > 10  # free play


def test_the_lesson_is_left_by_a_second_button() -> None:
    port = TutorialTable(pause_s=0)
    scene = GuidedPage(port)
    bots_move(port, scene)
    scene.do(Press("leave"))
    scene.do(Press(CLOSE))
    assert not scene.has_left
    scene.do(Press("leave"))
    scene.do(Press("answer"))
    assert scene.has_left


def test_leaving_for_good_leaves_the_lesson_too() -> None:
    port = TutorialTable(pause_s=0)
    scene = GuidedPage(port)
    scene.do(Press("abandon"))
    dialog = scene.page().dialog
    assert dialog is not None
    assert dialog.title == "Leave the lesson? Nothing is saved."
    scene.do(Press("answer"))
    assert scene.has_left


def test_the_free_game_is_played_to_its_end() -> None:
    port = TutorialTable(pause_s=0)
    scene = GuidedPage(port)
    for _turn in range(200):
        bots_move(port, scene)
        page = scene.page()
        if port.now.ending is not None:
            break
        goes_on = GO_ON in [button.does for button in page.buttons]
        scene.do(Press(GO_ON) if goes_on else PlayMove(page.moves[0].name))
    page = scene.page()
    assert page.kind is PageKind.END
    farewell = " ".join(each.text for each in page.lines)
    assert "One of you opens a table in the menu." in farewell
    assert "p2phanabi host" not in farewell  # which is typed in a shell
    assert VARIANTS in farewell
