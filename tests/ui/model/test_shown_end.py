"""The end of a table as a model: who is there, what is offered and why not, and what follows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.gathering import Company, PhoneCode
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.end.ended_table import EndedTable
from p2p_hanabi.ui.model.end.shown_end import (
    NOT_DEALT,
    NOT_PLAYED_OUT,
    NOT_SAVED,
    NOT_TOGETHER,
    EndedAction,
    ShownEnd,
    Wish,
    meanwhile,
    why_not_again,
)
from p2p_hanabi.ui.model.replies import Asks, Explains
from p2p_hanabi.ui.model.table.followed_table import FollowedTable
from p2p_hanabi.ui.model.table.table_actions import TableAction
from p2p_hanabi.ui.words.sentences_questions import Question
from protocol.game import Seat
from protocol.peer.status import Ending, EndingKind

from ..table.ports import DealtTable
from .ended import SAVED, gone, lost, wants

ANA, BEN, CHI = Seat(0), Seat(1), Seat(2)


def end_of(port: DealtTable, kept: EndedTable = SAVED) -> ShownEnd[Any, Any]:
    end: ShownEnd[Any, Any] = ShownEnd(port)
    end.come(kept)
    end.look()
    return end


def company(end: ShownEnd[Any, Any]) -> list[str]:
    return [as_text(line) for line in end.company()]


def refused(end: ShownEnd[Any, Any], action: EndedAction | Wish) -> str:
    reply = end.do(action)
    assert isinstance(reply, Explains)
    return as_text(reply.lines[-1])


# -- what is offered


def test_a_saved_game_offers_all() -> None:
    assert end_of(lost()).offered() == (
        EndedAction.AGAIN,
        Wish.REPLAY,
        Wish.TOGETHER,
        Wish.STATISTICS,
        Wish.PAGE,
        Wish.HISTORY,
        Wish.WHAT_IF,
        Wish.DEAL,
        EndedAction.CLOSE,
    )


def test_the_log_is_offered_at_the_end_only_beside_the_board() -> None:
    table: FollowedTable[Any, Any] = FollowedTable(lost())
    table.come_to_end(SAVED)
    beside, alone = (table.offered_at_end(has_board=each) for each in (True, False))
    assert {*beside} - {*alone} == {TableAction.LOG}
    assert TableAction.RULES in alone
    assert {TableAction.LEAVE, TableAction.STOP}.isdisjoint(beside)


def test_short_text_of_the_end_is_not_repeated_at_length() -> None:
    text = end_of(lost()).text()
    short = text.in_short()
    assert short in text.result
    assert short not in text.at_length()
    assert len(text.at_length()) == len(text.lines()) - 1


@pytest.mark.parametrize("action", [EndedAction.AGAIN, *Wish])
def test_nothing_leads_on_before_the_transcript_is_written(action: EndedAction | Wish) -> None:
    end = end_of(lost(), EndedTable())
    assert end.offered() == (EndedAction.CLOSE,)
    assert refused(end, action) == NOT_SAVED
    assert end.wish is None


@pytest.mark.parametrize("how", EndingKind)
def test_only_those_who_ended_a_game_together_can_play_again(how: EndingKind) -> None:
    why = why_not_again(Ending(how), has_begun=True, transcript=SAVED.transcript)
    together = how in (EndingKind.CLOSED, EndingKind.AGREED)
    assert why == (None if together else NOT_TOGETHER)


def test_a_game_that_was_never_dealt_has_no_next_one() -> None:
    agreed = Ending(EndingKind.AGREED)
    assert why_not_again(agreed, has_begun=False, transcript=SAVED.transcript) == NOT_DEALT


def test_a_table_that_ended_badly_has_its_replay_too() -> None:
    port = DealtTable(3)
    port.until_my_turn()
    port.withdraw()
    end = end_of(port)
    alone = [wish for wish in Wish if wish not in (Wish.TOGETHER, Wish.DEAL)]
    assert end.offered() == (*alone, EndedAction.CLOSE)
    assert refused(end, Wish.DEAL) == NOT_PLAYED_OUT
    assert refused(end, EndedAction.AGAIN) == NOT_TOGETHER
    assert "ended a game together" in refused(end, Wish.TOGETHER)


def test_nobody_looks_at_a_game_together_alone() -> None:
    port = lost()
    port.shows(company=Company())
    assert refused(end_of(port), Wish.TOGETHER) == "Nobody else is here any more."


# -- what follows


@pytest.mark.parametrize("wish", Wish)
def test_a_wish_is_taken_once(wish: Wish) -> None:
    end = end_of(lost())
    assert end.do(wish) is None
    assert end.is_over
    assert end.take_wish() is wish
    assert end.take_wish() is None
    assert not end.is_over


@pytest.mark.parametrize("wish", Wish)
def test_long_work_is_announced(wish: Wish) -> None:
    takes_long = wish is not Wish.HISTORY
    assert all(bool(meanwhile(wish, goes_on=goes_on)) is takes_long for goes_on in (True, False))


def test_closing_must_be_confirmed() -> None:
    end = end_of(lost())
    assert end.do(EndedAction.CLOSE) == Asks(Question.CLOSE, "Close the table? The game is saved.")
    assert not end.is_over
    end.confirm(Question.CLOSE)
    assert end.is_closed
    assert not end.plays_again


def test_the_host_plays_again_at_once() -> None:
    port = lost()
    end = end_of(port)
    assert end.do(EndedAction.AGAIN) == Asks(Question.AGAIN, "Play again with the same players?")
    assert not port.now.company.again
    end.confirm(Question.AGAIN)
    end.look()
    assert end.plays_again


def test_a_guest_waits_for_the_host_to_open_the_next_table() -> None:
    port = lost(me=1)
    end = end_of(port)
    assert end.awaited == ""
    end.confirm(Question.AGAIN)
    waits = "Ana opens the next table, but has not done so yet."
    assert end.awaited == waits
    assert end.look() == ["You would like to play again."]
    assert company(end)[-2:] == ["You would like to play again.", waits]
    assert EndedAction.AGAIN not in end.offered()
    assert refused(end, EndedAction.AGAIN) == waits
    assert not end.is_over
    wants(port, ANA)
    end.look()
    assert end.plays_again


def test_closing_while_waiting_for_the_host_gives_up_the_rematch() -> None:
    end = end_of(lost(me=1))
    end.confirm(Question.AGAIN)
    end.look()
    end.confirm(Question.CLOSE)
    end.look()
    assert end.is_over
    assert not end.plays_again


@pytest.mark.parametrize("asked_first", [True, False])
def test_a_host_who_has_left_is_not_waited_for_here(asked_first: bool) -> None:
    port = lost(me=1)
    end = end_of(port)
    if asked_first:
        end.confirm(Question.AGAIN)
    gone(port, ANA)
    end.look()
    assert end.plays_again is asked_first
    end.confirm(Question.AGAIN)
    end.look()
    assert end.plays_again


# -- who is there


def test_departures_and_rematch_wishes_are_reported() -> None:
    port = lost()
    end = end_of(port)
    assert company(end) == ["Ben and Chi are still here."]
    gone(port, CHI)
    wants(port, BEN)
    assert end.look() == ["Chi has left the table.", "Ben would like to play again."]
    assert company(end) == ["Ben is still here.", "Ben would like to play again."]
    assert not end.is_over


def test_departure_of_a_bot_is_not_announced() -> None:
    port = lost()
    port.shows(machines=(ANA, BEN, ANA))
    end = end_of(port)
    assert company(end) == ["Ben is still here."]
    gone(port, CHI)
    assert end.look() == []


def test_table_of_bots_does_not_mention_present_players() -> None:
    port = lost()
    port.shows(machines=(ANA, ANA, ANA))
    port.shows(company=Company())
    assert company(end_of(port)) == []


def test_phone_of_the_host_is_announced_once_it_would_play_again() -> None:
    port = lost(me=1)
    port.shows(machines=(ANA, BEN, ANA))
    end = end_of(port)
    assert company(end) == ["Ana is still here."]
    wants(port, CHI)
    assert end.look() == ["Chi would like to play again."]
    assert company(end) == ["Ana and Chi are still here.", "Chi would like to play again."]
    gone(port, CHI)
    assert end.look() == ["Chi has left the table."]


def test_phone_of_another_machine_is_named_once_it_stays() -> None:
    port = lost(me=1)
    port.shows(machines=(ANA, BEN, ANA))
    end = end_of(port)
    port.shows(company=replace(port.now.company, stays=frozenset({ANA, CHI})))
    assert end.look() == ["Chi is still here."]
    assert company(end) == ["Ana and Chi are still here."]
    assert end.look() == []
    gone(port, CHI)
    assert end.look() == ["Chi has left the table."]


def test_host_knows_at_once_whose_phone_is_still_here() -> None:
    port = lost()
    port.shows(machines=(ANA, BEN, ANA), phones=(PhoneCode("Chi", "http://192.0.2.1/"),))
    end = end_of(port)
    assert company(end) == ["Ben and Chi are still here."]
    port.shows(stepped_out={CHI})
    assert company(end) == ["Ben is still here."]


@pytest.mark.parametrize("me", [ANA, BEN])
def test_a_phone_shows_which_computer_keeps_the_game(me: Seat) -> None:
    port = lost(me=me)
    port.shows(machines=(ANA, ANA, CHI))
    kept = replace(SAVED, evidence=Path("evidence.p2ph"), is_on_phone=lambda: True)
    said = [as_text(line) for line in end_of(port, kept).lines()]
    owner = "" if me == ANA else " and that of Ana"
    assert (
        f"The game is kept on the computer that runs your seat{owner}; see it again there." in said
    )
    assert not any(".p2ph" in each for each in said)
