"""Games played by earlier programs are audited for ever, with the same verdict: see
docs/compatibility.md. No file of this folder is ever replaced; each release adds one."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
KEPT = sorted(HERE.glob("*.p2ph"))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_a_kept_game_has_the_verdict_that_it_had(file: Path) -> None:
    """The verdict may say more than it did then, and nothing else."""
    audit = (sys.executable, "-m", "p2p_hanabi", "audit", "--json", file.name)
    ended = subprocess.run(audit, cwd=HERE, stdout=subprocess.PIPE, text=True, check=True)
    now, then = json.loads(ended.stdout), json.loads(file.with_suffix(".json").read_text("utf-8"))
    assert {key: now.get(key) for key in then} == then


def test_each_game_is_kept() -> None:
    games = {json.loads(file.with_suffix(".json").read_text("utf-8"))["game"] for file in KEPT}
    assert games == {"hanabi", "ikebana", "koikoi"}
