"""Worked cases of Ikebana."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.games.ikebana.bouquets import multiplier, score
from p2p_hanabi.games.ikebana.moves import Buy, Keep
from p2p_hanabi.games.ikebana.outcome import ended
from p2p_hanabi.games.ikebana.state import Refused
from protocol.errors import IllegalMove
from protocol.game import Over, Seat, Shuffle

from .table import IKEBANA, Table, face, faces, lay

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))

Json = dict[str, Any]


def cases(kind: str) -> pytest.MarkDecorator:
    listed = CASES[kind]
    return pytest.mark.parametrize("case", listed, ids=[f"{c['id']} {c['note']}" for c in listed])


def one(case_id: str) -> Json:
    return next(case for case in CASES["round"] if case["id"] == case_id)


@cases("bouquets")
def test_bouquet_scores_as_the_case_specifies(case: Json) -> None:
    """IK22 to IK27, E2, E4, E7, E8"""
    scored = score(faces(case["cards"]))
    assert (scored.gain, scored.multiplier, scored.total) == (
        case["gain"],
        case["multiplier"],
        case["total"],
    )
    counted = chain.from_iterable(each.values for each in scored.combinations)
    assert sorted(counted) == sorted(chain.from_iterable(case["combos"]))
    assert multiplier(scored.colours) == case["multiplier"]


@cases("bouquets")
def test_bouquet_final_doubles_the_last_round(case: Json) -> None:
    """IK31"""
    for final, won in ((False, case["total"]), (True, case["final"])):
        cards = case["cards"].split()
        table = lay(
            [" ".join(cards[:4]), "R1 R1 G1 G1 Y2"],
            drawn=cards[4],
            starter=1,
            won=[(0, 0)] * 3,
            pile="",
            options={"bouquet final": final},
        )
        assert table.state.seat == 0
        assert table.keep().state.won[-1][0] == won


@cases("payments")
def test_refusals_are_paid_as_the_case_specifies(case: Json) -> None:
    """IK10 to IK12, IK15, IK16"""
    table = lay([""] * case["players"], prestige=[10] * case["players"], starter=case["active"])
    table = table.draw().refuse(case["refusals"])
    paid = [[e.payee, e.price] for e in table.state.log if isinstance(e, Refused)]
    assert paid == case["pays"]


@cases("affordable")
def test_seat_can_refuse_as_often_as_the_case_specifies(case: Json) -> None:
    """IK13, IK14, E9"""
    table = lay(["", ""], prestige=[case["prestige"], 0]).draw().refuse(case["max_refusals"])
    assert table.moves(0) == (Keep(),)


def shop(case: Json) -> Table:
    """Seat 0 is the buyer; the card on offer is seat 1's, or its own."""
    heaps = [case["top"], ""] if case.get("own_pile") else ["", case["top"]]
    return lay(["", ""], heaps=heaps, prestige=[case["buyer"], case["owner"] or 0])


@cases("purchases")
def test_card_is_bought_or_not_as_the_case_specifies(case: Json) -> None:
    """IK18, IK19, IK20"""
    table = shop(case)
    owner = 0 if case.get("own_pile") else 1
    if case.get("already_drew"):
        table = table.draw()
    if not case["ok"]:
        with pytest.raises(IllegalMove):
            table.buy(owner)
        return
    after = table.buy(owner)
    assert after.state.prestige == (case["buyer_after"], case["owner_after"])
    assert after.bouquet(0) == case["top"]
    assert table.view(0).offers[0].price == case["price"]


@pytest.mark.parametrize("case_id", ["R01", "R02"])
def test_a_refused_card_lies_on_top(case_id: str) -> None:
    """IK17"""
    case = one(case_id)
    table = lay(["", ""], heaps=[" ".join(case["pile"]), ""], drawn=case["refused"]).refuse()
    assert table.heap(0) == " ".join(case["pile_after"])
    top = table.view(1).tops[0]
    assert top is not None
    assert top.face == face(case["visible"])


def test_the_card_below_a_bought_one_is_on_offer() -> None:
    """E13"""
    case = one("R03")
    table = lay(["", ""], heaps=["", " ".join(case["pile"])], prestige=[6, 6]).buy(1)
    assert table.bouquet(0) == case["bought"]
    assert table.heap(1) == " ".join(case["pile_after"])
    assert [offer.flower.face for offer in table.view(0).offers] == [face(case["visible"])]


def test_all_cards_are_shuffled_after_a_round() -> None:
    """IK28"""
    table = lay(["R1 R2 R3 R4", "G1 G2 G3 G4 G5"], drawn="R5", starter=1).applied(Keep())
    pending = IKEBANA.pending(table.state)
    assert isinstance(pending, Shuffle)
    assert len(pending.faces) == one("R05")["new_draw_pile_size"]


def test_only_the_last_bouquet_is_doubled() -> None:
    """IK31: the case's four bouquets of one seat."""
    case = one("R07")
    first, second, third, last = case["round_totals"]
    assert case["variant"] is True
    *four, fifth = one_bouquet(last)
    table = lay(
        [" ".join(four), "R1 R1 G1 G1 Y2"],
        drawn=fifth,
        prestige=[first + second + third, 0],
        starter=1,
        won=[(first, 0), (second, 0), (third, 0)],
        options={"bouquet final": True},
    )
    pending = IKEBANA.pending(table.keep().state)
    assert isinstance(pending, Over)
    assert pending.outcome[2] == (case["sum"], 2 * 4)


def one_bouquet(total: int) -> list[str]:
    cards: str = next(case["cards"] for case in CASES["bouquets"] if case["total"] == total)
    return cards.split()


def test_the_money_of_a_purchase_goes_nowhere_else() -> None:
    """IK18, E16: the bank neither takes nor gives."""
    for case in CASES["purchases"]:
        if case["ok"]:
            after = shop(case).after(Buy(Seat(1)))
            assert sum(after.state.prestige) == case["buyer"] + case["owner"]


def test_equal_scores_share_the_victory() -> None:
    """IK30"""
    assert ended((12, 40, 7, 40)).winners == (1, 3)
