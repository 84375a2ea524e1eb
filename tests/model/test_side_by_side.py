"""The real objects say what the model says, in a sample of `python -m tests.model.side_by_side`."""

from __future__ import annotations

import random

import pytest

from tests.vectors.make_vectors import written
from tests.vectors.vector_ballots import case_of, check_case

from .side_by_side import compare, heard_at_random
from .walks import table_of, walk


@pytest.mark.parametrize(("seats", "walks"), [(4, 150), (5, 50)])
def test_the_model_and_the_real_objects_take_the_same_steps(seats: int, walks: int) -> None:
    assert [*compare(seats, range(walks), 40)] == []


def test_second_reading_of_section_14_says_the_same() -> None:
    """That of the second auditor, of what a seat says next."""
    table = table_of(4)
    for seed in range(30):
        chance = random.Random(seed)  # noqa: S311 - no secret
        for moment in walk(table, seed, 40):
            me = chance.randrange(1, 4)
            check_case(written(case_of(heard_at_random(table, moment.column, me, chance))))
