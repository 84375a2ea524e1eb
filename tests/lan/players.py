"""Bots and persons at the real program, in a process each; bots report events as JSON lines."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from protocol.audit.verdict import audit
from tests.any_game import RULES
from tests.warm import Warm

from .hasty import MAX_MOVES, SOAK
from .kept import stamp
from .network import Machine

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed")
SILENT_S = 60.0
PROGRAM = ("p2p_hanabi",)
HASTY = ("tests.lan.hasty",)

Event = dict[str, Any]


def is_mine(event: Event) -> bool:
    """Return whether a turn is that of the seat that reports it."""
    return bool(event["mine"])


class Program:
    """`p2phanabi ARGUMENTS --bot --json` on a machine. Killed by `close` if it still runs."""

    PLAYED: tuple[str, ...] = ("--bot", "--json")
    TYPES = False

    def __init__(
        self,
        machine: Machine | None,
        home: Path,
        arguments: Sequence[str],
        *,
        code: str | None = None,
        module: Sequence[str] = PROGRAM,
    ) -> None:
        words = [*module, *arguments, *self.PLAYED]
        environment = {**os.environ, "P2PHANABI_HOME": str(home)}
        environment.pop("P2PHANABI_CODE", None)
        if code is not None:
            environment["P2PHANABI_CODE"] = code
        home.parent.mkdir(parents=True, exist_ok=True)
        self._stderr = home.with_name(f"{home.name}.stderr")
        with self._stderr.open("ab") as errors:
            self.process = Warm(
                words,
                environment,
                types=self.TYPES,
                stderr=errors.fileno(),
                place=None if machine is None else machine.place,
            )
        self.events: list[Event] = []
        self._lines: queue.Queue[str] = queue.Queue()
        self._written = home.with_name(f"{home.name}.events")
        self._note(f"process {self.pid} begins: {' '.join([*module, *arguments])}")
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def stderr_text(self) -> str:
        """Its stderr."""
        return self._stderr.read_text()

    def wait_for(self, name: str, fits: Callable[[Event], bool] = lambda _event: True) -> Event:
        """Return the next event with this name (that fits); earlier ones are kept in `events`."""
        while (event := self.next_event()) is not None:
            if event["event"] == name and fits(event):
                return event
        raise AssertionError(f"no {name!r} any more: {self.events[-1:]} {self.stderr_text}")

    def next_event(self) -> Event | None:
        """Return the next event; None once the program prints no more."""
        if not (line := self._next_line()):
            return None
        event: Event = json.loads(line)
        self.events.append(event)
        return event

    def _next_line(self) -> str:
        """Return the next line; empty once there are no more."""
        try:
            return self._lines.get(timeout=SILENT_S)
        except queue.Empty:
            raise AssertionError(f"silent for {SILENT_S} s: {self.events[-1:]}") from None

    def exit_code(self) -> int:
        while self.next_event() is not None:
            continue
        return self.process.wait(SILENT_S)

    def kill(self) -> None:
        """Kill it like `kill -9`."""
        self._note(f"process {self.pid} is ended by the test")
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.kill()
        self._reader.join()

    def _read(self) -> None:
        with self.process.stdout as output:
            for line in output:
                self._note(line.rstrip())
                self._lines.put(line)
        self._note(f"process {self.pid} says no more")
        self._lines.put("")

    def _note(self, line: str) -> None:
        """Add a line to the events that a failed test keeps."""
        with self._written.open("a") as events:
            events.write(f"{stamp(time.time())} {line}\n")


class Person(Program):
    """Somebody who reads and types lines."""

    PLAYED = ("--plain",)
    TYPES = True

    def type(self, line: str) -> None:
        keys = self.process.stdin
        assert keys is not None
        keys.write(f"{line}\n")
        keys.flush()

    def read_until(self, words: str) -> list[str]:
        """Return the lines up to the one with these words."""
        lines: list[str] = []
        while line := self._next_line():
            lines.append(line)
            if words in line:
                return lines
        raise AssertionError(f"no {words!r}: {lines} {self.stderr_text}")

    def read_words(self, *words: str) -> None:
        """Read up to each of these words in turn, wherever the lines are wrapped."""
        text = ""
        for wanted in words:
            while wanted not in text:
                if not (line := self._next_line()):
                    raise AssertionError(f"no {wanted!r}: {text} {self.stderr_text}")
                text = " ".join((*text.split(), *line.split()))
            text = text.partition(wanted)[2]

    def play_badly(self, until: str) -> None:
        """Play the oldest card at every turn, until these words are printed."""
        while line := self._next_line():
            if "Your turn." in line:
                self.type("play 1")
            if until in line:
                return
        raise AssertionError(f"no {until!r}: {self.stderr_text}")

    def close(self) -> None:
        super().close()
        if self.process.stdin is not None:
            self.process.stdin.close()


@dataclass
class Party:
    """Seats at one table: who sits where, with which data directory, and which program."""

    machines: Sequence[Machine | None]
    folder: Path
    common: tuple[str, ...] = ()
    program: Sequence[str] = PROGRAM
    names: tuple[str, ...] = NAMES
    programs: list[Program] = field(default_factory=list)
    started: list[Program] = field(default_factory=list)

    def home(self, seat: int) -> Path:
        return self.folder / self.names[seat]

    def open(
        self, *options: str, table: str = "table", modules: Sequence[Sequence[str]] = ()
    ) -> None:
        """Host at the first machine, and let all others join by the table's name and the code.

        `modules` are what to run at each seat, if not the program itself.
        """
        run = modules or [self.program] * len(self.machines)
        code = self.host(*options, table=table, module=run[0])
        for seat in range(1, len(self.machines)):
            self.join(seat, code, table=table, module=run[seat])

    def host(self, *options: str, table: str = "table", **more: Any) -> str:
        """Host a table; return the code that the host shows."""
        seats = len(self.machines)
        opening = ["host", "--seats", str(seats), "--table", table, "--name", self.names[0]]
        opening += [part for option in options for part in ("--option", option)]
        self.programs = [self.start(0, opening, **more)]
        code: str = self.programs[0].wait_for("lobby")["code"]
        return code

    def join(
        self,
        seat: int,
        code: str,
        *,
        table: str = "table",
        options: Sequence[str] = (),
        **more: Any,
    ) -> None:
        joining = ["join", "--table", table, "--name", self.names[seat], *options]
        self.programs.append(self.start(seat, joining, code=code, **more))

    def seat_persons(self, code: str, *sentences: str) -> list[Person]:
        """Let persons at the program itself join at all other seats, in any order, read this, and
        get ready."""
        for number in range(1, len(self.machines)):
            self.join(number, code, kind=Person, module=PROGRAM)
        persons = [program for program in self.programs if isinstance(program, Person)]
        for person in persons:
            person.read_words(*sentences, 'Type "ready"')
            person.type("ready")
        return persons

    def start(
        self, seat: int, arguments: Sequence[str], kind: type[Program] = Program, **more: Any
    ) -> Program:
        words = [*arguments, *self.common]
        more.setdefault("module", self.program)
        program = kind(self.machines[seat], self.home(seat), words, **more)
        self.started.append(program)
        return program

    def resume(self, seat: int, **more: Any) -> Program:
        self.programs[seat] = self.start(seat, ["resume"], **more)
        return self.programs[seat]

    def live_on(self, seat: int, deaths: list[tuple[str, str]]) -> Event:
        """Resume after each death, to die the next one (see mortal.py), and finally play to the
        end."""
        while self.programs[seat].exit_code() == -signal.SIGKILL:
            module = ("tests.lan.mortal", *deaths.pop(0)) if deaths else self.program
            self.resume(seat, module=module)
        return self.programs[seat].events[-1]

    def end(self) -> list[bytes]:
        """Wait for all to end well; return the transcripts."""
        ends = [program.wait_for("ended") for program in self.programs]
        assert [(end["how"], end["seat"]) for end in ends] == [("closed", None)] * len(ends), ends
        assert [program.exit_code() for program in self.programs] == [0] * len(ends)
        if self.program is HASTY and not SOAK:
            assert ends[0]["view"]["turn"] <= MAX_MOVES
        return [self.transcript(seat) for seat in range(len(ends))]

    def transcript(self, seat: int) -> bytes:
        """Return the transcript of a seat that has ended."""
        path = Path(self.programs[seat].events[-1]["transcript"])
        machine = self.machines[seat]
        return (machine.house.path(path) if machine else path).read_bytes()

    def until_logged(self, seat: int, wanted: str) -> None:
        """Wait for a line in the seat's log."""
        log = self.home(seat) / "log"
        tail = subprocess.Popen(
            ["tail", "-n", "+1", "-F", str(log)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        deadline = threading.Timer(SILENT_S, tail.kill)
        deadline.start()
        with tail:
            try:
                assert any(wanted in line for line in tail.stdout or ()), log.read_text()
            finally:
                deadline.cancel()
                tail.kill()

    def close(self) -> None:
        for program in self.started:
            program.close()


@contextmanager
def party(
    machines: Sequence[Machine | None],
    folder: Path,
    *common: str,
    program: Sequence[str] = PROGRAM,
) -> Iterator[Party]:
    made = Party(machines, folder, common, program)
    try:
        yield made
    finally:
        made.close()


@contextmanager
def stranger(machine: Machine, *words: str, module: str = "tests.lan.stranger") -> Iterator[None]:
    """Run a badly behaved stranger (see stranger.py), who has begun when the context does."""
    process = Warm([module, *words], dict(os.environ), stderr=2, place=machine.place)
    deadline = threading.Timer(SILENT_S, process.kill)
    deadline.start()
    with process:
        try:
            assert "ready" in process.stdout.readline()
            yield
        finally:
            deadline.cancel()
            process.kill()


def is_one_good_game(transcripts: Sequence[bytes]) -> bool:
    """Return whether all have the same bytes of a finished game, with nobody named."""
    report = audit(transcripts[0], RULES)
    same = len(set(transcripts)) == 1
    return same and report.valid and report.finished and report.named is None


def names_in(transcript: bytes) -> tuple[str, ...]:
    return tuple(player.name for player in audit(transcript, RULES).players)
