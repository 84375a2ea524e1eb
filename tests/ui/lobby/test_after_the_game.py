"""A table that has ended, line by line and on the full screen: who is there, what is said, and who
would play again."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.ui.drawing.style import Line, as_text, text
from p2p_hanabi.ui.kit.console_port import Console
from p2p_hanabi.ui.lines.end_lines import PlainEnd, stay_after
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.end.shown_end import NOT_SAVED, ShownEnd, Wish
from protocol.game import Seat
from protocol.peer.remarks import Phrase, Text
from tests.any_game import AnyTableScene

from ..kit.paper import Paper, at_a_pipe
from ..kit.terminal import Terminal, at_terminal
from ..model.ended import SAVED, gone, lost, wants
from ..table.playing import hanabi_scene
from ..table.ports import DealtTable
from ..words.languages import speaking

ANA, BEN, CHI = Seat(0), Seat(1), Seat(2)


def lines(shown_lines: tuple[Line, ...] | list[Line]) -> list[str]:
    return [as_text(line) for line in shown_lines]


def end_of(port: DealtTable, kept: EndedTable = SAVED) -> ShownEnd[Any, Any]:
    end: ShownEnd[Any, Any] = ShownEnd(port)
    end.come(kept)
    return end


def after(port: DealtTable, kept: EndedTable = SAVED) -> tuple[PlainEnd[Any, Any], list[str]]:
    table = PlainEnd(port, end_of(port, kept))
    return table, lines(table.look().lines)


# -- line by line


def test_present_players_and_commands_are_listed_first() -> None:
    _, sentences = after(lost())
    assert sentences == [
        "Ben and Chi are still here.",
        'Type "say" and a text to talk, "again" to play again with the same players, or "quit" to '
        "leave.",
        '"replay" shows the game again, "statistics" how it was played, "page" writes a web page '
        'of it, "history" lists your games.',
        '"what-if" tries other moves, "deal" plays this deal with bots, as practice.',
        '"together" looks at the game together with the others who are here.',
    ]


def test_unavailable_words_are_refused_with_a_reason() -> None:
    table, sentences = after(lost(), EndedTable())
    assert sentences[-1] == 'Type "say" and a text to talk, or "quit" to leave.'
    assert [lines(table.typed(word)) for word in ("again", "replay")] == [[NOT_SAVED]] * 2
    assert table.complete("aga") == []


def test_good_game_is_sent_and_received() -> None:
    port = lost()
    table, _ = after(port)
    assert table.typed("say what a game") == []
    port.remark_from(1, Phrase(11))
    assert lines(table.look().lines) == ["You say: what a game", "Ben says: Good game."]
    assert [each.remark for each in port.now.remarks] == [Text("what a game"), Phrase(11)]
    assert "  7. Sorry!" in lines(table.typed("say"))


def test_the_game_can_be_looked_at_and_is_not_played() -> None:
    table, sentences = after(lost())
    for line, seen in (("show", "Last moves:"), ("hands", "Ben, player 2, oldest card first:")):
        assert seen in lines(table.typed(line))
    for line in ("play 1", "abandon", "nonsense"):
        assert lines(table.typed(line)) == [sentences[1]]
    assert table.typed("") == []
    assert not table.is_over


def test_departures_and_wishes_to_play_again_are_announced() -> None:
    port = lost()
    table, _ = after(port)
    gone(port, CHI)
    wants(port, BEN)
    assert lines(table.look().lines) == [
        "Chi has left the table.",
        "Ben would like to play again.",
    ]
    assert not table.is_over


def test_to_play_again_is_a_word() -> None:
    port = lost(me=1)
    table, _ = after(port)
    waits = ["Ana opens the next table, but has not done so yet."]
    assert lines(table.typed("again")) == waits
    assert lines(table.look().lines) == ["You would like to play again."]
    assert lines(table.typed("again")) == waits
    assert not table.is_over
    wants(port, ANA)
    table.look()
    assert table.is_over


@pytest.mark.parametrize("line", ["quit", "QUIT"])
def test_leaving_is_a_word(line: str) -> None:
    port = lost()
    end = end_of(port)
    assert PlainEnd(port, end).typed(line) == []
    assert end.is_closed


def test_its_words_are_those_of_the_language_or_english() -> None:
    with speaking("fr"):
        table, sentences = after(lost())
        assert '"encore"' in sentences[1]
        assert [table.complete(line) for line in ("enc", "ag", "par")] == [
            ["encore"],
            ["again"],
            ["partir"],
        ]
        table.typed("encore")
        table.look()
    assert table.is_over


# -- on the full screen


def ended(port: DealtTable) -> AnyTableScene:
    scene = hanabi_scene(port, lambda: 0.0)
    scene.look()
    scene.finish_table(SAVED)
    return scene


def test_end_screen_lists_the_players_still_present() -> None:
    port = lost()
    scene = ended(port)

    async def play(screen: Terminal) -> None:
        assert "Ben and Chi are still here." in screen.text
        gone(port, CHI)
        screen.stage.refresh()
        assert "Ben is still here." in await screen.type()
        assert "Chi has left the table." in screen.text

    at_terminal(scene, (80, 24), play)


def test_talk_is_possible_at_the_end_and_while_looking_back() -> None:
    port = lost()
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
    assert [each.remark for each in port.now.remarks] == [Text("well"), Phrase(11)]


def test_remarks_of_others_at_the_end_are_shown() -> None:
    port = lost()
    scene = ended(port)

    async def play(screen: Terminal) -> None:
        port.remark_from(1, Text("thanks all"))
        screen.stage.refresh()
        assert "Ben says: thanks all" in await screen.type()
        assert "Ben says: thanks all" in await screen.type('"')

    at_terminal(scene, (80, 24), play)


def test_help_at_the_end_leads_back_to_it() -> None:
    scene = ended(lost())

    async def play(screen: Terminal) -> None:
        assert "KEYS" in await screen.type("?")
        assert "The game is lost" in await screen.type("<esc>")
        assert "LOOKING BACK" in await screen.type("<left>")
        assert "KEYS" in await screen.type("?")
        assert "LOOKING BACK" in await screen.type("<esc>")

    at_terminal(scene, (80, 24), play)


def test_everybody_sees_who_would_play_again_also_the_host() -> None:
    port = lost()
    scene = ended(port)

    async def play(screen: Terminal) -> None:
        wants(port, BEN)
        screen.stage.refresh()
        assert screen.text.count("Ben would like to play again.") == 0
        assert (await screen.type()).count("Ben would like to play again.") == 2

    at_terminal(scene, (80, 24), play)
    assert not scene.is_over


def test_guest_waits_until_the_host_plays_again_too() -> None:
    port = lost(me=1)
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
    assert scene.end.plays_again


# -- all hands lie open


def own_faces(port: DealtTable) -> list[str]:
    return ["RYGBW"[face // 5] + str(face % 5 + 1) for face in held(port)]


def held(port: DealtTable) -> list[int]:
    return [port.faces[info.card] for info in port.view().hands[port.seat]]


def test_looking_back_shows_all_hands_once_the_game_is_lost() -> None:
    port = lost()
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
    port = lost()
    table, _ = after(port)
    for line in ("me", "show 0"):
        sentence = "\n".join(lines(table.typed(line)))
        assert all(f" {face}" in sentence for face in own_faces(port)[:4])


# -- what leads on from it


@pytest.mark.parametrize(("line", "wish"), [(each.value, each) for each in Wish])
def test_replay_page_and_history_are_words(line: str, wish: Wish) -> None:
    asked: list[Wish] = []

    async def granted(wish: Wish) -> list[Line]:
        asked.append(wish)
        return [text("here it is")]

    port = lost()

    def typed(console: Console) -> Coroutine[object, object, None]:
        return stay_after(port, end_of(port), console, granted)

    sentences = asyncio.run(at_a_pipe(typed, Paper(), line, "say thanks", "quit"))
    assert asked == [wish]
    assert sentences[-2:] == ["here it is", "You say: thanks"]


@pytest.mark.parametrize(
    ("key", "wish"),
    [
        ("r", Wish.REPLAY),
        ("t", Wish.TOGETHER),
        ("s", Wish.STATISTICS),
        ("w", Wish.PAGE),
        ("h", Wish.HISTORY),
    ],
)
def test_replay_page_and_history_are_keys_and_lead_back(key: str, wish: Wish) -> None:
    scene = hanabi_scene(lost(), lambda: 0.0)
    scene.look()
    scene.press(key)  # the files are not written yet
    assert as_text(scene._prompt.message) == NOT_SAVED
    assert not scene.is_over
    scene.finish_table(EndedTable(Path("a.p2ph")))

    async def play(screen: Terminal) -> None:
        assert "t together  s stats  w page  h history" in screen.text
        await screen.type(key)
        assert scene.end.take_wish() is wish
        scene.show_lines([text("one sentence")])
        screen.stage.refresh()
        assert "The game is lost" in await screen.type()
        assert "one sentence" in screen.text
        scene.show_lines([text("a page"), text("of two")])
        screen.stage.refresh()
        assert "The game is lost" not in await screen.type()
        assert "The game is lost" in await screen.type("<esc>")

    at_terminal(scene, (80, 24), play)
