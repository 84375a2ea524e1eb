"""What every game with rounds says at the end of one, in English."""

from __future__ import annotations

from ..kit.i18n import _

# -- the result of a round


def title(number: int, rounds: int) -> str:
    return _("Round {n} of {all}: result").format(n=number, all=rounds)


# -- what goes on meanwhile; Enter closes the result


def your_turn() -> str:
    return _("The next round has begun, and it is your turn: Enter continues.")


def begun() -> str:
    return _("The next round has begun. Enter continues.")


def being_dealt() -> str:
    return _("The next round is being prepared. Enter continues.")


def game_over() -> str:
    return _("The game is over: Enter shows how it ended.")


def close_first(key: str) -> str:
    """Say why a key that could begin a move does nothing."""
    return _("{key} does nothing here: Enter closes this result first.").format(key=key)
