"""`p2phanabi doctor` on this machine alone; on networks it is tried in tests/lan."""

from __future__ import annotations

import json
import socket
import sys
from pathlib import Path

import pytest
from click.testing import Result

from p2p_hanabi.commands.doctor.doctor_address import ADVICE, found
from p2p_hanabi.commands.doctor.doctor_machine import group_is_right
from p2p_hanabi.net.checks.diagnosis import Diagnosis, Verdict
from p2p_hanabi.net.links.addresses import Address
from tests.command_line import run

LOOPBACK = ("--interface", "127.0.0.1")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def doctor(*arguments: str) -> Result:
    return run("doctor", *arguments)


def test_each_line_reports_what_was_tried_and_the_result(home: Path) -> None:
    result = doctor(*LOOPBACK)
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert "ok    finding tables on lo: announcements arrive" in lines
    tried = next(line for line in lines if line.startswith("ok    a test table on lo: "))
    assert "opened, joined and started at 127.0.0.1:" in tried
    assert any(line.startswith(f"ok    data directory: {home} is writable") for line in lines)
    assert any(line.startswith("note  terminal: not a terminal") for line in lines)
    assert any(line.startswith("ok    versions: p2phanabi ") for line in lines)
    assert lines[0] == "This computer can play."


def test_unwritable_data_folder_is_bad_and_gets_advice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path / "file" / "home"))
    result = doctor(*LOOPBACK, "--json")
    found = json.loads(result.stdout)
    folder = next(check for check in found["checks"] if check["check"] == "folder")
    assert result.exit_code == 1
    assert found["playable"] is False
    assert folder["grade"] == "bad"
    assert "not a directory" in folder["result"]
    assert "P2PHANABI_HOME" in folder["advice"]


def test_another_distribution_with_a_package_protocol_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "the package protocol" not in doctor(*LOOPBACK).stdout
    about = tmp_path / "Protocol_Neuro-0.37.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: Protocol-Neuro\nVersion: 0.37\n")
    (about / "top_level.txt").write_text("protocol\n")
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])  # behind ours
    result = doctor(*LOOPBACK)
    lines = result.stdout.splitlines()
    where = f"Protocol-Neuro 0.37 also installs it: {tmp_path / 'protocol'}"
    at = lines.index(f"note  the package protocol: {where}")
    assert lines[at + 1].startswith("      -> Install p2phanabi in an environment of its own")
    assert result.exit_code == 0


def test_no_such_interface_is_bad_and_the_others_are_named(home: Path) -> None:
    home.mkdir()
    home.chmod(0o755)  # whatever the umask
    result = doctor("--interface", "nosuch0")
    assert result.exit_code == 1
    assert "BAD   network interfaces: none is connected to a network; found " in result.stdout
    assert "lo" in result.stdout
    assert f"note  data directory: {home} can be read by other users" in result.stdout
    assert f"-> chmod 700 {home}" in result.stdout


def test_result_at_an_address_is_reported_with_advice() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        where = f"127.0.0.1:{free.getsockname()[1]}"
    result = doctor(*LOOPBACK, "--connect", where)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert (
        lines[1]
        == f"BAD   a table at {where}: that computer answers, but nothing listens on this port"
    )
    assert lines[2].startswith("      -> Compare the port")
    assert lines[0] == "This computer cannot join there; see below."
    found = json.loads(doctor(*LOOPBACK, "--connect", where, "--json").stdout)
    assert (found["playable"], found["connect"]) == (False, "refused")


def test_bad_address_or_interface_exits_2() -> None:
    assert doctor("--connect", "nowhere").exit_code == 2
    assert doctor("--connect", "127.0.0.1:7000", "--interface", "nosuch0").exit_code == 2


@pytest.mark.parametrize("verdict", [one for one in Verdict if one is not Verdict.TABLE])
def test_each_verdict_has_its_words_and_what_to_do(verdict: Verdict) -> None:
    busy = "playing" if verdict is Verdict.BUSY else ""
    address = Address("192.0.2.7", 7000)
    assert found(Diagnosis(address, verdict, busy=busy, interface="lan7"))
    assert ADVICE[verdict]


def test_this_machine_s_group_is_that_of_the_specification() -> None:
    assert group_is_right()
