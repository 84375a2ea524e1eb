"""The equivalent mutants listed in docs/mutants.md: the lines of its `text` blocks."""

from __future__ import annotations

from pathlib import Path

LIST = Path(__file__).parents[2] / "docs" / "mutants.md"
FENCE = "```"


def listed() -> set[str]:
    names: set[str] = set()
    inside = False
    for line in LIST.read_text(encoding="utf-8").splitlines():
        if line.startswith(FENCE):
            inside = line == f"{FENCE}text"
        elif inside and line:
            names.add(line)
    return names
