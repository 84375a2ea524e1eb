"""A file in the list of past games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from .history_cache import Facts

_ADDED_UP = ("points", "counted", "statistics")
"""The facts that are only in the totals."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file. `facts` are those of its game, None if unknown or invalid; `reason` says why it is
    invalid. `when` is the time when it was written. `number` 1 is the oldest, so that further games
    change no number."""

    number: int
    path: Path
    when: datetime
    facts: Facts | None = None
    reason: str = ""

    @property
    def is_known(self) -> bool:
        return self.facts is not None or bool(self.reason)

    def found(self, facts: Facts | None) -> Entry:
        """Return the entry with these facts, if any."""
        if facts is None or facts["valid"]:
            return replace(self, facts=facts)
        return replace(self, reason=facts["reason"])

    def as_json(self, me: str | None) -> dict[str, Any]:
        found = {"number": self.number, "file": str(self.path), "when": self.when.isoformat()}
        if self.facts is None:
            return {**found, "valid": False, "reason": self.reason}
        from p2p_hanabi.registry import OPTIONS  # the rules are slow to load
        from p2p_hanabi.seam.options import shown

        table = OPTIONS.get(self.facts["game"], ())
        mine = (p["seat"] for p in self.facts["players"] if p["fingerprint"] == me)
        options = shown(table, self.facts["options"])
        facts = {key: value for key, value in self.facts.items() if key not in _ADDED_UP}
        return {**found, **facts, "options": options, "me": next(mine, None)}
