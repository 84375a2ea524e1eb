"""`make packages-try`: install, use and remove the files in dist/, or in FOLDER, on a bare system.

    python -m release.tried [FOLDER]

Both the Debian package and the single-file program, each in a Debian without Python, as a separate
user, in a separate network: a demo, a table that is hosted, joined and compared, a double click
that opens the page; then it is removed, and nothing may be left except the player's files.
"""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from p2p_hanabi.desktop.files import FOR_A_PLAYER, MENU
from release.packed import DIST

from .building import output_of
from .clean_root import PLAYER, CleanRoot, NoRoot, copied, original

INSIDE = "--inside"
ALONE = ("--interface", "127.0.0.1", "--bot", "--json")
KEPT = (f"home/{PLAYER}/.local", f"home/{PLAYER}/.config", f"home/{PLAYER}/.cache")
"""The player's."""
WRITTEN_BY_DPKG = ("var/lib/dpkg/", "var/log/", "var/cache/")
BROWSER = '#!/bin/sh\nprintf %s "$1" > "$HOME/opened"\n'
PATIENCE_S = 60
UNFIT = {
    "noexec": "(if noexec, set TMPDIR elsewhere)",
    "size=8m": "no space? Set TMPDIR to another",
}
"""By how it is mounted, what the single file says of a folder in which it cannot unpack itself."""


def main(arguments: list[str]) -> int:
    folder = next((Path(word) for word in arguments if word != INSIDE), DIST)
    if INSIDE not in arguments:
        return in_a_network_of_its_own(folder)
    for made in products(folder):
        try_one(made)
    return 0


def in_a_network_of_its_own(folder: Path) -> int:
    try:
        original()  # needs the network of this machine: the separate one leads nowhere
    except NoRoot as missing:
        print(f"skipped: {missing}")  # noqa: T201 - it is a command
        return 0
    words = shlex.join([sys.executable, "-m", __spec__.name, INSIDE, str(folder)])
    within = f"ip link set lo up && exec {words}"
    return subprocess.run(
        ["unshare", "--net", "--mount", "sh", "-c", within], check=False
    ).returncode


def products(folder: Path) -> list[Path]:
    packages = sorted(folder.glob("*.deb"))
    programs = [*folder.glob("p2phanabi"), *folder.glob("p2phanabi-*-linux-*")]
    if not packages or not programs:
        raise SystemExit(f"{folder} does not have both: make single-file deb")
    return [packages[-1], programs[0]]


def try_one(made: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="p2phanabi-root-") as temporary:
        root = copied(Path(temporary))
        try:
            assert not list(root.folder.glob("usr/bin/python*")), "there is a Python already"
            before = root.files()
            program = installed(root, made)
            print(f"{made.name}:", *used(root, program), flush=True)  # noqa: T201 - it is a command
            remove(root, program)
            check_nothing_is_left(root, before)
            print("    removed: nothing is left but the player's files")  # noqa: T201 - it is a command
        finally:
            root.close()


def installed(root: CleanRoot, made: Path) -> str:
    """Install it, and return the command that the player types."""
    if made.suffix == ".deb":
        shutil.copy(made, root.folder / "p2phanabi.deb")
        root.run("dpkg", "--install", "/p2phanabi.deb", user="root")
        (root.folder / "p2phanabi.deb").unlink()
        return "p2phanabi"
    shutil.copy(made, root.home / "p2phanabi")
    return "./p2phanabi"


def remove(root: CleanRoot, program: str) -> None:
    if program == "p2phanabi":
        root.run("dpkg", "--purge", "p2phanabi", user="root")
    else:
        (root.home / "p2phanabi").unlink()


def used(root: CleanRoot, program: str) -> Iterator[str]:
    """Use it as a player does; yield what succeeded."""
    demo = json.loads(root.run(program, "demo", "--json").splitlines()[-1])
    assert demo["valid"], demo
    yield "a demo,"
    assert root.run(program, "rules", "koikoi").startswith("# ")
    assert "robots jouer" in root.run(program, "--lang", "fr", "--help")
    assert "Lesser" in root.run(program, "licences")
    root.run(program, "doctor", "--interface", "127.0.0.1")
    root.run(program, "arena", "--games", "4", "--seats", "2", "--processes", "2")
    root.run(program, "desktop")
    share = root.home / ".local" / "share"
    assert [name for name in FOR_A_PLAYER if not (share / name).is_file()] == []
    entry = (share / MENU).read_text("utf-8")
    (command,) = re.findall(r"^Exec=(\S+) web --clicked$", entry, re.MULTILINE)
    assert root.run(command, "--version").startswith("p2phanabi ")
    root.run(program, "desktop", "--remove")
    yield "its texts and tests,"
    yield play(root, program)
    assert "1  " in root.run(program, "history")
    yield opened_by_a_double_click(root, program)
    if program == "./p2phanabi":
        for options, sentence in UNFIT.items():
            check_unpacking(root, program, options, sentence)
        yield "and it says what to do where /tmp is full or runs no programs"


def play(root: CleanRoot, program: str) -> str:
    """Play a host with a bot, and a guest: all three seats are processes of the program."""
    hosts = (program, "host", "--seats", "3", "--bots", "1", "--open", "--new", "--name", "Ana")
    joins = (program, "join", "--by", "Ana", "--new", "--name", "Ben")
    guest_home = {"P2PHANABI_HOME": f"/home/{PLAYER}/.local/guest"}
    with (
        started(root.command(*hosts, *ALONE)) as host,
        started(root.command(*joins, *ALONE, **guest_home)) as guest,
    ):
        printed = [seat.communicate(timeout=10 * PATIENCE_S)[0] for seat in (host, guest)]
    assert (host.returncode, guest.returncode) == (0, 0), printed
    files = sorted(root.home.glob(".local/share/p2phanabi/transcripts/*.p2ph"))
    files += sorted(root.home.glob(".local/guest/transcripts/*.p2ph"))
    host_file, guest_file = files
    assert host_file.read_bytes() == guest_file.read_bytes()
    root.run(program, "audit", f"/{host_file.relative_to(root.folder)}")
    return "a table hosted, joined and audited,"


def opened_by_a_double_click(root: CleanRoot, program: str) -> str:
    """Start it without terminal and arguments: the browser must get a URL that responds."""
    browser = root.home / "browser"
    browser.write_text(BROWSER)
    browser.chmod(0o755)
    desktop = {"DISPLAY": ":0", "BROWSER": f"/home/{PLAYER}/browser"}
    with started(root.command(program, **desktop)):
        opened = root.home / "opened"
        until = time.monotonic() + PATIENCE_S
        while not opened.exists() and time.monotonic() < until:
            time.sleep(0.1)
        address = opened.read_text().partition("#")[0]
        with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:  # noqa: S310 - our own page
            assert b"<!doctype html>" in answer.read().lower()
    opened.unlink()
    browser.unlink()
    return "and a double click opened its page"


@contextlib.contextmanager
def started(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """Run a process, which has always ended on exit."""
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.terminate()
            process.wait(PATIENCE_S)


def check_unpacking(root: CleanRoot, program: str, options: str, sentence: str) -> None:
    """Check that the single file says what helps if /tmp is mounted like this, and that it does."""
    place = root.folder / "tmp"
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"{options},mode=1777", "tmpfs", place], check=True
    )
    try:
        asks = root.command(program, "--version")
        done = subprocess.run(asks, check=False, capture_output=True, text=True)
        assert done.returncode, done.stdout
        assert sentence in done.stderr, done.stderr
        elsewhere = root.command(program, "--version", TMPDIR=f"/home/{PLAYER}")
        assert output_of(*elsewhere).startswith("p2phanabi ")
    finally:
        subprocess.run(["umount", place], check=True)


def check_nothing_is_left(root: CleanRoot, before: set[str]) -> None:
    own = (*KEPT, *WRITTEN_BY_DPKG)
    left = {path for path in root.files() - before if not path.startswith(own)}
    gone = {path for path in before - root.files() if not path.startswith(own)}
    assert (left, gone) == (set(), set()), (left, gone)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
