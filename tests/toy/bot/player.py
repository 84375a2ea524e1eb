"""Shows its card: there is nothing else to do."""

from ..rules import HighCardView, Show


def choose(view: HighCardView) -> Show:
    return view.moves[0]
