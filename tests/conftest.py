"""What holds for all tests: they read English, whoever runs them; what waits most comes first."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

WAITING = Path(__file__).parent / "lan"

for name in ("LANGUAGE", "LC_MESSAGES", "LANG"):
    os.environ.pop(name, None)
os.environ["LC_ALL"] = "C.UTF-8"  # which the processes that tests start have too


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that wait for networks leave the cores to the others, while there are any."""
    items.sort(key=lambda item: not item.path.is_relative_to(WAITING))
