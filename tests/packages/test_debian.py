"""The Debian package: its content besides the program, and reproducibility."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from p2p_hanabi.cli import main
from tests.needs import need
from tests.packages.debian import package


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Build two packages of one program: this Python, since only its C library matters here."""
    need("dpkg-deb")
    made = []
    for umask in (0o022, 0o077):
        folder = tmp_path_factory.mktemp("package")
        program = folder / "dist" / "p2phanabi"
        (program / "_internal").mkdir(parents=True)
        shutil.copy(sys.executable, program / "p2phanabi")
        (program / "_internal" / "data").write_text("")
        for path in program.rglob("*"):
            path.chmod(path.stat().st_mode & ~umask)
        made.append(package(folder, program))
    return made


@pytest.fixture(scope="module")
def unpacked(built: list[Path]) -> Path:
    folder = built[0].parent / "unpacked"
    subprocess.run(["dpkg-deb", "--extract", built[0], folder], check=True)
    return folder


def test_the_package_is_the_same_bytes_each_time(built: list[Path]) -> None:
    assert built[0].read_bytes() == built[1].read_bytes()


def test_the_package_says_what_it_needs_and_all_in_it_is_roots(built: list[Path]) -> None:
    told = subprocess.check_output(["dpkg-deb", "--field", built[0]], text=True)
    assert "Depends: libc6 (>= 2." in told
    assert "Maintainer: " in told
    listed = subprocess.check_output(["dpkg-deb", "--contents", built[0]], text=True)
    assert all(" root/root " in line and " 1980-01-01 " in line for line in listed.splitlines())
    assert "./usr/bin/p2phanabi -> ../lib/p2phanabi/p2phanabi" in listed


def test_the_manual_has_every_command(unpacked: Path) -> None:
    page = gzip.decompress((unpacked / "usr/share/man/man1/p2phanabi.1.gz").read_bytes()).decode()
    commands = {name for name, command in main.commands.items() if not command.hidden}
    assert {line.removeprefix(".B ") for line in page.splitlines()} >= commands


def test_the_desktop_has_a_picture_and_starts_the_program_without_a_terminal(
    unpacked: Path,
) -> None:
    entry = (unpacked / "usr/share/applications/p2phanabi.desktop").read_text("utf-8").splitlines()
    assert {"Exec=p2phanabi", "Icon=p2phanabi", "Terminal=false"} <= set(entry)
    picture = unpacked / "usr/share/icons/hicolor/scalable/apps/p2phanabi.svg"
    assert ElementTree.fromstring(picture.read_text("utf-8")).tag.endswith("svg")  # noqa: S314 - our own
