"""The small runs of the model; `make model` has all of them, with the counts."""

from __future__ import annotations

import pytest

from tests.lengths import sampled

from .cases import CASES, Case, run


@sampled(8)
@pytest.mark.parametrize("case", [c for c in CASES if c.small], ids=lambda case: case.name)
def test_rules_hold_and_the_faults_of_before_are_found(case: Case) -> None:
    found = run(case)
    assert (found.fault is not None) == case.falls, found.trace
    assert found.whole or case.falls
