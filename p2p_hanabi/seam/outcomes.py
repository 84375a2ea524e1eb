"""Signed outcomes for scripts, for games whose outcomes begin with a reason and a score."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.encoding import Value


@dataclass(frozen=True, slots=True)
class Grades:
    """The end reasons of a cooperative game that count as perfect, and those that count as lost."""

    perfect: frozenset[str]
    lost: frozenset[str]


def reason_and_score(outcome: Value) -> dict[str, object] | None:
    """Return the first two items of an outcome, or None if it has fewer."""
    match outcome:
        case (reason, score, *_):
            return {"reason": reason, "score": score}
    return None
