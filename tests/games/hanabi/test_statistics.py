"""How a game of Hanabi was played: counted by hand, and a second time from another record."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

import pytest

from p2p_hanabi.commands.records.playback import of_record
from p2p_hanabi.games.hanabi.bot import yardstick
from p2p_hanabi.games.hanabi.formats.hanab_live_writer import to_hanab_live
from p2p_hanabi.games.hanabi.statistics import count
from p2p_hanabi.games.hanabi.view import HanabiView
from p2p_hanabi.seam.game_statistics import CountedGame
from protocol.game import Seat
from tests.any_game import BOTS
from tests.builders import Choose
from tests.command_line import run
from tests.commands.played import recorded
from tests.games.played import counted, played
from tests.kept.test_kept_games import HERE
from tests.lengths import sampled

from .table import HANABI, Table, lay

BOT = BOTS["hanabi"]


def view(table: Table, seat: int | None) -> HanabiView:
    if seat is not None:
        return table.view(seat)
    dealt = {card: table.faces[card] for hand in table.state.hands for card in hand}
    return HANABI.view(table.state, Seat(0), {**table.known(0), **dealt})


def game(tables: Sequence[Table]) -> CountedGame[HanabiView]:
    return played(tables, [table.state.seat for table in tables[:-1]], view)


def by_hand() -> CountedGame[HanabiView]:
    """Eight moves with everything that is counted."""
    start = lay(["R1 B5 Y3 W1 G4", "G1 R3 Y1 W2 R4"], deck="R2 Y4 W3 G2 B1")
    tables = [start, start.hint(1, 1)]
    tables.append(tables[-1].play(0))  # G1, as told
    tables.append(tables[-1].discard(1))  # B5, the last copy
    tables.append(tables[-1].hint(0, "R"))  # play R1
    tables.append(tables[-1].discard(0))  # R1, though told to play it
    tables.append(tables[-1].play(2))  # W2, which does not fit, and which no hint has touched
    tables.append(tables[-1].hint(1, "Y"))  # Y1, which is touched already
    tables.append(tables[-1].hint(0, "W"))  # about W3, which a bot takes for W1
    return game(tables)


def test_a_short_game_is_counted_as_by_hand() -> None:
    """Got: G1, and Y1, W1 and W3 in the hands. Spent: four hints and a mistake."""
    assert counted(count, by_hand()) == {
        "turns": (4, 4),
        "efficiency": (4, 5),
        "hints": (2, 2),
        "hints_used": (1, 0),
        "placed": (0, 1),
        "mistakes": (0, 1),
        "discarded": (2, 0),
        "wasted": (1, 1),
        "lost": (1, 0),
    }


def test_a_bot_is_the_yardstick_for_what_was_misread() -> None:
    """The hint about W3; the discard of R1 and the play of W2."""
    found = counted(yardstick.count, by_hand())
    assert found == {"hints_misleading": (0, 1), "misread": (1, 1)}


def test_token_without_room_counts_as_spent() -> None:
    full = lay(["R5 B1", "G1 Y1"], fireworks={"R": 4})
    assert counted(count, game([full, full.play(0)]))["efficiency"] == (5, 1)
    room = [full, full.hint(1, 1)]
    room.append(room[-1].hint(0, "R"))
    room.append(room[-1].play(0))
    assert counted(count, game(room))["efficiency"] == (7, 2)


def test_a_card_known_to_be_useless_is_not_got() -> None:
    start = lay(["Y2 B1", "R1 Y1"], fireworks={"R": 1})
    assert counted(count, game([start, start.hint(1, 1)]))["efficiency"] == (2, 1)


def test_a_card_that_cannot_be_placed_any_more_is_no_loss() -> None:
    """R4 and R5 after both R3."""
    start = lay(["R3 R5", "R3 R4"], fireworks={"R": 0}, blue=0)
    tables = [start]
    for _ in range(4):
        tables.append(tables[-1].discard(0))
    found = counted(count, game(tables))
    assert (found["wasted"], found["lost"]) == ((1, 0), (0, 1))


def test_a_game_without_moves_counts_nothing() -> None:
    nothing = game([lay(["R1", "Y1"])])
    assert counted(count, nothing)["efficiency"] == (0, 0)
    assert {each.total for each in (*count(nothing), *yardstick.count(nothing))} == {0}


# A second count, from the form of hanab.live: numbers of cards in the order of the deck.


def got_and_spent(record: Any) -> tuple[int, int]:
    """As its site counts: docs/play.md has the formula."""
    deck = [(card["suitIndex"], card["rank"]) for card in record["deck"]]
    heights, tokens, spent = Counter[int](), 8, 0
    gone: Counter[tuple[int, int]] = Counter()
    out, touched = set[int](), set[int]()
    players, size = len(record["players"]), 5 if len(record["players"]) < 4 else 4
    hands = [list(range(seat * size, (seat + 1) * size)) for seat in range(players)]
    upcoming = players * size
    for turn, action in enumerate(record["actions"]):
        kind, target = action["type"], action["target"]
        if kind in (2, 3):
            spent, tokens = spent + 1, tokens - 1
            part = 0 if kind == 2 else 1
            touched |= {card for card in hands[target] if deck[card][part] == action["value"]}
            continue
        suit, rank = deck[target]
        if kind == 1:
            gone[suit, rank] += 1
            tokens += 1
        elif heights[suit] == rank - 1:
            heights[suit] = rank
            spent += rank == 5 and tokens == 8
            tokens = min(8, tokens + (rank == 5))
        else:
            gone[suit, rank] += 1
            spent += 1
        hand = next(each for each in hands if target in each)
        assert hands.index(hand) == (turn + record["options"].get("startingPlayer", 0)) % players
        hand.remove(target)
        out.add(target)
        if upcoming < len(deck):
            hand.append(upcoming)
            upcoming += 1
    copies = (0, 3, 2, 2, 2, 1)
    best = {
        suit: next((r - 1 for r in range(1, 6) if gone[suit, r] == copies[r]), 5)
        for suit in range(5)
    }
    held = [deck[card] for hand in hands for card in hand if card in touched]
    useful = sum(heights[suit] < rank <= best[suit] for suit, rank in held)
    return min(heights.total() + useful, sum(best.values())), spent


def test_a_kept_game_is_counted_as_by_hand() -> None:
    """Read from `replay --text`."""
    result = json.loads(run("stats", str(HERE / "hanabi.p2ph"), "--json").stdout)
    assert result["statistics"] == [
        {"fact": "turns", "total": 70, "seats": [35, 35]},
        {"fact": "efficiency", "total": 23, "per": 29},
        {"fact": "hints", "total": 28, "seats": [12, 16]},
        {"fact": "hints_used", "total": 27, "seats": [12, 15]},
        {"fact": "placed", "total": 23, "seats": [11, 12]},
        {"fact": "mistakes", "total": 1, "seats": [1, 0]},
        {"fact": "discarded", "total": 18, "seats": [11, 7]},
        {"fact": "wasted", "total": 9, "seats": [4, 5]},
        {"fact": "lost", "total": 0, "seats": [0, 0]},
        {"fact": "hints_misleading", "total": 0, "seats": [0, 0]},
        {"fact": "misread", "total": 1, "seats": [1, 0]},
    ]


GAMES = [(seats, seed, choose) for seats in (2, 4, 5) for seed, choose in ((1, None), (2, BOT))]


@sampled(2)
@pytest.mark.parametrize(("seats", "seed", "choose"), GAMES)
def test_efficiency_is_the_same_counted_from_another_record(
    seats: int, seed: int, choose: Choose | None
) -> None:
    whole = of_record(recorded("hanabi", seats, seed=seed, choose=choose))
    efficiency = whole.statistics()[1]
    assert (efficiency.total, efficiency.per) == got_and_spent(to_hanab_live(cast(Any, whole)))
