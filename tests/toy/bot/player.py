"""Shows its card: there is nothing else to do."""

from __future__ import annotations

from ..rules import HighCardView, Show


def choose(view: HighCardView) -> Show:
    return view.moves[0]
