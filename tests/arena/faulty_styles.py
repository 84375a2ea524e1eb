"""Custom functions that do not play."""

from __future__ import annotations

import sys
from typing import Any


def raises(_view: Any) -> Any:
    raise ValueError("no idea")


def leaves(_view: Any) -> Any:
    sys.exit(3)


def guesses(view: Any) -> Any:
    return view.my_hand


def resigns(_view: Any) -> Any:
    return None
