"""How many positions the comparisons of screens with the rules try: `make claims` sets CLAIMS."""

from __future__ import annotations

import os

import pytest

AT_ONCE = 250
"""The positions of one test."""
POSITIONS = int(os.environ.get("CLAIMS", "0"))
FEW = 60
"""The positions of the only test of each kind that `make test` runs."""

in_parts = pytest.mark.parametrize("part", range(max(1, -(-POSITIONS // AT_ONCE))))


def count() -> int:
    """Return the number of positions of each part."""
    return AT_ONCE if POSITIONS else FEW
