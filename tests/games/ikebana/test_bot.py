"""The Ikebana bot: what it does at a table laid out by hand, and how well it plays whole games."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from statistics import mean
from types import SimpleNamespace
from typing import Any

import pytest

from p2p_hanabi.arena.contestants import players
from p2p_hanabi.arena.match import Match
from p2p_hanabi.commands.bots.seat_players import PlayerFactory, built_in, own_player
from p2p_hanabi.games.ikebana.bot.player import choose, prepare
from p2p_hanabi.games.ikebana.bot.worth import _worth, stopping, worth
from p2p_hanabi.games.ikebana.moves import Buy, Draw, Keep, Refuse
from p2p_hanabi.games.ikebana.state import PACK, Shuffled
from p2p_hanabi.games.ikebana.view import IkebanaView
from p2p_hanabi.own_bots.seated_bot import BotCommand
from protocol.encoding import Value
from protocol.game import Seat
from tests.builders import at_random, drive, legal
from tests.games.ikebana.table import IKEBANA, Table, faces, lay

SEEDS = range(10)


def chosen(table: Table) -> Any:
    seat = table.state.actor
    assert seat is not None
    return legal(choose)(table.view(seat))


def with_pile(table: Table, pile: str) -> Table:
    """As if the pile had just been shuffled from these cards."""
    log = (Shuffled(0, tuple(sorted(faces(pile)))),)
    return replace(table, state=replace(table.state, log=log))


ONE_SHORT = ["R4 R4 R3 R3", "G1 G2 B3 Y4 K4"]


def test_keeps_the_card_that_completes_a_bouquet() -> None:
    assert chosen(lay(ONE_SHORT, drawn="M4", starter=1)) == Keep()


def test_refuses_a_card_that_spoils_a_bouquet() -> None:
    assert chosen(lay(ONE_SHORT, drawn="G1", starter=1)) == Refuse()


def test_keeps_a_bad_card_that_it_cannot_afford_to_refuse() -> None:
    assert chosen(lay(ONE_SHORT, drawn="G1", starter=1, prestige=[0, 12])) == Keep()


def test_keeps_a_bad_card_if_another_costs_more_than_its_worth() -> None:
    cards = ["R1 R1 G1 B2", "G1 G2 B3 Y4 K4"]
    assert chosen(lay(cards, drawn="K5", starter=1, prestige=[40, 0])) == Keep()


def test_knows_what_the_pile_can_still_contain() -> None:
    table = lay(ONE_SHORT, drawn="G1", starter=1, prestige=[40, 0])
    assert chosen(with_pile(table, "M4 R1")) == Refuse()
    assert chosen(with_pile(table, "G2 B1")) == Keep()


def test_buys_the_card_that_it_needs() -> None:
    cards = [ONE_SHORT[0], ONE_SHORT[1], "G1 G2 B3 Y3 K3"]
    table = lay(cards, heaps=["", "B1", "M4"], starter=1)
    assert chosen(table) == Buy(Seat(2))


def test_does_not_buy_a_useless_card() -> None:
    assert chosen(lay(ONE_SHORT, heaps=["", "B2"], starter=1)) == Draw()


def test_does_not_buy_a_card_that_it_cannot_afford() -> None:
    table = lay(ONE_SHORT, heaps=["", "M4"], starter=1, prestige=[3, 8])
    assert chosen(table) == Draw()


def test_draws_when_a_new_pile_is_about_to_be_made() -> None:
    table = lay(["R1", ""], heaps=["B1 B2", ""], pile="")
    assert chosen(table) == Draw()


def test_pays_more_for_a_card_if_the_round_counts_double() -> None:
    cards = ["R1 R1 G1 B2", "G1 G2 B3 Y4 K4"]

    def last(*, final: bool) -> Any:
        table = lay(
            cards,
            heaps=["", "K2"],
            prestige=[9, 0],
            starter=1,
            won=[(0, 0)] * 3,
            options={"bouquet final": final},
        )
        return chosen(with_pile(table, "K5 K3 Y1"))

    assert last(final=False) == Draw()
    assert last(final=True) == Buy(Seat(1))


def test_a_whole_bouquet_is_worth_what_it_scores() -> None:
    assert worth(faces("R3 G3 B3 Y2 K2"), 1.0) == 39


def test_a_bouquet_of_four_is_worth_the_mean_over_the_pack() -> None:
    four = faces("R4 R4 R3 R3")
    free = mean(worth([*four, face], 0.0) for face in PACK)
    dear = worth(four, 1000.0)
    assert dear == pytest.approx(free)
    assert worth(four, 0.5) > dear


def test_drawing_is_worth_the_better_of_stopping_and_paying() -> None:
    chances = [(0.5, 0.0), (0.5, 10.0)]
    assert stopping(chances, []) == 5
    assert stopping(chances, [1]) == 0.5 * (5 - 1) + 0.5 * 10
    assert stopping(chances, [6]) == 5


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_wins_more_than_twice_as_often_as_random_players(seats: int) -> None:
    own: list[int] = []
    others: list[int] = []
    for seed in SEEDS:
        stranger = at_random(seed)

        def player(view: IkebanaView, stranger: Any = stranger, mine: int = seed % seats) -> Any:
            return choose(view) if view.seat == mine else stranger(view)

        prestige = drive(IKEBANA, {}, seats, seed, choose=player).outcome[2]
        own.append(prestige[seed % seats])
        others += [each for seat, each in enumerate(prestige) if seat != seed % seats]
    assert mean(own) > 2 * mean(others)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_preparation_covers_all_that_its_games_need(seats: int) -> None:
    _worth.cache_clear()
    prepare(seats)
    worked_out = _worth.cache_info().misses
    drive(IKEBANA, {"bouquet final": True}, seats, 3, choose=choose)
    assert _worth.cache_info().misses == worked_out


OWN = BotCommand((sys.executable, "-c", "input()"), {})


@pytest.mark.parametrize("sits_down", [built_in, own_player(OWN)])
def test_a_bot_is_prepared_before_it_is_asked_for_a_move(sits_down: PlayerFactory) -> None:
    """So is the one that stands in for a player's own bot."""

    async def sit_down() -> int:
        seat = {"game": "ikebana", "options": {}, "seat": 0, "seats": lambda: range(3)}
        now = SimpleNamespace(view=None)
        session: Any = SimpleNamespace(**seat, now=now, outcome=lambda: None)
        async with sits_down(session, print):
            return _worth.cache_info().misses

    _worth.cache_clear()
    assert asyncio.run(sit_down()) > 1000


@pytest.mark.parametrize("style", ["human", "command"])
def test_a_bot_is_prepared_in_the_arena_too(style: str) -> None:
    _worth.cache_clear()
    match = Match("ikebana", (), 3, style, seed=1, deals=1, own_bot=OWN)
    with players(match, [style] * 3):
        assert _worth.cache_info().misses > 1000


def test_decides_the_same_from_the_same_view() -> None:
    first = drive(IKEBANA, {}, 3, 7, choose=choose)
    assert drive(IKEBANA, {}, 3, 7, choose=choose).moves == first.moves


def test_chooses_only_legal_moves_under_any_options() -> None:
    choices: list[dict[str, Value]] = [
        {"bouquet final": True, "tie": "coin"},
        {"first": 1, "show buried": True},
    ]
    for options in choices:
        assert drive(IKEBANA, options, 4, 3, choose=legal(choose)).outcome[1] > 60
