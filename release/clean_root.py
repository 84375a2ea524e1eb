"""A Debian with only the requested packages: no player's files, and no Python.

Its original is created once, with debootstrap, in the user's cache.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .building import output_of

RELEASE = "bookworm"
PLAYER = "ana"
MOUNTS = ("proc", "proc"), ("tmpfs", "dev/shm"), ("devpts", "dev/pts")
MADE_BY_RUNNING = ("proc", "dev", "tmp/.X11-unix")


class NoRoot(Exception):
    """What is missing, as a sentence."""


@dataclass(frozen=True)
class CleanRoot:
    """One copy. Its processes share the network of the process that runs them."""

    folder: Path

    @property
    def home(self) -> Path:
        return self.folder / "home" / PLAYER

    def command(self, *words: str, user: str = PLAYER, **more: str) -> list[str]:
        """Return the command that runs these words there as this user, in a clean environment."""
        home = "/root" if user == "root" else f"/home/{user}"
        environment = {"HOME": home, "PATH": "/usr/bin:/usr/sbin:/bin:/sbin", "LANG": "C.UTF-8"}
        environment |= {"P2PHANABI_PAUSE": "0", **more}  # nobody watches the bots here
        settings = [f"{name}={value}" for name, value in environment.items()]
        where = ["chroot", f"--userspec={user}:{user}", str(self.folder)]
        return [*where, "/usr/bin/env", "-i", f"--chdir={home}", *settings, *words]

    def run(self, *words: str, user: str = PLAYER) -> str:
        """Return a command's output. Raise `SystemExit` with all of it if it fails."""
        return output_of(*self.command(*words, user=user))

    def close(self) -> None:
        for _kind, place in MOUNTS:
            subprocess.run(["umount", self.folder / place], check=True)

    def files(self) -> set[str]:
        """List all files and folders, except those that the system creates while it runs."""
        found: set[str] = set()
        for folder, folders, names in os.walk(self.folder):
            here = Path(folder).relative_to(self.folder)
            folders[:] = [name for name in folders if str(here / name) not in MADE_BY_RUNNING]
            found.update(str(here / name) for name in (*folders, *names))
        return found


def copied(folder: Path, release: str = RELEASE, packages: Sequence[str] = ()) -> CleanRoot:
    """Return a copy in this folder. Raise `NoRoot`."""
    subprocess.run(["cp", "-a", f"{original(release, packages)}/.", folder], check=True)
    root = CleanRoot(folder)
    for kind, place in MOUNTS:
        subprocess.run(["mount", "-t", kind, kind, folder / place], check=True)
    root.run("useradd", "--create-home", PLAYER, user="root")
    return root


def original(release: str = RELEASE, packages: Sequence[str] = ()) -> Path:
    if os.geteuid():
        raise NoRoot("only root can create another root")
    if shutil.which("debootstrap") is None:
        raise NoRoot("debootstrap is not installed: apt install debootstrap")
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = base / "p2phanabi-root" / release
    made, wanted = folder / "made", " ".join(packages)
    if not made.exists() or made.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        included = [f"--include={','.join(packages)}"] if packages else []
        run_whole(["debootstrap", "--variant=minbase", *included, release, str(folder / "root")])
        made.write_text(wanted)
    return folder / "root"


def run_whole(words: Sequence[str]) -> None:
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    if done.returncode:
        raise NoRoot(f"{' '.join(words)} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
