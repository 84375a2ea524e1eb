"""A fault that is seeded on purpose, as data: `faults.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).with_name("faults.toml")


@dataclass(frozen=True, slots=True)
class Fault:
    """In `file`, `old` becomes `new`, which breaks the `rule`; `tests` are those that find it most
    likely."""

    name: str
    file: str
    old: str
    new: str
    rule: str
    tests: tuple[str, ...]

    def sow(self, root: Path) -> None:
        """Put the fault into a copy of the tree. Raise `ValueError` if its place is not there."""
        path = root / self.file
        path.write_text(self.in_text(path.read_text("utf-8")), "utf-8")

    def in_text(self, text: str) -> str:
        """Return the file's text with the fault. Raise `ValueError` unless `old` is there once."""
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: {self.file} has its place {text.count(self.old)} times")
        return text.replace(self.old, self.new)


def all_faults() -> tuple[Fault, ...]:
    rows = tomllib.loads(LIST.read_text("utf-8"))["fault"]
    return tuple(Fault(**{**row, "tests": tuple(row["tests"])}) for row in rows)
