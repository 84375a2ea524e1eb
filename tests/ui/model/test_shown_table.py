"""What can be done at a table, what is asked first, and why something is refused, on any screen."""

from __future__ import annotations

from typing import Any

import pytest

from p2p_hanabi.gathering import PhoneCode
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.game.log_filter import By, Everything, LogFilter, To
from p2p_hanabi.ui.model.game.places import HeldCard
from p2p_hanabi.ui.model.replies import Asks, Explains, Opens, Talks
from p2p_hanabi.ui.model.table.shown_table import ShownTable
from p2p_hanabi.ui.model.table.table_actions import (
    Arrange,
    AtTable,
    Gone,
    MakeMove,
    OpensLog,
    OpensPhones,
    Previews,
    ReadLog,
    Say,
    TableAction,
    Write,
)
from p2p_hanabi.ui.model.talk.notes import NOTE_LENGTH, Note
from p2p_hanabi.ui.words.sentences_questions import Question
from protocol.errors import NotNow
from protocol.game import Card, Seat
from protocol.peer.remarks import Order, Phrase
from protocol.reasons import NotPossible
from tests.any_game import BOTS, RULES, SCREENS, AnyPort
from tests.ui.table.playing import until
from tests.ui.table.ports import DealtTable, remarks_of
from tests.ui.table.test_absence import Waiting

ALWAYS = [TableAction.RULES, TableAction.LEAVE, TableAction.ABANDON]


def offered(port: AnyPort) -> list[TableAction]:
    return list(ShownTable(port).offered())


def at_my_turn(**options: Any) -> DealtTable:
    port = DealtTable(3, options=options)
    port.until_my_turn()
    return port


def refusal(port: AnyPort, action: AtTable[Any]) -> str:
    """Why nothing is done."""
    match ShownTable(port).do(action):
        case Explains([line]):
            return as_text(line)
    raise AssertionError(action)


def asked(port: AnyPort, action: AtTable[Any]) -> str:
    match ShownTable(port).do(action):
        case Asks(_, sentence):
            return sentence
    raise AssertionError(action)


# what is offered


def test_words_rules_and_leaving_are_offered_before_the_deal() -> None:
    assert offered(DealtTable(3)) == [TableAction.WORDS, *ALWAYS]


def test_words_are_offered_only_beside_another_machine() -> None:
    port = DealtTable(3)
    port.shows(machines=(Seat(0),) * 3)
    assert offered(port) == ALWAYS


def test_log_hint_and_notes_are_offered_once_there_are_any() -> None:
    first, reads = at_my_turn(), (TableAction.EXPLAIN, TableAction.LOG)
    assert TableAction.NOTES in offered(first)
    assert not {*reads} & {*offered(first)}
    assert {*reads} <= {*offered(until(DealtTable(3), lambda view: len(view.log) > 5))}
    ikebana = until(DealtTable(3, game="ikebana"), lambda view: len(view.log) > 5)
    assert not {TableAction.EXPLAIN, TableAction.NOTES} & {*offered(ikebana)}


@pytest.mark.parametrize("talk", ["phrases", "free"])
def test_talk_is_offered_where_the_table_allows_it(talk: str) -> None:
    assert {TableAction.TALK, TableAction.SAID} <= {*offered(at_my_turn(talk=talk))}
    assert not {TableAction.TALK, TableAction.SAID} & {*offered(at_my_turn())}


def test_codes_for_phones_are_offered_to_whoever_has_phones() -> None:
    port = at_my_turn()
    assert refusal(port, TableAction.PHONES) == "No phone has a seat on this computer."
    port.shows(phones=[PhoneCode("Ben", "http://192.0.2.7:4100/#one")])
    assert TableAction.PHONES in offered(port)
    assert ShownTable(port).do(TableAction.PHONES) == OpensPhones(port.now.phones)


def test_gone_and_stop_are_offered_after_a_long_absence() -> None:
    of_all = [TableAction.GONE, TableAction.STOP]
    port = Waiting()
    assert offered(port)[-3:] == [*of_all, TableAction.ABANDON]
    port.shows(missing={Seat(2): 29.0})
    assert not {*of_all} & {*offered(port)}
    assert TableAction.STOP in offered(Waiting(has_escrow=False))
    assert TableAction.GONE not in offered(Waiting(has_escrow=False))
    agreed = Waiting(stopped_by=(Seat(1),))
    agreed.shows(missing={})
    assert offered(agreed)[-2:] == [TableAction.STOP, TableAction.ABANDON]


def test_after_the_end_one_can_only_read_talk_and_write_notes() -> None:
    port = at_my_turn()
    port.withdrawn = True
    read = {TableAction.TALK, TableAction.SAID, TableAction.NOTES, TableAction.RULES}
    assert {*offered(port)} == read
    own = port.view().hand[0].card
    note = Write(Note(HeldCard(own, Seat(0), 0), "one"))
    more: tuple[AtTable[Any], ...] = (Gone(Seat(1)), Arrange(Order((own,))))
    for action in (*ALWAYS[1:], TableAction.STOP, *more):
        assert refusal(port, action) == "The game has ended."
    ShownTable(port).do(note)
    assert port.now.notes == {own: "one"}


# what is asked first, and done


def test_nothing_final_is_done_before_it_is_confirmed() -> None:
    port = Waiting()
    table = ShownTable(port)
    for action in (TableAction.GONE, TableAction.STOP, TableAction.ABANDON, TableAction.LEAVE):
        assert isinstance(table.do(action), Asks)
    assert (port.called_gone, port.has_stopped, port.withdrawn) == (None, False, False)
    for question in (Question.GONE, Question.STOP, Question.ABANDON):
        assert table.confirm(question) is None
    assert (port.called_gone, port.has_stopped, port.withdrawn) == (2, True, True)


def test_the_player_declared_gone_is_the_one_who_was_asked_about() -> None:
    port = Waiting()
    table = ShownTable(port)
    assert asked(port, TableAction.GONE).startswith("Say that Chi is gone for good?")
    table.do(TableAction.GONE)
    port.shows(missing={Seat(1): 40.0})
    table.confirm(Question.GONE)
    assert port.called_gone == 2


@pytest.mark.parametrize(
    ("facts", "action", "why"),
    [
        ({"has_escrow": False}, Gone(Seat(2)), "This table cannot go on without a player: that"),
        ({"has_escrow": False}, TableAction.GONE, "This table cannot go on without a player: that"),
        ({}, Gone(Seat(1)), "That player is still connected"),
        ({"left": (Seat(2),)}, Gone(Seat(2)), "That player has left for good: the game goes on"),
        ({"waiting_for": (Seat(1),)}, Gone(Seat(2)), "The game is not waiting for that player"),
        ({"waiting_for": (Seat(1),)}, TableAction.GONE, "Nobody is missing."),
    ],
)
def test_impossible_declaration_is_refused_without_a_question(
    facts: dict[str, Any], action: AtTable[Any], why: str
) -> None:
    assert refusal(Waiting(**facts), action).startswith(why)


@pytest.mark.parametrize("question", [Question.GONE, Question.STOP])
@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        (NotPossible.NO_ESCROW, "This table cannot go on without a player"),
        (NotPossible.NEVER_MET, "This computer never had a direct connection"),
        (NotPossible.LINKED, "That player is still connected"),
        (NotPossible.NOT_AWAITED, "The game is not waiting for that player now."),
        (NotPossible.OTHERS_MISSING, "All the other players have to be here"),
        (NotPossible.ALREADY_SAID, "You have already said so."),
        (NotPossible.ENDED, "The game has ended."),
        (NotPossible.GONE, "The others play on without you"),
    ],
)
def test_why_the_table_refuses_is_one_sentence(
    question: Question, why: NotPossible, sentence: str
) -> None:
    table = ShownTable(Waiting(why))
    table.do(TableAction.GONE)
    refused = table.confirm(question)
    assert refused is not None
    [line] = refused.lines
    assert as_text(line).startswith(sentence)


def test_stop_with_nobody_reachable_is_shown_as_leaving() -> None:
    port = Waiting(has_escrow=False)
    port.shows(missing={Seat(1): 9.0, Seat(2): 40.0})
    alone = asked(port, TableAction.STOP)
    assert "Nobody else is here, so this counts as leaving: the game ends for everybody" in alone
    left = asked(Waiting(left=(Seat(1),)), TableAction.STOP)
    assert "Nobody else is here" in left
    assert "play on without you" in left


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"has_escrow": False}, "End the game for everybody? They are told"),
        ({}, "Leave the game for good? The others are told that it was you, and play on"),
        ({"gone": Seat(0)}, "Leave the game for good? The others"),
        ({"gone": Seat(1)}, "Leave the game for good? The others"),
        ({"gone": Seat(2)}, "Leave the game for good? Chi is already gone: without you"),
    ],
)
def test_leaving_for_good_is_explained_in_its_question(
    facts: dict[str, Any], sentence: str
) -> None:
    assert asked(Waiting(**facts), TableAction.ABANDON).startswith(sentence)


# moves


def test_legal_move_is_previewed_before_it_is_made() -> None:
    port = at_my_turn()
    table, view = ShownTable(port), port.view()
    match table.do(MakeMove(view.moves[0])):
        case Previews(move, sentence, asks):
            assert (move, asks) == (view.moves[0], True)
            assert sentence == table.screen.preview(move, view, table.players)
        case reply:
            raise AssertionError(reply)
    assert port.view() is view
    assert table.play(move) is None
    assert port.view() is not view


@pytest.mark.parametrize("game", sorted(SCREENS))
def test_no_move_before_the_deal_in_the_past_or_after_the_end(game: str) -> None:
    port = DealtTable(RULES[game].seats[0], game=game)
    move = until(port.twin(), lambda _view: True).view().moves[0]
    assert refusal(port, MakeMove(move)).startswith("The cards are not dealt yet")
    table = ShownTable(until(port, lambda view: len(view.log) > 3))
    table.past.go(-1)
    assert table.why_no_move() == ("Nothing can be played while you look back.")
    table.past.go(1)
    assert table.why_no_move() is None
    port.withdrawn = True
    assert table.why_no_move() == "The game has ended."


def test_move_out_of_turn_names_the_player_to_move() -> None:
    port = Waiting()
    move = until(DealtTable(3), lambda _view: True).view().moves[0]
    assert refusal(port, MakeMove(move)) == "It is not your turn: Chi is to move."


def test_result_of_a_round_is_closed_before_the_next_move() -> None:
    port = DealtTable(2, game="koikoi", seed=3)
    table = ShownTable(port)
    table.look()
    while not table.look().has_result:
        port.until_my_turn()
        port.play(BOTS["koikoi"](port.view()))
    port.until_my_turn()
    assert table.why_no_move() == "First close the result of the round."
    table.rounds.close()
    assert table.why_no_move() is None


# news


def test_player_is_called_once_a_turn_and_at_the_end() -> None:
    port = at_my_turn()
    table = ShownTable(port)
    assert [table.look().calls, table.look().calls] == [True, False]
    port.play(port.view().moves[0])
    assert not table.look().calls
    port.until_my_turn()
    assert [table.look().calls, table.look().calls] == [True, False]
    port.withdrawn = True
    assert [table.look().calls, table.look().calls] == [True, False]


def test_remarks_and_late_refusals_are_reported_once() -> None:
    port = at_my_turn(talk="phrases")
    port.remark_from(1, Phrase(2))
    table = ShownTable(port)
    table.look()
    port.remark_from(1, Phrase(3))
    port.refused.append(NotNow(NotPossible.ALREADY_SAID))
    news = table.look()
    assert news.remarks == ("Ben says: Take your time.",)
    assert [as_text(line) for line in news.refused] == ["You have already said so."]
    again = table.look()
    assert (again.remarks, again.refused) == ((), ())


def test_new_table_shows_its_words_until_the_player_acts() -> None:
    port = DealtTable(3)
    table = ShownTable(port)
    table.look()
    port.until_my_turn()
    assert table.greeting()
    table.act()
    assert not table.greeting()
    resumed = ShownTable(until(DealtTable(3), lambda view: len(view.log) > 3))
    resumed.look()
    assert not resumed.greeting()


# talk, notes, the order of one's hand


def test_typed_words_are_a_phrase_or_a_text_or_refused() -> None:
    port = at_my_turn(talk="phrases")
    table = ShownTable(port)
    assert table.do(TableAction.TALK) == Talks()
    assert table.do(Say("3")) is None
    assert remarks_of(port) == [Phrase(2)]
    assert refusal(port, Say("99")) == "There is no phrase with that number."
    assert refusal(at_my_turn(), TableAction.TALK).startswith("This table plays without talk.")


def test_a_note_is_one_line_of_printable_characters() -> None:
    port = at_my_turn()
    own = port.view().hand[2].card
    table = ShownTable(port)
    table.do(Write(Note(HeldCard(own, Seat(0), 2), " a\x1b[2Jone \n" + "x" * 100)))
    [note] = port.now.notes.values()
    assert len(note) == NOTE_LENGTH
    assert note.isprintable()
    table.do(Write(Note(HeldCard(own, Seat(0), 2), "")))
    match table.do(TableAction.NOTES):
        case Opens(_, [line]):
            assert as_text(line).startswith("You have no notes")


def test_a_hand_is_put_in_order() -> None:
    port = at_my_turn()
    order = Order(tuple(Card(info.card) for info in reversed(port.view().hand)))
    assert ShownTable(port).do(Arrange(order)) is None
    assert remarks_of(port) == [order]


def test_hand_can_be_sorted_only_now_and_where_it_is_hidden() -> None:
    port = until(DealtTable(3), lambda view: len(view.log) > 3)
    table, hand = ShownTable(port), tuple(info.card for info in port.view().hand)
    assert table.sortable() == hand
    table.past.go(-1)
    assert table.sortable() == ()
    assert isinstance(table.do(Arrange(Order(hand))), Explains)
    assert remarks_of(port) == []
    assert ShownTable(until(DealtTable(3, game="ikebana"), lambda _view: True)).sortable() == ()
    assert ShownTable(DealtTable(3)).sortable() == ()


# pages


def test_pages_are_about_the_moment_shown() -> None:
    port = until(DealtTable(3), lambda view: len(view.log) > 5)
    table = ShownTable(port)
    assert table.do(TableAction.LOG) == OpensLog()
    now = table.do(TableAction.EXPLAIN)
    table.past.go(-100)
    then = table.do(TableAction.EXPLAIN)
    assert isinstance(then, Opens)
    assert as_text(then.lines[0]) == "No hint has been given yet."
    assert now != then


def test_log_is_filtered_by_players_and_cards_that_get_hints() -> None:
    hanabi, ikebana = ShownTable(at_my_turn()), ShownTable(DealtTable(3, game="ikebana"))
    seats = [Seat(seat) for seat in range(3)]
    of_all: list[LogFilter] = [Everything(), *map(By, seats)]
    filters = hanabi.log_filters()
    assert filters[:7] == [*of_all, *map(To, seats)]
    assert len(filters) == 7 + 3 * 5
    assert ikebana.log_filters() == of_all
    for wanted in filters:
        assert isinstance(hanabi.do(ReadLog(wanted)), Opens)


def test_hints_are_no_part_of_the_log_where_nobody_gives_any() -> None:
    port = until(DealtTable(3, game="ikebana"), lambda _view: True)
    every = "In this game all players see the cards they hold."
    assert refusal(port, ReadLog(To(Seat(1)))) == every
    assert refusal(DealtTable(3), ReadLog(Everything())) == "The cards are not dealt yet."
