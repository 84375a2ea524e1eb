"""The wheel and the source distribution, built from a copy of this tree."""

from __future__ import annotations

import hashlib
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
from tests.packages.building import FILES, ROOT, TAKEN, built, unpack

OUTSIDE = r"p2p_hanabi-[^/]*\.(dist-info|data)/"
"""What a wheel has beside its packages."""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return built(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, packages: tuple[Path, Path]) -> Path:
    """Return the Python of an environment with the wheel, and then another project's `protocol`;
    the dependencies are those of the tests."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=True)
    (site,) = folder.glob("lib/python*/site-packages")
    with zipfile.ZipFile(packages[0]) as wheel:
        wheel.extractall(site)  # noqa: S202 - it is ours
    (site / "protocol").mkdir()
    (site / "protocol" / "__init__.py").write_text("raise ImportError('of another project')\n")
    needed = next(Path(path) for path in sys.path if path.endswith("site-packages"))
    # a .pth file of that folder, such as that of an editable install, is not read from here
    (site / "needed.pth").write_text(f"{needed}\n")
    return folder / "bin" / "python"


def run(python: Path, *words: str, home: Path, **more: str) -> str:
    environment = {**os.environ, "P2PHANABI_HOME": str(home), **more}
    done = subprocess.run(
        [python, *words], check=False, capture_output=True, text=True, cwd=home, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


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
        for path in (ROOT / "p2p_hanabi").rglob("*")
        if path.is_file() and path.suffix not in (".po", ".pyc")
    }
    pages = {f"p2p_hanabi/rules/{path.name}" for path in (ROOT / "docs" / "rules").glob("*.md")}
    assert top == {"p2p_hanabi"}
    assert dates == [True, True], "a .mo has today's date, so tomorrow's wheel would differ"
    assert data | pages <= names


def test_the_wheel_has_all_that_desktops_and_shells_look_for(packages: tuple[Path, Path]) -> None:
    share = f"p2p_hanabi-{__version__}.data/data/share"
    with zipfile.ZipFile(packages[0]) as wheel:
        for name, content in shared_files(main).items():
            assert wheel.read(f"{share}/{name}") == content


def test_what_is_installed_meets_no_other_package_of_the_name_protocol(
    installed: Path, tmp_path: Path
) -> None:
    where = "import p2p_hanabi.protocol.game as game; print(game.__file__)"
    assert str(installed.parents[1]) in run(installed, "-c", where, home=tmp_path)
    demo = run(
        installed, "-m", "p2p_hanabi", "demo", "--game", "ikebana", "--seats", "2", home=tmp_path
    )
    assert "The transcript: valid." in demo


def test_the_page_on_driving_a_table_runs_where_it_is_installed(
    installed: Path, tmp_path: Path
) -> None:
    """With the one change that the page names."""
    page = (ROOT / "docs" / "drive-a-table.md").read_text("utf-8")
    assert "write `from p2p_hanabi.protocol.audit.verdict import audit`" in page
    program = "\n".join(re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE))
    as_installed = re.sub("^from protocol", "from p2p_hanabi.protocol", program, flags=re.MULTILINE)
    assert "outcome" in run(installed, "-c", as_installed, home=tmp_path)


def test_what_is_installed_shows_the_rules(installed: Path, tmp_path: Path) -> None:
    shown = run(installed, "-m", "p2p_hanabi", "rules", "ikebana", home=tmp_path)
    assert shown == (ROOT / "docs" / "rules" / "ikebana.md").read_text("utf-8") + "\n"


def test_the_licences_of_all_that_is_needed_are_told() -> None:
    inside = runpy.run_path(str(ROOT / "tests" / "packages" / "frozen" / "inside.py"))
    named = (ROOT / "docs" / "licences.md").read_text("utf-8")
    itself, *needed = inside["needed"]()
    assert itself == "p2p-hanabi"
    assert [name for name in needed if not re.search(rf"[| ]{name} [|(]", named)] == []


def test_a_packed_program_has_the_licence_of_each_package_and_the_source_that_goes_with_it(
    tmp_path: Path,
) -> None:
    inside = runpy.run_path(str(ROOT / "tests" / "packages" / "frozen" / "inside.py"))
    (tmp_path / "zeroconf-0.1.tar.gz").write_bytes(b"")
    _itself, *packages = inside["needed"]()  # a checkout may know only the name of the first
    files = inside["gathered"]([], tmp_path, packages)
    assert [file.name for file in files] == ["LICENCES.txt", "zeroconf-0.1.tar.gz"]
    text = files[0].read_text("utf-8")
    for name in packages:
        assert re.search(rf"^{name} [0-9.]+$", text, re.MULTILINE | re.IGNORECASE), name
    assert "Lesser General Public License" in text
    assert "PYTHON SOFTWARE FOUNDATION" in text.upper()


def test_a_packed_program_lists_the_licences_of_the_pages_library() -> None:
    inside = runpy.run_path(str(ROOT / "tests" / "packages" / "frozen" / "inside.py"))
    name, text = inside["library_of_the_page"]()
    assert name == "noble, in the page"
    assert text.count("Permission is hereby granted") == 2
    assert "import" not in text
