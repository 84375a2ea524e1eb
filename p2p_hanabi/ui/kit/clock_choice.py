"""Whether screens measure how long each player has thought."""

from __future__ import annotations

CLOCK_VARIABLE = "P2PHANABI_CLOCK"

_is_chosen = False


def choose(value: str | None) -> None:
    """Measure from now on if the value of the variable is 1."""
    global _is_chosen  # noqa: PLW0603 - a program has one user, as for its language
    _is_chosen = value == "1"


def is_chosen() -> bool:
    return _is_chosen
