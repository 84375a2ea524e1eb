"""The command line: what is refused, with which sentence and exit code."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from p2p_hanabi import program
from p2p_hanabi.cli import main
from p2p_hanabi.commands.local_seats import seat_processes
from p2p_hanabi.ui.words.i18n import LANGUAGES
from protocol.audit.verdict import audit
from tests.any_game import RULES
from tests.command_line import run
from tests.lan import hasty
from tests.lengths import long
from tests.warm import StartedAgain


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("P2PHANABI_CODE", raising=False)
    return tmp_path / "home"


def test_help_loads_no_cryptography() -> None:
    program = "import sys; sys.argv = ['p2phanabi', '--help']\n"
    program += "try:\n    from p2p_hanabi.cli import main; main()\n"
    program += "except SystemExit:\n    print([m for m in ('nacl', 'zeroconf', 'cryptography')"
    program += " if m in sys.modules])"
    shown = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert shown.stdout.endswith("[]\n")


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_has_help(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "Usage:" in result.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_command_is_cut_short_in_the_list_of_commands(language: str) -> None:
    sentence = run("--lang", language, "--help", env={"COLUMNS": "80"}).stdout
    listed = [
        row for row in sentence.splitlines() if row.startswith("  ") and not row.startswith("   ")
    ]
    rows = {row.split()[0]: row for row in listed}
    shown = [name for name, command in main.commands.items() if not command.hidden]
    assert [rows[name] for name in shown if rows[name].endswith("...")] == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["host", "--seats", "6", "--bot"], "2 to 5 players"),
        (["host", "--seats", "1", "--bot"], "--seats"),
        (["host", "--seats", "2", "--bots", "2", "--bot"], "only 2 seats: ask for fewer bots"),
        (["host", "--seats", "3", "--phones", "4", "--board"], "fewer bots and phones"),
        (["host", "--game", "koikoi", "--phones", "3"], "2 players: ask for fewer bots and phones"),
        (["host", "--bots", "6", "--bot"], "Hanabi is for 2 to 5 players: ask for fewer bots"),
        (["host", "--option", "blue=9", "--bot"], "one of 8, 10"),
        (["host", "--option", "green=1", "--bot"], "Unknown option"),
        (["host", "--option", "blue", "--bot"], "key=value"),
        (["host", "--interface", "nosuch0", "--bot"], "nosuch0"),
        (["host", "--port", "99999", "--bot"], "--port"),
        (["host", "--name", "x" * 25, "--bot"], "24"),
        (["host", "--name", "a\tb", "--bot"], "control"),
        (["host", "--name", "a\udcff", "--bot"], "control"),
        (["host", "--table", "x" * 61, "--bot"], "60"),
        (["host", "--table", "a\udcff", "--bot"], "control"),
        (["join", "--connect", "nowhere", "--bot"], "HOST:PORT"),
        (["demo", "--seats", "7"], "2 to 5 players"),
        (["demo", "--game", "chess"], "chess"),
        (["dance"], "dance"),
    ],
)
def test_bad_arguments_get_a_sentence_and_exit_2(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr


def test_malformed_code_is_refused_before_dialling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("P2PHANABI_CODE", "not a code at all")
    result = run("join", "--bot", "--connect", "127.0.0.1:9")
    assert result.exit_code == 2
    assert result.stderr.startswith("P2PHANABI_CODE")


def test_refused_connection_is_reported() -> None:
    result = run("join", "--bot", "--connect", "127.0.0.1:9", "--interface", "127.0.0.1")
    assert result.exit_code == 2
    assert "Cannot reach 127.0.0.1:9: connection refused." in result.stderr


def test_identity_is_kept_and_can_be_renamed(home: Path) -> None:
    first = json.loads(run("whoami", "--json", "--name", "Ana").stdout)
    assert first["name"] == "Ana"
    assert json.loads(run("whoami", "--json").stdout) == first
    renamed = json.loads(run("whoami", "--json", "--name", "Anna").stdout)
    assert renamed == {"name": "Anna", "fingerprint": first["fingerprint"]}
    assert (home / "identity").stat().st_mode & 0o777 == 0o600
    assert run("whoami", "--name", "").exit_code == 2


def test_damaged_identity_is_reported(home: Path) -> None:
    home.mkdir()
    (home / "identity").write_bytes(b"rubbish")
    result = run("whoami")
    assert result.exit_code == 2
    assert result.stderr.startswith(
        f"Cannot read {home / 'identity'}: it is not the identity of a player. "
        "Restore a copy. If you have none, move the file away: you will get a new key"
    )
    assert (home / "identity").read_bytes() == b"rubbish"


@long
def test_a_demo_of_real_processes_plays_and_audits(tmp_path: Path) -> None:
    out = tmp_path / "game.p2ph"
    result = subprocess.run(
        [sys.executable, "-m", "p2p_hanabi", "demo", "--seats", "2", "--json", "--out", str(out)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    found = json.loads(result.stdout)
    assert found["valid"]
    assert found["finished"]
    assert found["file"] == str(out)
    assert found["moves"] > 10
    assert 0 < found["setup_s"] < found["game_s"]
    assert audit(out.read_bytes(), RULES).head.hex() == found["head"]


def test_demo_that_cannot_be_written_is_reported_and_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seat_processes, "started_again", hasty.started)  # a short game does
    monkeypatch.setattr(program, "start", StartedAgain)
    result = run("demo", "--seats", "2", "--option", "red=1", "--json", "--out", "/dev/full")
    assert result.exit_code == 2
    [kept] = (home / "transcripts").iterdir()
    assert json.loads(result.stdout)["file"] == str(kept)
    assert result.stderr == (
        f"Cannot write /dev/full: no space left on device. The transcript is {kept}.\n"
    )


def test_completion_offers_what_begins_so() -> None:
    found = subprocess.run(
        [Path(sys.executable).with_name("p2phanabi")],
        env={
            "_P2PHANABI_COMPLETE": "bash_complete",
            "COMP_WORDS": "p2phanabi re",
            "COMP_CWORD": "1",
        },
        capture_output=True,
        check=True,
        text=True,
    )
    assert found.stdout.split() == ["plain,replay", "plain,resume", "plain,review"]
