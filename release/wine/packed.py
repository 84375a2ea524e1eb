"""The single-file program for Windows: packed by Windows in Wine, and tested in a new one."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from release.building import built, needed
from release.packed import DIST, PACKER, SAME, SPEC, download_source

from .game import play_packed
from .house import ROOT, Windows, get_packages, get_python, make_prefix, windows_path
from .lines import play_in_lines
from .page import play_on_a_page

ITS_OWN = ("altgraph", "pefile", "pywin32-ctypes")
"""Dependencies of the packer in Windows that pip in Linux does not know."""


PLAYER = "Élodie Țurcanu"


@dataclass(frozen=True)
class NewWindows(Windows):
    """Has only the packed program, and a player whose name has letters that few code pages have."""

    @property
    def program(self) -> list[str]:
        return ["wine", str(self.users / PLAYER / "p2phanabi.exe")]

    @property
    def users(self) -> Path:
        return self.folder / "prefix" / "drive_c" / "users"

    def environment(self, home: Path, **more: str) -> dict[str, str]:
        return super().environment(home, LC_ALL="C.UTF-8", **more)

    def unpack_at_the_player(self) -> None:
        """Let programs write their temporary files to the player's folder: Wine reads that from the
        registry, and ignores the environment."""
        (self.users / PLAYER / "Temp").mkdir(parents=True)
        for name in ("TEMP", "TMP"):
            words = ["wine", "reg", "add", "HKCU\\Environment", "/f", "/v", name]
            words += ["/d", f"C:\\users\\{PLAYER}\\Temp"]
            environment = self.environment(self.folder)
            subprocess.run(words, check=True, capture_output=True, env=environment)

    def files(self) -> set[Path]:
        """List the files that programs and Wine have left there."""
        return {path for path in self.users.rglob("*") if path.is_file()}


def pack(windows: Windows) -> Path:
    """Build the program in `dist/`, and return it."""
    with tempfile.TemporaryDirectory(prefix="p2phanabi-packed-") as temporary:
        folder = Path(temporary)
        wheel, _source = built(folder / "built")
        get_python(folder)
        python, licences = folder / "python", folder / "licences"
        get_packages(python / "site", [*needed(), PACKER, *ITS_OWN], alone=[str(wheel)])
        (python / "python313._pth").write_text("python313.zip\n.\nsite\n")
        (found,) = (python / "site").glob("zeroconf-*.dist-info")
        download_source(found.stem.rpartition("-")[2], licences)
        words = ["wine", str(python / "python.exe"), "-X", "utf8", "-m", "PyInstaller"]
        words += ["--distpath", windows_path(folder / "dist")]
        words += ["--workpath", windows_path(folder / "work"), "--log-level", "WARN"]
        words += [windows_path(SPEC), "--", "--licences", windows_path(licences)]
        environment = windows.environment(folder, **SAME)
        done = subprocess.run(
            words,
            input="",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            env=environment,
            cwd=folder,
        )
        if done.returncode:
            raise SystemExit(done.stdout)
        DIST.mkdir(exist_ok=True)
        return Path(shutil.copy(folder / "dist" / "p2phanabi.exe", DIST))


def try_packed(program: Path, folder: Path) -> Iterator[str]:
    """Yield what happened in a new Windows. Raise `AssertionError` if it is wrong."""
    yield f"{program.relative_to(ROOT)}: {program.stat().st_size / 1e6:.1f} MB"
    windows = NewWindows(folder / "new")
    windows.folder.mkdir()
    make_prefix(windows)
    try:
        windows.unpack_at_the_player()
        before = windows.files()
        shutil.copy(program, windows.users / PLAYER)
        yield from play_packed(windows, folder)
        yield from play_in_lines(windows, folder)
        yield from play_on_a_page(windows, folder, dies=False)
        (windows.users / PLAYER / program.name).unlink()
        left = {path.relative_to(windows.users).parts[:3] for path in windows.files() - before}
        ((*place, _unpacked),) = left
        assert place == [PLAYER, "Temp"], left
        yield "deleted, it leaves the players' data, and the files unpacked by the killed program"
    finally:
        windows.end()
