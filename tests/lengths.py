"""Which tests are long: further seeds, walks and whole games of what a short test does as well.

`make test` leaves them out, `make test-long` runs them, and `.ci/run` both. Without either, as when
one file is tested, all of them run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

long = pytest.mark.long


def mostly_long(values: Iterable[Any], short: int = 1) -> list[Any]:
    """Return the values for `parametrize`: the tests of all but the first ones are long."""
    return [
        value if number < short else pytest.param(value, marks=long)
        for number, value in enumerate(values)
    ]
