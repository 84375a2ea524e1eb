"""Which tests are long: further seeds, walks, sizes, languages and whole games of what a short test
does as well.

`make test` leaves them out, `make test-long` runs them, and `.ci/run` both. Without either, as when
one file is tested, all of them run.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import pytest

long = pytest.mark.long


def sampled(short: int) -> pytest.MarkDecorator:
    """Leave that many of a test's cases short, evenly spread: the others are long."""
    return pytest.mark.sampled(short)


def mostly_long(values: Iterable[Any], short: int = 1) -> list[Any]:
    """Return the values for `parametrize`: the tests of all but the first ones are long."""
    return [
        value if number < short else pytest.param(value, marks=long)
        for number, value in enumerate(values)
    ]


def mark_sampled(items: Iterable[pytest.Item]) -> None:
    """Mark the long cases of sampled tests, of those that are short otherwise."""
    cases = defaultdict(list)
    for item in items:
        mark = item.get_closest_marker("sampled")
        if mark is not None and item.get_closest_marker("long") is None:
            cases[item.nodeid.partition("[")[0], mark.args[0]].append(item)
    for (_, short), of_one in cases.items():
        kept = spread(len(of_one), short)
        for number, item in enumerate(of_one):
            if number not in kept:
                item.add_marker(long)


def spread(count: int, short: int) -> set[int]:
    """Return which of so many cases are short: the first, the last, and evenly between them."""
    if short >= count:
        return set(range(count))
    return {number * (count - 1) // max(1, short - 1) for number in range(short)}
