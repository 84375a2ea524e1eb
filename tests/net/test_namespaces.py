"""Two machines on one link: network namespaces, a veth pair, real multicast between them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import IO, Any

import pytest

ROOT = Path(__file__).parents[2]


def sh(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True, timeout=10)


@dataclass(frozen=True)
class Machine:
    """A namespace with one end of the link."""

    namespace: str
    interface: str

    def ip(self, *words: str) -> None:
        sh("ip", "-n", self.namespace, *words)

    def command(self, *words: str) -> list[str]:
        return ["ip", "netns", "exec", self.namespace, *words]


@pytest.fixture
def two_machines() -> Iterator[tuple[Machine, Machine]]:
    if os.geteuid() != 0:
        pytest.skip("only root may make network namespaces; CI runs this as root")
    tag = f"{os.getpid() % 100000}"
    ana, bo = (Machine(f"p2ph-{tag}-{end}", f"pv{tag}{end}") for end in "ab")
    with ExitStack() as undo:
        for machine in (ana, bo):
            sh("ip", "netns", "add", machine.namespace)
            undo.callback(sh, "ip", "netns", "del", machine.namespace)
        ana.ip("link", "add", ana.interface, "type", "veth", "peer", "name", bo.interface)
        ana.ip("link", "set", bo.interface, "netns", bo.namespace)
        for number, machine in enumerate((ana, bo), start=1):
            machine.ip("addr", "add", f"10.77.0.{number}/24", "dev", machine.interface)
            machine.ip("link", "set", machine.interface, "up")
            machine.ip("link", "set", "lo", "up")
        yield ana, bo


class Player:
    """A player's process in a namespace; what it says is read line by line."""

    def __init__(self, machine: Machine, role: str, folder: Path, name: str) -> None:
        words = [sys.executable, "-W", "error", "-m", "tests.net.peer"]
        words += [role, machine.interface, str(folder / name), name]
        self.process = subprocess.Popen(
            machine.command(*words),
            cwd=ROOT,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.deadline = Timer(40, self.process.kill)  # so that nothing is waited for in vain
        self.deadline.start()

    def hear(self, key: str) -> Any:
        """What it next says under this key."""
        for line in pipe(self.process.stdout):
            fact = json.loads(line)
            if key in fact:
                return fact[key]
        raise AssertionError(pipe(self.process.stderr).read())

    def say(self, line: str) -> None:
        pipe(self.process.stdin).write(line + "\n")
        pipe(self.process.stdin).flush()

    def close(self) -> None:
        self.deadline.cancel()
        self.process.kill()
        self.process.communicate()


def pipe(end: IO[str] | None) -> IO[str]:
    assert end is not None
    return end


@pytest.fixture
def players(
    two_machines: tuple[Machine, Machine], tmp_path: Path
) -> Iterator[tuple[Player, Player]]:
    with ExitStack() as undo:
        host = Player(two_machines[0], "host", tmp_path, "Ana")
        undo.callback(host.close)
        joiner = Player(two_machines[1], "join", tmp_path, "Bo")
        undo.callback(joiner.close)
        yield host, joiner


def test_a_table_is_found_paired_and_played_between_two_machines(
    players: tuple[Player, Player], two_machines: tuple[Machine, Machine]
) -> None:
    host, joiner = players
    code = host.hear("code")
    assert joiner.hear("found") == "Café ☕"
    joiner.say(code)
    assert host.hear("table") == joiner.hear("table")
    for player in players:
        player.say("go")
    assert [player.hear("ended") for player in players] == ["closed", "closed"]


def test_a_host_that_moved_to_another_address_is_found_again(
    players: tuple[Player, Player], two_machines: tuple[Machine, Machine]
) -> None:
    host, joiner = players
    code = host.hear("code")
    joiner.hear("found")
    joiner.say(code)
    joiner.hear("table")
    host.say("go")
    joiner.hear("turn")  # the game has begun
    ana, _ = two_machines
    ana.ip("addr", "del", "10.77.0.1/24", "dev", ana.interface)
    ana.ip("addr", "add", "10.77.0.9/24", "dev", ana.interface)
    assert joiner.hear("linked") is False
    assert joiner.hear("linked") is True
    joiner.say("go")
    assert [player.hear("ended") for player in players] == ["closed", "closed"]
