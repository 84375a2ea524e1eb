"""Worked cases of Koi-Koi: yaku, scores, hands and tables as dealt, captures, draws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.games.common.face_sets import bits
from p2p_hanabi.games.koikoi.effects import is_dealt_again, special_of
from p2p_hanabi.games.koikoi.hanafuda import face_of
from p2p_hanabi.games.koikoi.state import Drew, Seen, Shuffling
from p2p_hanabi.games.koikoi.yaku import Yaku, YakuRules, round_score, total_of, yaku_of
from protocol.game import Card, Face, Seat

from .table import Table, begin, drawing, lay, name

Json = dict[str, Any]
CASES: Json = json.loads((Path(__file__).parent / "cases.json").read_text())
LONG_NAMES = {
    "tsukimi de ippai": Yaku.TSUKIMI,
    "hanami de ippai": Yaku.HANAMI,
    "akatan aotan no chofuku": Yaku.CHOFUKU,
}


def cases(kind: str) -> pytest.MarkDecorator:
    ids = [f"{case['id']} {case['note']}" for case in CASES[kind]]
    return pytest.mark.parametrize("case", CASES[kind], ids=ids)


def read(cards: list[list[int]]) -> list[Face]:
    return [face_of(month, card) for month, card in cards]


def spelt(cards: list[list[int]]) -> str:
    return " ".join(name(each) for each in read(cards))


def made(pile: int, rules: YakuRules) -> dict[Yaku, int]:
    return {one.yaku: one.points for one in yaku_of(pile, rules)}


def named(yaku: dict[str, int]) -> dict[Yaku, int]:
    return {
        LONG_NAMES.get(long.lower()) or Yaku(long.lower()): points for long, points in yaku.items()
    }


@cases("yaku")
def test_yaku(case: Json) -> None:
    """KK26 to KK38, F14 to F20"""
    pile = bits(read(case["cards"]))
    assert made(pile, YakuRules()) == named(case["yaku"])
    assert total_of(pile, YakuRules()) == case["total"]
    for option, yaku in case["alt"].items():
        assert made(pile, YakuRules(**{option: True})) == named(yaku)


@cases("round_score")
def test_round_score(case: Json) -> None:
    """KK23, KK24, KK25, F12, F13"""
    doubled = case["opponent_said_koi"]
    assert round_score(case["base"], 8, opponent_said_koi=doubled) == case["score"]
    at_seven = round_score(case["base"], 7, opponent_said_koi=doubled)
    assert at_seven == case["score_if_double_from_7"]


@cases("dealt_hand")
def test_dealt_hand(case: Json) -> None:
    """KK12, KK13, F5"""
    special = special_of(read(case["hand"]))
    assert (special.value if special else None) == case["name"]
    assert (6 if special else 0) == case["points"]


@cases("dealt_table")
def test_dealt_table(case: Json) -> None:
    """KK11, F4"""
    assert is_dealt_again(read(case["table"]), pairs=False) == case["redeal"]


@cases("capture")
def test_capture(case: Json) -> None:
    """KK15, KK16, F8, F9"""
    card = spelt([case["card"]])
    table: Table = lay([f"{card} 12.4", "12.2 12.3"], spelt(case["table"]), pile="12.1").play(card)
    if case["choice"]:
        table = table.take(spelt([case["choice"]]))
    assert table.captured(0) == spelt(case["captured"])
    assert table.table == f"{spelt(case['table_after'])} 12.1"


@cases("starter")
def test_starter(case: Json) -> None:
    """KK7, KK8"""
    first, second = read([case["first"], case["second"]])
    table = begin(drawing(name(first), name(second)))
    dealer = Seat(case["begins"])
    assert table.last == Drew((Seen(Card(0), first), Seen(Card(1), second)), dealer)
    assert table.state.phase == Shuffling(1, dealer)
