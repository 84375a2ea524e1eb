"""The Debian package: its content besides the program, and reproducibility."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from p2p_hanabi.cli import main
from p2p_hanabi.desktop.files import MANUAL, ZSH, shared_files
from release.debian import package
from tests.needs import need


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


def test_package_lists_its_dependencies_and_belongs_to_root(built: list[Path]) -> None:
    sentence = subprocess.check_output(["dpkg-deb", "--field", built[0]], text=True)
    assert "Depends: libc6 (>= 2." in sentence
    assert "Maintainer: " in sentence
    listed = subprocess.check_output(["dpkg-deb", "--contents", built[0]], text=True)
    assert all(" root/root " in line and " 1980-01-01 " in line for line in listed.splitlines())
    assert "./usr/bin/p2phanabi -> ../lib/p2phanabi/p2phanabi" in listed


def test_the_package_has_all_that_desktops_and_shells_look_for(unpacked: Path) -> None:
    share = unpacked / "usr" / "share"
    zsh = share / "zsh" / "vendor-completions" / "_p2phanabi"
    packed = {share / name for name in shared_files(main)} - {share / ZSH, share / MANUAL}
    assert [path for path in (*packed, zsh) if not path.is_file()] == []
    page = gzip.decompress((share / f"{MANUAL}.gz").read_bytes())
    assert page == shared_files(main)[MANUAL]
