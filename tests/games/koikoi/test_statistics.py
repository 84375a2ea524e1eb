"""How a game of Koi-Koi was played, counted by hand."""

from __future__ import annotations

import json
from dataclasses import replace

from p2p_hanabi.games.koikoi.state import RoundOver, SaidKoi, Why
from p2p_hanabi.games.koikoi.statistics import count
from p2p_hanabi.seam.game_statistics import CountedGame
from protocol.game import Seat
from tests.command_line import run
from tests.games.played import Found, counted, played
from tests.kept.test_kept_games import HERE

from .table import Table, lay


def found(*tables: Table) -> Found:
    movers = [table.state.seat for table in tables[:-1]]
    return counted(count, played(tables, movers, lambda table, seat: table.view(seat or 0)))


def said_koi() -> tuple[Table, Table, Table]:
    """Seat 0 has taken the sake cup to the curtain, which is hanami, and says koi."""
    hands = ["9.2 8.2 4.1", "3.2 12.3 11.2"]
    captured = ("3.1", "1.2 2.2")
    start = lay(hands, "9.1 8.1 3.3", pile="7.1 6.1 5.1 2.1", captured=captured)
    taken = start.play("9.2")
    return start, taken, taken.koi()


def test_a_koi_pays_if_its_player_wins_with_more_yaku() -> None:
    """With the moon it is tsukimi too."""
    start, taken, koi = said_koi()
    passed = koi.play("12.3")
    more = passed.play("8.2")
    assert found(start, taken, koi, passed, more, more.shobu()) == {
        "rounds": 1,
        "rounds_won": (1, 0),
        "captured": (4, 0),
        "koi": (1, 0),
        "koi_paid": (1, 0),
        "koi_cost": (0, 0),
        "tsukimi": (1, 0),
        "hanami": (1, 0),
    }


def test_a_koi_costs_if_the_opponent_wins() -> None:
    """With the three poem ribbons."""
    start, taken, koi = said_koi()
    ribbons = koi.play("3.2")
    assert found(start, taken, koi, ribbons, ribbons.shobu()) == {
        "rounds": 1,
        "rounds_won": (0, 1),
        "captured": (2, 2),
        "koi": (1, 0),
        "koi_paid": (0, 0),
        "koi_cost": (1, 0),
        "akatan": (0, 1),
    }


def test_a_koi_neither_pays_nor_costs_if_its_player_gets_no_more() -> None:
    """The dealer's 6 points when the hands run out are no more than those before the koi (F23)."""
    dealer = Seat(0)
    log = SaidKoi(dealer, 6), RoundOver(1, Why.EXHAUSTED, dealer, 6, (), (6, 0))
    view = replace(said_koi()[0].view(0), log=log)
    game = CountedGame(2, (), lambda _moment, _seat: view)
    facts = {each.fact.value: each.seats for each in count(game)}
    assert (facts["koi"], facts["koi_paid"], facts["koi_cost"]) == ((1, 0), (0, 0), (0, 0))


def test_a_round_that_goes_on_is_not_counted() -> None:
    assert found(*said_koi())["rounds"] == 0


def test_a_kept_game_is_counted_as_by_hand() -> None:
    """Read from `replay --text`."""
    result = json.loads(run("stats", str(HERE / "koikoi.p2ph"), "--json").stdout)
    assert {each["fact"]: each.get("seats", each["total"]) for each in result["statistics"]} == {
        "rounds": 6,
        "rounds_won": [3, 2],
        "captured": [94, 84],
        "koi": [4, 3],
        "koi_paid": [3, 2],
        "koi_cost": [0, 1],
        "kasu": [0, 1],
        "tan": [1, 0],
        "tane": [1, 0],
        "inoshikacho": [1, 0],
        "tsukimi": [0, 1],
        "hanami": [1, 0],
        "sanko": [0, 1],
    }
