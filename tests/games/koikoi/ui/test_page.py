"""Koi-Koi on the page of a seat: where things are, and the moves offered on touching a card."""

from __future__ import annotations

from p2p_hanabi.games.koikoi.moves import Move, Play
from p2p_hanabi.games.koikoi.ui.page import PAGE
from p2p_hanabi.ui.model.game.areas import Area
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


def test_only_a_few_of_many_near_yaku_are_named() -> None:
    table = lay(["4.1", REST], "6.1", captured=("1.1 3.1 8.1 9.1", ""))
    taken = next(area for area in areas(table, 0) if area.key == "taken 1")
    lacking = [line.text for line in taken.lines if " needs " in line.text]
    assert len(lacking) == 3
