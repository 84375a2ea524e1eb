"""The team of Hanabi bots that encode numbers in hints: among themselves they nearly always win."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from p2p_hanabi.arena.contestants import RequiresSameStyle, check
from p2p_hanabi.games.hanabi.bot import knowledge, questions, team
from p2p_hanabi.games.hanabi.bot.knowledge import public_of
from p2p_hanabi.games.hanabi.bot.questions import Outlook
from p2p_hanabi.games.hanabi.bot.team import choose
from p2p_hanabi.games.hanabi.moves import Discard, HintColour, HintRank, Play
from p2p_hanabi.games.hanabi.view import HanabiView, SeenCard
from protocol.game import Card, Face, Seat
from tests.any_game import RULES
from tests.builders import drive
from tests.games.hanabi.table import lay
from tests.lengths import mostly_long, sampled

HANABI = RULES["hanabi"]


def checked(view: HanabiView) -> Any:
    """What all know is true of every hand, and the same for every seat that computes it."""
    public = public_of(view)
    faces = public.knowledge.faces
    for hand in view.hands:
        for info in hand:
            if isinstance(info, SeenCard):
                assert public.masks[info.card] >> faces[info.card] & 1
    move = choose(view)
    assert move in view.moves
    return move


@sampled(1)
@pytest.mark.parametrize(("seats", "least"), [(2, 19), (3, 23), (4, 24), (5, 24)])
def test_they_score_nearly_everything_and_never_lose(seats: int, least: int) -> None:
    scores = [drive(HANABI, {}, seats, seed, choose=checked).outcome[1] for seed in range(5)]
    assert min(scores) > 0
    assert mean(scores) >= least


@sampled(2)
@pytest.mark.parametrize(
    "options",
    [
        {"red": 1},
        {"multicolour": True},
        {"multicolour": "any-ten"},
        {"finale": True},
        {"announce": True},
        {"empty hints": True},
        {"blue": 10},
    ],
)
@pytest.mark.parametrize("seats", mostly_long([4, 2]))
def test_they_play_every_variant(options: dict[str, Any], seats: int) -> None:
    for seed in range(3):
        drive(HANABI, options, seats, seed, choose=checked)


def test_all_seats_know_the_same() -> None:
    masks: dict[int, Any] = {}

    def compared(view: HanabiView) -> Any:
        known = masks.setdefault(view.turn, public_of(view).masks)
        move = choose(view)
        assert dict(known) == public_of(view).masks
        return move

    drive(HANABI, {}, 3, 2, choose=compared)


def test_decides_the_same_whether_it_followed_or_returned() -> None:
    def forgetful(view: HanabiView) -> Any:
        knowledge._FOLLOWED.clear()
        return choose(view)

    one, again = drive(HANABI, {}, 4, 1, choose=choose), drive(HANABI, {}, 4, 1, choose=forgetful)
    assert one.moves == again.moves


def test_with_anybody_else_it_is_refused() -> None:
    check("hanabi", "information", 4)
    with pytest.raises(RequiresSameStyle, match="information"):
        check("hanabi", "information+human", 2)


def test_takes_a_risk_only_late_and_with_a_mistake_to_spare() -> None:
    fours = dict.fromkeys("RYGBW", 4)
    hands = ["R5 G1", "B1 B2"]
    early = lay(hands, fireworks=fours, deck="", blue=0)
    assert isinstance(choose(early.view(0)), Discard)
    assert isinstance(
        choose(lay(hands, fireworks=fours, deck="", blue=0, turns_left=1).view(0)), Play
    )
    careful = lay(hands, fireworks=fours, deck="", blue=2, red=2, turns_left=1)
    assert isinstance(choose(careful.view(0)), Discard | HintColour | HintRank)


def test_without_a_card_it_gives_a_hint() -> None:
    heights = {**dict.fromkeys("YGBW", 5), "R": 3}
    table = lay(["", "R5 R4"], fireworks=heights, deck="", blue=1, options={"finale": True})
    assert isinstance(choose(table.view(0)), HintColour | HintRank)


def test_full_lid_without_a_hint_plays_the_likeliest_card() -> None:
    heights = {**dict.fromkeys("YGBW", 5), "R": 3}
    gone = "R1 R1 R2 R3 R4 R5"
    table = lay(["R5 R4", ""], fireworks=heights, deck="", discard=gone, options={"finale": True})
    assert isinstance(choose(table.view(0)), Play)


@sampled(1)
@pytest.mark.parametrize("seats", range(2, 6))
def test_every_hint_encodes_the_number_of_every_hand(seats: int) -> None:
    """Each receiver computes, from the sum, the number of the hand that it does not see."""

    def conveyed(view: HanabiView) -> Any:
        move = choose(view)
        if isinstance(move, HintColour | HintRank):
            public = public_of(view)
            choices = public.choices(view.seat)
            total = choices.index(public.kind_of(move))
            faces = public.knowledge.faces
            for seat in range(seats):
                if seat != view.seat:
                    number = public.outlook.number(public.known_of(Seat(seat)), len(choices), faces)
                    learnt = public.outlook.learn(public.known_of(Seat(seat)), len(choices), number)
                    assert all(mask >> faces[card] & 1 for card, mask in learnt.items())
                    total -= number
            assert total % len(choices) == 0
        return move

    for seed in range(3):
        drive(HANABI, {}, seats, seed, choose=conveyed)


def test_the_value_of_a_card_is_an_integer() -> None:
    """So no decision depends on how a Python version rounds sums."""
    outlook = Outlook(0b00010, 0b00001, (2, 2, 2, 1, 1), (2, 2, 2, 1, 1))
    assert outlook.cost == [0, 48, 36, 200, 100]
    assert all(isinstance(cost, int) for cost in outlook.cost)


def test_the_team_takes_at_most_400_lines() -> None:
    files = [Path(module.__file__ or "") for module in (knowledge, questions, team)]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 400


def test_numbers_distinguish_hands() -> None:
    """All hands of two cards of a colour: the hands left by a number include the real one."""
    playable, dead = 0b00010, 0b00001
    outlook = Outlook(playable, dead, (2, 2, 2, 2, 1), (2, 2, 2, 2, 1))
    masks = {Card(0): 0b11111, Card(1): 0b11111}
    for most in range(2, 13):
        for faces in product(map(Face, range(5)), repeat=2):
            known = dict(zip(masks, faces, strict=True))
            number = outlook.number(masks, most, known)
            assert number < most
            left = outlook.learn(masks, most, number)
            assert all(left[card] >> face & 1 for card, face in known.items())


@pytest.mark.parametrize(("options", "kinds"), [({}, [2, 2]), ({"red": 1}, [1, 1])])
def test_without_another_move_only_kinds_in_every_hand_differ(
    options: dict[str, Any], kinds: list[int]
) -> None:
    """Five cards of one value are rare, but there a mistake would lose the game."""
    view = lay(["R1 R2 R3 R4 R5", "G1 G1 G2 G3 G4"], options=options).view(0)
    assert public_of(view).kinds(Seat(1)) == kinds
