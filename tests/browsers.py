"""One Chromium of each kind for all tests here that look at pages. What drives it is loaded where
it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from .needs import need

if TYPE_CHECKING:
    from selenium.webdriver import Chrome


@pytest.fixture(scope="session")
def browser_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of its DevTools: each test drives it as one that was never used before."""
    need("chromium")
    from tests.ui.web.devtools import chromium

    with chromium(tmp_path_factory.mktemp("chromium")) as address:
        yield address


@pytest.fixture(scope="session")
def used_chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    need("chromium", "chromedriver")
    from tests.ui.web.live_browser import chromium

    with chromium(tmp_path_factory.mktemp("chrome")) as driver:
        yield driver


@pytest.fixture(scope="module")
def chrome(used_chrome: Chrome) -> Chrome:
    """Return it as one that was never used before."""
    from tests.ui.web.live_browser import forget

    forget(used_chrome)
    return used_chrome
