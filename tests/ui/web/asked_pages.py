"""Pages without a table as their scenes make them: questions, the lobby, waiting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from p2p_hanabi.commands.menu.host_arguments import catalogue
from p2p_hanabi.faults import SystemFault
from p2p_hanabi.gathering import (
    Change,
    KnownPlayer,
    LobbyPhase,
    NewPlayer,
    Notice,
    OtherKey,
    PhoneCode,
    PhoneSeat,
)
from p2p_hanabi.ui.model.inputs import ChoiceInput, ChoiceLook, CodeInput, LineInput, TableInput
from p2p_hanabi.ui.model.lobby.tables_found import TablesFound
from p2p_hanabi.ui.model.new_table import NewTable, TableKind
from p2p_hanabi.ui.model.table import machines
from p2p_hanabi.ui.model.wait_notice import WaitNotice
from p2p_hanabi.ui.web.ask_pages import (
    BusyPage,
    ChoicePage,
    CodePage,
    TableFormPage,
    TablesPage,
    TypedPage,
)
from p2p_hanabi.ui.web.live_page import Page, Press
from p2p_hanabi.ui.web.lobby_page import LobbyPage
from p2p_hanabi.ui.web.table_buttons import phones
from tests.any_game import SCREENS

from ..lobby.test_lobby import CONFIG, Gathering, Lobby, Member

WIDE = "W" * 24
TURNING = "\u05d3\u05e0\u05d4 7"
PRINT = "6d51 a2c6 0f9e 11b2 8a03 77de 5c41 90aa"
ADDRESS = "http://192.0.2.7:40123/#AbCdEfGhIjKlMnOpQrStUv"
PHONES = (
    PhoneSeat(f"{ADDRESS}1", is_scanned=True),
    PhoneSeat(f"{ADDRESS}2"),
    PhoneSeat(f"{ADDRESS}3"),
)
ANA = Member("Ana", is_ready=True)
BEN = Member("Ben", who=KnownPlayer(3, "2026-11-20"))
FIVE = (
    ANA,
    replace(BEN, is_ready=True),
    Member(WIDE, owner=0, is_phone=True, who=NewPlayer(PRINT)),
    Member(TURNING, is_here=False, who=NewPlayer(PRINT)),
    Member("Eve", owner=1, who=OtherKey(PRINT, 4)),
)


class Search:
    """Tables on the network, as a test says."""

    games = SCREENS
    has_unfinished = False

    def __init__(self, *notices: Notice) -> None:
        self._notices = notices

    def dial(self, typed: str) -> bool:
        return ":" in typed

    def notices(self) -> tuple[Notice, ...]:
        return self._notices

    async def changed(self) -> None: ...


def lobby(now: Gathering | None, *presses: str, why: str = "") -> Page:
    """Return a lobby's page after these buttons."""
    scene = LobbyPage(Lobby(now), SCREENS, why)
    scene.look()
    for each in presses:
        scene.do(Press(each))
    return scene.page()


def _menu() -> Page:
    looks = (
        ChoiceLook(is_main=True),
        ChoiceLook("Somebody else has opened one.", is_main=True),
        ChoiceLook("The others join with a code."),
        ChoiceLook(is_quiet=True),
    )
    entries = (f"Continue {WIDE}'s table", "Join a table", "Open a table", "Settings")
    return ChoicePage(ChoiceInput("What would you like to do?", entries, looks=looks)).page()


def no_fault(_name: str) -> str | None:
    return None


def _form(*, is_practice: bool) -> Page:
    kind = TableKind.PRACTICE if is_practice else TableKind.OPEN
    return TableFormPage(TableInput(NewTable.usual(kind, catalogue()))).page()


def _tables(*notices: Notice) -> Page:
    scene = TablesPage(TablesFound(Search(*notices)))
    scene.look()
    return scene.page()


def _refused_code() -> Page:
    return CodePage(CodeInput("Kitchen, opened by Ana.", "Wrong code. Ask the host.")).page()


def asked_pages() -> Mapping[str, Page]:
    """By what they show."""
    config = replace(CONFIG, seats=5)
    host = Gathering(
        config,
        (replace(ANA, is_ready=False), BEN),
        can=frozenset(Change),
        phones=PHONES,
        fingerprint=PRINT,
    )
    practice = Gathering(config, (ANA,), bots=4)
    guest = replace(host, me=1, room_code=None, phones=(), can=frozenset(), addresses=())
    known = replace(guest, members=(ANA, replace(BEN, who=None, owner=0)))
    doubted = replace(guest, members=(ANA, replace(BEN, who=None), *FIVE[2:]))
    codes = [PhoneCode(name, ADDRESS) for name in ("Ana", WIDE, TURNING)]
    return {
        "menu": _menu(),
        "codes": replace(lobby(host), dialog=phones(codes, 2)),
        "name-on-a-phone": TypedPage(
            LineInput(
                "What is your name?",
                no_fault,
                can_go_back=False,
                lines=machines.before_lobby(is_lent=False, is_review=False),
            )
        ).page(),
        "name": TypedPage(LineInput("What is your name?", no_fault, usual="Ana")).page(),
        "tables": _tables(
            Notice(b"1", "Kitchen", "hanabi", "", 2, 5, host="Ana"),
            Notice(b"2", f"{WIDE}'s table", "koikoi", "", 1, 2, host=WIDE),
            Notice(b"3", "Full", "ikebana", "", 3, 3, host="Chi"),
        ),
        "tables-none": _tables(),
        "room-code": CodePage(CodeInput("Kitchen, opened by Ana.")).page(),
        "room-code-refused": _refused_code(),
        "form": _form(is_practice=False),
        "practice": _form(is_practice=True),
        "waiting": BusyPage(WaitNotice("Checking the code with the host of Kitchen.")).page(),
        "knocking": lobby(None),
        "lobby-host": lobby(replace(host, phones=())),
        "lobby-phones": lobby(host),
        "lobby-unseen": lobby(replace(host, unseen=SystemFault.OTHER.reason(said="no multicast"))),
        "lobby-practice": lobby(practice),
        "lobby-guest": lobby(guest),
        "lobby-on-a-phone": lobby(known),
        "lobby-five": lobby(
            replace(guest, members=(ANA, replace(BEN, who=None, is_ready=True), *FIVE[2:4]))
        ),
        "lobby-doubts": lobby(doubted, "ready"),
        "lobby-who": lobby(doubted, "about 4"),
        "lobby-lost": lobby(replace(guest, phase=LobbyPhase.SEARCHING, searched_minutes=2)),
        "lobby-begins": lobby(
            replace(guest, phase=LobbyPhase.SEATING, members=FIVE[:3], waiting_for=("Ana",))
        ),
        "lobby-leave": lobby(host, "leave"),
    }
