"""What is kept of audits: no damage takes more than one of them away."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2p_hanabi import __version__
from p2p_hanabi.commands.records import history_cache
from p2p_hanabi.commands.records.history_cache import Audited, Facts, HistoryCache, keep, mark_of
from p2p_hanabi.paths import Home

FILES = 3


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """With files, of each of which something is kept."""
    home = Home(tmp_path)
    for number in range(FILES):
        add(home, number)
    return home


def add(home: Home, number: int) -> None:
    path = home.path / f"file {number}"
    path.write_text(str(number))
    keep(home, Audited(mark_of(path.stat()), f"digest {number}", facts(number)))


def facts(number: int) -> Facts:
    players = [{"seat": 0, "name": f"P{number}", "fingerprint": ""}]
    ended: Facts = {"finished": False, "agreed": []}
    game = {"game": "hanabi", "options": {}, "players": players, **ended}
    no_game = {"reason": "NOT GOOD: for a test"}
    return {"valid": True, **game} if number % 2 else {"valid": False, **no_game}


def known(home: Home) -> list[int]:
    """The files of which something is kept, and the truth."""
    cache = HistoryCache(home)
    found = {n: cache.unchanged((home.path / f"file {n}").stat()) for n in range(FILES)}
    for number, entry in found.items():
        assert entry is None or entry == {**facts(number), **({} if entry["valid"] else by())}
    return [number for number, entry in found.items() if entry is not None]


def by() -> dict[str, str]:
    return {"by": f"{__version__} en"}


def test_kept_audits_are_known(home: Home) -> None:
    assert known(home) == [0, 1, 2]
    assert home.history.stat().st_mode & 0o777 == 0o600


def damages(whole: bytes) -> Iterator[bytes]:
    """One byte of it changed, gone, or too many, at each place."""
    for place in range(len(whole)):
        before, after = whole[:place], whole[place + 1 :]
        yield before + bytes([whole[place] ^ 1]) + after
        yield before + after
        yield before + b"\n" + whole[place:]


def test_no_damage_takes_away_more_than_one(home: Home) -> None:
    for damaged in damages(home.history.read_bytes()):
        home.history.write_bytes(damaged)
        assert len(known(home)) >= FILES - 1


def test_truncated_cache_loses_only_the_cut_entry(home: Home) -> None:
    whole = home.history.read_bytes()
    for length in range(len(whole)):
        home.history.write_bytes(whole[:length])
        before = known(home)
        assert before == list(range(len(before)))
        add(home, FILES - 1)
        assert known(home) == [*before[: FILES - 1], FILES - 1]


def test_one_too_large_loses_the_oldest_alone(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_cache, "MAX_CACHE_BYTES", home.history.stat().st_size - 9)
    assert known(home) == [1, 2]
    add(home, 2)
    assert known(home) == [2]
    assert home.history.stat().st_size <= history_cache.MAX_CACHE_BYTES


def test_a_record_too_large_to_be_one_is_not_kept(home: Home) -> None:
    size = home.history.stat().st_size
    keep(home, Audited("mark", "digest", {"valid": True, "game": "x" * (1 << 20)}))
    assert home.history.stat().st_size == size


@pytest.mark.parametrize(
    "changes",
    [
        {"outcome": None},
        {"outcome": []},
        {"outcome": {}},
        {"outcome": {"score": 1}},
        {"outcome": {"score": 1}, "points": [7, 8]},
        {"outcome": {"score": 1}, "points": "x"},
        {"players": [{}]},
        {"valid": False},
        {"valid": 1},
        {"game": 7},
    ],
)
def test_entry_that_is_not_a_whole_game_is_ignored(
    changes: dict[str, object], tmp_path: Path
) -> None:
    home = Home(tmp_path)
    keep(home, Audited(mark_of(tmp_path.stat()), "", {**facts(1), **changes}))
    assert HistoryCache(home).unchanged(tmp_path.stat()) is None


@pytest.mark.parametrize("content", ["", "7", "[[[", '{"a": 1}', '{"a": {"valid": true}}', "{}"])
def test_damaged_cache_is_appended_to(content: str, home: Home) -> None:
    home.history.write_text(content)
    add(home, 1)
    assert known(home) == [1]


def test_unwritable_cache_is_no_failure(home: Home) -> None:
    home.history.unlink()
    home.history.mkdir()
    add(home, 1)
    assert known(home) == []


def test_a_file_that_was_written_to_is_known_by_its_bytes_alone(home: Home) -> None:
    path = home.path / "file 1"
    status = path.stat()
    path.write_text("x")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert HistoryCache(home).unchanged(path.stat()) is None
