"""A tree that can be released: of a release itself, the changelog has nothing that is not."""

from __future__ import annotations

from pathlib import Path

from release.__main__ import CHANGELOG
from release.changelog import UNRELEASED


def add_news(tree: Path) -> None:
    """Write something unreleased into the changelog of this tree."""
    log = tree / CHANGELOG
    text = log.read_text("utf-8")
    assert text.count(UNRELEASED) == 1
    log.write_text(text.replace(UNRELEASED, f"{UNRELEASED}\n- It is new.\n"), "utf-8")
