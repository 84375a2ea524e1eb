"""Stops and objections of the model are those of the real objects, in a sample of
`side_by_side_words.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

import pytest

from protocol.ledger import consent
from protocol.ledger.consent import read_stop
from protocol.ledger.history import History, Statement
from protocol.peer import disputes
from protocol.peer.disputes import Disputes
from protocol.peer.stop_votes import Stops
from protocol.rounds.state import Stage

from .side_by_side_words import OBJECTIONS, STOPS, objections_differ, stops_differ
from .words import Seat, State, Words

SEEDS = range(12)


def stops(words: Words) -> Iterator[str]:
    return (text for seed in SEEDS for text in stops_differ(words, seed))


def objections(words: Words) -> Iterator[str]:
    return (text for seed in SEEDS for text in objections_differ(words, seed))


def test_stops_of_the_model_end_what_the_real_ones_end() -> None:
    assert [*stops(STOPS)] == []


def test_objections_of_the_model_are_judged_like_the_real() -> None:
    assert [*objections(OBJECTIONS)] == []


# Rules changed in the model.


class EndsByAnySeatsThatSaySo(Words):
    def ends(self, state: State, k: int) -> Iterator[frozenset[int]]:
        yield from super().ends(state, k)
        said = {i for i, seat in enumerate(state) for of, _ in seat.stops if of == k}
        if len(said) > 1:
            yield frozenset(said)


class StopsInTheOpenRoundAlone(Words):
    def to_stop_in(self, state: State, seat: Seat) -> list[int]:
        return [seat.round]


@pytest.mark.parametrize(
    "words",
    [
        EndsByAnySeatsThatSaySo(4, objections=False, again=True),
        StopsInTheOpenRoundAlone(4, objections=False, again=True),
        replace(STOPS, lone_stop_is_consent=True),
        replace(STOPS, again=False),
    ],
    ids=lambda words: type(words).__name__,
)
def test_stop_rule_changed_in_the_model_is_noticed(words: Words) -> None:
    assert any(stops(words))


def test_objection_rule_changed_in_the_model_is_noticed() -> None:
    assert any(objections(replace(OBJECTIONS, unjudged_silences=True)))


# Rules changed in the code.


def any_is_enough(
    stops: Sequence[Statement], _part: AbstractSet[Any], _stage: Stage
) -> Statement | None:
    return stops[0]


def all_must_have_stopped(
    stops: Sequence[Statement], part: AbstractSet[Any], stage: Stage
) -> Statement | None:
    fits = set(stage.active) == part
    return next((stop for stop in stops if fits and read_stop(stop, stage.seating) >= set()), None)


def in_the_open_round(_self: Stops, history: History) -> list[Stage]:
    return [history.stage]


def says_it_once(self: Stops, seat: Any, stage: Stage, _body: Any) -> bool:
    return bool(self._stops.get((stage.round_number, stage.head), {}).get(seat, ()))


@pytest.mark.parametrize(
    ("place", "name", "rule"),
    [
        (consent, "_enough", any_is_enough),
        (consent, "_enough", all_must_have_stopped),
        (Stops, "_stages", in_the_open_round),
        (Stops, "_holds", says_it_once),
    ],
)
def test_stop_rule_changed_in_the_code_is_noticed(
    monkeypatch: pytest.MonkeyPatch, place: Any, name: str, rule: Callable[..., Any]
) -> None:
    monkeypatch.setattr(place, name, rule)
    assert any(stops(STOPS))


@pytest.mark.parametrize(
    ("place", "name", "rule"),
    [
        (disputes, "can_be_judged", lambda *_: True),
        (disputes, "can_be_judged", lambda *_: False),
        (Disputes, "silent", property(lambda self: bool(self.objections))),
        (disputes, "can_never_be_judged", lambda *_: True),
    ],
    ids=["at once", "never", "silences", "keeps none"],
)
def test_objection_rule_changed_in_the_code_is_noticed(
    monkeypatch: pytest.MonkeyPatch, place: Any, name: str, rule: Any
) -> None:
    monkeypatch.setattr(place, name, rule)
    assert any(objections(OBJECTIONS))
