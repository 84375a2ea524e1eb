"""A third machine records a phone's connections to its seat, and gets the keys later.

The same attack succeeds against channels that were weakened on purpose, so it would be seen here
if it did so against the real one.
"""

from __future__ import annotations

import base64
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from p2p_hanabi.net.page.page_channel import PageSecret, id_of
from p2p_hanabi.net.page.web_server import REFUSED
from tests.attacks.page_listener import Recorded, devices, packets_of, read, recorded
from tests.lengths import long, mostly_long
from tests.needs import need

from .conftest import Network
from .network import ROOT, Machine

SHOWN = b'"kind":"ask"'


@dataclass(frozen=True)
class RecordedSeat:
    """A seat whose phone has been connected with the code and then with its own key, and what the
    third machine knows of it. A phone on a busy machine connects more often."""

    thief: Machine
    phone: subprocess.Popen[str]
    address: str
    code: PageSecret
    device: PageSecret
    connections: list[Recorded]

    def connected_with(self, secret: PageSecret) -> Recorded:
        """Return the first connection that this secret opened."""
        return next(each for each in self.connections if id_of(each.hello) == secret.id)

    def attempt(self, how: str, given: bytes) -> str:
        words = (sys.executable, "-m", "tests.lan.page_thief", self.address, how, given.hex())
        return subprocess.run(
            self.thief.command(*words), check=True, cwd=ROOT, stdout=subprocess.PIPE, text=True
        ).stdout.strip()


@contextmanager
def running(machine: Machine, home: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    home.mkdir()
    environment = {**os.environ, "P2PHANABI_HOME": str(home), "HOME": str(home)}
    with subprocess.Popen(
        machine.command(sys.executable, "-m", *words),
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def ask(process: subprocess.Popen[str], line: str) -> str:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()
    return answer(process)


def answer(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline().strip()
    assert line
    return line


def secret_of(text: str) -> PageSecret:
    return PageSecret.of(base64.urlsafe_b64decode(text))


@contextmanager
def listened_to(lan: Network, folder: Path, *program: str) -> Iterator[RecordedSeat]:
    need("chromium")
    host, phone_at, third = machines = lan(3)
    for each in machines:
        each.expose()
    record = folder / "record"
    words = (*program, "web", "--phone", "--interface", host.host)
    with (
        running(third, folder / "third", "tests.lan.wiretap", str(record)) as tap,
        running(host, folder / "host", *words) as server,
    ):
        assert answer(tap) == "ready"
        address = answer(server)
        place, _, fragment = address.removeprefix("http://").partition("/#")
        with running(phone_at, folder / "phone", "tests.lan.phone", address) as phone:
            device = secret_of(ask(phone, "come"))
            assert secret_of(ask(phone, "reload")) == device
            tap.communicate(timeout=60)
            received = recorded(packets_of(record.read_bytes()), int(place.rpartition(":")[2]))
            yield RecordedSeat(third, phone, place, secret_of(fragment), device, received)


def test_a_recording_and_all_keys_together_give_nothing(lan: Network, tmp_path: Path) -> None:
    with listened_to(lan, tmp_path, "p2p_hanabi") as traffic:
        keys = [traffic.code, traffic.device]
        assert list(dict.fromkeys(id_of(each.hello) for each in traffic.connections)) == [
            key.id for key in keys
        ]
        for each in traffic.connections:
            assert len(each.from_peer) >= 3  # a greeting, HERE, a snapshot
            assert read(each, keys) == []
        assert devices(traffic.connected_with(traffic.code), traffic.code) == []

        assert traffic.attempt("with", traffic.code.content) == str(REFUSED)
        for each in traffic.connections:
            assert traffic.attempt("replay", each.hello) == str(REFUSED)
        assert secret_of(ask(traffic.phone, "open")) == traffic.device  # it has kept its seat

        # what the device's key is still good for, and not unnoticed
        assert traffic.attempt("with", traffic.device.content) == "in"
        ask(traffic.phone, "elsewhere")


@long
@pytest.mark.parametrize("weakness", mostly_long(["none", "shared"]))
def test_without_ephemeral_keys_the_used_code_gives_everything(
    weakness: str, lan: Network, tmp_path: Path
) -> None:
    with listened_to(lan, tmp_path, "tests.lan.weak_page", weakness) as traffic:
        first, second = map(traffic.connected_with, (traffic.code, traffic.device))
        assert any(SHOWN in text for text in read(first, [traffic.code]))
        assert devices(first, traffic.code) == [traffic.device]
        assert any(SHOWN in text for text in read(second, [traffic.device]))
