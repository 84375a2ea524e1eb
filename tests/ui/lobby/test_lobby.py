"""Finding a table, proving the code and gathering, typed at a pipe."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import pairwise

import pytest

from p2p_hanabi import gathering
from p2p_hanabi.commands.console import failures
from p2p_hanabi.faults import SystemFault
from p2p_hanabi.gathering import (
    Change,
    KnownPlayer,
    LobbyPhase,
    LobbyView,
    NewPlayer,
    OtherKey,
    Phase,
    PhoneSeat,
    TableConfig,
)
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.kit.console_port import Console
from p2p_hanabi.ui.lines.input_lines import LeftInput, ask_in_lines
from p2p_hanabi.ui.lines.lobby_lines import (
    PlainLobby,
    show_lobby,
)
from p2p_hanabi.ui.lines.tables_lines import TableChoice, choose_table
from p2p_hanabi.ui.model.inputs import ChoiceInput, CodeInput, LineInput
from p2p_hanabi.ui.model.lobby import lobby_painter
from p2p_hanabi.ui.model.lobby.lobby_painter import announced
from p2p_hanabi.ui.model.lobby.tables_found import TablesFound
from p2p_hanabi.ui.terminal.typed_scenes import TypedScene
from p2p_hanabi.ui.words.spoken_words import code_from_words
from protocol.reasons import PairingFailure
from tests.any_game import SCREENS

from ..kit.paper import Paper, at_a_pipe, plain_lines
from ..words.languages import speaking

UNSEEN = SystemFault.OTHER.reason(said="no multicast")


@dataclass(frozen=True)
class Member(gathering.Member):
    is_ready: bool = False
    identity: bytes = b""


CONFIG = TableConfig(
    "hanabi", (("blue", 10), ("empty hints", False), ("red", 3)), "", 50, 3, "Kitchen"
)


@dataclass(frozen=True)
class Gathering(LobbyView):
    config: TableConfig = CONFIG
    members: tuple[gathering.Member, ...] = (Member("Ana"),)
    me: int = 0
    room_code: str | None = "acorn-album-amber"
    addresses: tuple[str, ...] = ("192.0.2.7:4100",)


class Lobby:
    """A lobby whose roster is what a test says, and which notes who is ready."""

    def __init__(self, roster: Gathering | None) -> None:
        self.roster = roster
        self.ready_answers: list[bool] = []
        self.freed: list[int] = []
        self.changed_seats: list[Change] = []
        self.has_left = False

    def view(self) -> Gathering | None:
        return self.roster

    def ready(self, is_ready: bool) -> None:
        self.ready_answers.append(is_ready)

    def free(self, number: int) -> None:
        self.freed.append(number)

    def arrange(self, change: Change) -> None:
        self.changed_seats.append(change)

    def leave(self) -> None:
        self.has_left = True

    async def changed(self) -> None:
        await asyncio.Event().wait()


@dataclass(frozen=True)
class Notice(gathering.Notice):
    game: str = "hanabi"
    options: str = ""
    seats_taken: int = 1
    seats: int = 3
    host: str = "Ana"


class Found:
    games = SCREENS
    has_unfinished = False

    def __init__(self, *notices: Notice) -> None:
        self.found: Sequence[Notice] = notices

    def dial(self, typed: str) -> bool:
        return False

    def notices(self) -> Sequence[Notice]:
        return self.found

    async def changed(self) -> None:
        await asyncio.Event().wait()


KITCHEN, CELLAR = Notice(b"k", "Kitchen"), Notice(b"c", "Cellar", options="announce=no blue=10")


def changes(before: Gathering, now: Gathering) -> list[str]:
    lobby = Lobby(before)
    talk = PlainLobby(lobby, SCREENS)
    talk.look()
    lobby.roster = now
    return plain_lines(talk.look().lines)


def test_host_is_shown_the_code_and_how_to_use_it() -> None:
    assert plain_lines(PlainLobby(Lobby(Gathering()), SCREENS).look().lines) == [
        "Kitchen: Hanabi for 3 players, 10 blue tokens.",
        "The room code is acorn-album-amber",
        'Tell only the others: "p2phanabi join", the number of this table, the code.',
        'If they cannot find it: "p2phanabi join --connect 192.0.2.7:4100".',
        "At the table: Ana (you). 2 seats are free.",
        'Type "ready" when you want to begin; the game starts when everybody is ready. '
        'Type "help" for more.',
    ]


def test_open_table_needs_no_code_and_a_hidden_one_is_explained() -> None:
    roster = Gathering(room_code=None, unseen=UNSEEN)
    lines = plain_lines(PlainLobby(Lobby(roster), SCREENS).look().lines)
    assert lines[1].startswith("The table is open")
    assert lines[2] == "The table cannot be found automatically (no multicast)."


def test_host_among_bots_is_shown_no_code() -> None:
    alone = Gathering(members=(Member("Ana", is_ready=True),), bots=2)
    assert plain_lines(PlainLobby(Lobby(alone), SCREENS).look().lines) == [
        "Kitchen: Hanabi for 3 players, 10 blue tokens.",
        "Your bots are taking their seats; then the game begins by itself.",
        "At the table: Ana (you, ready). 2 seats are free.",
    ]
    with_one_seat_left = plain_lines(PlainLobby(Lobby(Gathering(bots=1)), SCREENS).look().lines)
    assert with_one_seat_left[1] == "The room code is acorn-album-amber"


@pytest.mark.parametrize("names", [("Ben",), ("Ben", "Chi")])
def test_previous_players_are_listed_as_needing_no_code(names: tuple[str, ...]) -> None:
    lines = plain_lines(PlainLobby(Lobby(Gathering(expected=names)), SCREENS).look().lines)
    wanted = f"{' and '.join(names)} can rejoin without the code by choosing to play again."
    assert lines[3] == wanted


def test_joiner_is_shown_no_code() -> None:
    roster = Gathering(members=(Member("Ana", True), Member("Ben")), me=1, room_code=None)
    lines = plain_lines(PlainLobby(Lobby(roster), SCREENS).look().lines)
    assert lines[1] == "At the table: Ana (ready) and Ben (you). One seat is free."


@pytest.mark.parametrize("line", ["ready", "Ready.", " READY !"])
def test_a_dictated_command_is_understood(line: str) -> None:
    lobby = Lobby(Gathering(members=(Member("Ana"), Member("Ben")), me=1))
    talk = PlainLobby(lobby, SCREENS)
    talk.look()
    assert plain_lines(talk.typed(line)) == []
    assert lobby.ready_answers == [True]


def test_applicant_is_informed_once_that_the_host_must_admit_it() -> None:
    talk = PlainLobby(Lobby(None), SCREENS)
    assert plain_lines(talk.look().lines) == ["Waiting for the host to let you in."]
    assert talk.look().lines == ()


ANA, BEN, CHI = Member("Ana"), Member("Ben"), Member("Chi")
LOST = Member("Ben", is_here=False)


@pytest.mark.parametrize(
    ("before", "now", "sentences"),
    [
        ((ANA,), (ANA, BEN), ["Ben has joined."]),
        ((ANA, BEN), (ANA,), ["Ben has left."]),
        ((ANA, BEN), (ANA, BEN, CHI), ["Chi has joined.", "All seats are taken."]),
        ((ANA, BEN), (ANA, Member("Ben", True)), ["Ben is ready."]),
        ((ANA, Member("Ben", True)), (ANA, BEN), ["Ben is no longer ready."]),
        ((ANA,), (Member("Ana", True),), ["You are ready."]),
        ((Member("Ana", True),), (ANA,), ["You are no longer ready."]),
        (
            (ANA, Member("Ben", True)),
            (ANA, LOST),
            ["Ben was disconnected. The seat is kept for a minute."],
        ),
        ((ANA, LOST), (ANA, BEN), ["Ben is back."]),
        ((ANA, LOST), (ANA,), ["Ben's seat is free."]),
    ],
)
def test_joining_leaving_and_readiness_are_announced(
    before: tuple[Member, ...], now: tuple[Member, ...], sentences: list[str]
) -> None:
    assert changes(Gathering(members=before), Gathering(members=now)) == sentences


def test_new_room_code_is_shown_with_its_reason() -> None:
    now = Gathering(room_code="zebra-zigzag-zipper", new_codes=1)
    assert changes(Gathering(), now) == [
        "Somebody typed a wrong code five times. The new room code is zebra-zigzag-zipper"
    ]


def test_start_is_announced_with_the_missing_signatures() -> None:
    now = replace(Gathering(), phase=LobbyPhase.SEATING, waiting_for=("Ben", "Chi"))
    assert changes(Gathering(), now) == [
        "Everybody is ready. The game starts.",
        "Waiting for Ben and Chi to sign the table.",
    ]


def test_failed_seating_is_announced_with_those_who_did_not_sign() -> None:
    before = replace(Gathering(), phase=LobbyPhase.SEATING, waiting_for=("Chi",))
    assert changes(before, Gathering()) == [
        "The game could not start: Chi did not sign. Everybody is back in the lobby."
    ]
    assert changes(replace(before, waiting_for=()), Gathering()) == [
        "The game could not start. Everybody is back in the lobby."
    ]


def test_lost_host_is_looked_for_and_its_return_announced() -> None:
    mine = Gathering(members=(ANA, BEN), me=1, room_code=None, addresses=())
    lost = replace(mine, phase=LobbyPhase.SEARCHING)
    assert changes(mine, lost) == ["The connection to the host was lost. Looking for the host..."]
    assert changes(lost, mine) == ["The host is back. Your seat was kept."]
    lobby = Lobby(lost)
    searching = "The connection to the host was lost. Looking for the host..."
    assert searching in lobby_lines(lobby, "ready")
    assert lobby.ready_answers == []


def test_missing_host_is_reported_ever_more_rarely() -> None:
    lost = Gathering(members=(ANA, BEN), me=1, room_code=None, phase=LobbyPhase.SEARCHING)
    after = [replace(lost, searched_minutes=minutes) for minutes in range(10)]
    ways = "Keep waiting, or leave and look for another table."
    found = [changes(before, now) for before, now in pairwise(after)]
    assert found[0] == [f"The host has not been found for a minute, and may not come back. {ways}"]
    assert found[3] == [f"The host has not been found for 4 minutes, and may not come back. {ways}"]
    assert [minutes for minutes, sentences in enumerate(found, 1) if sentences] == [1, 2, 4, 8]
    assert "for 4 minutes" in " ".join(lobby_lines(Lobby(after[4]), "ready"))
    assert changes(after[9], replace(lost, phase=LobbyPhase.GATHERING)) == [
        "The host is back. Your seat was kept."
    ]


def test_new_address_of_this_machine_is_announced() -> None:
    moved = replace(
        Gathering(),
        addresses=("192.0.2.9:4100",),
        unseen=UNSEEN,
    )
    assert changes(Gathering(), moved) == [
        "The table cannot be found automatically (no multicast).",
        "This computer has a new address: 192.0.2.9:4100",
    ]
    assert changes(moved, replace(moved, unseen=None)) == [
        "The table can be found on the network again."
    ]


def test_disconnected_player_is_marked_and_the_host_can_free_it() -> None:
    lobby = Lobby(Gathering(members=(ANA, LOST, CHI, replace(LOST, name="Dan"))))
    lines = lobby_lines(lobby, "free")
    assert "At the table: Ana (you), Ben (disconnected), Chi and Dan (disconnected)." in lines[4]
    assert lobby.freed == [3, 1]
    everybody = Lobby(Gathering(members=(ANA, BEN)))
    assert "Everybody at the table is connected: there is no seat to free." in lobby_lines(
        everybody, "free"
    )
    guest = Lobby(Gathering(members=(ANA, BEN, LOST), me=1))
    lobby_lines(guest, "free")
    assert (everybody.freed, guest.freed) == ([], [])


@pytest.mark.parametrize(
    ("typed", "can_go_back", "wanted"),
    [
        ("", False, 0),
        ("", True, None),
        ("2", False, 1),
        ("3\n0\nyes\n 2 ", False, 1),
    ],
)
def test_one_of_a_few_is_chosen_by_its_number(
    typed: str, can_go_back: bool, wanted: int | None
) -> None:
    assert of_two(typed, can_go_back=can_go_back) == [wanted]


@pytest.mark.parametrize("typed", ["q", "quit"])
def test_leaving_a_choice_chooses_nothing(typed: str) -> None:
    assert of_two(typed) == ["left"]


def of_two(typed: str, *, can_go_back: bool = False) -> list[object]:
    chosen: list[object] = []

    async def one(console: Console) -> None:
        try:
            two = ("Open it again", "Close it")
            choice = ChoiceInput("What?", two, can_go_back=can_go_back)
            await ask_in_lines(choice, console)
            chosen.append(choice.chosen)
        except LeftInput:
            chosen.append("left")

    lines = asyncio.run(at_a_pipe(one, Paper(), *typed.split("\n"), "q"))
    assert lines[:3] == ["What?", "  1 Open it again", "  2 Close it"]
    return chosen


def lobby_lines(lobby: Lobby, *typed: str) -> list[str]:
    return asyncio.run(
        at_a_pipe(lambda console: show_lobby(lobby, SCREENS, console), Paper(), *typed)
    )


def test_the_host_changes_the_seats_by_words_where_that_can_be() -> None:
    lobby = Lobby(Gathering(can=frozenset({Change.ADD_BOT, Change.FEWER_SEATS})))
    lines = lobby_lines(lobby, "bot", "fewer", "more", "dismiss", "help")
    assert lobby.changed_seats == [Change.ADD_BOT, Change.FEWER_SEATS]
    assert '"bot" gives a seat to a bot. "fewer" removes a free seat.' in lines
    assert lines.index("This game cannot have more players.") + 1 == lines.index(
        "There is no bot to remove."
    )
    assert "bot       a bot takes a seat" in lines


def test_own_bots_are_announced_only_when_they_join() -> None:
    bot = Member("Wren", is_ready=True, owner=0)
    with_bot = Gathering(members=(Member("Ana"), bot))
    assert changes(Gathering(), with_bot) == ["Wren has joined."]
    again = replace(with_bot, members=(Member("Ana"), replace(bot, is_ready=False)))
    assert changes(with_bot, replace(again, config=replace(CONFIG, seats=4))) == [
        "The table now has 4 seats."
    ]


def test_guest_sees_changed_seats_and_cannot_change_them() -> None:
    before = Gathering(members=(Member("Ana"), Member("Ben")), me=1)
    now = replace(before, config=replace(CONFIG, seats=2))
    assert changes(before, now) == [
        "The host has changed the table to 2 seats. Confirm again that you are ready.",
        "All seats are taken.",
    ]
    lobby = Lobby(before)
    assert "Only the host changes the seats." in lobby_lines(lobby, "fewer")
    assert lobby.changed_seats == []


def test_help_and_completion_offer_a_guest_nothing_of_the_host() -> None:
    lobby = Lobby(Gathering(members=(Member("Ana"), Member("Ben")), me=1))
    offered = [line.split()[0] for line in lobby_lines(lobby, "help") if " " * 3 in line.strip()]
    assert offered == ["ready", "wait", "show", "players", "rules", "quit"]
    talk = PlainLobby(lobby, SCREENS)
    talk.look()
    assert talk.complete("f") == []


def test_ready_and_wait_are_passed_to_the_lobby() -> None:
    lobby = Lobby(Gathering())
    lobby_lines(lobby, "ready", "w", "r")
    assert lobby.ready_answers == [True, False]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("code", "The room code is acorn-album-amber"),
        ("show", "At the table: Ana (you). 2 seats are free."),
        ("help", "ready     begin as soon as everybody is ready"),
        ("rules", "You see everybody's cards except your own."),
        ("r", '"r" can be ready or rules; type more letters.'),
        ("play 1", '"play 1" is not a command; "help" lists the commands.'),
        ("say hello", "You can talk once the game has started: remarks are signed like moves."),
    ],
)
def test_every_command_of_the_lobby_answers(line: str, sentence: str) -> None:
    lobby = Lobby(Gathering())
    unasked = lobby_lines(lobby).count(sentence)
    assert lobby_lines(lobby, line).count(sentence) == unasked + 1


def test_quitting_or_the_end_of_the_input_leaves_the_lobby() -> None:
    leaving = Lobby(Gathering())
    assert lobby_lines(leaving, "quit", "ready")[-1] == "You have left the table."
    assert leaving.has_left
    assert lobby_lines(Lobby(Gathering()))[-1] == "You have left the table."


def choose(found: Found, *typed: str) -> tuple[str | None, list[str]]:
    chosen: list[str | None] = []

    async def one(console: Console) -> None:
        tables = TablesFound(found)
        await choose_table(tables, found, console)
        notice = tables.chosen
        chosen.append(None if notice is None else notice.name)

    lines = asyncio.run(at_a_pipe(one, Paper(), *typed))
    return chosen[0], lines


def test_namesake_tables_are_distinguished_by_their_hosts() -> None:
    found = Found(KITCHEN)
    choice = TableChoice(TablesFound(found))
    assert plain_lines(choice.look().lines)[1] == "1. Kitchen: Hanabi, 1 of 3 seats taken"
    found.found = (KITCHEN, Notice(b"x", "kitchen", host="Ben"))
    assert plain_lines(choice.look().lines) == [
        "1. Kitchen: Hanabi, 1 of 3 seats taken, opened by Ana",
        "2. kitchen: Hanabi, 1 of 3 seats taken, opened by Ben",
    ]


def test_tables_are_listed_with_game_seats_and_options() -> None:
    playing = Notice(b"p", "Attic", seats_taken=3, phase=Phase.PLAYING)
    full = Notice(b"f", "Full house", seats_taken=3)
    assert choose(Found(KITCHEN, CELLAR, playing, full), "quit")[1] == [
        "Looking for tables on the network...",
        "1. Kitchen: Hanabi, 1 of 3 seats taken",
        "2. Cellar: Hanabi, 1 of 3 seats taken, 10 blue tokens",
        "3. Attic: Hanabi, 3 of 3 seats taken, being played",
        "4. Full house: Hanabi, 3 of 3 seats taken, full",
        'Type the number of a table, or "quit".',
    ]


@pytest.mark.parametrize("typed", ["2", "Cellar", "cel"])
def test_table_is_chosen_by_number_or_by_the_start_of_its_name(typed: str) -> None:
    assert choose(Found(KITCHEN, CELLAR), typed)[0] == "Cellar"


def test_a_table_that_is_full_or_not_there_is_not_chosen() -> None:
    full = Notice(b"f", "Full house", seats_taken=3)
    chosen, lines = choose(Found(KITCHEN, full), "2", "7", "")
    assert chosen is None
    assert "You cannot join Full house now." in lines
    assert 'There is no table "7" to join. Type a table\'s number.' in lines


def test_help_and_leaving_are_understood_where_a_table_is_chosen() -> None:
    found = TableChoice(TablesFound(Found()))
    with speaking("fr"):
        assert [as_text(line) for line in found.typed("aide")] == [
            'Tapez le numéro d\'une table, ou "partir".'
        ]
        found.typed("quitter")
    assert found.has_left


def test_search_without_tables_shows_the_way_back_to_a_left_game() -> None:
    clock, found = [0.0], Found()
    found.has_unfinished = True
    choice = TableChoice(TablesFound(found, lambda: clock[0]))
    choice.look()
    clock[0] = 10.0
    [advice] = plain_lines(choice.look().lines)
    assert advice.endswith('To go back to a game that you left: "p2phanabi resume".')


def test_search_without_tables_suggests_once_how_to_go_on() -> None:
    now, found = [0.0], Found()
    choice = TableChoice(TablesFound(found, lambda: now[0]))
    assert plain_lines(choice.look().lines) == ["Looking for tables on the network..."]
    now[0] = 2.9
    assert choice.look().lines == ()
    now[0] = 3.0
    [advice] = plain_lines(choice.look().lines)
    assert "join --connect ADDRESS" in advice
    assert choice.look().lines == ()
    found.found = (KITCHEN,)
    assert plain_lines(choice.look().lines)[0].startswith("1. Kitchen")


def test_a_table_keeps_its_number_when_others_come_and_go() -> None:
    found = Found(KITCHEN, CELLAR)
    choice = TableChoice(TablesFound(found))
    choice.look()
    found.found = (CELLAR, Notice(b"n", "New"))
    assert plain_lines(choice.look().lines) == [
        "1. Kitchen has closed.",
        "3. New: Hanabi, 1 of 3 seats taken",
    ]


def code_of(*typed: str) -> tuple[bytes | None, list[str]]:
    codes: list[bytes | None] = []

    async def ask(console: Console) -> None:
        code = CodeInput("Kitchen, opened by Ana.")
        with suppress(LeftInput):
            await ask_in_lines(code, console)
        codes.append(code.room_code)

    lines = asyncio.run(at_a_pipe(ask, Paper(), *typed))
    return codes[0], lines


@pytest.mark.parametrize(("keys", "taken"), [((), "Ana"), (("backspace", "b"), "Anb")])
def test_the_present_value_is_in_the_field(keys: tuple[str, ...], taken: str) -> None:
    line = LineInput("What is your name?", lambda _: None, usual="Ana")
    scene = TypedScene(line)
    for key in (*keys, "enter"):
        scene.press(key)
    assert line.typed == taken


@pytest.mark.parametrize(
    ("usual", "typed", "taken"), [("Ana", "", "Ana"), ("Ana", "Bo", "Bo"), ("", "", None)]
)
def test_an_empty_line_takes_the_present_value(usual: str, typed: str, taken: str | None) -> None:
    line = LineInput("What is your name?", lambda _: None, usual=usual)

    async def ask(console: Console) -> None:
        await ask_in_lines(line, console)

    lines = asyncio.run(at_a_pipe(ask, Paper(), typed))
    assert line.typed == taken
    assert line.goes_back is (taken is None)
    assert ("Enter takes Ana." in lines) is bool(usual)


def test_a_code_is_asked_for_until_it_is_one() -> None:
    code, lines = code_of("acorn", "", "acron-album-amber", "aco alb amb")
    assert code == code_from_words("acorn-album-amber")
    assert lines[-2:] == [
        "A room code has three words; this has one.",
        '"acron" is not a code word; did you mean acorn, falcon or crayon?',
    ]


def test_player_without_a_code_gives_none() -> None:
    assert code_of("quit")[0] is None
    assert code_of()[0] is None


@pytest.mark.parametrize(
    ("reason", "detail", "sentence"),
    [
        ("full", None, "All seats of this table are taken."),
        ("wait", 12, "Too many wrong codes; try again in 12 s, with the host's new code."),
        ("moon", None, "The host refused: moon."),
    ],
)
def test_refusal_is_explained_with_advice(reason: str, detail: object, sentence: str) -> None:
    assert failures.refused(reason, detail) == sentence


KNOWN = Member("Ben", who=KnownPlayer(4, "2026-11-20"))
RENAMED = Member("Benny", who=KnownPlayer(1, "2026-11-20", "Ben"))
NEW = Member("Chi", who=NewPlayer("6d51 a2c6"))
FALSE = Member("Ben", who=OtherKey("0bad 0bad", 4))


@pytest.mark.parametrize(
    ("member", "sentences"),
    [
        (KNOWN, ["You have played with Ben 4 times, last on 2026-11-20."]),
        (
            RENAMED,
            [
                "Benny has the same key as Ben, whom you know.",
                "You have played with Ben once, on 2026-11-20.",
            ],
        ),
        (NEW, ["You have not played with Chi before."]),
    ],
)
def test_known_players_are_distinguished_from_new_ones(
    member: Member, sentences: list[str]
) -> None:
    assert changes(Gathering(), Gathering(members=(ANA, member)))[1:] == sentences
    lines = plain_lines(PlainLobby(Lobby(Gathering(members=(ANA, member))), SCREENS).look().lines)
    assert lines[-1 - len(sentences) : -1] == sentences


def test_known_name_with_another_key_rings_and_gets_advice() -> None:
    lobby = Lobby(Gathering())
    talk = PlainLobby(lobby, SCREENS)
    talk.look()
    lobby.roster = Gathering(members=(ANA, FALSE))
    report = talk.look()
    assert report.calls
    assert plain_lines(report.lines)[1:] == [
        "WARNING: this Ben has a different key from the Ben you have played with 4 times.",
        "Ask Ben to read their own fingerprint aloud: the lobby shows it with the players. It must "
        "be 0bad 0bad; if it is not, somebody else is using the name: leave.",
    ]
    assert PlainLobby(lobby, SCREENS).look().calls


def test_unknown_key_requires_ready_twice() -> None:
    lobby = Lobby(Gathering(members=(ANA, FALSE)))
    talk = PlainLobby(lobby, SCREENS)
    talk.look()
    assert plain_lines(talk.typed("ready"))[-1].startswith("You are not ready yet.")
    assert lobby.ready_answers == []
    assert talk.typed("ready") == []
    assert lobby.ready_answers == [True]


def test_announced_options_are_shown_as_typed() -> None:
    options = "announce=no blue=10 empty hints=yes first=0 stuck=?"
    notice = Notice(b"k", "Kitchen", options=options)
    typed = [
        f"{option.name}={option.spelled(option.allowed[number])}"
        for option, number in announced(notice, SCREENS)
    ]
    assert typed == ["blue=10", "empty_hints=true", "announce=false", "first=1"]
    assert announced(replace(notice, game="poker"), SCREENS) == []


def test_plain_mode_shows_the_host_the_codes_for_phones() -> None:
    now = Gathering(phones=(PhoneSeat("http://192.0.2.7:4100/#one"),))
    lobby = Lobby(Gathering(phones=(PhoneSeat(),)))
    scene = PlainLobby(lobby, SCREENS)
    scene.look()
    lobby.roster = now
    assert "http://192.0.2.7:4100/#one" in [as_text(line) for line in scene.look().lines]
    assert scene.look().lines == ()
    assert "http://192.0.2.7:4100/#one" in [as_text(line) for line in scene.typed("code")]


def test_the_host_reads_that_somebodys_program_does_not_fit() -> None:
    table = gathering.TableConfig("hanabi", (), "hanabi", 25, 3, "Kitchen")
    mine = gathering.LobbyView(table, (ANA, BEN), 0)
    why = PairingFailure.OTHER_PROTOCOL.reason(version=9, known=2)
    shown = replace(mine, incompatible=why)
    [line] = lobby_painter.changes(mine, shown)
    assert "protocol version 9; this program speaks version 2" in as_text(line)
    assert lobby_painter.changes(shown, shown) == []
