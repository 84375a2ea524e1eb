"""What one seat may see in Koi-Koi."""

from __future__ import annotations

from dataclasses import replace

from p2p_hanabi.games.koikoi.moves import Keep, Play
from p2p_hanabi.games.koikoi.outcome import ended
from p2p_hanabi.games.koikoi.state import RoundOver, Task, Why
from p2p_hanabi.games.koikoi.yaku import Yaku
from protocol.game import Card, Seat

from .table import KOIKOI, Table, begin, deal, drawing, face, lay, names

REST = "12.2 12.3"


def test_seat_sees_its_own_hand_and_only_the_backs_of_the_others() -> None:
    """3.3: hands are for their holders alone."""
    table = lay(["1.1 4.1", REST], "1.2 6.1")
    view = table.view(0)
    assert names(view.hand) == "1.1 4.1"
    assert view.other_hand == (table.card("12.2"), table.card("12.3"))
    assert face("12.2") not in table.known(0).values()


def test_cards_shown_at_the_deal_are_seen_by_the_other() -> None:
    """F7"""
    table = begin(drawing(), deal("1.1 2.1 3.1 4.1 5.1 6.1 7.1 8.1")).show("1.1 2.1 3.1 4.1").keep()
    assert sorted(names(table.view(1).other_shown).split()) == ["1.1", "2.1", "3.1", "4.1"]
    assert table.view(0).other_shown == ()


def test_a_view_shows_what_the_seat_to_act_has_to_do() -> None:
    """KK14, F7, F9, KK21"""
    table = begin(drawing(), deal("9.2 9.3 1.2 2.2 3.2 4.2 5.2 6.2", table="9.1 9.4 3.3"))
    assert (table.view(1).task, table.view(0).moves) == (Task.CHECK, (Keep(),))
    assert table.keep().keep().view(0).task is Task.PLAY
    placing = table.keep().keep().play("9.2").view(1)
    assert (placing.task, placing.actor, placing.moves) == (Task.TAKE, 0, ())
    assert placing.placing is not None
    assert names([placing.placing]) == "9.2"
    assert names(placing.matches(face("9.2"))) == "9.1 9.4"
    calling = lay(["9.2 4.1", REST], "9.1", pile="7.1", captured=("3.1", "")).play("9.2")
    assert calling.view(0).task is Task.CALL


def test_nobody_is_to_act_while_a_card_waits() -> None:
    table = lay(["1.1 4.1", REST], "1.2 6.1")
    card = table.card("1.1")
    waiting = KOIKOI.view(KOIKOI.apply(table.state, Play(card)), Seat(1), table.known(1))
    assert (waiting.waiting, waiting.actor, waiting.task, waiting.moves) == (card, None, None, ())


def test_before_the_draw_there_is_no_dealer() -> None:
    """KK7, KK9"""
    view = begin().view(1)
    assert (view.round, view.dealer, view.pile, view.hand) == (0, None, 0, ())
    assert begin(drawing(), deal()).view(1).dealer == 0


def test_yaku_what_they_count_and_what_is_missing() -> None:
    """KK23, KK24, KK33, KK35"""
    table = lay(["1.2 4.1", REST], "6.1", captured=("8.1 9.1 1.1", "3.2"), koi=(0, 1))
    view = table.view(1)
    assert [one.yaku for one in view.yaku[0]] == [Yaku.TSUKIMI]
    assert (view.totals, view.worth, view.koi) == ((5, 0), (10, 0), (0, 1))
    sanko = {one.yaku: one for one in view.progress[0]}[Yaku.SANKO]
    assert (sanko.lacking, sanko.wanted) == (1, (face("3.1"), face("12.1")))
    akatan = {one.yaku: one for one in view.progress[0]}[Yaku.AKATAN]
    assert not akatan.reachable


def test_captured_cards_are_listed_by_seat() -> None:
    """KK19"""
    view = lay(["1.2 4.1", REST], "6.1", captured=("8.1 9.1", "3.2")).view(1)
    assert [names(cards) for cards in view.captured] == ["8.1 9.1", "3.2"]
    assert (view.other, view.players) == (0, 2)
    assert view.piles[1] == 1 << face("3.2")


def test_how_the_last_round_ended_and_the_game() -> None:
    """KK5, KK6"""
    table = lay(["9.2 4.1", REST], "9.1", pile="7.1", captured=("3.1", ""), round_number=6)
    calling = table.play("9.2")
    assert (calling.view(1).is_round_over, calling.view(1).outcome) == (False, None)
    view = calling.shobu().view(1)
    over = view.log[-1]
    assert isinstance(over, RoundOver)
    assert (over.why, over.base) == (Why.SHOBU, 5)
    assert (view.outcome, view.rounds, view.scores) == (ended((5, 0)), 6, (5, 0))


def test_an_unknown_hand_is_not_shown() -> None:
    table: Table = lay(["1.1 4.1", REST], "1.2 6.1")
    assert KOIKOI.view(table.state, Seat(0), {}).hand == ()
    half = {table.card("4.1"): face("4.1")}
    assert names(KOIKOI.view(table.state, Seat(0), half).hand) == "4.1"
    assert replace(table.view(0)) == table.view(0)
    assert Card(0) in table.known(0)
