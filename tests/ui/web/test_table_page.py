"""A table on a live page: what it shows, and what its player can do there."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from p2p_hanabi.gathering import PhoneCode
from p2p_hanabi.registry import PAGES
from p2p_hanabi.ui.model.device import Device
from p2p_hanabi.ui.model.end.shown_end import Wish
from p2p_hanabi.ui.model.game.game_page import NamedPage
from p2p_hanabi.ui.model.table.action_keys import END_KEYS
from p2p_hanabi.ui.model.table.action_keys import KEYS as KEYS_OF
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.model.talk.notes import NOTE_LENGTH
from p2p_hanabi.ui.web.live_page import (
    CLOSE,
    Download,
    Look,
    Page,
    PageKind,
    PlayMove,
    Press,
    Sort,
    Typed,
    WriteNote,
)
from p2p_hanabi.ui.web.page_parts import ANSWER
from p2p_hanabi.ui.web.table_page import MAX_DOWNLOAD, TablePage
from p2p_hanabi.ui.web.wire import snapshot
from p2p_hanabi.ui.words import words_shared
from protocol.game import Card, Seat
from protocol.peer.remarks import Order, Phrase, Text
from protocol.reasons import PairingFailure
from tests.any_game import RULES, SCREENS, AnyTablePage
from tests.lengths import sampled

from ..model.ended import SAVED, withdrawn
from ..table.playing import until
from ..table.ports import DealtTable
from .phases import TABLES, phases

KEYS = re.compile(r"\bEnter\b|\bEnd returns\b|\bEscape\b|[Pp]ress (its|a|the) |\b[Tt]ype ")
"""What is said of a terminal's keys is of no use on a page."""
ALL = pytest.mark.parametrize("game", sorted(SCREENS))


def page_of(port: DealtTable) -> AnyTablePage:
    table = FollowedTable(port, device=Device.BUTTON)
    return TablePage(table, NamedPage(port.game, PAGES[port.game]))


def at_my_turn(talk: str = "none") -> tuple[DealtTable, AnyTablePage]:
    port = DealtTable(3, options={"talk": talk})
    port.until_my_turn()
    scene = page_of(port)
    scene.look()
    scene.page()
    return port, scene


def words(page: Page) -> str:
    return " ".join(each.text for each in (*page.messages, *page.lines))


def does(page: Page) -> list[str]:
    dialog = page.dialog
    return [button.does for button in (page.buttons if dialog is None else dialog.buttons)]


@sampled(3)
@ALL
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_is_played_by_what_the_page_offers(game: str, seed: int) -> None:
    port = DealtTable(RULES[game].seats[0], game=game, seed=seed)
    choices = random.Random(seed)  # noqa: S311 - a test's dice
    scene = page_of(port)
    for _turn in range(2000):
        port.until_my_turn()
        scene.look()
        page = scene.page()
        assert not KEYS.search(snapshot(1, page).decode())
        assert all(each.text for each in page.messages)  # an empty line hides the hint
        if port.ending() is not None:
            break
        if page.dialog is not None:
            assert not page.moves  # a round's result is read before anything is played
            scene.do(Press(CLOSE))
            continue
        if not page.is_turn:
            continue  # what chooses nothing was played by itself
        scene.do(PlayMove(choices.choice(page.moves).name))
    while (page := scene.page()).dialog is not None:
        scene.do(Press(CLOSE))
    assert page.kind is PageKind.END
    assert page.heading == "The game has ended."
    assert not page.moves


@ALL
def test_page_before_the_deal_shows_the_set_up(game: str) -> None:
    scene = page_of(DealtTable(RULES[game].seats[0], game=game))
    scene.look()
    page = scene.page()
    assert page.heading == "Setting up the table"
    assert page.heading not in [line.text for line in page.lines]
    assert "Ana" in words(page)
    assert not page.areas


def test_first_board_shows_the_words_until_the_player_acts() -> None:
    _port, scene = at_my_turn()
    assert "The table words: acorn album amber anchor angle." in words(scene.page())
    assert "Read them aloud" in words(scene.page())
    scene.do(Press("rules"))
    scene.do(Press(CLOSE))
    assert "The table words" not in words(scene.page())


def test_a_game_that_goes_on_shows_no_words_to_compare() -> None:
    port = DealtTable(3)
    port.until_my_turn()
    port.play(port.view().moves[0])
    port.until_my_turn()
    scene = page_of(port)
    scene.look()
    assert "The table words" not in words(scene.page())


def test_a_table_on_one_computer_has_no_words_to_compare() -> None:
    port = DealtTable(3)
    port.shows(machines=(Seat(0),) * 3)
    port.until_my_turn()
    scene = page_of(port)
    scene.look()
    assert "The table words" not in words(scene.page())


def test_nothing_is_played_that_is_not_offered_now() -> None:
    port, scene = at_my_turn()
    offered = PlayMove(scene.page().moves[0].name)
    scene.do(PlayMove("a move that is not offered"))
    assert port.view().log == ()
    scene.do(offered)
    log = port.view().log
    scene.do(offered)  # a second tap on the same button
    port.step()
    scene.look()
    assert not scene.page().moves
    scene.do(offered)
    assert port.view().log[: len(log)] == log
    assert scene.page().is_turn is False


def test_irrevocable_action_is_confirmed_by_its_word() -> None:
    port, scene = at_my_turn()
    for answer in (Typed("answer", "yes"), Press(CLOSE), Typed("answer", "en")):
        scene.do(Press("more"))
        scene.do(Press("abandon"))
        dialog = scene.page().dialog
        assert dialog is not None
        assert dialog.is_alarm
        assert dialog.field is not None
        scene.do(answer)
        assert not port.withdrawn
        assert scene.page().dialog is None
    scene.do(Press("more"))
    scene.do(Press("abandon"))
    scene.do(Press("answer"))  # no button says yes
    assert scene.page().dialog is not None
    scene.do(Typed("answer", "end"))
    assert port.withdrawn


def test_leaving_for_now_takes_a_second_button() -> None:
    _port, scene = at_my_turn()
    for _each in range(2):
        scene.do(Press("more"))
        scene.do(Press("leave"))
        assert does(scene.page()) == ["answer", CLOSE]
        assert not scene.has_left
        scene.do(Press(CLOSE))
    scene.do(Press("more"))
    scene.do(Press("leave"))
    scene.do(Press("answer"))
    assert scene.has_left


def test_gone_and_stop_are_offered_after_a_long_absence() -> None:
    _port, scene = at_my_turn()
    scene.do(Press("more"))
    assert does(scene.page()) == ["hand over", "leave", "abandon", CLOSE]


def test_leaving_a_connected_seat_is_shown() -> None:
    port, scene = at_my_turn()
    port.shows(stepped_out={Seat(1)})
    assert "Ben has left" in words(scene.page())
    port.shows(missing={Seat(1): 4.0})
    assert "Ben left 4 s ago" in words(scene.page())


def test_a_seat_in_its_game_is_kept_when_its_player_leaves() -> None:
    port, scene = at_my_turn()
    scene.do(Press("leave"))
    scene.do(Press(ANSWER))
    assert scene.has_left
    assert scene.step_out()
    assert not scene.has_left
    port.withdrawn = True
    scene.look()
    assert not scene.step_out()


def test_phrase_is_sent_and_received() -> None:
    port, scene = at_my_turn(talk="phrases")
    scene.do(Press("talk"))
    assert scene.page().dialog is not None
    scene.do(Press("phrase 2"))
    assert [each.remark for each in port.now.remarks] == [Phrase(2)]
    assert scene.page().dialog is None
    port.remark_from(1, Phrase(3))
    scene.look()
    assert [each.text for each in scene.page().talk] == [
        "You say: Let me think.",
        "Ben says: Take your time.",
    ]


def test_text_is_sent_where_the_table_talks_freely() -> None:
    port, scene = at_my_turn(talk="free")
    scene.do(Press("talk"))
    dialog = scene.page().dialog
    assert dialog is not None
    assert dialog.field is not None
    scene.do(Typed("say", "<b>Hello</b>"))
    assert [each.remark for each in port.now.remarks] == [Text("<b>Hello</b>")]


def test_a_table_without_talk_has_no_button_for_it() -> None:
    port, scene = at_my_turn()
    assert "talk" not in does(scene.page())
    scene.do(Typed("say", "hello"))
    scene.do(Press("talk"))
    assert scene.page().dialog is None
    assert not port.now.remarks


def test_one_looks_back_and_cannot_play_there() -> None:
    port, scene = at_my_turn()
    scene.do(PlayMove(scene.page().moves[0].name))
    port.until_my_turn()
    scene.look()
    now = scene.page()
    assert now.steps is not None
    assert now.steps.at == now.steps.last > 0
    scene.do(Look(0))
    assert not KEYS.search(snapshot(1, scene.page()).decode())
    past = scene.page()
    assert not past.moves
    assert not past.sorts
    assert past.heading.startswith("LOOKING BACK 0/")
    scene.do(PlayMove(now.moves[0].name))
    assert len(port.view().log) == now.steps.last
    scene.do(Look(now.steps.last))
    assert scene.page().moves == now.moves


def test_a_note_is_kept_and_a_hand_sorted() -> None:
    port, scene = at_my_turn()
    page = scene.page()
    assert page.has_notes
    scene.do(WriteNote(page.sorts[0], "perhaps a one"))
    assert port.now.notes == {page.sorts[0]: "perhaps a one"}
    order = tuple(reversed(page.sorts))
    scene.do(Sort(order))
    assert [each.remark for each in port.now.remarks] == [Order(order)]
    assert scene.page().sorts == order


def test_note_needs_a_card_in_a_hand_and_is_cut_to_its_limit() -> None:
    port, scene = at_my_turn()
    for card in (*range(40, 60), 1000):
        scene.do(WriteNote(Card(card), "no such card"))
    assert port.now.notes == {}
    own = scene.page().sorts[0]
    scene.do(WriteNote(own, "x" * 4000))
    assert port.now.notes == {own: "x" * NOTE_LENGTH}


def test_levels_change_what_is_shown_and_nothing_else() -> None:
    _port, scene = at_my_turn()
    first = scene.page()
    assert [button.is_on for button in first.levels] == [True, False, False]
    scene.do(Press(first.levels[2].does))
    assert [button.is_on for button in scene.page().levels] == [False, False, True]
    assert scene.page().moves == first.moves


def test_game_page_is_offered_for_download_unless_too_large() -> None:
    port, scene = at_my_turn()
    port.withdrawn = True
    scene.look()
    assert not scene.offer("game.html", "x" * (MAX_DOWNLOAD + 1))
    assert scene.page().dialog is None
    assert scene.offer("game.html", "<p>")
    dialog = scene.page().dialog
    assert dialog is not None
    assert dialog.download == Download("Download", "game.html", "<p>")
    assert dialog.lines[0].text == "This device saves it as game.html."
    scene.do(Press(CLOSE))
    assert scene.page().dialog is None


def test_a_move_is_not_confirmed_in_words_beside_what_shows_it() -> None:
    _port, scene = at_my_turn()
    scene.do(PlayMove(scene.page().moves[0].name))
    assert not scene.page().moves
    assert "Done." not in words(scene.page())


@ALL
def test_all_letters_of_the_terminal_are_on_the_page(game: str) -> None:
    port = DealtTable(RULES[game].seats[0], game=game)
    port.until_my_turn()
    scene = page_of(port)
    scene.look()
    page = scene.page()
    given = {each.key for each in (*page.buttons, *page.keys, *page.levels)} - {""}
    offered = {KEYS_OF[each] for each in FollowedTable(port).shown.offered()} - {""}
    assert offered <= given
    assert {"q", "?"} <= given


@pytest.mark.parametrize("game", sorted(dict(TABLES)))
def test_all_letters_of_an_ended_table_are_on_the_page(game: str) -> None:
    (phase,) = phases(f"{game}-{3 if game == 'ikebana' else 2}-ended-well").values()
    assert {each.key for each in phase.page.buttons} >= set(END_KEYS.values())


def test_y_opens_all_yaku() -> None:
    port = DealtTable(2, game="koikoi")
    port.until_my_turn()
    scene = page_of(port)
    scene.look()
    does = next(each.does for each in scene.page().buttons if each.key == "y")
    scene.do(Press(does))
    dialog = scene.page().dialog
    assert dialog is not None
    assert dialog.title == "All yaku"
    assert any("hanami" in line.text for line in dialog.lines)


def test_at_the_end_one_plays_again_or_looks_at_the_game() -> None:
    port = DealtTable(2)
    scene = page_of(port)
    port._choose = lambda view: view.moves[0]
    for _turn in range(200):
        port.until_my_turn()
        scene.look()
        page = scene.page()
        if port.ending() is not None:
            break
        scene.do(PlayMove(page.moves[0].name))
    assert does(scene.page()) == ["talk", "rules", "close table"]  # nobody has given a hint
    scene.finish_table(SAVED)
    wishes = ["again", "replay", "together", "statistics", "what-if", "deal"]
    apart = ["page", "history", "talk", "rules", "close table"]
    assert does(scene.page()) == [*wishes, *apart]
    assert [each.is_quiet for each in scene.page().buttons] == [False] * 6 + [True] * 5
    scene.do(Press("replay"))
    assert scene.end.take_wish() is Wish.REPLAY
    scene.do(Press("talk"))
    scene.do(Typed("say", "well played"))
    scene.look()
    assert [words.text for words in scene.page().talk] == ["You say: well played"]
    scene.do(Press("again"))
    scene.look()
    assert scene.end.plays_again
    assert scene.is_over


@ALL
def test_a_table_that_ended_before_its_deal_offers_talk(game: str) -> None:
    scene = page_of(withdrawn(RULES[game].seats[0], game=game))
    scene.look()
    scene.finish_table(SAVED)
    assert does(scene.page()) == [
        "replay",
        "statistics",
        "page",
        "history",
        "talk",
        "rules",
        "close table",
    ]
    scene.do(Press("talk"))
    assert scene.page().dialog is not None
    scene.do(Typed("say", "what happened?"))
    scene.look()
    assert [each.text for each in scene.page().talk] == ["You say: what happened?"]
    assert snapshot(1, scene.page())


def test_page_announces_all_news_at_once() -> None:
    port = until(DealtTable(3), lambda _view: False)
    scene = page_of(port)
    scene.look()
    port.shows(company=replace(port.now.company, here=()))
    scene.look()
    result, news, *_company = (each.text for each in scene.page().messages)
    assert result.startswith("Score: ")
    assert news == "Ben has left the table. Chi has left the table."


def test_that_somebody_plays_again_is_said_once() -> None:
    port = until(DealtTable(3), lambda _view: False)
    scene = page_of(port)
    scene.look()
    for again in ({1}, {1, 2}):
        port.shows(company=replace(port.now.company, again=frozenset(map(Seat, again))))
        scene.look()
        told = [each.text for each in scene.page().messages]
        assert sum("Ben would like to play again." in each for each in told) == 1, told


def test_a_stranger_to_the_hand_is_refused_by_the_table() -> None:
    port, scene = at_my_turn()
    scene.do(Sort((Card(40), Card(41))))
    scene.look()
    assert snapshot(1, scene.page())
    assert port.view() is not None


def test_log_entry_of_several_rows_is_one_line() -> None:
    port = DealtTable(2, game="koikoi", seed=3)
    until(port, lambda view: view.round > 1)
    scene = page_of(port)
    scene.look()
    sentences = [entry.text for entry in scene.page().log]
    assert any(each.startswith("Round 1 of 6: result ") for each in sentences)


def test_new_codes_are_shown_one_at_a_time_with_a_name() -> None:
    port, scene = at_my_turn()
    port.shows(phones=[PhoneCode(name, f"http://192.0.2.7/#{name}") for name in ("Ben", "Cleo")])

    def shown() -> tuple[str, str, list[str]]:
        dialog = scene.page().dialog
        assert dialog is not None
        [code] = dialog.codes
        return code.address[-3:], code.words.split(".")[0], [each.does for each in code.buttons]

    scene.do(Press("phones"))
    assert shown() == ("Ben", "Phone 1 of 2: Ben", ["phone 2"])
    scene.do(Press("phone 3"))  # which is not offered
    scene.do(Press("phone 2"))
    assert shown() == ("leo", "Phone 2 of 2: Cleo", ["phone 1"])
    port.shows(phones=[PhoneCode("Ben", "http://192.0.2.7/#Ben")])
    assert shown()[0] == "Ben"


def test_host_gets_new_phone_codes_while_viewing_them() -> None:
    port, scene = at_my_turn()
    scene.do(Press("more"))
    assert "phones" not in does(scene.page())
    port.shows(phones=[PhoneCode("Ben", "http://192.0.2.7:4100/#one")])
    scene.do(Press("more"))
    assert "phones" in does(scene.page())
    scene.do(Press("phones"))
    port.shows(phones=[PhoneCode("Ben", "http://192.0.2.7:4100/#two")])  # the first was used
    dialog = scene.page().dialog
    assert dialog is not None
    assert [each.address for each in dialog.codes] == ["http://192.0.2.7:4100/#two"]
    assert dialog.codes[0].words.startswith("Phone: Ben.")
    scene.do(Press(CLOSE))
    assert scene.page().dialog is None


def test_log_is_filtered_by_player_hints_and_card() -> None:
    port = DealtTable(3, me=2)
    port.until_my_turn()
    scene = page_of(port)
    whole = scene.page()
    assert [button.words for button in whole.narrowings] == [
        "Everything",
        *("What you did", "What Ana did", "What Ben did"),
        *("Hints to you", "Hints to Ana", "Hints to Ben"),
    ]
    assert whole.narrows_to_card == "About the card you touched"
    scene.do(Press("log by 1"))
    page = scene.page()
    assert [button.does for button in page.narrowings if button.is_on] == ["log by 1"]
    assert len(page.log) == 1
    assert [line for line in whole.log if line.text.startswith("Ben ")] == list(page.log)
    scene.do(Press(f"log card {whole.sorts[0]}"))
    page = scene.page()
    assert page.narrowings[-1].words == "About your card 1"
    assert page.narrowings[-1].is_on
    scene.do(Press("log card 99"))
    assert scene.page().narrowings == page.narrowings
    scene.do(Press("log all"))
    assert scene.page().log == whole.log


def test_empty_filtered_log_is_reported() -> None:
    _port, scene = at_my_turn()
    scene.do(Press("log by 0"))
    assert [line.text for line in scene.page().log] == ["Nothing yet."]


def test_a_page_knows_what_players_wrote_that_runs_the_other_way() -> None:
    turning = "\u05d3\u05e0\u05d4"
    port = DealtTable(3, options={"talk": "free"}, names=("Ana", turning, "Chi"))
    port.until_my_turn()
    scene = page_of(port)
    port.remark_from(1, Text(f"{turning} 7"))
    scene.look()
    assert scene.page().quoted == (f"{turning} 7", turning)


def test_incompatible_program_is_reported_once_on_the_page() -> None:
    port, scene = at_my_turn()
    port.shows(missing={Seat(1): 1.0})
    port.shows(incompatible={Seat(1): PairingFailure.OTHER_PROTOCOL.reason(version=9, known=2)})
    assert words(scene.page()).count("uses another version of the protocol") == 1


def test_nobodys_turn_is_announced_once_a_table_has_ended() -> None:
    (phase,) = phases("hanabi-5-ended-badly").values()
    assert not phase.page.is_turn
    assert phase.page.title == words_shared.title(SCREENS["hanabi"].title)
