"""Which Pythons `make matrix` finds."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from release.matrix import pythons
from tests.needs import need


def install(folder: Path, name: str, prints: str, code: int = 0) -> Path:
    """Write a program that prints its version, as a Python would."""
    folder.mkdir(parents=True, exist_ok=True)
    python = folder / name
    python.write_text(f"#!/bin/sh\necho {prints}\nexit {code}\n")
    python.chmod(0o755)
    return python


def test_oldest_of_each_python_version_that_runs_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need("posix")
    shims, system, home = tmp_path / "shims", tmp_path / "bin", tmp_path / "home"
    install(shims, "python3.11", "3 11 10")
    install(shims, "python3.12", "not selected", 127)
    oldest = install(system, "python3.11", "3 11 2")
    unselected = install(home / ".pyenv" / "versions" / "3.12.1" / "bin", "python3.12", "3 12 1")
    monkeypatch.setenv("PATH", os.pathsep.join(map(str, (shims, system))))
    monkeypatch.setattr(Path, "home", lambda: home)
    assert pythons(["3.11", "3.12", "3.13"]) == [oldest, unselected]
