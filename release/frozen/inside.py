"""The third-party content of a packed program, and its licences.

Runs in the Python in which the wheel and PyInstaller are installed.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement

import p2p_hanabi

ITSELF = "p2p-hanabi"
PACKER = "pyinstaller"
"""Its bootloader is inside too."""
LICENCES = "LICENCES.txt"
LICENCE_FILE = re.compile(r"\.dist-info/(.*/)?(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)
TITLE = "=" * 78


def needed() -> list[str]:
    """Return the names of the program and of all its dependencies here, itself first."""
    names = [ITSELF]
    for name in names:
        for line in distribution(name).requires or ():
            wanted = Requirement(line)
            if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                names += [wanted.name] if wanted.name not in names else []
    return names


def gathered(binaries: Iterable[Path], folder: Path, packages: Iterable[str]) -> list[Path]:
    """Write all licences into a file in this folder; return all files there.

    Raise `SystemExit` if the licence of something inside is unknown.
    """
    parts = [
        *(_of(distribution(name)) for name in packages),
        library_of_the_page(),
        ("Python", _of_python()),
        *_of_system(binaries),
    ]
    told = "\n\n".join(f"{TITLE}\n{name}\n{TITLE}\n\n{text.strip()}" for name, text in parts)
    (folder / LICENCES).write_text(f"{told}\n", "utf-8", newline="\n")
    return sorted(folder.iterdir())


def _of(package: Distribution) -> tuple[str, str]:
    named = package.metadata
    files = [file for file in package.files or () if LICENCE_FILE.search(file.as_posix())]
    if not files:
        raise SystemExit(f"{named['Name']} comes without a licence")
    return f"{named['Name']} {package.version}", "\n\n".join(
        file.read_text("utf-8") for file in files
    )


def library_of_the_page() -> tuple[str, str]:
    """Return the name of the one library that pages load, and its licences, which it begins with.

    Raise `SystemExit` if it does not."""
    text = Path(p2p_hanabi.__file__).parent.joinpath("ui", "web", "noble.js").read_text("utf-8")
    head, end, _code = text.removeprefix("/*\n").partition("*/")
    if not end or "Permission is hereby granted" not in head:
        raise SystemExit("noble.js comes without a licence")
    return "noble, in the page", head


def _of_python() -> str:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    places = (
        Path(sysconfig.get_path("stdlib"), "LICENSE.txt"),
        Path(sys.base_prefix, "LICENSE.txt"),
        Path("/usr/share/doc", version, "copyright"),
    )
    for place in places:
        if place.is_file():
            return place.read_text("utf-8")
    raise SystemExit("this Python comes without a licence")


def _of_system(binaries: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Yield the Debian packages whose libraries are inside, with their licences."""
    own = (Path(sys.prefix).resolve(), Path(sys.base_prefix).resolve())
    packages: set[str] = set()
    for path in {binary.resolve() for binary in binaries}:
        if not any(path.is_relative_to(folder) for folder in own):
            packages.add(_package_of(path))
    for name in sorted(packages):
        yield f"{name}, of Debian", Path("/usr/share/doc", name, "copyright").read_text("utf-8")


def _package_of(library: Path) -> str:
    for path in (str(library), str(library).removeprefix("/usr")):
        words = ("dpkg-query", "--search", path)
        done = subprocess.run(words, check=False, capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.partition(":")[0]
    raise SystemExit(f"{library} belongs to no package of Debian")
