"""Sentences about what somebody does: addressed to the viewer, or about another player."""

from __future__ import annotations

from dataclasses import dataclass

from .i18n import _


@dataclass(frozen=True, slots=True)
class Addressed:
    """Both forms of a sentence, marked with `N_`. `you` addresses the viewer; `other` names another
    player as `{who}`."""

    you: str
    other: str

    def __call__(self, who: str | None, **facts: object) -> str:
        """Return the sentence about this player; None is the viewer."""
        return _(self.you if who is None else self.other).format(who=who, **facts)
