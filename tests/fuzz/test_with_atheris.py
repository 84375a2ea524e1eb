"""Without atheris the command says what is missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.fuzz import with_atheris
from tests.fuzz.targets import TARGETS, corpus


def test_missing_atheris_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    with pytest.raises(SystemExit, match="pip install atheris"):
        with_atheris.main(["--seconds", "1"])


def test_corpus_entries_start_with_their_target_byte(tmp_path: Path) -> None:
    names = list(TARGETS)
    with_atheris.write_corpus(tmp_path, names)
    for i, name in enumerate(names):
        written = sorted(path.read_bytes() for path in tmp_path.glob(f"{name}-*"))
        assert written == sorted(bytes([i]) + data for data in corpus(name))
