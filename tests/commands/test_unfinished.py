"""A game that was left is offered before anything new; nobody is asked who cannot answer."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from p2p_hanabi.commands.settings.table_config import config
from p2p_hanabi.folders import data_folder
from p2p_hanabi.net.links.certificate import LinkCertificate, new_certificate
from p2p_hanabi.net.lobby.lobby_record import Guest, HostedTable, left_open, new_invitation
from p2p_hanabi.net.table.seat import OwnSeat
from p2p_hanabi.paths import Home, write_value
from protocol.game import Seat
from protocol.identity.pairing import Peer
from tests import warm
from tests.needs import need
from tests.schemas import check
from tests.ui.kit.test_real_program import Tmux, has, tmux
from tests.worked_example import example

from .test_closed_terminal import close_window
from .test_hard_places import LOOPBACK

__all__ = ["tmux"]  # the fixture

REMINDER = 'To go back to a game that you left: "p2phanabi resume".'


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["full", "plain"])
def test_host_and_join_lead_back_after_a_closed_window(plain: Sequence[str], tmux: Tmux) -> None:
    hosting = ["host", "--bots", "1", *LOOPBACK, "--option", "first=1", "--table", "Kitchen"]
    tmux.start(*hosting, *plain)
    turn = "Your turn" if plain else "YOUR TURN"
    tmux.until(has(turn))
    close_window(tmux)
    tmux.start("join", *LOOPBACK, *plain)
    offered = has("You have an unfinished game.", "1 Continue Kitchen: Hanabi with Wren")
    tmux.until(offered)
    tmux.type("Enter")
    tmux.until(has(turn))
    close_window(tmux)
    tmux.start("host", *LOOPBACK, *plain)
    tmux.until(offered)
    tmux.type("2")
    tmux.until(has("> 2" if plain else "▶ 2"))
    tmux.type("Enter")
    tmux.until(has("The room code is"))
    close_window(tmux)
    tmux.start("host", "--new", *LOOPBACK, *plain)
    shown = tmux.until(has("The room code is"))
    assert "continues it too" not in shown
    assert "You left a table open" not in shown
    close_window(tmux)
    tmux.start()
    tmux.until(has("1 Open ", " again"))
    tmux.type("Enter")
    tmux.until(has("The room code is"))


@pytest.fixture
def left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A player's folder with one unfinished table."""
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path))
    seating = example().seating
    own = OwnSeat(seating, Seat(1), bytes(32), LinkCertificate(b"der", b"key"), ())
    home = Home(tmp_path)
    write_value(home.table_folder(seating.table).seat, own.value())
    return home


def left_table(folder: Path, *names: str, bots: Sequence[str] = ()) -> HostedTable:
    """A table that was gathering when its host was killed, with these guests."""
    home = Home(folder)
    bots_here = {one: Home(home.bots / one).player(one, lambda: os.urandom(32)) for one in bots}
    keys = {one: player.identity.public_key for one, player in bots_here.items()}
    der = new_certificate().der
    guests = tuple(
        Guest(Peer(name, keys.get(name, bytes(32)), der), name, bytes(16), ()) for name in names
    )
    table = config("hanabi", (), 3, "Kitchen")
    hosted = HostedTable(new_invitation(), table, len(bots), host="Ana", guests=guests)
    write_value(home.lobbies / hosted.invitation.table.hex() / "gathering", hosted.value())
    return hosted


def home_of(folder: Path) -> dict[str, str]:
    return {**os.environ, "P2PHANABI_HOME": str(folder)}


def events(lines: Iterable[str]) -> Iterator[Any]:
    for line in lines:
        value = json.loads(line)
        yield check(f"events.json#/$defs/{value['event'].replace(' ', '_')}", value)


@pytest.mark.parametrize("player", [(), ("--bot",)], ids=["person", "bot"])
def test_no_new_table_is_opened_beside_one_whose_guests_wait(
    player: Sequence[str], tmp_path: Path
) -> None:
    left_table(tmp_path, "Bo", "Cy")
    sentences = warm.run(["p2p_hanabi", "host", *player, *LOOPBACK], home_of(tmp_path))
    assert (sentences.returncode, sentences.stdout) == (2, "")
    sentence = sentences.stderr.splitlines()[-1]
    assert sentence == (
        "You left a table open: Kitchen, Hanabi for 3 players, with Bo and Cy. They still look for "
        "it: `p2phanabi host --reopen` opens it again, `p2phanabi host --new` opens a new table."
    )
    sentences = warm.run(["p2p_hanabi", "host", "--json", *player, *LOOPBACK], home_of(tmp_path))
    _, offered, ended = events(sentences.stdout.splitlines())
    facts = {"table": "Kitchen", "game": "hanabi", "seats": 3, "guests": ["Bo", "Cy"]}
    assert {key: offered[key] for key in ("event", *facts)} == {"event": "left open", **facts}
    assert (ended["how"], ended["error"]["reason"]) == ("failed", "table-left-open")
    assert ended["error"]["sentence"] == sentence
    assert len(left_open(Home(tmp_path))) == 1


@pytest.mark.parametrize(
    ("names", "bots", "option"),
    [
        (("Bo",), (), "--reopen"),
        (("Bo",), (), "--new"),
        ((), (), ""),
        (("Wren", "Robin"), ("Wren", "Robin"), ""),
        (("Wren",), ("Wren",), ""),
    ],
    ids=["reopened", "a new one beside it", "nobody", "only bots", "a bot and a free seat"],
)
def test_a_table_is_opened_as_asked_or_where_nobody_waits(
    names: Sequence[str], bots: Sequence[str], option: str, tmp_path: Path
) -> None:
    hosted = left_table(tmp_path, *names, bots=bots)
    words = ["p2p_hanabi", "host", "--json", "--table", "Attic", *option.split(), *LOOPBACK]
    with (
        (tmp_path / "errors").open("wb") as errors,
        warm.Warm(words, home_of(tmp_path), stderr=errors.fileno()) as host,
    ):
        values = []
        for event in events(host.stdout):
            values.append(event["event"])
            if event["event"] == "lobby":
                break
        host.terminate()
    assert event["table"] == ("Kitchen" if option == "--reopen" else "Attic")
    asks = not option
    assert values == (["hello", "left open", "lobby"] if asks else ["hello", "lobby"])
    assert ("host --reopen" in (tmp_path / "errors").read_text()) == asks
    kept = [one.invitation.table for one in left_open(Home(tmp_path))]
    assert hosted.invitation.table in kept or option == "--reopen"


@pytest.mark.parametrize("damage", ["a byte", "a pipe"])
def test_a_table_left_open_that_cannot_be_read_is_named(damage: str, tmp_path: Path) -> None:
    need("posix")
    hosted = left_table(tmp_path, "Bo")
    file = Home(tmp_path).lobbies / hosted.invitation.table.hex() / "gathering"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.unlink()
    if damage == "a byte":
        file.write_bytes(content)
    else:
        os.mkfifo(file)
    sentences = warm.run(["p2p_hanabi", "host", "--reopen", "--bot", *LOOPBACK], home_of(tmp_path))
    assert sentences.returncode == 2
    assert f"Cannot read {file}: " in sentences.stderr
    assert sentences.stderr.splitlines()[-1] == "There is no table to reopen."


@pytest.mark.usefixtures("left")
def test_noninteractive_commands_print_the_way_back_in_one_line() -> None:
    nobody = ["--connect", "127.0.0.1:9", *LOOPBACK]
    for arguments in (["join", *nobody], ["join", "--bot", "--json", *nobody]):
        sentences = run(*arguments)
        assert sentences.returncode == 2
        assert sentences.stderr.count(REMINDER) == 1
        assert "Continue" not in sentences.stdout
    assert REMINDER not in run("join", "--new", *nobody).stderr
    listed = run("tables", "--seconds", "0.1", *LOOPBACK)
    assert listed.stderr.endswith(f"{REMINDER}\n")
    assert REMINDER not in listed.stdout


@pytest.mark.parametrize("folder", ["tables", "transcripts"])
def test_unreadable_folder_is_named_and_the_game_kept(folder: str, left: Home) -> None:
    unreadable, moved = left.path / folder, left.path / "moved"
    unreadable.mkdir(exist_ok=True)
    unreadable.rename(moved)
    unreadable.symlink_to(unreadable)  # a loop, which stops root too
    nobody = ["tables", "--seconds", "0.1", *LOOPBACK]
    for arguments in (["forget"], ["forget", "", "--yes"], ["resume", "--bot", *LOOPBACK], nobody):
        sentences = run(*arguments)
        assert sentences.returncode == 2
        assert sentences.stderr.splitlines()[-1].startswith(f"Cannot read {unreadable}")
    unreadable.unlink()
    moved.rename(unreadable)
    assert " with " in run("forget").stdout


def test_unreadable_bot_folder_is_named_and_the_game_kept(left: Home) -> None:
    bots = left.path / "bots" / "Wren" / "tables"
    bots.parent.mkdir(parents=True)
    bots.symlink_to(bots)  # a loop, which stops root too
    for arguments in (["resume", "--bot", *LOOPBACK], ["forget", "", "--yes"]):
        sentences = run(*arguments)
        assert sentences.returncode == 2
        assert sentences.stderr.splitlines()[-1].startswith(f"Cannot read {bots}")
    assert " with " in run("forget").stdout


def test_a_table_of_which_nothing_can_be_read_hides_no_other(left: Home) -> None:
    other = left.tables / ("0" * 64)
    other.mkdir()
    for file in ("seat", "journal"):
        (other / file).symlink_to(file)
    listed = run("forget")
    assert " with " in listed.stdout
    assert listed.stderr.startswith(f"Cannot read {other / 'seat'}: ")


def test_the_home_of_an_unknown_user_is_a_folder_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("P2PHANABI_HOME", "~no-such-user/games")
    assert data_folder() == Path("~no-such-user/games")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return warm.run(["p2p_hanabi", *arguments], dict(os.environ))
