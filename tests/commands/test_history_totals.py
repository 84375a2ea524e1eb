"""`p2phanabi history` adds up what stands: in lines, for scripts, and as a page."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi import program
from p2p_hanabi.commands.console.times_file import keep_times, times_path
from p2p_hanabi.commands.records import history_cache
from p2p_hanabi.commands.records.history_cache import Audited, digest_of, mark_of
from p2p_hanabi.commands.records.history_list import known_games
from p2p_hanabi.commands.records.record import write_record
from p2p_hanabi.paths import Home, write
from p2p_hanabi.seam.game_statistics import VERSION
from protocol.encoding import enc
from protocol.identity.keys import fingerprint
from tests.any_game import RULES
from tests.command_line import run
from tests.commands.played import recorded
from tests.schemas import check
from tests.warm import StartedAgain
from tests.worked_example import example

KEYS = [fingerprint(one.public_key) for one in example().identities]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """Ben's, who sits at seat 1 of the example."""
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(program, "start", StartedAgain)
    found = Home(tmp_path / "home")
    write(found.identity, enc(["p2ph identity", 1, "Ben", example().identities[1].seed]))
    found.transcripts.mkdir()
    return found


def keep(home: Home, game: Path, name: str) -> Path:
    path = home.transcripts / name
    shutil.copy(game, path)
    return path


def known(home: Home, number: int, score: int, **more: Any) -> None:
    """A file as if an audit had found another table there."""
    path = home.transcripts / f"g{number}.p2ph"
    path.write_bytes(b"%d" % number)
    os.utime(path, (1_800_000_000 + number,) * 2)
    names = more.pop("names", ("Ana", "Ben", "Chi"))
    facts = {
        "valid": True,
        "game": "hanabi",
        "options": {},
        "unusual": {},
        "players": [
            {"seat": seat, "name": name, "fingerprint": KEYS[seat]}
            for seat, name in enumerate(names)
        ],
        "table": f"{number:064x}",
        "finished": True,
        "agreed": [],
        "outcome": {"score": score},
        "points": None,
        "counted": VERSION,
        "statistics": [["turns", 3, [1, 1, 1], None], ["efficiency", 2, None, 2]],
        **more,
    }
    history_cache.keep(home, Audited(mark_of(path.stat()), digest_of(path.read_bytes()), facts))


def test_totals_follow_the_list_once_there_are_two_games(home: Home) -> None:
    known(home, 1, 20)
    assert len(run("history").stdout.splitlines()) == 1
    known(home, 2, 25)
    rows = run("history").stdout.splitlines()
    assert [row.split()[0] for row in rows[:2]] == ["2", "1"]
    assert rows[2:4] == ["", "Hanabi: 2 games, best 25 (game 2), average 22.5"]
    assert rows[4] == "  25 │   •"


def test_page_after_a_game_begins_with_the_totals(home: Home) -> None:
    known(home, 1, 20)
    known(home, 2, 25)
    rows = known_games(home)
    assert rows[:2] == ["Hanabi: 2 games, best 25 (game 2), average 22.5", ""]
    assert [row.split()[0] for row in rows[2:]] == ["2", "1"]


def test_copies_of_a_table_count_once_and_as_finished(
    home: Home, short_game: Path, unfinished_game: Path
) -> None:
    for name, game in (("a", unfinished_game), ("b", short_game), ("c", short_game)):
        keep(home, game, f"{name}.p2ph")
    [totals] = [json.loads(row) for row in run("history", "--totals", "--json").stdout.splitlines()]
    assert (totals["games"], totals["finished"], totals["values"]) == (1, 1, [0])


def test_only_games_whose_audit_stands_count(home: Home, short_game: Path) -> None:
    """A game that nobody signed is such as practice leaves."""
    altered = keep(home, short_game, "altered.p2ph")
    content = bytearray(altered.read_bytes())
    content[len(content) // 2] ^= 1
    altered.write_bytes(content)
    unsigned = write_record(recorded("hanabi", 2), RULES["hanabi"])
    (home.transcripts / "unsigned.p2ph").write_bytes(unsigned)
    shown = run("history", "--totals")
    assert (shown.exit_code, shown.stdout) == (0, "")
    assert f"{altered} was skipped: NOT VALID" in shown.stderr
    assert "unsigned.p2ph was skipped: NOT VALID" in shown.stderr
    assert "No games played here yet" in shown.stderr


def test_an_older_cache_is_counted_again(home: Home, short_game: Path) -> None:
    path = keep(home, short_game, "one.p2ph")
    run("history")
    old = home.history.read_bytes()
    mark, digest, facts = json.loads(old.split(b"\n")[1].partition(b" ")[2])
    for lacking in ({"counted": VERSION - 1}, {"statistics": [["turns", "many"]]}, None):
        home.history.unlink()
        changed = {**facts, **(lacking or {})}
        if lacking is None:
            del changed["counted"], changed["statistics"]
        history_cache.keep(home, Audited(mark, digest, changed))
        assert "score 0" in run("history").stdout
        assert "  Turns: 3.0 per game, you 1.0\n" in run("history", "--totals").stdout
    assert path.exists()


def test_a_damaged_cache_loses_nothing(home: Home, short_game: Path) -> None:
    keep(home, short_game, "one.p2ph")
    whole = run("history", "--totals").stdout
    home.history.write_bytes(b"\x00garbage\n" + home.history.read_bytes()[:-9])
    assert run("history", "--totals").stdout == whole
    home.history.unlink()
    home.history.mkdir()
    assert run("history", "--totals").stdout == whole


def test_totals_are_as_the_schema_says(home: Home) -> None:
    known(home, 1, 20)
    known(home, 2, 25, unusual={"red": "1"})
    points = {"score": 30, "points": [30, 12], "winners": [0]}
    for number in (3, 4):
        known(home, number, 0, game="koikoi", outcome=points, points=[30, 12], names=("Ana", "Ben"))
    lines = map(json.loads, run("history", "--totals", "--json").stdout.splitlines())
    hanabi, koikoi = (check("statistics.json#/$defs/totals", line) for line in lines)
    assert hanabi["by_options"][1] == {
        "options": {"red": "1"},
        "games": 1,
        "finished": 1,
        "mean": 25,
    }
    assert (koikoi["won"], koikoi["values"]) == (0, [12, 12])
    assert hanabi["statistics"][0] == {"fact": "turns", "games": 2, "total": 6, "mine": 2, "own": 2}


def test_list_for_scripts_has_no_totals(home: Home) -> None:
    known(home, 1, 20)
    known(home, 2, 25)
    lines = [json.loads(row) for row in run("history", "--json").stdout.splitlines()]
    assert [line["number"] for line in lines] == [2, 1]
    assert not {"points", "counted", "statistics"} & set(lines[0])


def test_page_holds_all_and_loads_nothing(home: Home, tmp_path: Path) -> None:
    known(home, 1, 20, names=("<b>Ana", "Ben", "Chi"))
    known(home, 2, 25)
    out = tmp_path / "games.html"
    assert run("history", "--html", "--out", out).exit_code == 0
    page = out.read_text(encoding="utf-8")
    assert "2 games, best 25 (game 2), average 22.5" in page
    assert "&lt;b&gt;Ana" in page
    assert "default-src 'none'" in page
    assert not [word for word in ("<b>", "http:", "https:", "<script", "src=") if word in page]
    refused = run("history", "--out", out)
    assert (refused.exit_code, out.read_text(encoding="utf-8")) == (2, page)
    assert run("history", "--out", out, "--force").exit_code == 0
    assert run("history", "--html", "--out", "-").stdout.startswith("<!doctype html>")
    assert run("history", "--html").stderr == "Add --out FILE, or --out - for standard output.\n"


def test_measured_times_are_added_up_with_what_was_counted(home: Home, short_game: Path) -> None:
    keep_times(keep(home, short_game, "one.p2ph"), (10.0, 20.0, 0.0))
    row = "Seconds of thinking, in games with the clock on: 30.0 per game, you 20.0"
    assert row in run("history", "--totals").stdout
    times_path(home.transcripts / "one.p2ph").write_bytes(b"damaged")
    assert "Seconds of thinking" not in run("history", "--totals").stdout
