"""Hanabi on the page of a seat: what its cards show, and the moves offered on touching them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from p2p_hanabi.games.hanabi.moves import Discard, Play
from p2p_hanabi.games.hanabi.outcome import EndReason
from p2p_hanabi.games.hanabi.ui.order import HanabiHands
from p2p_hanabi.games.hanabi.ui.page import PAGE
from p2p_hanabi.games.hanabi.view import HanabiView
from p2p_hanabi.seam.outcomes import Outcome
from p2p_hanabi.ui.model.game.areas import Area
from p2p_hanabi.ui.model.game.game_page import Looking
from p2p_hanabi.ui.model.game.table_players import Players
from protocol.game import Card, Seat
from protocol.peer.remarks import Arrangement
from tests.fakes import NAMES
from tests.games.hanabi.table import lay

HANDS = ("R1 R2 R3 R4 R5", "Y1 Y1 Y3 Y4 W5")


def shown(view: HanabiView, level: int = 0) -> Sequence[Area]:
    looking = Looking(level, {Card(0): "a five?"})
    return PAGE.areas(view, Players(view.seat, NAMES[: view.players]), looking)


def about(area: Area) -> list[str]:
    return [card.about for card in area.cards]


def found(view: HanabiView, card: Card) -> list[str]:
    offers = PAGE.offers(view, Players(view.seat, NAMES[: view.players]))
    return [offer.words for offer in offers if card in offer.cards]


def test_each_level_of_knowledge_shows_more_about_a_hand() -> None:
    table = lay(HANDS).hint(1, "Y")
    own = [about(shown(table.view(1), level)[-1]) for level in range(3)]
    assert own[0] == ["told yellow"] * 4 + [""]
    assert own[1] == ["Y", "Y", "Y", "Y", "RGBW"]
    assert own[2] == ["Y", "Y", "Y", "Y", "RGBW not R5"]
    assert [card.front for card in shown(table.view(1))[-1].cards] == [None] * 5


def test_the_last_hint_and_ones_own_notes_are_on_the_cards() -> None:
    table = lay(HANDS).hint(1, 1)
    other, own = shown(table.view(0))[1], shown(table.view(0))[-1]
    assert [bool(card.mark) for card in other.cards] == [True, True, False, False, False]
    assert [card.note for card in own.cards] == ["a five?", "", "", "", ""]


def test_oldest_and_newest_cards_are_marked_once_if_sorted_too() -> None:
    view = lay(HANDS).view(0)
    assert about(shown(view)[1]) == ["fits now, oldest", "fits now", "", "", "last copy, newest"]
    assert about(shown(view)[-1]) == [""] * 5
    order = Arrangement(0, Seat(0), tuple(map(Card, (4, 0, 1, 2, 3))))
    put = HanabiHands().arranged(view, [order])
    assert about(shown(put)[-1]) == ["newest", "oldest", "", "", ""]


def test_touching_a_card_offers_the_moves_with_it() -> None:
    view = lay(HANDS, blue=5).view(0)
    assert found(view, Card(2)) == ["Play card 3", "Discard card 3"]
    assert found(view, Card(5)) == ["Hint yellow", "Hint 1"]
    assert found(view, Card(9)) == ["Hint white", "Hint 5"]
    marks = {
        offer.words: offer.marks
        for offer in PAGE.offers(view, Players(Seat(0), NAMES[:2]))
        if not isinstance(offer.move, Play | Discard)
    }
    assert marks["Hint yellow"] == tuple(map(Card, (5, 6, 7, 8)))


def test_an_empty_hint_is_offered_for_the_whole_hand() -> None:
    view = lay(HANDS, options={"empty hints": True}).view(0)
    assert "Hint green: none" in found(view, Card(5))
    assert "Hint 2: none" in found(view, Card(9))


def test_a_colour_can_be_announced() -> None:
    view = lay(HANDS, options={"multicolour": True, "announce": True}).view(0)
    assert "Play, announce multicolour" in found(view, Card(0))


def test_a_lost_game_shows_zero_points_as_its_result_does() -> None:
    view = lay(HANDS).play(0).view(0)
    assert [each.value for each in shown(view)[0].figures][:1] == ["1 / 25"]
    lost = replace(view, outcome=Outcome(EndReason.THIRD_RED_TOKEN, 0))
    assert [each.value for each in shown(lost)[0].figures][:1] == ["0 / 25"]
