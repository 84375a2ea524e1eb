"""What a signed outcome says, for scripts, of the games whose outcomes begin alike."""

from __future__ import annotations

from protocol.encoding import Value


def reason_and_score(outcome: Value) -> dict[str, object] | None:
    """None if it does not begin so."""
    match outcome:
        case (reason, score, *_):
            return {"reason": reason, "score": score}
    return None
