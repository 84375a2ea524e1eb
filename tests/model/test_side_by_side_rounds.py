"""Rounds of the model are those of a real history, in a sample of `side_by_side_rounds.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from protocol.game import Seat
from protocol.ledger import evidence, history
from protocol.ledger.history import History, Statement
from protocol.rounds import exclusion
from protocol.rounds.phases import AgreeingOnMove, AgreeingOnPile, Confirming, Moving, Phase
from protocol.rounds.state import Stage as RealStage
from tests.lengths import sampled
from tests.simulation.standin import fast_group

from .rounds import Entry, Rounds, Signed, Stage
from .side_by_side_rounds import BEGINNINGS, MOVE, SHUFFLE, Real, differences, rules_of

SAME = range(15)
CHANGED = range(60)


def differs(rules: Rounds, begin: Stage) -> bool:
    real = Real(begin)
    return any(True for seed in CHANGED for _ in differences(rules, real, seed))


@sampled(2)
@pytest.mark.parametrize("begin", BEGINNINGS, ids=lambda stage: stage.kind)
@pytest.mark.parametrize("villain", [False, True])
@fast_group()
def test_rounds_of_the_model_are_those_of_a_history(begin: Stage, villain: bool) -> None:
    rules, real = rules_of(begin, villain=villain), Real(begin)
    assert [text for seed in SAME for text in differences(rules, real, seed)] == []


# Rules changed in the model.


class MovesThoughGone(Rounds):
    def once_more(self, stage: Stage) -> Stage:
        return stage if stage.kind == "move" else super().once_more(stage)


class ConfirmsTheLastVoidRound(Rounds):
    def following(self, stage: Stage, entry: Entry) -> Stage:
        if isinstance(entry, int):
            return Stage("confirm", gone=entry, after=stage)
        return super().following(stage, entry)


class AccusesUnderOtherHeads(Rounds):
    def is_wrong(self, statement: Signed, i: int, file: Any) -> bool:
        head, _ = statement
        return super().is_wrong(statement, i, file) or head != file[: len(head)]


@sampled(2)
@pytest.mark.parametrize(
    ("model", "changes"),
    [
        (Rounds, {"takes_back": 1}),
        (Rounds, {"takes_back": 3}),
        (Rounds, {"speaks_alone": True}),
        (MovesThoughGone, {}),
        (ConfirmsTheLastVoidRound, {}),
        (AccusesUnderOtherHeads, {}),
    ],
)
@fast_group()
def test_round_changed_in_the_model_is_noticed(
    model: type[Rounds], changes: Mapping[str, Any]
) -> None:
    rules = replace(rules_of(MOVE, villain=True), **changes)
    same = (rules.seats, rules.begin, rules.rounds, rules.villains, rules.draws, rules.forger)
    assert differs(model(*same, **changes), MOVE)


# Rules changed in the code.

AFTER, WITHOUT, IS_WRONG = exclusion.after, exclusion.without, evidence._is_wrong


def never_agrees_alone_again(stage: RealStage, under_way: Phase) -> RealStage:
    match under_way:
        case AgreeingOnMove():
            return replace(stage, phase=under_way)
    return AFTER(stage, under_way)


def agrees_on_the_pile_as_before(stage: RealStage, under_way: Phase) -> RealStage:
    after = AFTER(stage, under_way)
    match after.phase:
        case AgreeingOnPile(done=done):
            return replace(after, phase=replace(after.phase, by=done[-1]))
    return after


def waits_for_who_is_gone(stage: RealStage, under_way: Phase) -> RealStage:
    match under_way:
        case Moving():
            return replace(stage, phase=under_way)
    return AFTER(stage, under_way)


def confirms_the_last(stage: RealStage, gone: Seat, head: bytes) -> RealStage:
    return replace(WITHOUT(stage, gone, head), phase=Confirming(stage.phase))


def takes_all_back(_self: History, _number: int, _seat: Seat) -> bool:
    return False


def accuses_in_void_rounds(statement: Statement, history: History) -> bool:
    return history.is_void(statement.round_number) or IS_WRONG(statement, history)


def accuses_nobody(_statement: Statement, _history: History) -> bool:
    return False


@sampled(3)
@pytest.mark.parametrize(
    ("place", "name", "rule"),
    [
        (exclusion, "after", never_agrees_alone_again),
        (exclusion, "after", agrees_on_the_pile_as_before),
        (exclusion, "after", waits_for_who_is_gone),
        (history, "without", confirms_the_last),
        (History, "has_spoken_after", takes_all_back),
        (evidence, "_is_wrong", accuses_in_void_rounds),
        (evidence, "_is_wrong", accuses_nobody),
    ],
)
@fast_group()
def test_round_changed_in_the_code_is_noticed(
    monkeypatch: pytest.MonkeyPatch, place: Any, name: str, rule: Any
) -> None:
    monkeypatch.setattr(place, name, rule)
    assert any(differs(rules_of(begin, villain=True), begin) for begin in (MOVE, SHUFFLE))
