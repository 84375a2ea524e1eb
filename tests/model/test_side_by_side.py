"""The real objects say what the model says, in a sample of `python -m tests.model.side_by_side`."""

from __future__ import annotations

import random

import pytest

from tests.lengths import long, mostly_long, sampled
from tests.vectors.make_vectors import written
from tests.vectors.vector_ballots import case_of, check_case

from .ballots import BEGIN, NIL, STOOD, Ballot, Place
from .side_by_side import compare, difference, excess, random_hearing
from .walks import Moment, steps_of, table_of, walk


@sampled(1)
@pytest.mark.parametrize(
    "walks",
    mostly_long([(4, range(50)), (5, range(15)), (4, range(50, 150)), (5, range(15, 50))], 2),
    ids=str,
)
def test_the_model_and_the_real_objects_take_the_same_steps(walks: tuple[int, range]) -> None:
    seats, seeds = walks
    assert [*compare(table_of(seats), seeds, 40)] == []


@pytest.mark.parametrize(
    "sizes", mostly_long([(5, 1, 40), (4, 2, 20), (6, 2, 400), (3, 1, 400)], 2), ids=str
)
def test_both_take_the_same_steps_in_late_ballots(sizes: tuple[int, int, int]) -> None:
    max_ballots, max_alone, walks = sizes
    table = table_of(4, max_ballots=max_ballots, max_alone=max_alone)
    assert [*compare(table, range(walks), 40)] == []


NOTHING = (-1, NIL)
DEPARTED = {
    "in the ballot": [Ballot(vote=3), Ballot(vote=3), Ballot()],
    "in the next": [Ballot(3, next=NOTHING), Ballot(3, next=NOTHING), Ballot(next=NOTHING)],
}


@pytest.mark.parametrize("when", DEPARTED)
def test_seats_that_have_gone_on_support_no_other(when: str) -> None:
    """Random walks seldom come to votes for a seat that others have gone on with."""
    table = table_of(4)
    places = [Place(BEGIN, 0b1111, over=STOOD, ballots=(ballot,)) for ballot in DEPARTED[when]]
    column = (None, *places)
    chance = random.Random(0)  # noqa: S311 - no secret
    for i in (1, 2, 3):
        for step in steps_of(table, column, i):
            assert difference(table, Moment(column, step)) is None
        for _ in range(60):
            assert excess(table, column, i, chance) is None


@long
def test_second_reading_of_section_14_says_the_same() -> None:
    """That of the second auditor, of what a seat says next."""
    table = table_of(4)
    for seed in range(30):
        chance = random.Random(seed)  # noqa: S311 - no secret
        for moment in walk(table, seed, 40):
            me = chance.randrange(1, 4)
            check_case(written(case_of(random_hearing(table, moment.column, me, chance))))
