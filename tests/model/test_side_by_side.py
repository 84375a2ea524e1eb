"""The real objects say what the model says, in a sample of `python -m tests.model.side_by_side`."""

from __future__ import annotations

import pytest

from .side_by_side import compare


@pytest.mark.parametrize(("seats", "walks"), [(4, 150), (5, 50)])
def test_the_model_and_the_real_objects_take_the_same_steps(seats: int, walks: int) -> None:
    assert [*compare(seats, range(walks), 40)] == []
