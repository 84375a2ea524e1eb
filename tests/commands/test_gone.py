"""A bot's process is killed for good: the person and the other bot play on, or end the table."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from protocol.audit.verdict import Report, audit
from tests import warm
from tests.any_game import RULES
from tests.commands.test_play_command import play_badly, program, say, until
from tests.warm import Warm


@contextmanager
def bereaved(home: Path, *options: str) -> Iterator[Warm]:
    """A person who hosts two bots, of which one was killed while the person was to move."""
    here = ("--interface", "127.0.0.1")
    arguments = ["host", "--plain", "--seats", "3", "--open", *here]
    for option in options:
        arguments += ["--option", option]
    with ExitStack() as running:
        host = running.enter_context(program(home / "Ana", *arguments, "--name", "Ana"))
        address = until(host, "--connect")[-1].rsplit(" ", 1)[-1].rstrip('".')
        bots = [
            running.enter_context(
                program(
                    home / name,
                    *("join", "--bot", "--connect", address, "--name", name, *here),
                )
            )
            for name in ("Bo", "Cy")
        ]
        say(host, "ready")
        until(host, "Your turn.")
        bots[1].kill()
        until(host, "Cy lost the connection")
        yield host


def audited(home: Path) -> Report:
    [transcript] = (home / "Ana" / "transcripts").iterdir()
    return audit(transcript.read_bytes(), RULES)


def test_the_others_play_on_without_a_bot_that_was_killed(tmp_path: Path) -> None:
    with bereaved(tmp_path, "escrow=trusting", "first=1") as host:
        say(host, "play 1")
        say(host, "gone Cy")
        # until Bo has told that it lost Cy too, Cy may be reached over Bo
        while "still" in until(host, "You say that Cy is gone", "still connected to somebody")[-1]:
            say(host, "gone Cy")
        sentences = until(host, "The game goes on without Cy")
        sentences += play_badly(host)
        assert host.wait() == 0
    report = audited(tmp_path)
    assert report.valid, report.fault
    assert report.finished
    assert report.proofs["absences"] >= 2
    assert report.proofs["cards recomputed"] == 50
    assert any("Cy is gone: the turn is skipped." in line for line in sentences)


def test_table_without_escrow_is_ended_by_consent(tmp_path: Path) -> None:
    with bereaved(tmp_path, "first=1") as host:
        say(host, "play 1")
        say(host, "gone Cy")
        until(host, "needs the option escrow")
        say(host, "stop")
        sentences = until(host, ".p2ph")
        assert host.wait() == 1
    assert any("Ana, Bo agreed to end the game" in line for line in sentences)
    report = audited(tmp_path)
    assert report.valid
    assert not report.finished
    assert [report.players[seat].name for seat in report.agreed] == ["Ana", "Bo"]


def test_the_one_who_was_away_takes_the_end_from_anothers_file(tmp_path: Path) -> None:
    with bereaved(tmp_path, "first=1") as host:
        say(host, "play 1")
        say(host, "stop")
        until(host, ".p2ph")
        host.wait()
    [ended] = (tmp_path / "Ana" / "transcripts").iterdir()
    home = tmp_path / "Cy"

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return warm.run(["p2p_hanabi", *arguments], {**os.environ, "P2PHANABI_HOME": str(home)})

    journals = sorted(home.rglob("journal*"))
    damaged = tmp_path / "damaged.p2ph"
    content = bytearray(ended.read_bytes())
    content[len(content) // 2] ^= 1
    damaged.write_bytes(content)
    refused = run("resume", "--from", str(damaged))
    assert (refused.returncode, list((home / "transcripts").glob("*.p2ph"))) == (2, [])
    assert "Traceback" not in refused.stderr

    taken = run("resume", "--from", str(ended))
    assert taken.returncode == 0, taken.stderr
    assert "The game has ended" in taken.stdout
    [kept] = (home / "transcripts").glob("*.p2ph")
    assert kept.read_bytes() == ended.read_bytes()
    assert journals == sorted(home.rglob("journal*"))
    assert "no unfinished" in run("resume", "--plain").stderr
    # the own end of a table that others may still lack is not overwritten
    [folder] = (home / "tables").iterdir()
    (folder / "parting").write_bytes(b"")
    kept.write_bytes(b"mine")
    assert run("resume", "--from", str(ended)).returncode == 2
    assert kept.read_bytes() == b"mine"
    again = run("resume", "--from", str(ended))
    sentence = " ".join(again.stderr.split())
    assert f"`p2phanabi audit {kept} {ended}` explains how the two ends fit together" in sentence


pytestmark = pytest.mark.usefixtures("no_code")
