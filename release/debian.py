"""The Debian package: the packed program, and what desktops and shells know of it.

    python -m release.debian

writes it to dist/, reproducibly. Needs dpkg-deb, but not root.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import sys
import tempfile
from email.utils import formatdate
from pathlib import Path

from p2p_hanabi import __version__
from p2p_hanabi.cli import main as program
from p2p_hanabi.desktop.files import MANUAL, NAME, ZSH, shared_files

from .building import ROOT, output_of
from .packed import DIST, SAME, packed

PLACES = {MANUAL: f"{MANUAL}.gz", ZSH: f"zsh/vendor-completions/{Path(ZSH).name}"}
"""Where Debian's policy differs from the usual places."""
MAKER = "The p2phanabi authors"
SUMMARY = "Hanabi on the home network: no server, no need to trust anyone"
NEEDED_SYMBOL = re.compile(rb"GLIBC_2\.(\d+)\0")
CONTROL = """\
Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: {maker}
Installed-Size: {kib}
Depends: libc6 (>= {libc}), zlib1g
Suggests: www-browser
Section: games
Priority: optional
Description: {summary}
 One of you opens a table; the others find it and type three words. The
 computers shuffle together and prove to each other that they did it right.
 Ikebana and Koi-Koi are included. {name} brings its own Python.
"""
COPYRIGHT = """\
p2phanabi is under this licence:

{licence}
It contains other works; {inside} has their licences, and beside it
is the source of zeroconf, which is under the LGPL.
"""


def main() -> int:
    if shutil.which("dpkg-deb") is None:
        raise SystemExit("dpkg-deb is missing: a Debian package must be built on Debian")
    with tempfile.TemporaryDirectory(prefix="p2phanabi-deb-") as temporary:
        folder = Path(temporary)
        made = package(folder, packed(folder, is_folder=True))
        DIST.mkdir(exist_ok=True)
        target = DIST / made.name
        shutil.move(made, target)
    print(f"{target.relative_to(ROOT)}: {target.stat().st_size / 1e6:.1f} MB")  # noqa: T201 - it is a command
    return 0


def package(folder: Path, program_folder: Path) -> Path:
    """Build the package of a packed program in this folder, and return it."""
    root = folder / "root"
    home = root / "usr" / "lib" / NAME
    home.parent.mkdir(parents=True)
    shutil.copytree(program_folder, home, symlinks=True)
    (root / "usr" / "bin").mkdir()
    (root / "usr" / "bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
    add_papers(root)
    control = root / "DEBIAN"
    control.mkdir()
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    (control / "md5sums").write_text(
        "".join(f"{md5(path)}  {path.relative_to(root)}\n" for path in files)
    )
    architecture = output_of("dpkg", "--print-architecture").strip()
    (control / "control").write_text(
        CONTROL.format(
            name=NAME,
            version=__version__,
            architecture=architecture,
            maker=MAKER,
            kib=sum(path.stat().st_size for path in files) // 1024,
            libc=f"2.{newest_libc(files)}",
            summary=SUMMARY,
        )
    )
    level(root)
    target = folder / f"{NAME}_{__version__}_{architecture}.deb"
    output_of("dpkg-deb", "--root-owner-group", "--build", root, target, environment=SAME)
    return target


def add_papers(root: Path) -> None:
    share = root / "usr" / "share"
    for name, content in shared_files(program).items():
        put(share / PLACES.get(name, name), zipped(content) if name == MANUAL else content)
    doc = share / "doc" / NAME
    inside = f"/usr/lib/{NAME}/_internal/licences/LICENCES.txt"
    licence = (ROOT / "LICENSE").read_text("utf-8")
    put(doc / "copyright", COPYRIGHT.format(licence=licence, inside=inside).encode())
    put(doc / "changelog.gz", zipped((ROOT / "docs" / "changelog.md").read_bytes()))
    entry = f"{NAME} ({__version__}) stable; urgency=low\n\n  * See changelog.gz.\n\n"
    entry += f" -- {MAKER} <>  {formatdate(int(SAME['SOURCE_DATE_EPOCH']))}\n"
    put(doc / "changelog.Debian.gz", zipped(entry.encode()))


def newest_libc(files: list[Path]) -> int:
    """Return the minor version (after "2.") of the oldest C library that all of these work with."""
    return max(
        int(number)
        for path in files
        if (content := path.read_bytes())[:4] == b"\x7fELF"
        for number in NEEDED_SYMBOL.findall(content)
    )


def level(root: Path) -> None:
    """Set permissions and dates that do not depend on who packs it, and when."""
    date = int(SAME["SOURCE_DATE_EPOCH"])
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            is_run = path.stat().st_mode & 0o100 and ".so" not in path.suffixes
            path.chmod(0o755 if is_run or path.is_dir() else 0o644)
        os.utime(path, (date, date), follow_symlinks=False)


def put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def zipped(content: bytes) -> bytes:
    return gzip.compress(content, mtime=0)


def md5(path: Path) -> str:
    return hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
