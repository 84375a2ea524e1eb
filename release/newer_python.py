"""`make matrix MATRIX=--newer`: the same with the Python of Debian testing, in its own root.

That is newer than the Python of most machines. A user other than root runs `make` there, from a
copy of this tree, with that Python and the dependencies from PyPI.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .building import copy_tree
from .clean_root import PLAYER, CleanRoot, NoRoot, copied

RELEASE = "testing"
PACKAGES = ("ca-certificates", "g++", "make", "python3", "python3-dev", "python3-venv")
"""The lowest version of msgpack has no wheel for a newer Python, so it is compiled."""
OF_THE_NETWORK = ("etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt")
"""The files with which this machine resolves and trusts PyPI."""


def in_a_newer_debian(arguments: Sequence[str]) -> int:
    """Return the exit code of `make matrix` there."""
    with tempfile.TemporaryDirectory(prefix="p2phanabi-newer-") as temporary:
        try:
            root = copied(Path(temporary), RELEASE, PACKAGES)
        except NoRoot as missing:
            print(f"skipped: {missing}")  # noqa: T201 - it is a command
            return 0
        try:
            return matrix(root, arguments)
        finally:
            root.close()


def matrix(root: CleanRoot, arguments: Sequence[str]) -> int:
    for name in OF_THE_NETWORK:
        shutil.copy(f"/{name}", root.folder / name)
    copy_tree(root.home / "p2phanabi")
    root.run("chown", "--recursive", f"{PLAYER}:{PLAYER}", f"/home/{PLAYER}", user="root")
    pips = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    words = ("make", "--silent", "-C", "p2phanabi", "matrix", f"MATRIX={' '.join(arguments)}")
    return subprocess.run(root.command(*words, **pips), check=False).returncode
