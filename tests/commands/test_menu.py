"""`p2phanabi` alone asks what to do, and does what the chosen command does."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import time
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest
from click.testing import CliRunner

from p2p_hanabi.cli import main
from p2p_hanabi.commands import web
from p2p_hanabi.commands.board.board import BoardWish
from p2p_hanabi.commands.menu.asking import Prompter
from p2p_hanabi.commands.menu.host_arguments import catalogue
from p2p_hanabi.commands.menu.main_menu import choose_from
from p2p_hanabi.commands.play.unfinished import MAX_UNFINISHED
from p2p_hanabi.commands.screens import page_seat
from p2p_hanabi.commands.web import CommandOf
from p2p_hanabi.gathering import TableConfig
from p2p_hanabi.net.links.certificate import LinkCertificate
from p2p_hanabi.net.lobby.lobby_record import HostedTable, Invitation, LobbyRecord
from p2p_hanabi.net.table.seat import OwnSeat
from p2p_hanabi.paths import Home, write, write_value
from p2p_hanabi.registry import GAMES
from p2p_hanabi.ui.model.inputs import ChoiceInput, Input, LineInput, TableChoices, TableInput
from p2p_hanabi.ui.model.new_table import NewTable, TableKind
from protocol.game import Seat
from protocol.identity.pairing import TABLE_ID_BYTES
from tests.command_line import run
from tests.ui.kit.test_real_program import Tmux, has, tmux
from tests.worked_example import example

__all__ = ["tmux"]


RARE = "Past games, network test, settings"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path / "home"))
    return Home(tmp_path / "home")


class Answers(Prompter):
    """Chooses by what is offered, None to go back; what was asked can be read."""

    def __init__(self, *wanted: str | None) -> None:
        super().__init__(self._answer)
        self._wanted = list(wanted)
        self.asked: list[tuple[str, list[str]]] = []

    async def _answer(self, asked: Input) -> None:
        if isinstance(asked, TableInput):
            rows = TableChoices(asked)
            while not asked.is_over:
                await self._answer(choice := rows.choice())
                rows.take(choice)
            return
        wanted = self._wanted.pop(0)
        match asked:
            case ChoiceInput(question=question, choices=choices):
                self.asked.append((question, list(choices)))
                asked.go_back() if wanted is None else asked.choose(list(choices).index(wanted))
            case LineInput(question=question, usual=usual):
                self.asked.append((question, [usual]))
                if wanted is None:
                    asked.go_back()
                else:
                    asked.enter(wanted)
        assert asked.is_over

    def inform(self, sentence: str) -> None:
        self.asked.append((sentence, []))


def chosen(*wanted: str | None) -> tuple[str, ...]:
    answers = Answers(*wanted)
    command = asyncio.run(choose_from(answers))
    assert len(answers.asked) == len(wanted)
    return command


@pytest.mark.parametrize(
    ("wanted", "command"),
    [
        (["Join a table on this network"], "join --new"),
        (["Open a table", "Open the table"], "host --new --game hanabi --seats 3"),
        (
            ["Open a table", "Game: Hanabi", "Koi-Koi", "Open the table"],
            "host --new --game koikoi --seats 2",
        ),
        (
            [
                *("Practise with bots", "Game: Hanabi", "Ikebana"),
                *("Players, including you: 3", "5", "Begin"),
            ],
            "host --new --game ikebana --seats 5 --bots 4",
        ),
        (
            ["Practise with bots", "Game: Hanabi", "Koi-Koi", "Begin"],
            "host --new --game koikoi --seats 2 --bots 1",
        ),
        (
            [
                *("Open a table", "Bots among them: 0", "1", "Bots among them: 1", None),
                *("Who may join: anybody with the code", "anybody on the network"),
                "Open the table",
            ],
            "host --new --game hanabi --seats 3 --bots 1 --open",
        ),
        (["Learn Hanabi step by step"], "tutorial"),
        ([RARE, None, RARE, "Test this computer's network"], "doctor"),
        (
            ["Telephones and one big screen", "Phones: 3", "5", "Open the table"],
            "host --new --board --game hanabi --phones 5",
        ),
        (
            ["Telephones and one big screen", "Game: Hanabi", "Koi-Koi", "Open the table"],
            "host --new --board --game koikoi --phones 2",
        ),
        (
            ["Open a table", "Game: Hanabi", None, None, "Join a table on this network"],
            "join --new",
        ),
    ],
)
def test_a_choice_is_a_command_as_it_could_have_been_typed(
    wanted: list[str | None], command: str
) -> None:
    assert chosen(*wanted) == tuple(command.split())


def test_past_games_are_chosen_and_what_to_do_with_one(home: Home, short_game: Path) -> None:
    home.transcripts.mkdir(parents=True)
    for each in ("1", "2"):
        shutil.copy(short_game, home.transcripts / f"{each}.p2ph")
    os.utime(home.transcripts / "1.p2ph", (0, 0))
    first = str(home.transcripts / "1.p2ph")
    asked = (RARE, "Past games", "1.p2ph")  # not audited yet
    assert chosen(*asked, "Watch it again, and try other moves") == ("replay", first)
    assert chosen(*asked, "Look at it together with others") == ("review", first)
    assert chosen(*asked, None, "1.p2ph", "See how it was played") == ("stats", first)
    assert chosen(*asked[:2], "Totals of all games") == ("history", "--totals")
    again = Answers("2.p2ph", "See how it was played")
    command = asyncio.run(choose_from(again, ("stats", first)))
    assert command == ("stats", str(home.transcripts / "2.p2ph"))
    assert again.asked[0][1] == ["2.p2ph", "1.p2ph", "Totals of all games"]
    back = Answers(None, "Join a table on this network")
    assert asyncio.run(choose_from(back, ("history", "--totals"))) == ("join", "--new")


def test_every_past_game_that_is_offered_has_a_digit(home: Home) -> None:
    home.transcripts.mkdir(parents=True)
    for each in range(20):
        (home.transcripts / f"{each}.p2ph").write_bytes(b"")
    answers = Answers(RARE, "Past games", None, "Join a table on this network")
    asyncio.run(choose_from(answers))
    assert len(answers.asked[2][1]) < 9


def test_every_game_is_offered() -> None:
    answers = Answers("Open a table", "Game: Hanabi", "Koi-Koi", "Open the table")
    asyncio.run(choose_from(answers))
    assert answers.asked[2] == ("Game", [game.title for game in GAMES.values()])


def test_all_settings_of_a_table_are_listed_with_a_digit_each() -> None:
    others = ["Other settings"] * 3
    answers = Answers("Open a table", *others, "Open the table")
    asyncio.run(choose_from(answers))
    pages = [choices for _question, choices in answers.asked[1:]]
    assert all(len(choices) <= 9 for choices in pages)
    assert pages[0] == pages[3]
    listed = [each for choices in pages[:3] for each in choices[1:-1]]
    table = NewTable.usual(TableKind.OPEN, catalogue())
    assert listed == [f"{each.label}: {each.sentence}" for each in table.settings]


def test_unfinished_tables_come_first_by_name_game_partners_day(home: Home) -> None:
    seating = example().seating
    own = OwnSeat(seating, Seat(1), bytes(32), LinkCertificate(b"der", b"key"), ())
    folder = home.table_folder(seating.table)
    write_value(folder.seat, own.value())
    nameless = "Continue Hanabi with Ana and Chi (today at "
    assert first_choice().startswith(nameless)
    write(folder.name, b"Kitchen")
    now = time.time()
    os.utime(folder.path, (now, now - 86400))
    assert first_choice().startswith("Continue Kitchen: Hanabi with Ana and Chi (yesterday at ")
    os.utime(folder.path, (now, now - 10 * 86400))
    sentence = first_choice()
    assert re.search(r"\(\d{4}-\d\d-\d\d \d\d:\d\d\)$", sentence)
    write(folder.name, b"\x1b[2Jshown by nobody")
    assert first_choice().startswith("Continue Hanabi with")
    write(home.transcript("hanabi", seating.table), b"")
    write(folder.parting, b"")
    assert first_choice() == "Join a table on this network"  # its end is delivered by itself


def test_open_table_comes_first_and_every_choice_keeps_a_digit(home: Home) -> None:
    config = TableConfig("hanabi", (), "", 50, 3, "Kitchen")
    record = LobbyRecord(home, b"k" * TABLE_ID_BYTES)
    record.save(HostedTable(Invitation(b"k" * TABLE_ID_BYTES, b"cod"), config, host="Ana"))
    asyncio.run(record.release())
    own = OwnSeat(example().seating, Seat(1), bytes(32), LinkCertificate(b"der", b"key"), ())
    for each in (home, Home(home.board)):
        write_value(each.table_folder(own.seating.table).seat, own.value())
    answers = Answers("Open Kitchen again")
    assert asyncio.run(choose_from(answers)) == ("host", "--reopen")
    assert answers.asked[0][1][0] == "Open Kitchen again"
    assert answers.asked[0][1][2] == "Continue on the big screen"
    assert len(answers.asked[0][1]) == 9


def first_choice() -> str:
    answers = Answers("Join a table on this network")
    asyncio.run(choose_from(answers))
    return answers.asked[0][1][0]


def test_all_choices_have_a_digit() -> None:
    answers = Answers("Join a table on this network")
    asyncio.run(choose_from(answers))
    assert len(answers.asked[0][1]) + MAX_UNFINISHED <= 9


def test_without_a_terminal_there_is_help_instead() -> None:
    result = run()
    assert result.exit_code == 2
    assert "p2phanabi join" in result.stderr


def test_a_person_opens_the_tutorial_and_leaves_by_the_menu(tmux: Tmux) -> None:
    tmux.start()
    tmux.until(has("What would you like to do?", "1 Join", "q leave"))
    tmux.type("2")
    tmux.until(has("▶ 2"))
    tmux.type("Enter")
    tmux.until(has("2 Game: Hanabi"))
    tmux.type("Escape")
    tmux.until(has("What would you like to do?"))
    tmux.type("5")
    tmux.until(has("▶ 5"))
    tmux.type("Enter")
    tmux.until(has("YOUR TURN"))
    tmux.start()
    tmux.until(has("What would you like to do?"))
    tmux.type("q")
    tmux.until(has("Stop the program?"))
    tmux.type("C-c")
    tmux.until(has("EXIT 130"))


def test_in_lines_a_number_is_typed(tmux: Tmux) -> None:
    tmux.start("--lang", "fr", settings=("TERM=dumb",))
    tmux.until(has("Que voulez-vous faire"))
    tmux.type(*"8x")
    tmux.type("Enter")
    tmux.until(has("Entrée prend le premier"))
    tmux.type("6")
    tmux.type("Enter")
    tmux.until(has("Tester le réseau"))
    tmux.type("1")
    tmux.type("Enter")
    tmux.until(lambda shown: "Que voulez-vous faire" in shown.partition("Aucune partie")[2])
    tmux.type("q")
    tmux.type("Enter")
    tmux.until(has("EXIT 130"))


def test_menu_entries_lead_back_to_the_menu(tmux: Tmux) -> None:
    tmux.start()
    tmux.until(has("What would you like"))
    tmux.type("5")
    tmux.until(has("▶ 5"))
    tmux.type("Enter")
    tmux.until(has("You play with two bots"))
    tmux.type("C-c")
    tmux.until(has("Leave the lesson?"))
    tmux.type("C-c")
    tmux.until(has("What would you like"))
    tmux.type("6")
    tmux.until(has("▶ 6"))
    tmux.type("Enter")
    tmux.until(has("▶ 1 Past games"))
    tmux.type("Enter")
    tmux.until(has("No games played here yet", "What would you like"))


@pytest.mark.parametrize("key", ["Escape", "q", "C-c"])
def test_leaving_the_list_of_tables_leads_back_to_the_menu(tmux: Tmux, key: str) -> None:
    tmux.start()
    tmux.until(has("What would you like"))
    tmux.type("Enter")
    tmux.until(has("Tables on this network", "Escape goes back"))
    tmux.type(key)
    tmux.until(has("What would you like"))


def test_leaving_the_list_in_lines_leads_back_to_the_menu(tmux: Tmux) -> None:
    tmux.start(settings=("TERM=dumb",))
    tmux.until(has("What would you like"))
    tmux.type("1", "Enter")
    tmux.until(has("Looking for tables"))
    tmux.type("q", "Enter")
    tmux.until(lambda shown: "What would you like" in shown.partition("Looking for tables")[2])


def test_past_games_are_watched_and_counted_from_the_menu(tmux: Tmux, short_game: Path) -> None:
    past = tmux.home / "transcripts"
    past.mkdir(parents=True)
    shutil.copy(short_game, past / "game.p2ph")
    (past / "broken.p2ph").write_bytes(b"no game")
    os.utime(past / "broken.p2ph", (0, 0))

    def choose(digit: str, *shown: str) -> None:
        tmux.type(digit)
        tmux.until(has(f"▶ {digit}"))
        tmux.type("Enter")
        tmux.until(has(*shown))

    tmux.start()
    tmux.until(has("What would you like"))
    choose("6", "▶ 1 Past games")
    choose("1", "▶ 1 game.p2ph", "2 broken.p2ph", "3 Totals")
    choose("1", "▶ 1 Watch it again")
    choose("1", "Hanabi, played by Ana")
    tmux.type("q")
    tmux.until(has("2 broken.p2ph"))  # the next one can be chosen
    choose("1", "▶ 1 Watch it again")
    choose("3", "Hints given", "Enter goes back to the menu.")
    tmux.type("Enter")
    tmux.until(has("2 broken.p2ph"))
    choose("2", "▶ 1 Watch it again")
    choose("1", "broken.p2ph", "Enter goes back to the menu.")
    tmux.type("Enter")
    tmux.until(has("2 broken.p2ph"))
    tmux.type("Escape")
    tmux.until(has("What would you like"))


def test_interface_of_web_applies_to_what_is_chosen_there(monkeypatch: pytest.MonkeyPatch) -> None:
    boards: list[BoardWish | None] = []

    async def show_menu(_stage: object, command_of: CommandOf, interface: str | None) -> int:
        assert interface == "127.0.0.1"
        boards.append(command_of(("host", "--board", "--phones", "2")).board)
        return 0

    async def on_page(work: Callable[[object], Coroutine[object, None, int]], _how: object) -> int:
        return await work(None)

    monkeypatch.setattr(web, "show_menu", show_menu)
    monkeypatch.setattr(page_seat, "on_page", on_page)
    result = CliRunner().invoke(main, ["web", "--interface", "127.0.0.1"])
    assert result.exit_code == 0, result.output
    assert [each and each.interface for each in boards] == ["127.0.0.1"]
