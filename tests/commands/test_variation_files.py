"""Kept lines against files that are large, damaged, of another game or by somebody else."""

from __future__ import annotations

import errno
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi import paths
from p2p_hanabi.commands.records.branches import branches_of
from p2p_hanabi.commands.variations.variation import Variation
from p2p_hanabi.commands.variations.variation_files import MAX_KEPT, VariationFiles
from p2p_hanabi.paths import write_value
from p2p_hanabi.ui.replay.branching import LineRefused
from tests.commands.played import in_memory

GAME = bytes(range(32))
LINE = Variation(GAME, "mine", "Why not?", 3, (("discard", 1),))


@pytest.fixture(name="files")
def kept_files(tmp_path: Path) -> VariationFiles:
    files = VariationFiles(tmp_path / "game.p2ph", GAME)
    files.keep(LINE)
    return files


def refusal(call: Any, *given: Any) -> str:
    with pytest.raises(LineRefused) as refused:
        call(*given)
    return str(refused.value)


def only_file(files: VariationFiles) -> Path:
    (path,) = files.folder.iterdir()
    return path


def test_a_line_is_read_as_it_was_kept(files: VariationFiles) -> None:
    assert files.read("mine") == LINE
    assert files.all() == ([LINE], [])
    assert only_file(files).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", "a\\b", "con", ".", "é" * 40])
def test_a_name_is_no_path(files: VariationFiles, name: str) -> None:
    files.keep(replace(LINE, name=name))
    assert files.read(name).name == name
    assert {path.parent for path in files.folder.rglob("*.line")} == {files.folder}


@pytest.mark.parametrize("content", [b"", b"garbage", b"\x00" * 50_000_000, b"[" * 60_000])
def test_damaged_files_cost_their_own_lines_alone(files: VariationFiles, content: bytes) -> None:
    files.keep(replace(LINE, name="other"))
    path = files._path("mine")
    path.write_bytes(content)
    kept, refused = files.all()
    assert [each.name for each in kept] == ["other"]
    assert [str(path) in sentence for sentence in refused] == [True]
    for call in (files.read, files.rename, lambda *_: files.keep(LINE, "mine")):
        assert str(path) in refusal(call, "mine", *(["new"] if call == files.rename else []))
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"name": "a\nb"},
        {"name": "\u202emine"},
        {"name": "x" * 41},
        {"remark": "x" * 201},
        {"leaves": -1},
        {"moves": ()},
        {"moves": (0,) * 1001},
        {"game_digest": b"short"},
    ],
)
def test_a_value_out_of_bounds_is_no_line(files: VariationFiles, change: dict[str, Any]) -> None:
    write_value(files._path("mine"), replace(LINE, **change).value())
    assert refusal(files.read, "mine").endswith("is damaged: there is no line in it.")


def test_a_line_of_another_game_is_not_taken_for_one_of_this(files: VariationFiles) -> None:
    other = replace(files, game_digest=bytes(32))
    assert refusal(other.read, "mine").endswith("belongs to another game.")
    assert other.all()[0] == []
    assert "another game" in refusal(other.keep, replace(LINE, game_digest=bytes(32)), "mine")
    assert files.read("mine") == LINE


def test_moves_against_the_rules_are_refused_with_the_reason() -> None:
    played = in_memory("hanabi", 3)
    packed = tuple(played.rules.pack(each.move) for each in played.moments[1:] if each.move)
    branches = branches_of(played)
    own = Variation(GAME, "own", "", 0, packed)
    assert branches.fitted(own).count == played.count
    for wrong, why in [
        (replace(own, moves=(*packed, packed[0])), "over before its last move"),
        (replace(own, moves=packed[1:]), ""),
        (replace(own, moves=(("fly", 1),)), "not a Hanabi move"),
        (replace(own, leaves=5000), "the game has fewer moves"),
    ]:
        sentence = refusal(branches.fitted, wrong)
        assert sentence.startswith('The line "own" does not fit this game: ')
        assert why.lower() in sentence.lower()


def test_one_of_several_programs_takes_a_name(files: VariationFiles) -> None:
    start, results = threading.Barrier(8), list[str]()

    def keep(number: int) -> None:
        start.wait()
        try:
            files.keep(replace(LINE, name="same", leaves=number))
            results.append("kept")
        except LineRefused as error:
            results.append(str(error))

    programs = [threading.Thread(target=keep, args=(number,)) for number in range(8)]
    for each in programs:
        each.start()
    for each in programs:
        each.join()
    assert max(results) == "kept"
    assert results.count("kept") == 1
    assert files.read("same").leaves in range(8)
    assert len(list(files.folder.iterdir())) == 2


def test_a_full_disk_loses_nothing(files: VariationFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "")

    monkeypatch.setattr(paths, "full_sync", full)
    for call in (lambda: files.keep(replace(LINE, name="new")), lambda: files.rename("mine", "x")):
        assert "no space" in refusal(call).lower()
    assert "no space" in refusal(files.keep, replace(LINE, leaves=9), "mine").lower()
    assert files.all() == ([LINE], [])
    assert len(list(files.folder.iterdir())) == 1


def test_there_is_a_most_of_lines(files: VariationFiles) -> None:
    for number in range(MAX_KEPT - 1):
        files._path(str(number)).write_bytes(b"")
    assert "delete one first" in refusal(files.keep, replace(LINE, name="one more"))
    files.rename("mine", "renamed")
    files.delete("renamed")
    files.keep(replace(LINE, name="one more"))
