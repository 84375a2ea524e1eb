"""Each rank of the fireworks has a fixed column, and no slot looks like a rank."""

from __future__ import annotations

import re

import pytest

from p2p_hanabi.games.hanabi.ui.board import cells
from p2p_hanabi.games.hanabi.ui.board.columns import Rank, Standing, ranks_of, table
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.model.game.table_players import Players
from protocol.game import Seat
from tests.any_game import BOTS, RULES
from tests.builders import walk
from tests.games.hanabi.table import lay
from tests.lengths import sampled

HANDS = ("Y3 Y4", "W1 W3")


@sampled(1)
@pytest.mark.parametrize("columns", [31, 39, 60])
def test_a_rank_keeps_its_column_while_its_firework_grows(columns: int) -> None:
    places: dict[str, set[int]] = {}
    for step in walk(RULES["hanabi"], {"multicolour": True}, 5, 3, choose=BOTS["hanabi"]):
        view = RULES["hanabi"].view(step.state, Seat(0), step.known[0])
        title, *rows = (as_text(each) for each in table(view, Theme(), columns, titled=True).lines)
        assert max(map(len, (title, *rows))) <= columns
        for row in rows:
            come = row[4 : title.index("5") + 2]
            for rank in re.findall("[1-5]+", come):
                places.setdefault(rank[0], set()).add(come.index(rank))
                assert title.index(rank[0]) == 4 + come.index(rank)
    assert [len(at) for at in places.values()] == [1] * 5


def test_placed_lost_and_missing_cards_are_shown_by_rank() -> None:
    view = lay(HANDS, fireworks={"R": 1}, discard="R3 R3 R4 R2").view(0)
    assert list(ranks_of(view, 0)) == [
        Rank(1, Standing.DONE, 0, 0),
        Rank(2, Standing.TO_COME, 1, 1),
        Rank(3, Standing.LOST, 0, 2),
        Rank(4, Standing.LOST, 0, 1),
        Rank(5, Standing.LOST, 0, 0),
    ]
    row = as_text(table(view, Theme(is_ascii=False), 39, titled=False).lines[0])
    assert row.split() == ["R", "1", "███", "2!", "×", "×", "×", "2", "33", "4"]


def test_discards_without_room_show_at_least_the_ranks() -> None:
    view = lay(HANDS, discard="R1 R1 R1 R2 R3 R3").view(0)
    rows = [as_text(table(view, Theme(), wide, titled=False).lines[0]) for wide in (36, 32, 30, 28)]
    assert [row[22:].rstrip() for row in rows] == ["111 2  33", "111 2 33", "111233", "123~"]


def test_a_place_in_a_hand_is_in_brackets_in_the_moves() -> None:
    view = lay(HANDS, turn=0).hint(1, "W").view(0)
    players = Players(Seat(0), ("Ana", "Ben"))
    assert as_text(cells.moves(view, players)[-1]) == "1. You tell Ben W: [1] [2]"
    assert as_text(cells.moves(view, players, is_narrow=True)[-1]) == "1. You tell Ben W: [12]"
