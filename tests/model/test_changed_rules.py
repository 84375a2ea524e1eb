"""A rule that is changed in the model or in the code, but not in both, is noticed.

Each rule is changed here in one of them: then a few random walks of the model, whose steps the real
objects take too (`side_by_side.py`), must end in a difference. And the shortest ways to the forks
that weaker rules allow are taken by the real objects, up to the step that they refuse.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any
from unittest.mock import patch

import pytest

from protocol.game import Seat
from protocol.ledger.history import History, Statement
from protocol.ledger.votes import About, Decide, Next, Vote
from protocol.peer import ballots as real_ballots
from protocol.peer.absences import Absences
from protocol.peer.ballots import Ballots, Prospect
from tests.lengths import sampled

from .abstracted import active
from .ballots import NIL, STOOD, Column, Heard, Place, Rules, Table, columns, place_of
from .search import explore
from .side_by_side import difference, excess, sized
from .walks import BALLOTS, VILLAIN, Moment, table_of, walk

WALKS = 80
SEATS = 4
RULES = table_of(SEATS).rules
LATE = table_of(SEATS, max_ballots=5, max_alone=1)


def differs(table: Table) -> bool:
    """Whether the model and the real objects differ in one of the first walks."""
    with sized(table):
        return _differs(table)


def _differs(table: Table) -> bool:
    for seed in range(WALKS):
        chance = random.Random(seed)  # noqa: S311 - no secret
        for at, moment in enumerate(walk(table, seed, 40)):
            if difference(table, moment) is not None:
                return True
            seats = active(table, moment.column) if at % 2 == 0 else ()
            if any(excess(table, moment.column, i, chance) is not None for i in seats):
                return True
    return False


# Rules changed in the model.


class VotesAfreshLater(Table):
    def votes(self, k: int, column: Column, i: int, wanted: list[int]) -> Iterator[int]:
        yield from super().votes(k, column, i, wanted)
        if place_of(column, i).over is None:
            yield from (x for x in wanted if x != i and not self.holds(k, column, i, x))


class VotesAfreshWithTheStatement(Table):
    def votes(self, k: int, column: Column, i: int, wanted: list[int]) -> Iterator[int]:
        yield from super().votes(k, column, i, wanted)
        place = place_of(column, i)
        if place.over is None and self.current(place) == place.base + 1:
            yield from (x for x in wanted if x != i)


class OwnVoteBackedByOldVotes(Table):
    """A1, the second fork."""

    def is_backed(self, column: Column, b: int, x: int, base: int) -> bool:
        return super().is_backed(column, b, x, -1)


class NextReportsNothing(Table):
    """A1, the first fork."""

    def last_word(self, place: Place) -> tuple[int, int]:
        return place.base, NIL


class VotesAgainForOldDecisions(Table):
    def votes(self, k: int, column: Column, i: int, wanted: list[int]) -> Iterator[int]:
        place = place_of(column, i)
        if (b := self.current(place)) > place.base + 1:
            yield from (x for _, x in self.readings(column, i, b))
        else:
            yield from super().votes(k, column, i, wanted)


class DecidesByTheVoteOfX(Table):
    def may_commit(self, column: Column, i: int, b: int, x: int) -> bool:
        return True


class KeepsOutByTheLastVoteAlone(Table):
    def is_kept_aside(self, column: Column, i: int, j: int) -> bool:
        place = place_of(column, i)
        is_last = place.ballot(self.current(place)).vote == j
        return is_last and super().is_kept_aside(column, i, j)


class LetsInAfterAllOthersButOne(Table):
    def is_kept_aside(self, column: Column, i: int, j: int) -> bool:
        others = [place for m, place in enumerate(column) if m not in (i, self.rules.villain)]
        ahead = sum(place is not None and place.over == STOOD for place in others)
        return ahead < len(others) - 1 and super().is_kept_aside(column, i, j)


class WinsByVotes(Table):
    @cache  # noqa: B019 - as in Table
    def won(self, column: Column) -> list[tuple[int, int]]:
        votes = {(b, NIL) for b in range(BALLOTS) if len(self.voters(column, b, NIL)) >= SEATS - 1}
        return sorted({*super().won(column), *votes})


@sampled(3)
@pytest.mark.parametrize(
    "model",
    [
        VotesAfreshLater,
        VotesAfreshWithTheStatement,
        OwnVoteBackedByOldVotes,
        NextReportsNothing,
        VotesAgainForOldDecisions,
        DecidesByTheVoteOfX,
        KeepsOutByTheLastVoteAlone,
        LetsInAfterAllOthersButOne,
        WinsByVotes,
    ],
)
def test_rule_changed_in_the_model_is_noticed(model: type[Table]) -> None:
    assert differs(model(RULES))


class LeavesLateOnesAsEarlyOnes(Table):
    def may_say_next(self, k: int, column: Column, i: int) -> bool:
        early = replace(self.rules, max_alone=self.rules.max_ballots)
        return Table(early).may_say_next(k, column, i)


class LeavesNoLateOne(Table):
    def leaves_late(self, *_: object) -> bool:
        return False


class AnswersNoLateVote(Table):
    def leaves_late(self, column: Column, i: int, heard: Heard) -> bool:
        return Table(replace(self.rules, answers_late=False)).leaves_late(column, i, heard)


class LeavesALateOneWithOneOther(Table):
    def leaves_late(self, column: Column, i: int, heard: Heard) -> bool:
        lone = i not in heard.votes and {*heard.votes, *heard.left} == {VILLAIN}
        return lone or super().leaves_late(column, i, heard)


class LeavesALaterLateOneAsIfFresh(Table):
    def leaves_late(self, column: Column, i: int, heard: Heard) -> bool:
        place = place_of(column, i)
        place = place._replace(base=self.current(place) - 1)
        return super().leaves_late((*column[:i], place, *column[i + 1 :]), i, heard)


class CountsNobodyItself(Table):
    def counts_itself(self, *_: object) -> bool:
        return False


class VotesAfreshInTheLastTwo(Table):
    def votes(self, k: int, column: Column, i: int, wanted: list[int]) -> Iterator[int]:
        yield from Table(replace(self.rules, max_ballots=99)).votes(k, column, i, wanted)


@pytest.mark.parametrize(
    "model",
    [
        LeavesLateOnesAsEarlyOnes,
        LeavesNoLateOne,
        LeavesALateOneWithOneOther,
        LeavesALaterLateOneAsIfFresh,
        CountsNobodyItself,
        AnswersNoLateVote,
        VotesAfreshInTheLastTwo,
    ],
)
def test_rule_of_late_ballots_changed_in_the_model_is_noticed(model: type[Table]) -> None:
    assert differs(model(LATE.rules))


# Rules changed in the code.

HAS_QUORUM, LAST = Ballots._has_quorum, Ballots._last
IS_OVER, MAY_LEAVE = Ballots._is_over, Ballots._may_leave_late
OUT_OF_REACH = Ballots._is_out_of_reach


def cast(ballots: Ballots, ballot: int, about: About) -> int:
    return list(ballots._votes.get(ballot, {}).values()).count(about)


def reports_nothing(self: Ballots, ballot: int, base: int, _me: Seat) -> Decide | None:
    """A1, the first fork."""
    return LAST(self, ballot, base, Seat(SEATS))


def backed_by_old_votes(self: Ballots, ballot: int, about: About, _base: int) -> bool:
    """A1, the second fork."""
    return HAS_QUORUM(self, ballot, about, -1)


def needs_no_backing(self: Ballots, ballot: int, about: About, _base: int) -> bool:
    return cast(self, ballot, about) >= self.quorum


def needs_one_vote_fewer(self: Ballots, ballot: int, about: About, _base: int) -> bool:
    return cast(self, ballot, about) >= self.quorum - 1


def counts_every_next(self: Ballots, ballot: int, _base: int) -> dict[Seat, Next]:
    return dict(self._nexts[ballot])


def opens_after_fewer(self: Ballots, ballot: int, base: int, _view: Prospect) -> bool:
    return len(self._backed(ballot - 1, base)) >= self.quorum - 1


def votes_for_the_round(_self: Ballots, ballot: int, _base: int, _view: Prospect) -> Vote:
    return Vote(ballot, None)


def decides_by_the_vote_of_x(_self: Ballots, _ballot: int, _about: About) -> bool:
    return True


def stays_in_its_ballot(_self: Ballots, _me: Seat, base: int) -> int:
    return base + 1


def keeps_nothing_out(_self: Absences, _statement: Statement) -> bool:
    return False


def keeps_out_whom_it_did_not_vote_against(self: Absences, statement: Statement) -> bool:
    ballots = self._ballots.get(statement.round_number)
    if ballots is None or not ballots.has_voted(self.me):
        return False
    self._late[statement.round_number, statement.seat] = statement
    return True


def lets_in_after_one(
    _self: Absences, _history: History, _kept: Sequence[Statement], coming: Iterable[Statement]
) -> bool:
    return bool([*coming])


def lets_in_after_nobody(*_: object) -> bool:
    return False


def finds_nobody_gone(_self: Absences, _history: History) -> None:
    return None


def votes_against_anybody(*_: object) -> None:
    return None


@sampled(5)
@pytest.mark.parametrize(
    ("method", "rule"),
    [
        ("_last", reports_nothing),
        ("_has_quorum", backed_by_old_votes),
        ("_has_quorum", needs_no_backing),
        ("_has_quorum", needs_one_vote_fewer),
        ("_backed", counts_every_next),
        ("_is_open", opens_after_fewer),
        ("_vote", votes_for_the_round),
        ("_is_carried_by_others", decides_by_the_vote_of_x),
        ("_current", stays_in_its_ballot),
        ("keeps_out", keeps_nothing_out),
        ("keeps_out", keeps_out_whom_it_did_not_vote_against),
        ("_is_passed", lets_in_after_one),
        ("_is_passed", lets_in_after_nobody),
        ("found", finds_nobody_gone),
        ("why_not", votes_against_anybody),
    ],
)
def test_rule_changed_in_the_code_is_noticed(
    monkeypatch: pytest.MonkeyPatch, method: str, rule: Callable[..., Any]
) -> None:
    monkeypatch.setattr(Ballots if hasattr(Ballots, method) else Absences, method, rule)
    assert differs(table_of(SEATS))


def leaves_as_early(self: Ballots, ballot: int, base: int, view: Prospect) -> bool:
    with patch.object(real_ballots, "MAX_ALONE", ballot + 1):
        return IS_OVER(self, ballot, base, view)


def leaves_for_a_lone_seat(self: Ballots, ballot: int, base: int, view: Prospect) -> bool:
    with patch.object(real_ballots, "MIN_SEATS", 1):
        return IS_OVER(self, ballot, base, view)


def may_leave_only_by_votes(self: Ballots, ballot: int, base: int, view: Prospect) -> bool:
    return MAY_LEAVE(self, ballot, base, replace(view, has_gone_on=False))


def counts_nobody_itself(*_: object) -> bool:
    return False


def never_out_of_reach(*_: object) -> bool:
    return False


def always_out_of_reach(*_: object) -> bool:
    return True


def as_if_fresh(self: Ballots, ballot: int, about: About, _: int, view: Prospect) -> bool:
    return OUT_OF_REACH(self, ballot, about, ballot - 1, view)


def as_if_never_fresh(self: Ballots, ballot: int, about: About, *rest: Any) -> bool:
    base, view = rest
    return OUT_OF_REACH(self, ballot, about, min(base, ballot - 2), view)


@pytest.mark.parametrize(
    ("method", "rule"),
    [
        ("_is_over", leaves_as_early),
        ("_is_over", leaves_for_a_lone_seat),
        ("_may_leave_late", may_leave_only_by_votes),
        ("_counts_itself", counts_nobody_itself),
        ("_is_out_of_reach", never_out_of_reach),
        ("_is_out_of_reach", always_out_of_reach),
        ("_is_out_of_reach", as_if_fresh),
        ("_is_out_of_reach", as_if_never_fresh),
    ],
)
def test_rule_of_late_ballots_changed_in_the_code_is_noticed(
    monkeypatch: pytest.MonkeyPatch, method: str, rule: Callable[..., Any]
) -> None:
    monkeypatch.setattr(Ballots, method, rule)
    assert differs(LATE)


# Ways to a fork.


def moments(table: Table) -> list[Moment]:
    """The steps of the shortest way to a fork."""
    found, parents = explore(table)
    assert found.fault is not None
    state, found_moments = next(reversed(parents)), list[Moment]()
    while (step := parents[state]) is not None:
        before, text = step
        found_moments += [
            Moment(column, one)
            for k, column in columns(before)
            for one in table.steps(k, column)
            if table.after(before, k, one) == (text, state)
        ][:1]
        state = before
    return found_moments[::-1]


OWN_VOTE = Rules(4, ((VILLAIN,),), (2,), villain=VILLAIN, own_vote_is_backed=False)
CLAIMS = Rules(4, ((1,),), (2,), villain=VILLAIN, claims_are_backed=False)
THREE = Rules(3, ((1, 2),), (1,), villain=VILLAIN)


@pytest.mark.parametrize(
    ("rules", "steps", "refused"),
    [
        (OWN_VOTE, 5, {"commits [0, 0]"}),
        (CLAIMS, 7, {"votes [1, 2]"}),
        (THREE, 4, set()),  # docs/protocol.md 14: with three seats a dishonest one can do this
    ],
    ids=["own vote", "claims", "three seats"],
)
def test_way_to_a_fork_ends_where_the_real_objects_refuse_it(
    rules: Rules, steps: int, refused: set[str]
) -> None:
    table = Table(rules)
    taken = {moment.step[1]: difference(table, moment) for moment in moments(table)}
    assert len(moments(table)) == steps
    assert {text for text, found in taken.items() if found is not None} == refused
