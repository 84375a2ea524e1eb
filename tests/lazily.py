"""Modules that take long to load are loaded when something in them is called."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any


def load_when_called(name: str, function: str) -> None:
    """Put a module with this one function in the place of one that is installed."""
    if name in sys.modules or find_spec(name) is None:
        return

    def call(*arguments: Any, **named: Any) -> Any:
        if sys.modules.get(name) is late:
            del sys.modules[name]
        return getattr(import_module(name), function)(*arguments, **named)

    late = ModuleType(name)
    setattr(late, function, call)
    sys.modules[name] = late
