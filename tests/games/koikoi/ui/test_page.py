"""Koi-Koi on the page of a seat: where things are, and the moves offered on touching a card."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from p2p_hanabi.games.koikoi.moves import Move, Play
from p2p_hanabi.games.koikoi.ui.page import PAGE
from p2p_hanabi.ui.model.game.areas import Area, Front
from p2p_hanabi.ui.model.game.game_page import Looking, MoveOffer
from p2p_hanabi.ui.model.game.table_players import Players
from protocol.game import Seat
from tests.games.koikoi.table import Table, begin, deal, drawing, lay

ANA = Players(Seat(0), ("Ana", "Ben"))
REST = "12.2 12.3"
TESHI = "3.1 3.2 3.3 3.4"


def areas(table: Table, seat: int) -> list[Area]:
    players = Players(Seat(seat), ("Ana", "Ben"))
    return list(PAGE.areas(table.view(seat), players, Looking()))


def offers(table: Table) -> dict[str, MoveOffer[Move]]:
    return {each.words: each for each in PAGE.offers(table.view(0), ANA)}


def test_four_of_a_month_are_declared_by_touching_any_of_them() -> None:
    table = begin(drawing(), deal(TESHI, table="5.1 6.1"), deal())
    found = offers(table)
    assert set(found) == {"Declare", "Declare nothing"}
    assert found["Declare"].cards == tuple(sorted(table.card(each) for each in TESHI.split()))
    assert found["Declare nothing"].cards == ()


def test_of_two_cards_that_match_each_is_taken_by_touching_it() -> None:
    table = lay(["1.1 4.1", REST], "1.2 1.3 6.1", pile="7.1").play("1.1")
    lying = next(area for area in areas(table, 0) if area.key == "table")
    marked = [card.card for card in lying.cards if card.mark]
    assert marked == [table.card("1.1")]
    takes = PAGE.offers(table.view(0), ANA)
    assert [each.cards for each in takes] == [(table.card("1.2"),), (table.card("1.3"),)]


def test_a_card_of_the_hand_names_and_marks_what_it_takes() -> None:
    table = lay(["1.1 4.1", REST], "1.2 6.1", pile="6.2")
    own = areas(table, 0)[-1]
    assert [card.about for card in own.cards] == ["+ poem ribbon", ""]
    play = PAGE.offers(table.view(0), ANA)[0]
    assert (play.move, play.marks) == (
        Play(table.card("1.1")),
        (table.card("1.1"), table.card("1.2")),
    )


def goals(captured: str, other: str = "") -> dict[str, tuple[object, ...]]:
    table = lay(["4.1", REST], "6.1", captured=(captured, other))
    taken = next(area for area in areas(table, 0) if area.key == "taken 1")
    return {
        each.name: (each.count, names(each.has), names(each.wanted), each.places)
        for each in taken.goals
    }


def names(fronts: Iterable[Front]) -> list[str]:
    return [front.name for front in fronts]


def test_a_near_yaku_shows_the_cards_it_has_and_those_it_lacks() -> None:
    cup, curtain = "chrysanthemum sake cup", "cherry curtain"
    assert goals("3.1")["hanami"] == ("1/2", [curtain], [cup], 0)


def test_a_near_yaku_that_many_cards_complete_shows_places() -> None:
    count, has, wanted, places = goals("1.2 2.2 5.2 6.2")["tan"]
    assert (count, wanted, places) == ("4/5", [], 1)
    assert len(cast("list[str]", has)) == 4


def test_a_yaku_of_which_a_player_has_nothing_is_not_drawn() -> None:
    assert "hanami" not in goals("1.1")


def test_points_of_yaku_stand_beside_the_catch() -> None:
    table = lay(["4.1", REST], "6.1", captured=("3.1 9.1", ""))
    taken = next(area for area in areas(table, 0) if area.key == "taken 1")
    assert [(each.label, each.value) for each in taken.figures] == [("hanami", "5"), ("shobu", "5")]
    assert all(each.words for each in taken.figures)
