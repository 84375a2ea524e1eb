"""What a signed outcome says, for scripts, of the games whose outcomes begin alike."""

from __future__ import annotations

from dataclasses import dataclass

from protocol.encoding import Value


@dataclass(frozen=True, slots=True)
class Grades:
    """The reasons for which a game ends that all play together, and that are its best and its
    worst."""

    perfect: frozenset[str]
    lost: frozenset[str]


def reason_and_score(outcome: Value) -> dict[str, object] | None:
    """None if it does not begin so."""
    match outcome:
        case (reason, score, *_):
            return {"reason": reason, "score": score}
    return None
