"""Choosing a table, typing its code and gathering, on the full screen."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from prompt_toolkit.utils import get_cwidth

from p2p_hanabi.faults import SystemFault
from p2p_hanabi.gathering import (
    REVIEW,
    Change,
    KnownPlayer,
    LobbyPhase,
    NewPlayer,
    OtherKey,
    Phase,
    TableConfig,
)
from p2p_hanabi.ui.drawing.canvas import Size
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.kit.following import within
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.inputs import ChoiceInput, CodeInput
from p2p_hanabi.ui.model.lobby import sentences_known
from p2p_hanabi.ui.model.lobby.lobby_painter import awaited, offer, played, state
from p2p_hanabi.ui.model.lobby.sentences_lobby import PRESS_READY
from p2p_hanabi.ui.model.lobby.tables_found import MAX_NUMBERED, TablesFound
from p2p_hanabi.ui.model.table import machines
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.terminal.busy_scene import BusyScene
from p2p_hanabi.ui.terminal.choice_scene import ChoiceScene
from p2p_hanabi.ui.terminal.lobby_scene import LobbyScene
from p2p_hanabi.ui.terminal.tables_scene import TableChoiceScene
from p2p_hanabi.ui.terminal.typed_scenes import CodeScene
from p2p_hanabi.ui.words.i18n import LANGUAGES, _
from p2p_hanabi.ui.words.spoken_words import code_from_words, spoken_code
from protocol.encoding import Value
from tests.any_game import SCREENS
from tests.rows import as_rows
from tests.ui.lobby.test_lobby import CONFIG, Gathering, Member, Notice
from tests.ui.lobby.test_lobby import Found as OnNetwork
from tests.ui.lobby.test_lobby import Lobby as AtLobby
from tests.ui.words.languages import speaking

from ..drawing.test_names import NAMES
from ..kit.terminal import Terminal, at_terminal

SILENT = SystemFault.OTHER.reason(said="the network does not let others ask")
SIZES = ((80, 24), (120, 40), (60, 20))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_lobby_shows_game_code_and_who_is_ready(size: tuple[int, int]) -> None:
    roster = Gathering(members=(Member("Ana"), Member("Ben", is_ready=True)))

    async def play(screen: Terminal) -> None:
        for wanted in ("Kitchen", "acorn-album-amber", "Ana (you): not ready yet", "Ben: ready"):
            assert wanted in screen.text
        assert "free seat" in screen.text

    at_terminal(LobbyScene(AtLobby(roster), SCREENS), size, play)


def test_a_review_is_said_to_be_of_a_game_that_has_ended() -> None:
    options: tuple[tuple[str, Value], ...] = (("red", 1), (REVIEW, (bytes(32), 9)))
    config = TableConfig("hanabi", options, "", 0, 4, "Oak")
    described = "A finished game of Hanabi, the first mistake loses, for 4 to look at together."
    assert played(config, SCREENS) == described
    assert as_text(offer(config, SCREENS)) == f"Oak - {described}"


def test_the_lobby_of_a_review_starts_no_game() -> None:
    config = TableConfig("hanabi", ((REVIEW, (bytes(32), 9)),), "", 0, 3, "Oak")
    gathering = Gathering(config=config, members=(Member("Ana"), Member("Ben", is_ready=True)))
    lines = [*awaited(gathering), *(each for one in Device for each in state(gathering, one))]
    described = " ".join(map(as_text, lines))
    assert described.count("the game is shown when everybody is") == 2
    assert "The game is shown when one more player has come" in described
    assert "starts" not in described


def test_the_lobby_of_a_review_warns_of_no_computer() -> None:
    seats = (Member("Ana"), Member("Ben", owner=0), Member("Chi"))
    config = TableConfig("hanabi", (), "", 0, 3, "Oak")
    for me, names in ((1, set[str]()), (2, {"Ben"})):
        played_there = Gathering(config=config, members=seats, me=me)
        assert machines.in_lobby(played_there)
        assert machines.doubted(played_there) == names
        marked = replace(config, options=((REVIEW, (bytes(32), 9)),))
        reviewed = replace(played_there, config=marked)
        assert (machines.in_lobby(reviewed), machines.doubted(reviewed)) == ([], frozenset())


def test_table_of_own_bots_offers_no_useless_key() -> None:
    bots = tuple(Member(name, is_ready=True, owner=0) for name in ("Wren", "Robin"))
    changes = frozenset({Change.FEWER_SEATS, Change.SEND_BOT_AWAY})
    members = (Member("Ana", is_ready=True), *bots)
    port = AtLobby(Gathering(members=members, can=changes, bots=2))

    async def play(screen: Terminal) -> None:
        assert screen.text.splitlines()[-1].split() == ["?", "rules", "q", "leave"]
        for key in "rbd-k":
            assert "then the game begins by itself" in (await screen.type(key)).splitlines()[-2]

    at_terminal(LobbyScene(port, SCREENS), (80, 24), play)
    assert (port.ready_answers, port.changed_seats) == ([], [])


def test_lobby_key_replaces_the_question_whether_one_is_ready() -> None:
    port = AtLobby(Gathering(can=frozenset({Change.ADD_BOT})))

    async def play(screen: Terminal) -> None:
        assert "Are you ready?" in await screen.type("r")
        shown = await screen.type("b")
        assert "Are you ready?" not in shown
        assert "Cancelled." not in shown
        assert "The goal:" in await screen.type("r", "?")
        await screen.type("<esc>")
        assert "Cancelled." in await screen.type("r", "z")
        await screen.type("r", *"ready", "<enter>")

    at_terminal(LobbyScene(port, SCREENS), (80, 24), play)
    assert port.changed_seats == [Change.ADD_BOT]
    assert port.ready_answers == [True]


def test_full_table_is_announced_as_long_as_all_seats_are_taken() -> None:
    port = AtLobby(Gathering())

    async def play(screen: Terminal) -> None:
        full = tuple(Member(name) for name in ("Ana", "Ben", "Chi"))
        port.roster = Gathering(members=full)
        screen.stage.refresh()
        assert "All seats are taken." in await screen.type()
        port.roster = Gathering(members=full[:2])
        screen.stage.refresh()
        shown = await screen.type()
        assert "Chi has left." in shown
        assert "All seats are taken." not in shown

    at_terminal(LobbyScene(port, SCREENS), (80, 24), play)


def test_ready_key_toggles_readiness() -> None:
    port = AtLobby(Gathering())

    async def play(screen: Terminal) -> None:
        assert "Are you ready?" in await screen.type("r")
        assert port.ready_answers == []
        await screen.type("<enter>")
        assert port.ready_answers == [True]
        port.roster = Gathering(members=(Member("Ana", is_ready=True),))
        screen.stage.refresh()
        await screen.type("r")

    at_terminal(LobbyScene(port, SCREENS), (80, 24), play)
    assert port.ready_answers == [True, False]


def test_joining_and_the_start_are_announced_with_a_bell() -> None:
    port = AtLobby(Gathering())

    async def play(screen: Terminal) -> None:
        port.roster = Gathering(members=(Member("Ana"), Member("Ben")), phase=LobbyPhase.SEATING)
        screen.stage.refresh()
        assert "Ben has joined." in await screen.type()
        assert "Everybody is ready." in screen.text

    assert "\a" in at_terminal(LobbyScene(port, SCREENS), (80, 24), play).glass.all


def test_the_rules_can_be_read_while_one_waits() -> None:
    async def play(screen: Terminal) -> None:
        assert "The goal" in await screen.type("?")
        assert "Kitchen" in await screen.type("<esc>")
        assert "does nothing here" in await screen.type("z")

    at_terminal(LobbyScene(AtLobby(Gathering()), SCREENS), (80, 24), play)


def test_leaving_the_lobby_is_asked_once() -> None:
    lobby = LobbyScene(AtLobby(Gathering()), SCREENS)

    async def play(screen: Terminal) -> None:
        assert "Leave?" in await screen.type("q")
        assert "You stay." in await screen.type("n")
        await screen.type("<ctrl-c>", "<ctrl-c>")

    at_terminal(lobby, (80, 24), play)
    assert lobby.has_left


def test_leaving_is_announced_to_the_table() -> None:
    port = AtLobby(Gathering())

    async def play(screen: Terminal) -> None:
        await screen.type("<ctrl-c>", "<ctrl-c>")

    at_terminal(LobbyScene(port, SCREENS), (80, 24), play)
    assert port.has_left


def test_f_frees_the_seats_of_those_who_are_not_there() -> None:
    lost = Member("Ben", is_here=False)
    port = AtLobby(Gathering(members=(Member("Ana"), lost, Member("Chi"))))

    async def play(screen: Terminal) -> None:
        assert "Ben: disconnected, seat kept for a minute" in screen.text
        assert "f free seats of disconnected" in screen.text
        await screen.type("f", "f", "<esc>")
        assert port.freed == []
        await screen.answer("f")

    at_terminal(LobbyScene(port, SCREENS), (80, 24), play)
    assert port.freed == [1]


def test_guest_without_its_host_cannot_free_a_seat_or_be_ready() -> None:
    roster = Gathering(members=(Member("Ana", is_here=False), Member("Ben")), me=1)
    port = AtLobby(replace(roster, phase=LobbyPhase.SEARCHING))

    async def play(screen: Terminal) -> None:
        assert "Looking for the host..." in screen.text
        await screen.type("f", "r")

    at_terminal(LobbyScene(port, SCREENS), (80, 24), play)
    assert (port.freed, port.ready_answers) == ([], [])


def test_guest_sees_how_long_its_host_is_missing_and_can_leave() -> None:
    roster = Gathering(members=(Member("Ana", is_here=False), Member("Ben")), me=1)
    port = AtLobby(replace(roster, phase=LobbyPhase.SEARCHING, searched_minutes=3))

    async def play(screen: Terminal) -> None:
        assert "The host has not been found for 3 minutes, and may not come back." in screen.text
        assert "leave and look for another table." in screen.text
        assert "q leave" in screen.text

    at_terminal(LobbyScene(port, SCREENS), (80, 24), play)


def test_the_host_changes_the_seats_by_keys_where_that_can_be() -> None:
    can = frozenset({Change.ADD_BOT, Change.SEND_BOT_AWAY, Change.FEWER_SEATS})
    port = AtLobby(Gathering(can=can, bots=1))

    async def play(screen: Terminal) -> None:
        assert "a bot is coming" in screen.text
        assert "free seat" in screen.text
        assert "b add bot  d remove bot  - fewer seats" in screen.text
        assert "This game cannot have more players." in await screen.type("+")
        await screen.type("b", "d", "-")

    at_terminal(LobbyScene(port, SCREENS), (100, 30), play)
    assert port.changed_seats == [Change.ADD_BOT, Change.SEND_BOT_AWAY, Change.FEWER_SEATS]


def test_ready_player_sees_what_the_game_waits_for() -> None:
    ana, ben = Member("Ana"), Member("Ben", is_ready=True)
    roster = Gathering(members=(ana, ben), me=1)
    port = AtLobby(roster)

    async def play(screen: Terminal) -> None:
        assert "The game starts when one more player has come and everybody is" in screen.text
        port.roster = replace(roster, config=replace(CONFIG, seats=2))
        screen.stage.refresh()
        assert "Waiting for Ana to be ready." in await screen.type()
        assert "The host has changed the table to 2 seats." in screen.text
        assert "Only the host changes the seats." in await screen.type("b")

    at_terminal(LobbyScene(port, SCREENS), (80, 24), play)
    assert port.changed_seats == []


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [
        (("<enter>",), 0),
        (("<down>", "<enter>"), 1),
        (("<up>", "<enter>"), 1),
        (("2", "1", "<enter>"), 0),
        (("3", "<esc>", "<enter>"), 0),
    ],
)
def test_one_of_a_few_things_is_chosen_by_a_row_and_enter(
    keys: tuple[str, ...], chosen: int
) -> None:
    choice = ChoiceInput("You left a table open.", ("Open it again", "Close it"))

    async def play(screen: Terminal) -> None:
        assert "You left a table open." in screen.text
        assert "Enter confirms" in screen.text
        await screen.type(*keys)

    at_terminal(ChoiceScene(choice), (60, 20), play)
    assert choice.chosen == chosen


def test_going_back_chooses_nothing() -> None:
    choice = ChoiceInput("Which game?", ("Hanabi",), can_go_back=True)

    async def play(screen: Terminal) -> None:
        assert "Escape goes back" in screen.text
        await screen.type("<esc>")

    at_terminal(ChoiceScene(choice), (60, 20), play)
    assert (choice.goes_back, choice.chosen) == (True, None)


def test_waiting_for_admission_is_shown() -> None:
    async def play(screen: Terminal) -> None:
        assert "Waiting for the host to let you in." in screen.text

    at_terminal(LobbyScene(AtLobby(None), SCREENS), (80, 24), play)


def test_a_table_is_chosen_by_its_number_or_the_mouse() -> None:
    tables = [Notice(b"a", "Kitchen"), Notice(b"b", "Garden")]
    by_key, by_mouse = TablesFound(OnNetwork(*tables)), TablesFound(OnNetwork(*tables))

    async def press(screen: Terminal) -> None:
        await screen.type("2")

    async def click(screen: Terminal) -> None:
        await screen.click("Garden")

    at_terminal(TableChoiceScene(by_key), (60, 20), press)
    at_terminal(TableChoiceScene(by_mouse), (60, 20), click)
    assert [choice.chosen for choice in (by_key, by_mouse)] == [tables[1], tables[1]]


def test_tables_come_and_go_while_one_chooses() -> None:
    network = OnNetwork()
    choice = TablesFound(network)

    async def play(screen: Terminal) -> None:
        assert "Looking for tables" in screen.text
        assert "does nothing here" in await screen.type("<enter>")
        network.found = [Notice(b"a", "Kitchen", phase=Phase.PLAYING)]
        screen.stage.refresh()
        assert "being played" in await screen.type()
        assert "You cannot join Kitchen now." in await screen.type("1")

    at_terminal(TableChoiceScene(choice), (80, 24), play)
    assert choice.chosen is None


def test_enter_joins_the_marked_table_though_one_above_has_gone() -> None:
    kitchen, garden, cellar = (
        Notice(name[:1].encode(), name) for name in ("Kitchen", "Garden", "Cellar")
    )
    network = OnNetwork(kitchen, garden, cellar)
    choice = TablesFound(network)

    async def play(screen: Terminal) -> None:
        await screen.type("<down>")
        network.found = [garden, cellar]
        screen.stage.refresh()
        await screen.type("<enter>")

    at_terminal(TableChoiceScene(choice), (80, 24), play)
    assert choice.chosen == garden


def test_endless_fake_tables_fill_no_memory() -> None:
    stays = Notice(b"k", "Kitchen")
    network = OnNetwork(stays)
    tables = TablesFound(network)
    for number in range(3 * MAX_NUMBERED):
        network.found = [Notice(b"%d" % number, "Fake"), stays]
        tables.look()
    assert len(tables._numbers) <= MAX_NUMBERED + 2
    assert [(row.number, row.notice.name) for row in tables.rows] == [
        (2, "Kitchen"),
        (3 * MAX_NUMBERED + 1, "Fake"),
    ]


def test_a_code_is_completed_and_a_wrong_word_is_corrected() -> None:
    asking = CodeInput("Kitchen, opened by Ana.")

    async def play(screen: Terminal) -> None:
        assert "is not a code word" in await screen.type(*"zzzzz alb amb", "<enter>")
        await screen.type("<esc>", *"acor", "<tab>", *"-alb", "<tab>", *"-ambe", "<tab>")
        assert "> acorn-album-amber" in screen.text
        await screen.type("<enter>")

    at_terminal(CodeScene(asking), (80, 24), play)
    assert asking.room_code == code_from_words("acorn album amber")


@pytest.mark.parametrize("key", ["<esc>", "<ctrl-c>"])
def test_a_code_question_from_the_menu_is_left_without_asking(key: str) -> None:
    scene = CodeScene(CodeInput("Kitchen, opened by Ana.", can_go_back=True))

    async def play(screen: Terminal) -> None:
        assert "Escape goes back" in await screen.type(*"acorn")
        await screen.type(key)

    at_terminal(scene, (80, 24), play)
    assert scene.has_left


def test_a_code_of_two_words_is_too_short() -> None:
    async def play(screen: Terminal) -> None:
        assert "three words; this has 2" in await screen.type(*"acorn album", "<enter>")
        assert "Stop the program?" in await screen.type("<ctrl-c>")

    at_terminal(CodeScene(CodeInput("That was the wrong code.")), (80, 24), play)


def test_following_a_choice_ends_when_it_is_made() -> None:
    choice = TablesFound(OnNetwork(Notice(b"a", "Kitchen")))
    scene = TableChoiceScene(choice)

    async def play(screen: Terminal) -> None:
        following = asyncio.ensure_future(screen.stage.follow(scene, OnNetwork().changed))
        await screen.type("1")
        await following

    at_terminal(scene, (80, 24), play)
    assert choice.chosen is not None


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_known_and_new_players_are_marked_beside_their_names(size: tuple[int, int]) -> None:
    digits = "6d51 a2c6 0000 1111 2222 3333 4444 5555"
    known = Member("Ben", who=KnownPlayer(4, "2026-11-20"))
    roster = Gathering(members=(Member("Ana"), known, Member("Chi", who=NewPlayer(digits))))

    async def play(screen: Terminal) -> None:
        assert "Ben: not ready yet, 4 games together" in screen.text
        assert "Chi: not ready yet, new here" in screen.text
        assert "6d51" not in screen.text
        shown = " ".join((await screen.type("k")).split())
        assert "You have not played with Chi before; fingerprint 6d51 a2c6" in shown
        assert "You have played with Ben 4 times" in shown
        assert "k players" in await screen.type("<esc>")

    at_terminal(LobbyScene(AtLobby(roster), SCREENS), size, play)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_new_key_under_a_known_name_is_warned_of_before_ready(size: tuple[int, int]) -> None:
    port = AtLobby(Gathering())

    async def play(screen: Terminal) -> None:
        false = Member("Ben", who=OtherKey("0bad 0bad", 4))
        port.roster = Gathering(members=(Member("Ana"), false))
        screen.stage.refresh()
        assert "WARNING: this Ben has a different key" in await screen.type()
        assert "You are not ready yet." in await screen.type("r")
        assert port.ready_answers == []
        assert "Are you ready?" in await screen.type("r")
        another = Member("Chi", who=OtherKey("0bae 0bae", 2))
        port.roster = Gathering(members=(Member("Ana"), false, another))
        screen.stage.refresh()
        await screen.type("<enter>")
        assert "You are not ready yet." in await screen.type("r")
        assert port.ready_answers == []
        await screen.type("r", "<enter>")

    assert "\a" in at_terminal(LobbyScene(port, SCREENS), size, play).glass.all
    assert port.ready_answers == [True]


def test_waiting_screen_shows_the_elapsed_time() -> None:
    now = [100.0]
    waiting = BusyScene(WaitNotice("Waiting for Ben to come back.", lambda: now[0]))

    async def play(screen: Terminal) -> None:
        assert "So far" not in screen.text
        now[0] += 12
        screen.stage.refresh()
        assert "So far: 12 s." in await screen.type()

    at_terminal(waiting, (80, 24), play)


def test_opening_message_stays_in_the_lobby_until_a_key() -> None:
    async def play(screen: Terminal) -> None:
        assert "Plainer signs." in screen.text
        assert "Plainer signs." not in await screen.type("z")

    at_terminal(LobbyScene(AtLobby(Gathering()), SCREENS, "Plainer signs."), (80, 24), play)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_search_without_tables_suggests_an_address(size: tuple[int, int]) -> None:
    now = [0.0]

    async def play(screen: Terminal) -> None:
        assert "--connect" not in screen.text
        now[0] = 3.0
        screen.stage.refresh()
        assert "--connect" in await screen.type()

    at_terminal(TableChoiceScene(TablesFound(OnNetwork(), lambda: now[0])), size, play)


def test_time_alone_can_be_news() -> None:
    async def never() -> None:
        await asyncio.Event().wait()

    asyncio.run(within(0.0, never))


FINGERPRINT = "6d51 a2c6 1234 5678 9abc"
EVERY_OPTION = (
    ("announce", True),
    ("blue", 10),
    ("empty hints", True),
    ("escrow", True),
    ("finale", True),
    ("multicolour", True),
    ("stuck", "skip"),
    ("talk", "phrases"),
)


def crowded(*members: Member) -> Gathering:
    """A table with more to tell than a small screen has room for."""
    config = replace(CONFIG, seats=5, options=EVERY_OPTION, name="Kitchen of somebody else")
    return Gathering(config=config, members=members, unseen=SILENT)


def on_the_smallest(roster: Gathering, *keys: str) -> list[str]:
    lobby = LobbyScene(AtLobby(roster), SCREENS)
    lobby.look()
    for key in keys:
        lobby.press(key)
    rows = as_rows(lobby.paint(Size(60, 20), Theme()))
    assert max(map(get_cwidth, rows)) <= 60
    return rows


def unfolded(rows: list[str]) -> str:
    return " ".join(row.strip() for row in rows)


STRANGERS = [Member(name, who=NewPlayer(FINGERPRINT)) for name in NAMES[1:]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_small_lobby_drops_the_options_before_the_players(language: str) -> None:
    with speaking(language):
        rows = on_the_smallest(crowded(Member(NAMES[0]), *STRANGERS))
        last, code = _(PRESS_READY), spoken_code("acorn-album-amber")
    assert [f"○ {number} " in "".join(rows) for number in range(1, 6)] == [True] * 5
    assert sum(name[:5] in row for row in rows for name in NAMES) >= 5
    assert any(code in row for row in rows)
    assert last[:50] in " ".join(rows)


def test_the_options_can_be_read_beside_the_rules() -> None:
    roster = crowded(Member(NAMES[0]), *STRANGERS)
    assert "talk in preset phrases" not in unfolded(on_the_smallest(roster))
    assert "? shows the rules." in unfolded(on_the_smallest(roster))
    assert "talk in preset phrases" in unfolded(on_the_smallest(roster, "?"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_small_lobby_shows_whole_warnings_before_anything_else(language: str) -> None:
    others = [Member(name, who=OtherKey(FINGERPRINT, 2)) for name in NAMES[2:4]]
    roster = crowded(Member(NAMES[0]), Member(NAMES[1]), *others)
    with speaking(language):
        rows = on_the_smallest(roster)
        sentence = sentences_known.how_to_settle(NAMES[3], FINGERPRINT)
    whole = unfolded(rows)
    assert whole.count(FINGERPRINT) == 2
    assert whole.count(sentence.split()[-1]) == 2


def test_options_of_a_table_are_not_cut_off_its_row() -> None:
    wordy = Notice(b"k", NAMES[3], options="announce=no blue=10 escrow=yes talk=phrases")
    choice = TableChoiceScene(TablesFound(OnNetwork(wordy)))
    choice.look()
    picture = choice.paint(Size(60, 20), Theme())
    rows = as_rows(picture)
    assert "talk in preset phrases" in " ".join(row.strip() for row in rows)
    numbers = {row for row, words in enumerate(rows[:-1]) if words} - {0}
    assert {zone.row for zone in picture.zones if zone.pressed == "1"} == numbers


def test_of_many_tables_the_chosen_one_is_on_the_screen() -> None:
    many = [Notice(bytes([number]), f"Table {number}") for number in range(1, 31)]
    choice = TableChoiceScene(TablesFound(OnNetwork(*many)))
    choice.look()
    shown = "\n".join(as_rows(choice.paint(Size(60, 20), Theme())))
    assert "▶ 1. Table 1:" in shown
    assert "15 more rows" in shown
    for _press in range(20):
        choice.press("down")
    shown = "\n".join(as_rows(choice.paint(Size(60, 20), Theme())))
    assert "▶ 21. Table 21:" in shown
    assert "Table 1:" not in shown
    choice.press("up")
    for _press in range(10):
        choice.press("down")
    assert "▶ 30. Table 30:" in "\n".join(as_rows(choice.paint(Size(60, 20), Theme())))
