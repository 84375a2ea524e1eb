"""Players that look at a view and choose a move: nothing else reaches them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import hanabi, ikebana, koikoi

BOTS: dict[str, Callable[[Any], Any]] = {
    "hanabi": hanabi.choose,
    "ikebana": ikebana.choose,
    "koikoi": koikoi.choose,
}
"""For each game, by its name: a view in which its seat is to act in, a legal move out."""
