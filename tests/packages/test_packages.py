"""The wheel and the source distribution, built from a copy of this tree."""

from __future__ import annotations

import hashlib
import json
import os
import re
import runpy
import subprocess
import sys
import tarfile
import venv
import warnings
import zipfile
from pathlib import Path

import pytest

from p2p_hanabi import __version__
from p2p_hanabi.cli import main
from p2p_hanabi.desktop.files import shared_files
from release.building import FILES, ROOT, TAKEN, built, copy_tree, unpack
from release.ways import LAST, program
from tests.lengths import long, mostly_long

OUTSIDE = r"p2p_hanabi-[^/]*\.(dist-info|data)/"
"""What a wheel has beside its packages."""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return built(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, packages: tuple[Path, Path]) -> Path:
    """Return the Python of an environment with the wheel."""
    return environment(tmp_path_factory.mktemp("installed"), str(packages[0]))


def environment(folder: Path, *install: str) -> Path:
    """Return the Python of a new environment with this installed by pip. The dependencies are those
    of the tests."""
    venv.create(folder, with_pip=False, symlinks=True)
    (site,) = folder.glob("lib/python*/site-packages")
    needed = next(Path(path) for path in sys.path if path.endswith("site-packages"))
    # a .pth file of that folder, such as that of an editable install, is not read from here
    (site / "needed.pth").write_text(f"{needed}\n")
    python = folder / "bin" / "python"
    if install:
        alone = ("--no-deps", "--no-build-isolation", "--disable-pip-version-check")
        words = [str(python), "-m", "pip", "install", "-qq", *alone, *install]
        subprocess.run(words, check=True, cwd=folder)
    return python


def run(python: Path, *words: str, home: Path, **more: str) -> str:
    environment = {**os.environ, "P2PHANABI_HOME": str(home), **more}
    done = subprocess.run(
        [python, *words], check=False, capture_output=True, text=True, cwd=home, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@long
def test_both_are_the_same_bytes_under_any_umask_and_of_any_date(
    tmp_path: Path, packages: tuple[Path, Path]
) -> None:
    again = built(tmp_path, 0o077)
    assert [digest(path) for path in again] == [digest(path) for path in packages]


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_source_distribution_is_whole(packages: tuple[Path, Path]) -> None:
    """It has everything in this tree except build products."""
    with tarfile.open(packages[1]) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    made = re.compile(r"__pycache__|\.mo$|\.egg-info")
    here = {
        path.relative_to(ROOT).as_posix()
        for name in TAKEN
        for path in (ROOT / name).rglob("*")
        if path.is_file()
    }
    assert {name for name in here if not made.search(name)} | set(FILES) <= packed


def test_the_source_unpacks_with_a_python_that_has_no_filters(
    tmp_path: Path, packages: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as Debian 12's Python 3.11.2."""
    monkeypatch.delattr(tarfile, "data_filter", raising=False)
    whole = tarfile.TarFile.extractall

    def extractall(archive: tarfile.TarFile, path: Path) -> None:
        with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
            whole(archive, path)

    monkeypatch.setattr(tarfile.TarFile, "extractall", extractall)
    unpack(packages[1], tmp_path)
    (folder,) = tmp_path.iterdir()
    assert (folder / "README.md").read_bytes() == (ROOT / "README.md").read_bytes()


def test_the_wheel_has_every_file_that_the_program_reads(packages: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(packages[0]) as wheel:
        names = set(wheel.namelist())
        top = {name.partition("/")[0] for name in names if not re.match(OUTSIDE, name)}
        dates = [b"1980-01-01" in wheel.read(name) for name in names if name.endswith(".mo")]
    data = {
        path.relative_to(ROOT).as_posix()
        for package in ("p2p_hanabi", "protocol")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and path.suffix not in (".po", ".pyc")
    }
    pages = {f"p2p_hanabi/rules/{path.name}" for path in (ROOT / "docs" / "rules").glob("*.md")}
    assert top == {"p2p_hanabi", "protocol"}
    spec = (ROOT / "release" / "frozen" / "p2phanabi.spec").read_text("utf-8")
    assert f"OURS = {json.dumps(sorted(top))}\n" in spec, "a packed program would lack a package"
    assert dates == [True, True], "a .mo has today's date, so tomorrow's wheel would differ"
    assert data | pages <= names


def test_the_wheel_has_all_that_desktops_and_shells_look_for(packages: tuple[Path, Path]) -> None:
    share = f"p2p_hanabi-{__version__}.data/data/share"
    with zipfile.ZipFile(packages[0]) as wheel:
        for name, content in shared_files(main).items():
            assert wheel.read(f"{share}/{name}") == content


@long
@pytest.mark.parametrize("way", mostly_long(["wheel", "editable", "checkout"]))
def test_the_page_on_driving_a_table_runs_as_printed(
    way: str, packages: tuple[Path, Path], tmp_path: Path
) -> None:
    """`make ways` also does so from the source distribution, and with pipx and uv."""
    tree = tmp_path / "tree"
    if way != "wheel":
        copy_tree(tree)
    install = {
        "wheel": [str(packages[0])],
        "editable": ["--editable", str(tree)],
        "checkout": [],
    }
    python = environment(tmp_path / "environment", *install[way])
    home = tree if way == "checkout" else tmp_path
    printed = run(python, "-c", program(), home=home)
    assert LAST in printed.splitlines()[-1]
    place = "import protocol, p2p_hanabi as p; print(protocol.__path__[0], p.__path__[0])"
    places = [Path(path).parent for path in run(python, "-c", place, home=home).split()]
    ours = tree if way in ("editable", "checkout") else python.parents[1]
    assert places[0] == places[1]
    assert places[0].is_relative_to(ours)


def test_another_package_named_protocol_is_refused_by_path(
    packages: tuple[Path, Path], tmp_path: Path
) -> None:
    """pip overwrites one of two without a word."""
    python = environment(tmp_path / "environment", str(packages[0]))
    (file,) = tmp_path.glob("environment/lib/python*/site-packages/protocol/__init__.py")
    for theirs in ("import missing_of_another_project", "PROJECT = 'another'", ""):
        file.write_text(f"{theirs}\n", "utf-8")
        assert refused(python, tmp_path, file)


@long
def test_protocol_file_in_the_current_folder_stops_only_dash_m(
    installed: Path, tmp_path: Path
) -> None:
    """`python -m` does; the command, and what it starts, do not."""
    (tmp_path / "protocol.py").write_text("print('a program of the player')\n", "utf-8")
    assert refused(installed, tmp_path, tmp_path / "protocol.py")
    version = f"p2phanabi {__version__}\n"
    command = installed.with_name("p2phanabi")
    assert run(command, "--version", home=tmp_path) == version
    again = "from p2p_hanabi.program import started_again; print(*started_again('--version'))"
    words = run(installed, "-P", "-c", again, home=tmp_path).split()
    assert run(Path(words[0]), *words[1:], home=tmp_path) == version


def refused(python: Path, folder: Path, named: Path) -> bool:
    """Return whether the program only says what is in its way."""
    words = [str(python), "-m", "p2p_hanabi", "--version"]
    done = subprocess.run(words, check=False, capture_output=True, text=True, cwd=folder)
    assert (done.returncode, done.stdout.replace("a program of the player\n", "")) == (2, "")
    return str(named) in done.stderr and len(done.stderr.splitlines()) == 1


def test_installed_program_shows_the_rules(installed: Path, tmp_path: Path) -> None:
    shown = run(installed, "-m", "p2p_hanabi", "rules", "ikebana", home=tmp_path)
    assert shown == (ROOT / "docs" / "rules" / "ikebana.md").read_text("utf-8") + "\n"


def test_licences_of_all_dependencies_are_listed() -> None:
    inside = runpy.run_path(str(ROOT / "release" / "frozen" / "inside.py"))
    named = (ROOT / "docs" / "licences.md").read_text("utf-8")
    itself, *needed = inside["needed"]()
    assert itself == "p2p-hanabi"
    assert [name for name in needed if not re.search(rf"[| ]{name} [|(]", named)] == []


def test_packed_program_has_every_licence_and_required_source(tmp_path: Path) -> None:
    inside = runpy.run_path(str(ROOT / "release" / "frozen" / "inside.py"))
    (tmp_path / "zeroconf-0.1.tar.gz").write_bytes(b"")
    _itself, *packages = inside["needed"]()  # a checkout may know only the name of the first
    files = inside["gathered"](inside["parts"]([], packages), tmp_path)
    assert [file.name for file in files] == ["LICENCES.txt", "zeroconf-0.1.tar.gz"]
    text = files[0].read_text("utf-8")
    for name in packages:
        assert re.search(rf"^{name} [0-9.]+$", text, re.MULTILINE | re.IGNORECASE), name
    assert "Lesser General Public License" in text
    assert "PYTHON SOFTWARE FOUNDATION" in text.upper()


def test_packed_program_lists_the_licences_of_the_page_library() -> None:
    inside = runpy.run_path(str(ROOT / "release" / "frozen" / "inside.py"))
    library = inside["library_of_the_page"]()
    text = library.licences
    assert library.title() == "noble, in the page"
    assert text.count("Permission is hereby granted") == 2
    assert "import" not in text


def test_loader_of_the_single_file_says_what_helps(tmp_path: Path) -> None:
    """`make packages-try` reads it from a real one, where /tmp is full or runs no programs."""
    words = runpy.run_path(str(ROOT / "release" / "frozen" / "loader_words.py"))
    program = tmp_path / "p2phanabi"
    theirs = b"\x7fELF" + b"\0".join(words["SENTENCES"]) + b"\0"
    program.write_bytes(theirs)
    words["reword"](program)
    ours = program.read_bytes()
    assert len(ours) == len(theirs)
    assert ours.count(b"TMPDIR") == len(words["SENTENCES"])
    with pytest.raises(SystemExit, match="does not say"):
        words["reword"](program)
