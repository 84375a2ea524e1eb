"""Where a player wants a file: what is there is not lost, and a refusal comes before the work."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from p2p_hanabi.commands.console.failures import Failed
from p2p_hanabi.commands.console.output_file import Out
from protocol.audit.verdict import audit
from tests import warm
from tests.any_game import RULES
from tests.command_line import run
from tests.independent_vectors import FOLDER
from tests.lan.network import House, house
from tests.lengths import sampled
from tests.needs import need
from tests.net.test_paths import no_file_over

LOOPBACK = ("--interface", "127.0.0.1")


@pytest.fixture
def game(short_game: Path, tmp_path: Path) -> Path:
    """A signed transcript that may be spoilt."""
    return Path(shutil.copy(short_game, tmp_path / "game.p2ph"))


@pytest.fixture
def at() -> Iterator[House]:
    """Where disks can be mounted."""
    need("mount")
    with house() as made:
        yield made


@pytest.fixture
def tiny(at: House, tmp_path: Path) -> Path:
    """A disk of 16 KiB there, on which a short file stands."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    at.sh("mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(folder))
    (at.path(folder) / "old.html").write_text("old")
    return folder


def refused(at: House, *arguments: object) -> str:
    """What the program says there, which cannot do what is asked."""
    program = [*at.door, sys.executable, "-m", "p2p_hanabi", *map(str, arguments)]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    return done.stderr


# Never over what is read.


def by_its_name(game: Path) -> Path:
    return game


def by_a_way_round(game: Path) -> Path:
    (game.parent / "sub").mkdir()
    return game.parent / "sub" / ".." / game.name


def by_a_symbolic_link(game: Path) -> Path:
    link = game.with_name("link")
    link.symlink_to(game.name)
    return link


def by_a_hard_link(game: Path) -> Path:
    link = game.with_name("hard")
    link.hardlink_to(game)
    return link


@pytest.mark.parametrize(
    "called", [by_its_name, by_a_way_round, by_a_symbolic_link, by_a_hard_link]
)
@pytest.mark.parametrize("command", [("export", "--html"), ("import",)])
def test_file_being_read_is_never_replaced(
    command: tuple[str, ...], called: Callable[[Path], Path], game: Path
) -> None:
    before, out = game.read_bytes(), called(game)
    for force in ((), ("--force",)):
        result = run(*command, game, "--out", out, *force)
        assert result.exit_code == 2
        assert result.stderr == f"Cannot write {out}: it is the file being read.\n"
    assert game.read_bytes() == before


# Never over another file, unless that is asked for.


def test_a_file_that_is_there_stays_unless_it_may_be_replaced(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    out.write_text("mine")
    refused = run("export", game, "--out", out)
    assert refused.exit_code == 2
    assert refused.stderr == f"Cannot write {out}: it already exists. --force replaces it.\n"
    assert out.read_text() == "mine"
    assert run("export", game, "--out", out, "--force").exit_code == 0
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_file_that_has_come_meanwhile_stays(tmp_path: Path) -> None:
    out = Out(tmp_path / "game.p2ph")
    out.check()
    out.path.write_text("mine")
    with pytest.raises(Failed, match="it already exists"):
        out.write(b"theirs")
    assert out.path.read_text() == "mine"


def test_a_link_stays_and_what_it_leads_to_is_replaced(game: Path, tmp_path: Path) -> None:
    link, page = tmp_path / "link.html", tmp_path / "page.html"
    link.symlink_to("page.html")
    assert run("export", game, "--out", link).exit_code == 0  # it led nowhere yet
    assert run("export", game, "--out", link).exit_code == 2
    page.write_text("old")
    assert run("export", game, "--out", link, "--force").exit_code == 0
    assert link.is_symlink()
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_link_into_a_folder_that_is_not_there_is_refused(game: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.html"
    link.symlink_to("nowhere/page.html")
    assert "its folder does not exist" in run("export", game, "--out", link).stderr
    assert not (tmp_path / "nowhere").exists()


def test_a_page_has_the_rights_of_the_umask_or_those_it_had(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    before = os.umask(0o027)
    try:
        run("export", game, "--out", out)
        assert stat.S_IMODE(out.stat().st_mode) == 0o640
        out.chmod(0o604)
        run("export", game, "--out", out, "--force")
    finally:
        os.umask(before)
    assert stat.S_IMODE(out.stat().st_mode) == 0o604


def test_a_pipe_takes_what_is_written_and_stays_one(game: Path, tmp_path: Path) -> None:
    program = [sys.executable, "-m", "p2p_hanabi", "export", str(game), "--html"]
    done = subprocess.run(
        [*program, "--out", "/dev/stdout"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("<!doctype html>")
    assert run("export", game, "--html", "--out", "/dev/null").exit_code == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert [each.name for each in tmp_path.iterdir()] == ["game.p2ph"]


# Full disks.


def test_a_full_disk_leaves_what_was_there_and_nothing_else(
    at: House, game: Path, tiny: Path
) -> None:
    for name in ("old.html", "new.html"):
        output = refused(at, "export", game, "--out", tiny / name, "--force")
        assert output == f"Cannot write {tiny / name}: no space left on device.\n"
    [kept] = at.path(tiny).iterdir()
    assert (kept.name, kept.read_text()) == ("old.html", "old")


def test_read_only_disk_is_reported_before_reading(at: House, tiny: Path) -> None:
    at.sh("mount", "-t", "tmpfs", "-o", "remount,ro", "tmpfs", str(tiny))
    output = refused(at, "export", "none.p2ph", "--out", tiny / "new.html")
    assert output == f"Cannot write {tiny / 'new.html'}: read-only file system.\n"


def test_a_file_that_may_not_grow_leaves_what_was_there(game: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    out.write_text("old")
    with no_file_over(1000):
        result = run("export", game, "--out", out, "--force")
    assert result.exit_code == 2
    assert result.stderr == f"Cannot write {out}: file too large.\n"
    assert out.read_text() == "old"
    assert {each.name for each in tmp_path.iterdir()} == {"game.p2ph", "page.html"}


# Before the work.


@pytest.mark.parametrize(
    "command",
    [
        ("host", *LOOPBACK),
        ("join", "--connect", "127.0.0.1:1", *LOOPBACK),
        ("resume", *LOOPBACK),
        ("demo",),
        ("export", "none.p2ph", "--html"),
        ("import", "none.json"),
    ],
    ids=lambda command: command[0],
)
def test_unwritable_place_is_reported_first(
    command: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path / "home"))
    for out, why in (
        (tmp_path / "nowhere" / "game", "its folder does not exist"),
        (tmp_path, "is a directory"),
        (tmp_path / ("a" * 300), "file name too long"),
    ):
        result = run(*command, "--out", out)
        assert result.exit_code == 2
        assert result.output == f"Cannot write {out}: {why}.\n"
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("replay", "--seat", "Zoe"),
            "Nobody at this table is called Zoe; the players are Ana, Ben, ",
        ),
        (("export", "--out", "a.json"), 'hanab.live does not support "red"; --html does'),
    ],
    ids=lambda each: each[0],
)
def test_refusals_known_from_the_header_precede_the_audit(
    arguments: tuple[str, ...], sentence: str, game: Path
) -> None:
    data = bytearray(game.read_bytes())
    data[len(data) // 2] ^= 1  # which an audit would find
    game.write_bytes(data)
    result = run(*arguments, game)
    assert result.exit_code == 2
    assert result.stderr.startswith(sentence)


def test_game_that_cannot_be_written_is_reported_and_kept(tmp_path: Path) -> None:
    hosting = ["host", "--bots", "1", "--bot", "--json", "--option", "red=1", *LOOPBACK]
    environment = {**os.environ, "P2PHANABI_HOME": str(tmp_path)}
    done = warm.run(["tests.lan.hasty", *hosting, "--out", "/dev/full"], environment)
    assert done.returncode == 2
    ended = json.loads(done.stdout.splitlines()[-1])
    assert (ended["event"], ended["how"]) == ("ended", "closed")
    kept = Path(ended["transcript"])
    assert audit(kept.read_bytes(), RULES).finished
    assert done.stderr == (
        f"Cannot write /dev/full: no space left on device. The transcript is {kept}.\n"
    )


# The form.


@sampled(1)
@pytest.mark.parametrize(
    ("name", "begins"), [("a.html", "<!doctype"), ("a.HTM", "<!doctype"), ("a.json", "{")]
)
def test_the_form_is_that_of_the_ending(name: str, begins: str, tmp_path: Path) -> None:
    assert run("export", FOLDER / "game-2.p2ph", "--out", tmp_path / name).exit_code == 0
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)


@pytest.mark.parametrize(
    ("name", "sentences"),
    [("a.json", ("--html", "--hanab-live")), ("a.html", ("--hanab-live", "--html"))],
)
def test_file_extension_of_another_format_is_refused(
    name: str, sentences: tuple[str, str], game: Path, tmp_path: Path
) -> None:
    out, (asked, meant) = tmp_path / name, sentences
    result = run("export", game, asked, "--out", out)
    assert result.exit_code == 2
    assert result.stderr == f"{asked} does not match the name {out}, which means {meant}.\n"
    assert not out.exists()
