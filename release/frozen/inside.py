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
from typing import NamedTuple

from packaging.requirements import Requirement

import p2p_hanabi

ITSELF = "p2p-hanabi"
PACKER = "pyinstaller"
"""Its bootloader is inside too."""
LICENCES = "LICENCES.txt"
LICENCE_FILE = re.compile(r"\.dist-info/(.*/)?(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)
TITLE = "=" * 78


class Part(NamedTuple):
    """Something inside, its version, of which kind, and its licences."""

    name: str
    version: str
    kind: str
    licences: str

    def title(self) -> str:
        """Return the name under which a player finds its licences."""
        match self.kind:
            case "deb":
                return f"{self.name} {self.version}, of Debian"
            case "page":
                return f"{self.name}, in the page"
        return f"{self.name} {self.version}"


def needed() -> list[str]:
    """Return the names of the program and of all its dependencies here, itself first."""
    names = [ITSELF]
    for name in names:
        for wanted in requirements(name):
            names += [wanted] if wanted not in names else []
    return names


def requirements(name: str) -> list[str]:
    """Return the names of what a package depends on here."""
    wanted = [Requirement(line) for line in distribution(name).requires or ()]
    return [
        each.name for each in wanted if each.marker is None or each.marker.evaluate({"extra": ""})
    ]


def parts(binaries: Iterable[Path], packages: Iterable[str]) -> Iterator[Part]:
    """Yield all that is inside. Raise `SystemExit` if the licence of something is unknown."""
    yield from (_of(distribution(name)) for name in packages)
    yield library_of_the_page()
    yield Part("Python", sys.version.partition(" ")[0], "python", _of_python())
    yield from _of_system(binaries)


def gathered(found: Iterable[Part], folder: Path) -> list[Path]:
    """Write all licences into a file in this folder; return all files there."""
    licences = "\n\n".join(
        f"{TITLE}\n{part.title()}\n{TITLE}\n\n{part.licences.strip()}" for part in found
    )
    (folder / LICENCES).write_text(f"{licences}\n", "utf-8", newline="\n")
    return sorted(folder.iterdir())


def listed(found: Iterable[Part]) -> list[dict[str, object]]:
    """Return what a bill of materials says of each part, as JSON."""
    return [
        {
            "name": part.name,
            "version": part.version,
            "kind": part.kind,
            "needs": requirements(part.name) if part.kind == "pypi" else [],
            "licence": _expression(part),
        }
        for part in found
    ]


def _expression(part: Part) -> str:
    """Return a short name of the licence, as the package gives it, or nothing."""
    if part.kind != "pypi":
        return {"python": "PSF-2.0", "page": "MIT"}.get(part.kind, "")
    metadata = distribution(part.name).metadata
    classifiers = metadata.get_all("Classifier") or []
    named = [line.rpartition(" :: ")[2] for line in classifiers if line.startswith("License ::")]
    short = metadata["License"] or ""
    return str(metadata["License-Expression"] or " and ".join(named) or short.partition("\n")[0])


def _of(package: Distribution) -> Part:
    name = package.metadata["Name"]
    files = [file for file in package.files or () if LICENCE_FILE.search(file.as_posix())]
    if not files:
        raise SystemExit(f"{name} comes without a licence")
    licences = "\n\n".join(file.read_text("utf-8") for file in files)
    return Part(name, package.version, "pypi", licences)


def library_of_the_page() -> Part:
    """Return the one library that pages load, with its licences, which it begins with.

    Raise `SystemExit` if it does not."""
    text = Path(p2p_hanabi.__file__).parent.joinpath("ui", "web", "noble.js").read_text("utf-8")
    head, end, _code = text.removeprefix("/*\n").partition("*/")
    version = re.search(r"@noble/curves ([0-9.]+)", head)
    if not end or version is None or "Permission is hereby granted" not in head:
        raise SystemExit("noble.js comes without a version or a licence")
    return Part("noble", version[1].rstrip("."), "page", head)


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


def _of_system(binaries: Iterable[Path]) -> Iterator[Part]:
    """Yield the Debian packages whose libraries are inside, with their licences."""
    own = [Path(sys.prefix).resolve(), Path(sysconfig.get_path("stdlib")).resolve()]
    if sys.base_prefix != "/usr":  # Debian's own Python is beside all other libraries
        own.append(Path(sys.base_prefix).resolve())
    packages: set[str] = set()
    for path in {binary.resolve() for binary in binaries}:
        if not any(path.is_relative_to(folder) for folder in own):
            packages.add(_package_of(path))
    for name in sorted(packages):
        text = Path("/usr/share/doc", name, "copyright").read_text("utf-8")
        yield Part(
            name, _run("dpkg-query", "--show", "--showformat=${Version}\n", name), "deb", text
        )


def _package_of(library: Path) -> str:
    for path in (str(library), str(library).removeprefix("/usr")):
        if found := _run("dpkg-query", "--search", path):
            return found.partition(":")[0]
    raise SystemExit(f"{library} belongs to no package of Debian")


def _run(*words: str) -> str:
    """Return the first line of the output of a command, nothing if it fails."""
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    return done.stdout.partition("\n")[0] if done.returncode == 0 else ""
