"""The last turns of two Hanabi bots: how they place the cards they still hold."""

from __future__ import annotations

from typing import Any

from p2p_hanabi.games.hanabi.bot.explained import decide
from p2p_hanabi.games.hanabi.bot.mind import mind_of
from p2p_hanabi.games.hanabi.bot.player import choose, usual_move
from p2p_hanabi.games.hanabi.moves import HintColour, HintRank, Move, Play
from p2p_hanabi.games.hanabi.whys import HanabiWhy
from protocol.game import Card
from tests.games.hanabi.table import Table, lay

HEIGHTS = {"R": 4, "Y": 3, "G": 5, "B": 5, "W": 5}
HANDS = ["Y4 W1 W2 B1 B2", "B1 Y5 G1 G2 R5"]


def hinted_table(deck: str, **more: Any) -> Table:
    """The first player has been told to play its Y4, the other does not know its R5."""
    return lay(HANDS, fireworks=HEIGHTS, deck=deck, turn=1, blue=3, **more).hint(0, "Y")


def chosen(table: Table) -> Move:
    return choose(table.view(table.state.seat))


def test_with_one_card_in_the_pile_it_hints_before_it_plays() -> None:
    move = chosen(hinted_table("R1"))
    assert isinstance(move, HintColour | HintRank)
    assert Card(9) in move.touched


def test_the_reason_is_that_it_has_tried_out_the_last_turns() -> None:
    decision = decide(hinted_table("R1").view(0))
    assert decision.why == HanabiWhy.PLAYED_OUT.reason()
    assert decision.move == chosen(hinted_table("R1"))


def test_with_more_cards_in_the_pile_it_plays_first() -> None:
    assert chosen(hinted_table("R1 R1 R2 R2 G1 G1 B1 B1")) == Play(Card(0))


def test_follows_the_conventions_with_more_than_two_players() -> None:
    hands = [*HANDS, "G3 G4 W3 W4 B3"]
    table = lay(hands, fireworks=HEIGHTS, deck="R1", turn=1, blue=3).hint(0, "Y").hint(0, 1)
    view = table.view(0)
    assert choose(view) == usual_move(mind_of(view)) == Play(Card(0))


def test_follows_the_conventions_in_the_finale() -> None:
    assert chosen(hinted_table("R1", options={"finale": True})) == Play(Card(0))


def test_its_beliefs_may_be_impossible() -> None:
    """Both touched cards would have to be the only R5, which is impossible."""
    table = lay(["R1 R2 W1", "B1 G1 W1"], fireworks=HEIGHTS, deck="B1 G1", turn=1).hint(0, "R")
    view = table.view(0)
    assert choose(view) == usual_move(mind_of(view)) == Play(Card(0))


def test_follows_the_conventions_where_the_first_mistake_loses() -> None:
    assert chosen(hinted_table("R1", options={"red": 1})) == Play(Card(0))
