"""Seats on another player's machine: whom it concerns is told, in the lobby and at the table."""

from __future__ import annotations

from typing import Any

import pytest

from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.kit.questions import Prompt
from p2p_hanabi.ui.lines.lobby_lines import PlainLobby
from p2p_hanabi.ui.model.game.game_screen import NOBODY
from p2p_hanabi.ui.model.game.table_players import Players
from p2p_hanabi.ui.model.lobby.known_players import doubts
from p2p_hanabi.ui.model.table.machines import at_table, in_audit
from p2p_hanabi.ui.model.table.news import News
from p2p_hanabi.ui.model.table.shown_table import ShownTable
from p2p_hanabi.ui.model.table.status_line import StatusLine
from p2p_hanabi.ui.terminal.lobby_scene import LobbyScene as FullLobby
from p2p_hanabi.ui.terminal.table.setup_painter import paint
from protocol.game import Seat
from tests.any_game import SCREENS

from ..kit.paper import plain_lines
from ..kit.terminal import Terminal, at_terminal
from ..lobby.test_gathering import SIZES
from ..lobby.test_lobby import Gathering, Lobby, Member
from .ports import DealtTable

WREN = Member("Wren", True, owner=0)
ANA, BO = Member("Ana"), Member("Bo")


def plain(lines: Any) -> str:
    return " ".join(plain_lines(lines))


def test_host_alone_with_its_bots_sees_no_warning() -> None:
    roster = Gathering(members=(ANA, WREN))
    lines = plain(PlainLobby(Lobby(roster), SCREENS).look().lines)
    assert "computer" not in lines
    assert "Wren (ready)" in lines
    assert doubts(roster) == frozenset()


def test_phone_guest_is_warned_even_if_alone_with_the_host() -> None:
    roster = Gathering(members=(ANA, WREN), me=1)
    lines = plain(PlainLobby(Lobby(roster), SCREENS).look().lines)
    assert "same computer as Ana" in lines
    assert (
        "Your seat runs on the same computer as that of Ana: whoever owns it could read every card"
        in lines
    )
    assert doubts(roster) == frozenset()
    assert "same computer as" in plain(at_table(Players(Seat(1), ("Ana", "Wren")), (0, 0)))


def test_host_is_informed_once_somebody_joins_its_bots() -> None:
    port = Lobby(Gathering(members=(ANA, WREN)))
    talk = PlainLobby(port, SCREENS)
    talk.look()
    port.roster = Gathering(members=(ANA, WREN, BO))
    lines = plain(talk.look().lines)
    assert "Wren plays on the same computer as you: the others are told" in lines
    assert plain_lines(talk.typed("ready")) == []
    assert port.ready_answers == [True]
    assert "same computer as you" in plain(talk.typed("show"))


def test_a_joiner_is_warned_and_asked_once_more() -> None:
    port = Lobby(Gathering(members=(ANA, WREN, BO), me=2))
    talk = PlainLobby(port, SCREENS)
    report = talk.look()
    lines = plain(report.lines)
    assert report.calls
    assert "Wren (ready, same computer as Ana)" in lines
    assert "Wren plays on the same computer as Ana: whoever owns it could read every card" in lines
    answer = plain(talk.typed("ready"))
    assert 'To play anyway, type "ready" again.' in answer
    assert "same computer as" in answer
    assert port.ready_answers == []
    talk.typed("ready")
    assert port.ready_answers == [True]


def test_later_bot_is_announced_when_it_joins() -> None:
    port = Lobby(Gathering(members=(ANA, BO), me=1))
    talk = PlainLobby(port, SCREENS)
    talk.look()
    robin = Member("Robin", owner=0)
    port.roster = Gathering(members=(ANA, BO, WREN), me=1)
    assert "Wren plays on the same computer as Ana" in plain(talk.look().lines)
    port.roster = Gathering(members=(ANA, BO, WREN, robin), me=1)
    assert "Wren and Robin play on the same computer as Ana" in plain(talk.look().lines)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_full_screen_warns_and_asks_once_more(size: tuple[int, int]) -> None:
    port = Lobby(Gathering(members=(ANA, WREN, BO), me=2))

    async def play(screen: Terminal) -> None:
        assert "same computer as Ana" in screen.text
        assert "whoever owns it" in screen.text
        assert "play anyway" in await screen.type("r")
        assert port.ready_answers == []
        await screen.type("r", "<enter>")

    at_terminal(FullLobby(port, SCREENS), size, play)
    assert port.ready_answers == [True]


def test_players_on_anothers_computer_are_named_during_and_after() -> None:
    names = ("Ana", "Wren", "Bo", "Robin")
    mine = plain(at_table(Players(Seat(2), names), (0, 0, 2, 2)))
    assert "Wren plays on the same computer as Ana" in mine
    assert "Robin plays on the same computer as you" in mine
    assert plain(at_table(Players(Seat(1), names), (0, 0, 0, 3))) == (
        "You and Bo play on the same computer as Ana: whoever owns it could read every card that "
        "you see."
    )
    assert plain(at_table(Players(Seat(1), names), (0, 0, 0, 0))).startswith(
        "You, Bo and Robin play on the same computer as Ana:"
    )
    assert at_table(Players(Seat(0), names[:2]), (0, 0)) == []
    assert in_audit(names, (0, 0, 2, 0)) == [
        "Wren and Robin played on the same computer as Ana: whoever owns it could read every card "
        "that they saw."
    ]
    assert in_audit(names, (0, 1, 2, 3)) == []
    assert len(in_audit(names[:2], (0, 0))) == 1


def news_of(machines: tuple[int, ...]) -> str:
    table = DealtTable(3)
    table.shows(machines=tuple(map(Seat, machines)))
    news = News(SCREENS["hanabi"], Players(table.seat, table.names), lambda: 0.0)
    return plain(news.look(table.now))


def test_plain_mode_names_shared_computers_with_the_table_words() -> None:
    assert "Ben plays on the same computer as Chi" in news_of((0, 2, 2))
    assert "computer" not in news_of((0, 1, 2))
    assert "computer" not in news_of((0, 0, 0))


def test_words_are_compared_only_with_players_on_other_machines() -> None:
    assert "table words" in news_of((0, 1, 2))
    assert "table words" in news_of((0, 2, 2))
    assert "table words" not in news_of((0, 0, 0))
    for machines, is_shown in (((0, 2, 2), True), ((0, 0, 0), False)):
        table = DealtTable(3)
        table.shows(machines=tuple(map(Seat, machines)))
        waits = StatusLine(Players(table.seat, table.names), lambda: 0.0)
        shown = plain(paint(ShownTable(table), waits, Prompt(""), Size(80, 24)).lines)
        assert ("table words" in shown) == is_shown


def test_full_screen_names_shared_computers_with_the_table_words() -> None:
    table = DealtTable(3)
    table.shows(machines=(Seat(0), Seat(2), Seat(2)))
    waits = StatusLine(Players(table.seat, table.names), lambda: 0.0)
    picture = paint(ShownTable(table), waits, Prompt(""), Size(80, 24))
    assert "Ben plays on the same computer as Chi" in plain(picture.lines)


def test_a_big_screen_has_no_seat_on_any_computer() -> None:
    players = Players(NOBODY, ("Ana", "Wren", "Bo"))
    assert plain(at_table(players, (0, 0, 0))) == (
        "Wren and Bo play on the same computer as Ana: whoever owns it could read every card that "
        "they see."
    )
    assert at_table(players, (0, 1, 2)) == []
