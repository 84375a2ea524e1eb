"""Files of games for the commands that read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from protocol.ledger.transcript import write_transcript
from tests.worked_example import example


@pytest.fixture(scope="session")
def short_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hanabi, three seats, lost at the third move: quickly audited."""
    table = example()
    table.play()
    path = tmp_path_factory.mktemp("game") / "short.p2ph"
    path.write_bytes(write_transcript(table.history))
    return path


@pytest.fixture(scope="session")
def unfinished_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, broken off when two moves are made, and the second is not agreed to."""
    table = example()
    while len(table.moves) > 1:
        table.one_round()
    path = tmp_path_factory.mktemp("game") / "unfinished.p2ph"
    path.write_bytes(write_transcript(table.history))
    return path


@pytest.fixture
def no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has set a room code."""
    monkeypatch.delenv("P2PHANABI_CODE", raising=False)
