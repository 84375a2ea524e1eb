"""Badly behaved bots: `python hostile.py HABIT`. All of them first report that they are ready,
except those whose habit is not to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def put(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()


def say(**facts: Any) -> None:
    put(json.dumps(facts))


def write_for_ever(stream: Any) -> None:
    while True:
        stream.write("x" * 1000 + "\n")


def leave_child() -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    say(round=7, move=0, why=str(child.pid))
    sys.exit()


def play_well_with_noise() -> None:
    """Write noise to stderr in another process, so that each question is answered."""
    if os.fork() == 0:
        write_for_ever(sys.stderr)
    say(round=7, move=1)


def nest_folders() -> None:
    for _ in range(sys.getrecursionlimit() + 100):
        os.mkdir("deeper")
        os.chdir("deeper")
    say(round=7, move=1)


def stay_for_ever() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Path(sys.argv[2]).write_text(f"{os.getpid()}\n")
    time.sleep(1000)


def answer_late_too() -> None:
    say(round=6, move=0)
    say(round=7, move=1)


HABITS: dict[str, Callable[[], object]] = {
    "plays": lambda: say(round=7, move=1, why="because"),
    "silent": lambda: time.sleep(1000),
    "dies": lambda: sys.exit("I give up\x1b[2J"),
    "beyond": lambda: say(round=7, move=99),
    "negative": lambda: say(round=7, move=-1),
    "bool": lambda: say(round=7, move=True),
    "future": lambda: say(round=8, move=0),
    "late answer": answer_late_too,
    "no json": lambda: put("hm"),
    "deep": lambda: put("[" * 60_000),
    "number": lambda: put('{"round":' + "9" * 60_000 + "}"),
    "huge": lambda: put("x" * 70_000),
    "no end": lambda: put("x" * 70_000, end=""),
    "floods": lambda: write_for_ever(sys.stdout),
    "child": leave_child,
    "noise": play_well_with_noise,
    "nests": nest_folders,
    "stays": stay_for_ever,
}


def main(habit: str) -> None:
    if habit == "dead at hello":
        sys.exit("no such module")
    if habit == "never ready":
        time.sleep(1000)
    if habit == "deaf":
        say(say="ready", name="Deaf")
        time.sleep(1000)
    if habit == "unready":
        say(round=7, move=0)
    else:
        say(say="ready", name="Hostile\x1b[31m")
    for line in sys.stdin:
        value = json.loads(line)
        if value["say"] == "act":
            HABITS[habit]()
        elif value["say"] == "over":
            return


if __name__ == "__main__":
    main(sys.argv[1])
