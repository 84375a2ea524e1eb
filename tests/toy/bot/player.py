"""Shows its highest card."""

from ..rules import HighCardView, Show


def choose(view: HighCardView) -> Show:
    return view.moves[view.own.index(max(view.own))]
