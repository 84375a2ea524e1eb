"""What is shown once a game is over: the pile, the verdict on the transcript, and one more game."""

from __future__ import annotations

from dataclasses import replace

from p2p_hanabi.ui.drawing.style import text
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from protocol.game import Card
from protocol.peer.status import Ending, EndingKind
from tests.any_game import BOTS
from tests.ui.table.playing import hanabi_scene

from ..kit.terminal import Terminal, at_terminal
from ..model.ended import SAVED, lost
from .ports import DealtTable, end_of

CLOSED = Ending(EndingKind.CLOSED)


def end_lines(port: DealtTable, kept: EndedTable) -> list[str]:
    return end_of(port, CLOSED, kept)


def test_remaining_pile_is_listed_in_the_order_of_drawing() -> None:
    port = lost(2)
    [line] = [
        each for each in end_lines(port, EndedTable(hands=port.faces)) if "in the pile" in each
    ]
    cards = line.partition(": ")[2].rstrip(".").split()
    assert len(cards) == port.view().pile
    first = port.faces[Card(50 - port.view().pile)]
    assert cards[0] == "RYGBW"[first // 5] + str(first % 5 + 1)


def test_remaining_pile_of_ikebana_is_listed_too() -> None:
    port = DealtTable(5, game="ikebana")
    while port.ending() is None:
        port.until_my_turn()
        if port.ending() is None:
            port.play(BOTS["ikebana"](port.view()))
    [line] = [
        each for each in end_lines(port, EndedTable(hands=port.faces)) if "in the pile" in each
    ]
    cards = line.partition(": ")[2].rstrip(".").split()
    view = port.view()
    assert len(cards) == view.pile
    assert cards[0][1:] == str(port.faces[Card(view.made - view.pile)] % 5 + 1)
    assert not [each for each in end_lines(port, EndedTable()) if "in the pile" in each]


def test_hidden_pile_is_not_mentioned() -> None:
    assert not [each for each in end_lines(lost(2), EndedTable()) if "in the pile" in each]


def test_the_verdict_stands_last() -> None:
    assert end_lines(lost(2), EndedTable(verdict=text("All is true.")))[-1] == "All is true."


def test_full_screen_shows_the_verdict_and_can_play_again() -> None:
    scene = hanabi_scene(lost(2), lambda: 0.0)

    async def play(screen: Terminal) -> None:
        scene.finish_table(replace(SAVED, verdict=text("One moment.")))
        screen.stage.refresh()
        assert "One moment." in await screen.type()
        scene.finish_table(replace(SAVED, verdict=text("All is true.")))
        screen.stage.refresh()
        assert "All is true." in await screen.type()
        assert "a plays again" in screen.text
        await screen.answer("a")

    at_terminal(scene, (80, 24), play)
    assert scene.is_over
    assert scene.end.plays_again


def test_a_table_that_cannot_be_played_again_does_not_offer_it() -> None:
    scene = hanabi_scene(lost(2), lambda: 0.0)

    async def play(screen: Terminal) -> None:
        scene.finish_table(EndedTable())
        screen.stage.refresh()
        assert "plays again" not in await screen.type()
        await screen.type("a")

    at_terminal(scene, (80, 24), play)
    assert not scene.end.plays_again


def test_verdict_waits_until_looking_back_ends() -> None:
    scene = hanabi_scene(lost(2), lambda: 0.0)

    async def play(screen: Terminal) -> None:
        scene.finish_table(SAVED)
        screen.stage.refresh()
        assert "LOOKING BACK" in await screen.type("<left>")
        scene.finish_table(replace(SAVED, verdict=text("All is true.")))
        screen.stage.refresh()
        assert "LOOKING BACK" in await screen.type()
        assert "All is true." in await screen.type("<end>")

    at_terminal(scene, (80, 24), play)


def test_open_question_survives_the_verdict() -> None:
    scene = hanabi_scene(lost(2), lambda: 0.0)

    async def play(screen: Terminal) -> None:
        assert "Close the table?" in await screen.type("<ctrl-c>")
        for sentence in ("One moment.", "All is true."):
            scene.finish_table(replace(SAVED, verdict=text(sentence)))
            screen.stage.refresh()
            assert "Close the table?" in await screen.type()
        await screen.type("<ctrl-c>")

    at_terminal(scene, (80, 24), play)
    assert scene.is_over
