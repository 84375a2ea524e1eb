import sys

import pytest

from tests.lazily import load_when_called


def test_module_is_loaded_by_its_first_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "colorsys", raising=False)
    load_when_called("colorsys", "rgb_to_hsv")
    late = sys.modules["colorsys"]
    assert late.__dict__["rgb_to_hsv"](1, 0, 0) == (0, 1, 1)
    assert sys.modules["colorsys"] is not late


def test_absent_module_stays_absent() -> None:
    load_when_called("no_such_module", "anything")
    assert "no_such_module" not in sys.modules
