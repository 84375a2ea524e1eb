"""Whole games between this Linux and Windows in Wine, over loopback, with the real programs."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from .house import ROOT, Windows, windows_path

LOOPBACK = ("--interface", "127.0.0.1")
BOT = ("--bot", "--json", *LOOPBACK)
SILENT_S = 300.0
MOVES_BEFORE_DEATH = 6

Event = dict[str, Any]


class Seat:
    """The program at one seat, and its output."""

    def __init__(self, words: Sequence[str], environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,  # Wine accepts a pipe, but not a file
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            cwd=ROOT,
        )
        self._printed: list[str] = []
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def wait_for(self, name: str) -> Event:
        """Wait for the next event with this name."""
        while line := self._lines.get(timeout=SILENT_S):
            self._printed.append(line)
            if line.startswith("{"):
                event: Event = json.loads(line)
                if event["event"] == name:
                    return event
        raise AssertionError(f"no {name!r}: {''.join(self._printed[-20:])}")

    def _read(self) -> None:
        """Read all output, so that the program never blocks; an empty line marks the end."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put("")

    def kill(self) -> None:
        """Kill it like a power cut: nothing is sent, nothing is saved."""
        self._process.kill()
        self.close()

    def line(self) -> str:
        """Wait for the next line."""
        return self._lines.get(timeout=SILENT_S).strip()

    def until(self, *texts: str) -> str:
        """Wait for the next line that contains one of these; return it."""
        while line := self._lines.get(timeout=SILENT_S):
            self._printed.append(line)
            if any(text in line for text in texts):
                return line
        raise AssertionError(f"none of {texts}: {''.join(self._printed[-20:])}")

    def type(self, line: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()

    def left(self) -> int:
        """Wait for it to exit; return its exit code."""
        return self._process.wait(SILENT_S)

    def end(self) -> Path:
        """Wait for it to end well; return the path that it gives for its transcript."""
        ended = self.wait_for("ended")
        assert ended["how"] == "closed", ended
        assert self.left() == 0
        return Path(ended["transcript"])

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        self._reader.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()


class Pair:
    """A seat in Linux and one in Windows, each with its own data directory."""

    def __init__(self, windows: Windows, folder: Path) -> None:
        self.windows = windows
        self.linux_home, self.windows_home = folder / "linux", folder / "windows"
        self._seats: list[Seat] = []

    def in_linux(self, *words: str, code: str = "") -> Seat:
        changes = {"P2PHANABI_HOME": str(self.linux_home), "P2PHANABI_CODE": code}
        environment = {**os.environ, **{name: value for name, value in changes.items() if value}}
        return self._kept(Seat([sys.executable, "-m", "p2p_hanabi", *words, *BOT], environment))

    def in_windows(self, *words: str, code: str = "") -> Seat:
        changes = {"P2PHANABI_CODE": code} if code else {}
        environment = self.windows.environment(self.windows_home, **changes)
        return self._kept(Seat([*self.windows.program, *words, *BOT], environment))

    def transcripts(self) -> tuple[Path, Path]:
        """Return the latest of each, which must be identical."""
        homes = (self.linux_home, self.windows_home)
        ours, theirs = (
            max((home / "transcripts").iterdir(), key=lambda path: path.stat().st_mtime)
            for home in homes
        )
        assert ours.read_bytes() == theirs.read_bytes(), (ours, theirs)
        return ours, theirs

    def close(self) -> None:
        for seat in self._seats:
            seat.close()

    def _kept(self, seat: Seat) -> Seat:
        self._seats.append(seat)
        return seat


def play(windows: Windows, folder: Path) -> Iterator[str]:
    """Yield what happened, line by line. Raise `AssertionError` if it is wrong."""
    pair = Pair(windows, folder)
    try:
        yield from _windows_joins_dies_and_comes_back(pair)
        yield from _windows_hosts(pair, "--game", "koikoi")
        yield from _the_rest(pair)
    finally:
        pair.close()


def play_packed(windows: Windows, folder: Path) -> Iterator[str]:
    """Do the same with a program that starts itself again for a bot."""
    pair = Pair(windows, folder)
    try:
        yield from _windows_joins_dies_and_comes_back(pair)
        yield from _windows_hosts(pair, "--game", "koikoi")
        yield from _windows_hosts(pair, "--seats", "3", "--bots", "1")
        yield from _the_rest(pair)
    finally:
        pair.close()


def _windows_joins_dies_and_comes_back(pair: Pair) -> Iterator[str]:
    host = pair.in_linux("host", "--seats", "2", "--table", "glass", "--name", "Lin")
    code = host.wait_for("lobby")["code"]
    guest = pair.in_windows("join", "--table", "glass", "--name", "Win", code=code)
    for _ in range(MOVES_BEFORE_DEATH):
        guest.wait_for("turn")
    pair.windows.kill(pair.windows_home)
    guest.close()
    guest = pair.in_windows("resume")
    host.end()
    guest.end()
    ours, theirs = pair.transcripts()
    yield f"Linux hosted, Windows joined, was killed and came back: {ours.name} is the same"
    printed = pair.windows.run(
        *("audit", windows_path(ours), windows_path(theirs)),
        home=pair.windows_home,
    )
    yield f"Windows audited both files: {printed.splitlines()[0]}"


def _windows_hosts(pair: Pair, *words: str) -> Iterator[str]:
    host = pair.in_windows("host", *words, "--table", "wine", "--name", "Win")
    code = host.wait_for("lobby")["code"]
    guest = pair.in_linux("join", "--table", "wine", "--name", "Lin", code=code)
    host.end()
    guest.end()
    ours, _ = pair.transcripts()
    yield f"Windows hosted, Linux joined: {ours.name} is the same"


def _the_rest(pair: Pair) -> Iterator[str]:
    """Run commands that play nothing, or all seats themselves."""
    home = pair.windows_home
    listed = pair.windows.run("history", home=home)
    games = [*(home / "transcripts").iterdir()]
    assert len(listed.splitlines()) == len(games) > 1, listed
    yield f"Windows lists all {len(games)} games"
    healthy = pair.windows.run("doctor", *LOOPBACK, home=home)
    assert "This computer can play." in healthy, healthy
    yield "doctor in Windows: this computer can play"
    table = pair.in_linux("host", "--table", "shelf", "--name", "Lin")
    table.wait_for("lobby")
    found = pair.windows.run("tables", *LOOPBACK, home=home)
    assert "shelf" in found, found
    yield "Windows finds a table of Linux"
    page = home.parent / "page.html"
    pair.windows.run("export", "1", "--out", windows_path(page), home=home)
    assert page.stat().st_size
    yield "Windows exports a game as a page"
    demo = pair.windows.run("demo", "--game", "koikoi", home=home)
    assert "The transcript: valid." in demo, demo
    yield "a demo in Windows: valid"
