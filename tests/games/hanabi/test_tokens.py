"""The tokens after each move: one place counts them, for the rules, the story and the bots."""

from __future__ import annotations

import pytest

from p2p_hanabi.games.common.firework_cards import face_of
from p2p_hanabi.games.hanabi.moves import Discard, HintRank, Play
from p2p_hanabi.games.hanabi.state import Discarded, Entry, Hinted, Played, Tokens
from protocol.game import Card, Seat
from tests.builders import at_random, walk

from .table import HANABI

CARD = Card(0)
RULES = HANABI.start({}, 2, bytes(32)).rules


def play(rank: int, *, placed: bool = True, announced: int | None = None) -> Played:
    return Played(0, Seat(0), Play(CARD, announced), 0, face_of(1, rank), placed)


@pytest.mark.parametrize(
    ("entry", "before", "after"),
    [
        (Hinted(0, Seat(0), HintRank(Seat(1), 1, (CARD,)), (CARD,)), (8, 0), (7, 0)),  # HB15
        (Discarded(0, Seat(0), Discard(CARD), 0, face_of(1, 1)), (7, 1), (8, 1)),  # HB21
        (play(1), (5, 0), (5, 0)),
        (play(5), (5, 0), (6, 0)),  # HB28
        (play(5), (8, 0), (8, 0)),  # HB29
        (play(1, announced=1), (5, 0), (6, 0)),  # HC3
        (play(5, announced=1), (5, 0), (7, 0)),  # HC4
        (play(5, announced=1), (7, 0), (8, 0)),
        (play(5, placed=False, announced=1), (5, 1), (5, 2)),  # HB24, HC5
    ],
)
def test_each_move_changes_the_tokens_by_its_rule(
    entry: Entry, before: tuple[int, int], after: tuple[int, int]
) -> None:
    assert Tokens(*before).after(entry, RULES) == after


@pytest.mark.parametrize("options", [{}, {"announce": True}])
def test_log_counts_the_same_tokens_as_the_state(options: dict[str, bool]) -> None:
    for seed in range(20):
        *_, last = walk(HANABI, options, 3, seed, choose=at_random(seed))
        tokens = Tokens(last.state.rules.blue)
        for entry in last.state.log:
            tokens = tokens.after(entry, last.state.rules)
        assert tokens == (last.state.blue, last.state.red)
