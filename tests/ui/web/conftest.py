"""One Chromium for all tests here that drive it by themselves, each as in one never used before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.needs import need

from .devtools import chromium


@pytest.fixture(scope="session")
def browser_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of its DevTools."""
    need("chromium")
    with chromium(tmp_path_factory.mktemp("chromium")) as address:
        yield address
