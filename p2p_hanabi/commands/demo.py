"""`p2phanabi demo`: a whole game between bots, each seat in its own process.

The processes find each other by multicast DNS on the loopback interface, pair by the room code, and
play the full protocol; this one only starts them, reads their events, and audits the transcript.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from p2p_hanabi.gathering import TableConfig
from p2p_hanabi.paths import StorageFailed, find_home, storing, write
from p2p_hanabi.seam.styles import USUAL_STYLE
from p2p_hanabi.ui.kit.shell_words import in_a_shell
from p2p_hanabi.ui.words.i18n import _
from protocol.audit.verdict import Report

from .console.failures import Failed, storage_errors_as_failed, storage_failed
from .console.output_file import Out
from .local_seats.bot_processes import NAMES
from .local_seats.seat_processes import launch, terminate_all
from .records import audit as audits
from .records.audit_text import as_text

QUIET_S = 60.0
END_S = 10.0


@dataclass(frozen=True, slots=True)
class Demo:
    """What to play, and what to save or print of it."""

    config: TableConfig
    options: tuple[str, ...]
    out: Out | None
    as_json: bool
    bot_style: str = USUAL_STYLE


@dataclass
class BotReports:
    """The events reported by the seats' processes, by seat."""

    seats: int
    events: list[dict[str, dict[str, Any]]] = field(default_factory=list)
    turns: list[dict[str, Any]] = field(default_factory=list)
    moves: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.events = [{} for _ in range(self.seats)]

    def take(self, seat: int, event: dict[str, Any]) -> None:
        self.events[seat][event["event"]] = event
        if event["event"] == "turn":
            self.turns.append(event)
        if event["event"] == "move":
            self.moves[event["round"]] = event["t"]

    def all_have(self, name: str) -> bool:
        return all(name in events for events in self.events)

    def last(self, name: str) -> float:
        return max(float(events[name]["t"]) for events in self.events)

    @property
    def setup_s(self) -> float:
        """The time from when the last seat had all signatures to when the last had its hand."""
        return self.last("dealt") - self.last("agreed")


def run_demo(demo: Demo) -> int:
    """Play the game, audit it, print the report, and return the exit code. Raise `Failed`."""
    with _folder() as folder:
        reports = play(demo, folder, quiet=demo.as_json)
        ended = reports.events[0]["ended"]
        transcript = Path(ended["transcript"])
        examined = audits.examine(transcript, {})
        report = examined.report
        kept, unkept = _save(transcript, demo.out, report)
        if demo.as_json:
            found = audits.as_json(transcript, report, None)
            found |= {
                "file": None if kept is None else str(kept),
                "setup_s": round(reports.setup_s, 3),
                "moves": len(reports.moves),
                "game_s": round(reports.last("ended") - reports.last("agreed"), 3),
            }
            click.echo(audits.dump(found))
        else:
            label = _("The transcript") if kept is None else str(kept)
            click.echo("\n".join(as_text(label, report, None)))
        if unkept is not None:
            raise Failed(unkept)
        return audits.exit_code([examined.is_good])


def play(demo: Demo, folder: Path, *, quiet: bool) -> BotReports:
    """Start a process for each seat and read their events until all have ended."""
    seats = demo.config.seats
    table = f"demo {os.getpid()}"
    reports = BotReports(seats)
    lines: queue.Queue[tuple[int, bytes]] = queue.Queue()
    common = ["--bot", "--bot-style", demo.bot_style, "--json", "--interface", "127.0.0.1"]
    chosen = [part for option in demo.options for part in ("--option", option)]
    opening = ["host", *common, "--seats", str(seats), "--game", demo.config.game, *chosen]
    running: list[subprocess.Popen[bytes]] = []
    shown: str | None = None
    try:
        running.append(_seat(0, [*opening, "--table", table], folder, (None, lines)))
        code: str | None = None
        while not reports.all_have("ended"):
            seat, event = _next(lines, running, demo.config.game)
            if event is None:
                continue
            reports.take(seat, event)
            if not quiet and seat == 0 and (line := _progress(event)) not in {None, shown}:
                shown = line
                click.echo(line)
            if event["event"] == "lobby" and code is None:
                code = event["code"]
                joining = ["join", *common, "--table", table]
                running += [_seat(i, joining, folder, (code, lines)) for i in range(1, seats)]
        for process in running:
            process.wait(END_S)
    finally:
        terminate_all(running)
    return reports


def _seat(
    seat: int,
    arguments: list[str],
    folder: Path,
    lines: tuple[str | None, queue.Queue[tuple[int, bytes]]],
) -> subprocess.Popen[bytes]:
    code, sink = lines
    name = NAMES[seat]
    home = folder / name
    process = launch([*arguments, "--name", name], home, code, output=subprocess.PIPE)

    def listen() -> None:
        output = process.stdout
        if output is not None:
            with output:
                for line in output:
                    sink.put((seat, line))
        sink.put((seat, b""))

    threading.Thread(target=listen, daemon=True).start()
    return process


def _next(
    lines: queue.Queue[tuple[int, bytes]], running: list[subprocess.Popen[bytes]], game: str
) -> tuple[int, dict[str, Any] | None]:
    """Wait for the next event; None if a process has closed its output without failing."""
    try:
        seat, line = lines.get(timeout=QUIET_S)
    except queue.Empty:
        raise Failed(
            _("The bots have not moved for {n} s; the demo was stopped.").format(n=f"{QUIET_S:.0f}")
        ) from None
    if line:
        return seat, json.loads(line)
    code = running[seat].wait(END_S)
    if code == 2:
        raise Failed(
            _("{name}'s process could not play; run `{command}` to see why.").format(
                name=NAMES[seat], command=f"p2phanabi host --bot --bots 1 --game {game}"
            )
        )
    return seat, None


def _progress(event: dict[str, Any]) -> str | None:
    """Return a line for an event of the host that shows progress."""
    match event:
        case {"event": "lobby", "members": members, "seats": seats}:
            names = ", ".join(name for name, _is_ready in members)
            return _("At the table ({n} of {seats}): {names}").format(
                n=len(members), seats=seats, names=names
            )
        case {"event": "agreed"}:
            return _("Everybody has signed the table; shuffling together.")
        case {"event": "dealt", "words": words}:
            return _("The cards have been dealt. Table words: {words}").format(
                words=" ".join(words)
            )
    return None


def _save(transcript: Path, out: Out | None, report: Report) -> tuple[Path | None, str | None]:
    """Save the transcript if requested. Return its path, and a sentence if `out` failed.

    If `out` cannot be written, the transcript goes to the data directory.
    """
    if out is None:
        return None, None
    content = audits.read_file(transcript)
    try:
        out.write(content)
    except Failed as failed:
        spare = find_home().transcript(report.game, report.table)
        try:
            write(spare, content)
        except StorageFailed as error:
            return None, f"{failed} {storage_failed(error)}"
        where = _("The transcript is {path}.").format(path=in_a_shell(spare))
        return spare, f"{failed} {where}"
    return out.path, None


@contextmanager
def _folder() -> Iterator[Path]:
    with storage_errors_as_failed(), storing(Path(tempfile.gettempdir())):
        folder = tempfile.TemporaryDirectory(prefix="p2phanabi-demo-")
    with folder as path:
        yield Path(path)
