"""A policy as written for PettingZoo, which takes the highest or the lowest legal action."""

from __future__ import annotations

BITS = {956}
"""The size of an observation with three players (`make oracle` compares it with OpenSpiel's)."""


def act(seen: dict[str, list[int]]) -> int:
    assert len(seen["observation"]) in BITS
    assert set(seen["observation"]) == {0, 1}
    legal = [number for number, is_legal in enumerate(seen["action_mask"]) if is_legal]
    return max(legal) if len(legal) % 2 else min(legal)
