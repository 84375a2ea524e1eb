"""Sentences about what somebody does: to the player who looks at the screen, or about another."""

from __future__ import annotations

from dataclasses import dataclass

from .i18n import _


@dataclass(frozen=True, slots=True)
class Addressed:
    """Both forms of one sentence, marked with `N_`. `you` is addressed to the player who looks;
    `other` calls another player `{who}`."""

    you: str
    other: str

    def __call__(self, who: str | None, **facts: object) -> str:
        """Say it of this player; None is the one who looks."""
        return _(self.you if who is None else self.other).format(who=who, **facts)
