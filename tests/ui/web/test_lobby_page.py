"""A lobby on a live page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2p_hanabi.gathering import (
    Change,
    KnownPlayer,
    LobbyPhase,
    NewPlayer,
    OtherKey,
    PhoneSeat,
)
from p2p_hanabi.ui.model.table import machines
from p2p_hanabi.ui.web.live_page import CLOSE, Page, Press
from p2p_hanabi.ui.web.lobby_page import LobbyPage
from tests.any_game import SCREENS

from ..lobby.test_lobby import Gathering, Lobby, Member


def page_of(lobby: Lobby) -> LobbyPage:
    scene = LobbyPage(lobby, SCREENS)
    scene.look()
    return scene


def words(page: Page) -> str:
    lines = [each.text for each in (*page.messages, *page.lines, *page.log)]
    seats = [" ".join((one.words, one.state, *(m.text for m in one.marks))) for one in page.seats]
    return " ".join((page.room_code, *lines, *seats))


def test_a_host_sees_the_code_and_who_is_there() -> None:
    lobby = Lobby(
        Gathering(members=(Member("Ana"), Member("Ben", who=KnownPlayer(3, "2026-11-20"))))
    )
    page = page_of(lobby).page()
    assert "Kitchen" in page.heading
    sentence = words(page)
    for each in (
        "acorn-album-amber",
        "Ana you, not ready yet",
        "Ben not ready yet 3 games together",
        "free seat",
    ):
        assert each in sentence
    does = [button.does for button in page.buttons]
    assert does == ["ready", "rules", "hand over", "leave"]


def test_identities_of_others_are_shown_on_request() -> None:
    stranger = Member("Ben", who=NewPlayer("6d51 a2c6"))
    scene = page_of(Lobby(Gathering(members=(Member("Ana"), stranger))))
    assert "6d51" not in words(scene.page())
    scene.do(Press("about 1 Ben"))
    dialog = scene.page().dialog
    assert dialog is not None
    assert "fingerprint 6d51 a2c6" in " ".join(each.text for each in dialog.lines)


def test_a_guest_reads_for_how_long_its_host_has_not_been_found() -> None:
    lost = Gathering(members=(Member("Ana"), Member("Ben")), me=1, phase=LobbyPhase.SEARCHING)
    page = page_of(Lobby(replace(lost, searched_minutes=1))).page()
    assert "The host has not been found for a minute, and may not come back." in words(page)
    assert "leave" in [button.does for button in page.buttons]


def test_one_button_toggles_readiness() -> None:
    lobby = Lobby(Gathering())
    scene = page_of(lobby)
    scene.do(Press("ready"))
    lobby.roster = Gathering(members=(Member("Ana", is_ready=True),))
    scene.look()
    scene.do(Press("ready"))  # a second tap changes nothing
    scene.do(Press("wait"))
    assert lobby.ready_answers == [True, False]


def test_warned_player_presses_ready_twice() -> None:
    stranger = Member("Ben", who=OtherKey("1234", 2))
    lobby = Lobby(Gathering(members=(Member("Ana"), stranger)))
    scene = page_of(lobby)
    scene.do(Press("ready"))
    assert lobby.ready_answers == []
    assert "press the button again" in words(scene.page())
    scene.do(Press("ready"))
    assert lobby.ready_answers == [True]


def test_phones_that_are_awaited_have_codes_to_scan() -> None:
    code = "http://192.0.2.7:4100/#abc"
    lobby = Lobby(Gathering(phones=(PhoneSeat(code),)))
    page = page_of(lobby).page()
    assert [each.address for each in page.codes] == [code]
    assert "waiting for a phone" in words(page)
    seated = Member("Ben", owner=0, is_phone=True)
    there = Gathering(members=(Member("Ana"), seated), phones=(PhoneSeat(code, True, "Ben"),))
    assert page_of(Lobby(there)).page().codes == ()


def test_one_code_is_shown_at_a_time_with_its_phone() -> None:
    first, second, third = (PhoneSeat(f"http://192.0.2.7:4100/#{n}") for n in range(3))
    lobby = Lobby(Gathering(phones=(first, second, third)))
    scene = page_of(lobby)

    def shown() -> tuple[str, str, list[str]]:
        [code] = scene.page().codes
        return code.address[-1], code.words.split(":")[0], [each.words for each in code.buttons]

    assert shown() == ("0", "Phone 1 of 3", ["Next"])
    lobby.roster = Gathering(phones=(replace(first, is_scanned=True), second, third))
    scene.look()
    assert shown() == ("1", "Phone 2 of 3", ["Previous", "Next"])
    scene.do(Press("phone 1"))
    assert "scanned" in scene.page().codes[0].words
    scene.do(Press("phone 3"))
    assert shown() == ("2", "Phone 3 of 3", ["Previous"])
    lobby.roster = Gathering(phones=(first, second, replace(third, is_scanned=True)))
    scene.look()
    assert shown()[0] == "0"


def test_codes_for_phones_that_are_there_are_shown_on_request() -> None:
    there = PhoneSeat("http://192.0.2.7:4100/#new", True, "Ben")
    scene = page_of(Lobby(Gathering(phones=(there,))))
    assert scene.page().codes == ()
    scene.do(Press("phone 1"))
    assert scene.page().codes[0].words.startswith("Phone: Ben.")
    scene.do(Press("phone 0"))
    assert scene.page().codes == ()


def test_a_host_changes_the_seats_only_as_it_can() -> None:
    lobby = Lobby(Gathering(can=frozenset({Change.ADD_BOT})))
    scene = page_of(lobby)
    scene.do(Press(Change.ADD_BOT.value))
    scene.do(Press(Change.MORE_SEATS.value))
    assert lobby.changed_seats == [Change.ADD_BOT]


def test_leaving_is_asked_about() -> None:
    lobby = Lobby(Gathering())
    scene = page_of(lobby)
    scene.do(Press("leave"))
    scene.do(Press(CLOSE))
    assert not lobby.has_left
    scene.do(Press("leave"))
    scene.do(Press("answer"))
    assert lobby.has_left
    assert scene.has_left


def test_beside_a_big_screen_the_first_phone_shows_no_code() -> None:
    phones = (PhoneSeat("http://192.0.2.7:1/#c"),)
    alone = Gathering(members=(Member("Ana"),), phones=phones)
    beside = replace(alone, is_on_board=True)
    for gathered, has_codes in ((alone, True), (beside, False)):
        page = page_of(Lobby(gathered)).page()
        assert bool(page.codes) == bool(page.room_code) == has_codes
        assert ("192.0.2.7:4100" in words(page)) == has_codes
        assert ("The big screen shows how the others join." in words(page)) != has_codes


def test_several_warnings_are_short_with_the_long_ones_folded_up() -> None:
    stranger = Member("Ben", who=OtherKey("1234", 2))
    members = (Member("Ana"), stranger, Member("Dan"), Member("Eva", owner=1))
    page = page_of(Lobby(Gathering(members=members))).page()
    assert page.folded.splitlines() == [
        "Ben may be somebody else: the key is not the one you know.",
        "Eva plays on the same computer as Ben.",
    ]
    assert sum(each.is_strong for each in page.lines) == 3
    alone = page_of(Lobby(Gathering(members=members[:2]))).page()
    assert alone.folded == ""


@pytest.mark.parametrize(
    ("me", "sentences"),
    [
        (0, ["Ben and Cleo play on the same computer as you."]),
        (1, ["You and Cleo play on the same computer as Ana."]),
        (3, ["Ben and Cleo play on the same computer as Ana."]),
    ],
)
def test_a_shared_computer_is_named_in_short(me: int, sentences: list[str]) -> None:
    lent = [Member(name, owner=0) for name in ("Ben", "Cleo")]
    roster = Gathering(members=(Member("Ana"), *lent, Member("Dan")), me=me)
    assert machines.briefly(roster) == sentences
    assert len(machines.in_lobby(roster)) == len(sentences)
