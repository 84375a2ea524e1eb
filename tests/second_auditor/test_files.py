"""The second auditor against whole games, broken ones, and fresh ones."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.commands.records.audit import as_json
from p2p_hanabi.commands.records.audit_text import as_text
from p2p_hanabi.registry import RULES
from protocol.audit.verdict import audit
from tests.fakes import NAMES, wire_for
from tests.lengths import long, mostly_long, sampled
from tests.second_auditor import (
    Audit,
    digest,
    verdict,
)
from tests.second_auditor.played import (
    BROKEN,
    FLIPS,
    GAME_2,
    GAME_FILES,
    VECTORS,
    agreed,
    as_list,
    ours,
)

USERS = (
    "__main__.py",
    "alongside.py",
    "conftest.py",
    "files.py",
    "gone.py",
    "made_up.py",
    "played.py",
)
"""What compares it with ours."""


@long
@pytest.mark.parametrize("name", mostly_long(sorted(GAME_FILES, reverse=True)))
def test_whole_games_are_accepted(name: str) -> None:
    game, data = GAME_FILES[name], (VECTORS / name).read_bytes()
    audit = Audit()
    audit.run(data)
    assert audit.faces == game["faces"]
    assert audit.table.hex() == game["table"]
    assert audit.beacon.hex() == game["beacon"]
    assert digest("outcome", audit.playing().outcome).hex() == game["outcome digest"]
    assert digest("transcript", data).hex() == game["transcript"]
    assert sum(len(r.verified) for r in audit.rounds) == game["statements"]
    assert [r.head.hex() for r in audit.rounds] == game["heads"]
    result = verdict(data)
    assert [result[key] for key in ("rounds", "outcome", "head", "reason")] == [
        *[game[key] for key in ("rounds", "outcome", "head")],
        None,
    ]
    assert ours(data) == as_list(result) == [True, True, None, None, None]


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: str(case["file"]))
def test_broken_files_get_their_verdict(case: dict[str, Any]) -> None:
    valid, _, _, seat, round_ = agreed((VECTORS / case["file"]).read_bytes())
    assert [valid, round_, seat] == [case[key] for key in ("valid", "round", "seat")]


@sampled(8)
@pytest.mark.parametrize("position", FLIPS)
def test_a_flipped_byte_is_refused_and_names_nobody(position: int) -> None:
    flipped = bytes([GAME_2[position] ^ 1 << position % 8])
    data = GAME_2[:position] + flipped + GAME_2[position + 1 :]
    valid, _, _, seat, _ = as_list(verdict(data))
    assert not valid
    assert seat is None


@sampled(1)
@pytest.mark.parametrize(
    ("seats", "talk"), [(2, "none"), (3, "phrases"), pytest.param(5, "free", marks=long)]
)
def test_fresh_games_are_accepted(seats: int, talk: str) -> None:
    wire = wire_for(RULES["hanabi"], seats, seed=1, options={"talk": talk})
    wire.open()
    while wire.nodes[0].table.status().round_number < 4 and wire.deliver():
        pass
    result = verdict(wire.nodes[0].table.transcript())
    assert result["valid"], result
    assert not result["finished"]


@sampled(1)
@pytest.mark.parametrize(
    ("game", "machines"), [("hanabi", (0, 0, 2)), ("ikebana", (0, 2, 2)), ("koikoi", (1, 1))]
)
def test_games_with_seats_on_anothers_machine_are_accepted(
    game: str, machines: tuple[int, ...]
) -> None:
    wire = wire_for(RULES[game], len(machines), seed=1, machines=machines)
    wire.open()
    while wire.nodes[0].table.status().round_number < 2 and wire.deliver():
        pass
    data = wire.nodes[0].table.transcript()
    assert verdict(data)["valid"]
    report = audit(data, RULES)
    assert report.machines == machines
    assert report.options == RULES[game].options({})
    assert as_json(Path("a"), report, None)["machines"] == list(machines)
    sentence = "\n".join(as_text("a", report, None))
    assert (
        f"played on the same computer as {NAMES[machines[1]]}: whoever owns it could read"
        in sentence
    )


def imported(path: Path) -> Iterator[str]:
    """The first part of every module's name; of one beside it, its own name after a dot."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names = [node.module] if node.module else [alias.name for alias in node.names]
            yield from ("." * node.level + name.split(".")[0] for name in names)
        elif isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)


def test_second_auditor_imports_only_the_standard_library() -> None:
    """No libsodium and no msgpack either: a fault of theirs would deceive both auditors."""
    beside = Path(__file__).parent.glob("*.py")
    own = [p for p in beside if p.name not in USERS and not p.name.startswith("test_")]
    allowed = {f".{path.stem}" for path in own} | sys.stdlib_module_names
    assert len(own) > 12
    assert {path.name: {*imported(path)} - allowed for path in own} == {p.name: set() for p in own}
