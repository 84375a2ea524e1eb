"""A table that has ended, line by line and on the full screen: who is there, what is said, and who
would play again."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.games.hanabi.moves import Play
from p2p_hanabi.games.hanabi.view import HanabiView
from p2p_hanabi.gathering import Company
from p2p_hanabi.ui.kit.console_port import Console
from p2p_hanabi.ui.kit.style import Line, as_text, text
from p2p_hanabi.ui.lobby.plain_again import AfterTheGame, stay_after
from p2p_hanabi.ui.table.port import EndedTable
from p2p_hanabi.ui.table.wishes import Wish
from protocol.game import Seat
from protocol.peer.remarks import Phrase, Text
from tests.any_game import AnyPort, AnyTableScene

from ..kit.languages import speaking
from ..kit.paper import Paper, at_a_pipe
from ..kit.terminal import Terminal, at_terminal
from ..table.playing import hanabi_scene
from ..table.ports import DealtTable

ANA, BEN, CHI = Seat(0), Seat(1), Seat(2)


def careless(view: HanabiView) -> Play:
    return Play(view.hand[0].card)


def over(seats: int = 3, me: int = 0) -> DealtTable:
    """A game that is lost."""
    port = DealtTable(seats, options={"red": 1, "first": me}, choose=careless, me=me)
    port.until_my_turn()
    while port.ending() is None:
        port.play(careless(port.view()))
        port.until_my_turn()
    return port


def gone(port: DealtTable, *seats: Seat) -> None:
    here = tuple(seat for seat in port.together.here if seat not in seats)
    port.together = replace(port.together, here=here)


def wants(port: DealtTable, seat: Seat) -> None:
    port.together = replace(port.together, again=port.together.again | {seat})


def lines(told: tuple[Line, ...] | list[Line]) -> list[str]:
    return [as_text(line) for line in told]


def after(port: AnyPort, *, offers: bool = True) -> tuple[AfterTheGame[Any, Any], list[str]]:
    table = AfterTheGame(port, offers=offers)
    return table, lines(table.look().lines)


# -- line by line


def test_present_players_and_commands_are_listed_first() -> None:
    _, told = after(over())
    assert told == [
        "Ben and Chi are still here.",
        'Type "say" and a text to talk, "again" to play again with the same players, or "quit" to '
        "leave.",
        '"replay" shows the game again, "page" writes a web page of it, "history" lists your '
        "games.",
    ]


def test_table_that_cannot_be_played_again_does_not_offer_it() -> None:
    table, told = after(over(), offers=False)
    assert told[-1] == 'Type "say" and a text to talk, or "quit" to leave.'
    assert lines(table.typed("again")) == [told[-1]]


def test_good_game_is_sent_and_received() -> None:
    port = over()
    table, _ = after(port)
    assert table.typed("say what a game") == []
    port.hear(1, Phrase(11))
    assert lines(table.look().lines) == ["You say: what a game", "Ben says: Good game."]
    assert [heard.remark for heard in port.heard()] == [Text("what a game"), Phrase(11)]
    assert "  7. Sorry!" in lines(table.typed("say"))


def test_the_game_can_be_looked_at_and_is_not_played() -> None:
    table, told = after(over())
    for line, seen in (("show", "Last moves:"), ("hands", "Ben, player 2, oldest card first:")):
        assert seen in lines(table.typed(line))
    for line in ("play 1", "abandon", "nonsense"):
        assert lines(table.typed(line)) == [told[1]]
    assert table.typed("") == []
    assert not table.is_over


def test_departures_and_wishes_to_play_again_are_announced() -> None:
    port = over()
    table, _ = after(port)
    gone(port, CHI)
    wants(port, BEN)
    assert lines(table.look().lines) == [
        "Chi has left the table.",
        "Ben would like to play again.",
    ]
    assert not table.is_over


def test_departure_of_a_bot_is_not_announced() -> None:
    port = over()
    port.machines = (ANA, BEN, ANA)
    table, told = after(port)
    assert told[0] == "Ben is still here."
    gone(port, CHI)
    assert table.look().lines == ()


def test_phone_of_the_host_is_announced_once_it_would_play_again() -> None:
    port = over(me=1)
    port.machines = (ANA, BEN, ANA)
    table, told = after(port)
    assert told[0] == "Ana is still here."
    wants(port, CHI)
    assert lines(table.look().lines) == ["Chi would like to play again."]
    _, told = after(port)
    assert told[:2] == ["Ana and Chi are still here.", "Chi would like to play again."]
    gone(port, CHI)
    assert lines(table.look().lines) == ["Chi has left the table."]


def test_the_host_need_not_wait() -> None:
    table, _ = after(over())
    table.typed("again")
    table.look()
    assert table.plays_again


def test_the_others_wait_for_the_host_to_open_the_next_table() -> None:
    port = over(me=1)
    table, _ = after(port)
    told = lines(table.typed("again"))
    assert told == ["Ana opens the next table, but has not done so yet."]
    assert "You would like to play again." in lines(table.look().lines)
    assert not table.is_over
    wants(port, ANA)
    table.look()
    assert table.plays_again


@pytest.mark.parametrize("asked_first", [True, False])
def test_a_host_who_is_not_there_any_more_is_not_waited_for_here(asked_first: bool) -> None:
    port = over(me=1)
    table, _ = after(port)
    if asked_first:
        table.typed("again")
    gone(port, ANA)
    table.look()
    assert table.plays_again is asked_first
    table.typed("again")
    table.look()
    assert table.plays_again


@pytest.mark.parametrize("line", ["quit", "QUIT"])
def test_leaving_is_a_word(line: str) -> None:
    table, _ = after(over())
    table.typed(line)
    assert table.has_left
    assert table.is_over
    assert not table.plays_again


def test_its_words_are_those_of_the_language_or_english() -> None:
    with speaking("fr"):
        table, told = after(over())
        assert '"encore"' in told[1]
        assert [table.complete(line) for line in ("en", "ag", "par")] == [
            ["encore"],
            ["again"],
            ["partir"],
        ]
        table.typed("encore")
        table.look()
    assert table.plays_again


# -- on the full screen


def ended(port: DealtTable) -> AnyTableScene:
    scene = hanabi_scene(port, lambda: 0.0)
    scene.look()
    scene.finish_table(EndedTable(again=True))
    return scene


def test_end_screen_lists_the_players_still_present() -> None:
    port = over()
    scene = ended(port)

    async def play(screen: Terminal) -> None:
        assert "Ben and Chi are still here." in screen.text
        gone(port, CHI)
        screen.stage.refresh()
        assert "Ben is still here." in await screen.type()
        assert "Chi has left the table." in screen.text

    at_terminal(scene, (80, 24), play)


def test_talk_is_possible_at_the_end_and_while_looking_back() -> None:
    port = over()
    scene = ended(port)

    async def play(screen: Terminal) -> None:
        shown = await screen.type(":")
        assert "12. Good game." in shown
        assert "*" not in shown
        assert "You say: well" in await screen.type(*"well", "<enter>")
        assert "The game is lost" in screen.text
        await screen.type("<left>")
        assert "You say: Good game." in await screen.type(":", "1", "2", "<enter>")
        assert "LOOKING BACK" in screen.text

    at_terminal(scene, (80, 24), play)
    assert [heard.remark for heard in port.heard()] == [Text("well"), Phrase(11)]


def test_remarks_of_others_at_the_end_are_shown() -> None:
    port = over()
    scene = ended(port)

    async def play(screen: Terminal) -> None:
        port.hear(1, Text("thanks all"))
        screen.stage.refresh()
        assert "Ben says: thanks all" in await screen.type()
        assert "Ben says: thanks all" in await screen.type('"')

    at_terminal(scene, (80, 24), play)


def test_help_at_the_end_leads_back_to_it() -> None:
    scene = ended(over())

    async def play(screen: Terminal) -> None:
        assert "KEYS" in await screen.type("?")
        assert "The game is lost" in await screen.type("<esc>")
        assert "LOOKING BACK" in await screen.type("<left>")
        assert "KEYS" in await screen.type("?")
        assert "LOOKING BACK" in await screen.type("<esc>")

    at_terminal(scene, (80, 24), play)


def test_everybody_sees_who_would_play_again_also_the_host() -> None:
    port = over()
    scene = ended(port)

    async def play(screen: Terminal) -> None:
        wants(port, BEN)
        screen.stage.refresh()
        assert screen.text.count("Ben would like to play again.") == 0
        assert (await screen.type()).count("Ben would like to play again.") == 2

    at_terminal(scene, (80, 24), play)
    assert not scene.is_over


def test_guest_waits_until_the_host_plays_again_too() -> None:
    port = over(me=1)
    scene = ended(port)

    async def play(screen: Terminal) -> None:
        shown = await screen.answer("a")
        assert "You would like to play again." in shown
        assert "Ana opens the next table, but has not done so yet." in shown
        assert not scene.is_over
        wants(port, ANA)
        screen.stage.refresh()

    at_terminal(scene, (80, 24), play)
    assert scene.is_over
    assert scene.plays_again


def test_table_of_bots_does_not_mention_present_players() -> None:
    port = over()
    port.machines = (ANA, ANA, ANA)
    port.together = Company()
    scene = ended(port)

    async def play(screen: Terminal) -> None:
        assert "here" not in screen.text

    at_terminal(scene, (80, 24), play)


# -- all hands lie open


def own_faces(port: DealtTable) -> list[str]:
    return ["RYGBW"[face // 5] + str(face % 5 + 1) for face in held(port)]


def held(port: DealtTable) -> list[int]:
    return [port.faces[info.card] for info in port.view().hands[port.seat]]


def test_looking_back_shows_all_hands_once_the_game_is_over() -> None:
    port = over()
    scene = ended(port)

    async def play(screen: Terminal) -> None:
        for key in ("<left>", "<home>"):
            row = next(line for line in (await screen.type(key)).splitlines() if "you" in line)
            assert all(face in row for face in own_faces(port)[:4])

    at_terminal(scene, (80, 24), play)


def test_nothing_is_open_before_the_end() -> None:
    port = DealtTable(3)
    port.until_my_turn()
    scene = hanabi_scene(port, lambda: 0.0)

    async def play(screen: Terminal) -> None:
        row = next(line for line in screen.text.splitlines() if "you" in line)
        assert not any(face in row for face in own_faces(port))

    at_terminal(scene, (80, 24), play)


def test_hands_lie_open_in_lines_too() -> None:
    port = over()
    table, _ = after(port)
    for line in ("me", "show 0"):
        told = "\n".join(lines(table.typed(line)))
        assert all(f" {face}" in told for face in own_faces(port)[:4])


# -- what leads on from it


@pytest.mark.parametrize(("line", "wish"), [(each.value, each) for each in Wish])
def test_replay_page_and_history_are_words(line: str, wish: Wish) -> None:
    asked: list[Wish] = []

    async def granted(wish: Wish) -> list[Line]:
        asked.append(wish)
        return [text("here it is")]

    def typed(console: Console) -> Coroutine[object, object, bool]:
        return stay_after(over(), console, granted, offers=True)

    told = asyncio.run(at_a_pipe(typed, Paper(), line, "say thanks", "quit"))
    assert asked == [wish]
    assert told[-2:] == ["here it is", "You say: thanks"]


@pytest.mark.parametrize(
    ("key", "wish"), [("r", Wish.REPLAY), ("w", Wish.PAGE), ("h", Wish.HISTORY)]
)
def test_replay_page_and_history_are_keys_and_lead_back(key: str, wish: Wish) -> None:
    scene = hanabi_scene(over(), lambda: 0.0)
    scene.look()
    scene.press(key)
    assert scene.wish is None  # the files are not written yet
    scene.finish_table(EndedTable(Path("a.p2ph"), again=True))

    async def play(screen: Terminal) -> None:
        assert "r replay  w web page  h history" in screen.text
        await screen.type(key)
        assert scene.wish is wish
        scene.wish = None
        scene.read([text("one sentence")])
        screen.stage.refresh()
        assert "The game is lost" in await screen.type()
        assert "one sentence" in screen.text
        scene.read([text("a page"), text("of two")])
        screen.stage.refresh()
        assert "The game is lost" not in await screen.type()
        assert "The game is lost" in await screen.type("<esc>")

    at_terminal(scene, (80, 24), play)


def test_a_table_that_ended_badly_has_its_replay_too() -> None:
    scene = hanabi_scene(over(), lambda: 0.0)
    scene.look()
    scene.finish_table(EndedTable(Path("a.p2ph")))
    scene.press("r")
    assert scene.wish is Wish.REPLAY
