"""`p2phanabi review`: a finished game, looked at together by real programs."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from click.testing import CliRunner

from p2p_hanabi.cli import main
from p2p_hanabi.commands.console import input_file
from p2p_hanabi.commands.console.failures import Failed
from p2p_hanabi.commands.play import review_table
from p2p_hanabi.commands.play.notes_file import Notes
from p2p_hanabi.commands.play.own_notes import own_notes, with_own_notes
from p2p_hanabi.commands.play.review_port import SharedReviewPort
from p2p_hanabi.commands.records import audit, branches, playback
from p2p_hanabi.commands.screens.full_screen import FullScreen
from p2p_hanabi.commands.settings.environment import Environment
from p2p_hanabi.commands.settings.table_config import check_config, possible_seats
from p2p_hanabi.net.links.certificate import LinkCertificate
from p2p_hanabi.net.links.endpoint import find_endpoint
from p2p_hanabi.net.lobby.lobby_record import left_open
from p2p_hanabi.net.table.seat import OwnSeat, store_own_seat, unfinished
from p2p_hanabi.paths import Home, LocalPlayer, TableFolder, write
from p2p_hanabi.review.review_room import ReviewRoom
from p2p_hanabi.review.reviewed_file import MAX_MEMBERS, OPTION
from p2p_hanabi.ui.drawing.style import as_text
from p2p_hanabi.ui.model.replay_actions import ReplayAction
from p2p_hanabi.ui.model.replies import Explains, Opens
from protocol.audit.verdict import audited
from protocol.encoding import enc
from protocol.errors import BadOptions
from protocol.game import Card, Seat
from protocol.ledger.transcript import read_transcript
from tests.any_game import RULES
from tests.bench.counting import counting, units
from tests.warm import Warm
from tests.worked_example import example

from .test_play_command import listed, program, say, until

if TYPE_CHECKING:
    from p2p_hanabi.commands.screens.stage import Scenes, SceneStage
    from p2p_hanabi.net.table.shared_review import SharedReview
    from p2p_hanabi.ui.model.shown_replay import ShownReplay
    from protocol.game import AnyMove, AnyView

LOOPBACK = ("--interface", "127.0.0.1")


@pytest.fixture
def pair(tmp_path: Path, short_game: Path) -> Iterator[tuple[Warm, Warm]]:
    with in_review(tmp_path, short_game) as both:
        yield both


@contextmanager
def in_review(tmp_path: Path, short_game: Path, *told: str) -> Iterator[tuple[Warm, Warm]]:
    """Ana has opened a review, and Ben has joined it without the file; both see the game. Ana has
    been `told` something first."""
    arguments = ["review", str(short_game), "--open", "--name", "Ana", *LOOPBACK]
    with program(tmp_path / "ana", *arguments) as ana:
        words = until(ana, "--connect")[-1].split()
        address = words[words.index("--connect") + 1].rstrip('".')
        joins = ["join", "--connect", address, "--name", "Ben", *LOOPBACK]
        with program(tmp_path / "ben", *joins) as ben:
            until(ben, "Hanabi")
            for each in (ana, ben):
                say(each, "ready")
            for sentence in (*told, "You lead Ben."):
                until(ana, sentence)
            until(ben, "Ana leads.")
            yield ana, ben


@pytest.mark.usefixtures("no_code")
def test_a_guest_without_the_file_follows_and_points(
    pair: tuple[Warm, Warm], tmp_path: Path
) -> None:
    ana, ben = pair
    say(ana, "next")
    until(ben, "REPLAY 1/")
    say(ben, "point 1")
    until(ana, "Ben points at: ")
    say(ben, "lead")
    until(ana, "Ben would like to lead.")
    say(ana, "lead")
    until(ben, "You lead Ana.")
    say(ben, "go 2")
    until(ana, "REPLAY 2/")
    for each in (ana, ben):
        say(each, "quit")
        assert each.wait() == 0
    for name in ("ana", "ben"):
        home = Home(tmp_path / name)
        assert not list(home.known_tables())
        assert not list(home.transcripts.glob("*"))


@pytest.mark.usefixtures("no_code")
def test_the_lead_passes_on_when_its_program_is_killed(
    pair: tuple[Warm, Warm], tmp_path: Path
) -> None:
    ana, ben = pair
    say(ana, "next")
    until(ben, "REPLAY 1/")
    os.kill(ana.pid, signal.SIGKILL)
    until(ben, "Ana is lost. You lead now.")
    say(ben, "next")
    until(ben, "REPLAY 2/")
    with program(tmp_path / "ana", "resume", *LOOPBACK) as ana:
        until(ana, "REPLAY 2/")
        until(ben, "You lead Ana.")
        say(ana, "point 1")
        until(ben, "Ana points at: ")
        for each in (ana, ben):
            say(each, "quit")
            assert each.wait() == 0
    assert unfinished(Home(tmp_path / "ana")) == ()


def wait_for_one_place(tmp_path: Path) -> None:
    """Wait until both have stored what all are shown: a guest does that after it has shown it."""
    homes = [Home(tmp_path / name) for name in ("ana", "ben")]
    ends = time.monotonic() + 60
    while len({each.read_bytes() for home in homes for each in home.tables.glob("*/place")}) != 1:
        assert time.monotonic() < ends
        time.sleep(0.02)


@pytest.mark.usefixtures("no_code")
def test_all_come_back_to_the_line_that_was_shown(pair: tuple[Warm, Warm], tmp_path: Path) -> None:
    ana, ben = pair
    for line in ("next", "game", "play 1"):
        say(ana, line)
    until(ben, "WHAT IF 2/")
    wait_for_one_place(tmp_path)
    for each in pair:
        os.kill(each.pid, signal.SIGKILL)
        each.wait()
    with (
        program(tmp_path / "ana", "resume", *LOOPBACK) as ana,
        program(tmp_path / "ben", "resume", *LOOPBACK) as ben,
    ):
        for each in (ana, ben):
            until(each, "WHAT IF 2/")
        for each in (ana, ben):
            say(each, "quit")
            assert each.wait() == 0
    assert not list(Home(tmp_path / "ana").tables.iterdir())


@pytest.mark.usefixtures("no_code")
def test_a_guest_keeps_a_line_with_a_copy_of_the_game(
    pair: tuple[Warm, Warm], tmp_path: Path
) -> None:
    _ana, ben = pair
    for line in ("lead", "game", "play 1", "save Try: safer"):
        say(ben, line)
    until(ben, 'The line "Try" is kept with a copy of the game:')
    say(ben, "quit")
    assert ben.wait() == 0
    (path,) = Home(tmp_path / "ben").reviewed.glob("*.p2ph")
    with program(tmp_path / "ben", "replay", path.name, "--line", "Try") as replay:
        until(replay, "Try: 1 move, after move 0 of the game. safer")


@pytest.mark.usefixtures("no_code")
def test_the_list_of_tables_says_what_is_opened(tmp_path: Path, short_game: Path) -> None:
    table = f"listed {os.getpid()}"
    arguments = ["review", str(short_game), "--open", "--table", table, *LOOPBACK]
    with program(tmp_path / "ana", *arguments) as ana:
        until(ana, "--connect")
        line = listed(tmp_path / "ben", table, *LOOPBACK)
        assert "Hanabi, to look at a finished game together, 1 of 2 seats taken" in line
        assert json.loads(listed(tmp_path / "ben", table, "--json", *LOOPBACK))["review"] is True


@pytest.mark.usefixtures("no_code")
def test_a_review_that_was_killed_is_not_left_open(tmp_path: Path, short_game: Path) -> None:
    """The menu offered to open it again, which `host` cannot."""
    home = Home(tmp_path / "ana")
    with program(home.path, "review", str(short_game), "--open", *LOOPBACK) as ana:
        until(ana, "--connect")
        while not list(home.lobbies.glob("*/gathering")):  # shown first, and kept at once
            assert ana.poll() is None
        os.kill(ana.pid, signal.SIGKILL)
        ana.wait()
    assert left_open(home) == ()
    assert not list(home.lobbies.iterdir())


def played_here(home: Home, game: Path, seat: int, note: str) -> TableFolder:
    """One player's data directory after the game, in which they have written this note."""
    table, data = example(), game.read_bytes()
    home.player(table.seating.name(Seat(seat)), lambda: table.identities[seat].seed)
    write(home.transcript(table.seating.game, table.seating.table), data)
    folder = home.table_folder(table.seating.table)
    certificate = LinkCertificate(b"der", b"key")
    store_own_seat(folder, OwnSeat(table.seating, Seat(seat), bytes(32), certificate, ()))
    notes = Notes(folder.notes)
    notes.write(Card(0), note)
    asyncio.run(notes.stored())
    return folder


def notes_in(home: Home, game: Path, player: LocalPlayer | None = None) -> dict[Card, str] | None:
    env = Environment(home, player or home.known_player(), find_endpoint(None))
    notes = own_notes(example().seating.table, env, env.player.name)
    return None if notes is None else dict(notes.all())


@pytest.mark.usefixtures("no_code")
def test_all_members_show_the_notes_of_their_own_seats(tmp_path: Path, short_game: Path) -> None:
    played_here(Home(tmp_path / "ana"), short_game, 0, "green, says Ana")
    played_here(Home(tmp_path / "ben"), short_game, 1, "white, says Ben")
    with in_review(tmp_path, short_game) as (ana, ben):
        for each, other, name, note in (
            (ana, ben, "Ana", "green, says Ana"),
            (ben, ana, "Ben", "white, says Ben"),
        ):
            say(each, "share")
            reply = until(each, "All can read your notes now.", "no notes")[-1]
            assert "no notes" not in reply
            until(other, f"{name} shows their notes to all.")
            say(other, "notes")
            until(other, note)


@pytest.mark.usefixtures("no_code")
def test_member_without_a_seat_has_no_notes(pair: tuple[Warm, Warm]) -> None:
    for each in pair:
        say(each, "share")
        until(each, "You have written no notes in this game.")


def test_notes_are_those_of_the_same_table_and_identity(tmp_path: Path, short_game: Path) -> None:
    ben, folder = Home(tmp_path), played_here(Home(tmp_path), short_game, 1, "red?")
    assert notes_in(ben, short_game) == {Card(0): "red?"}
    ana = Home(tmp_path / "ana").player("Ana", lambda: bytes([1]) * 32)
    assert notes_in(ben, short_game, ana) is None  # who had another seat at this table
    assert notes_in(Home(tmp_path / "ana"), short_game) is None
    folder.path.rename(folder.path.with_name("0" * 64))
    assert notes_in(ben, short_game) is None
    shutil.copytree(folder.path.with_name("0" * 64), folder.path)
    seating = example().seating
    other = replace(seating, places=seating.places[::-1])
    store_own_seat(folder, OwnSeat(other, Seat(1), bytes(32), LinkCertificate(b"", b""), ()))
    assert notes_in(ben, short_game) is None  # the seat is of another table


def test_own_notes_are_read_in_a_replay_of_ones_own(
    tmp_path: Path, short_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = playback.open_playback(short_game)

    def read(home: Home) -> str:
        monkeypatch.setenv("P2PHANABI_HOME", str(home.path))
        replay = with_own_notes(branches.shown_replay(game, game.usual_eyes), game)
        assert (ReplayAction.NOTES in replay.known()) is bool(replay.own_notes)
        match replay.do(ReplayAction.NOTES):
            case Opens(_, lines) | Explains(lines):
                return "\n".join(map(as_text, lines))
        raise AssertionError

    for seat, note in enumerate(("green, says Ana", "white, says Ben")):
        played_here(home := Home(tmp_path / str(seat)), short_game, seat, note)
        assert read(home).startswith("Your notes in this game\n")
        assert read(home).endswith(f": {note}")
    assert read(Home(tmp_path / "nobody")) == "You have written no notes in this game."


def test_notes_of_a_phone_belong_to_its_name_alone(tmp_path: Path, short_game: Path) -> None:
    """The big screen's first phone was Ana's and another one Ben's, and other codes are scanned."""
    home = Home(tmp_path)
    played_here(Home(home.board), short_game, 0, "green, says Ana")
    played_here(Home(Home(home.board).phones / "1"), short_game, 1, "white, says Ben")
    table, endpoint = example().seating.table, find_endpoint(None)
    owner = Home(tmp_path).player("Cleo", lambda: bytes(32))
    board = Home(home.board)
    for at in (board, Home(board.phones / "1"), Home(board.phones / "3"), Home(home.phones / "2")):
        env = Environment(at, owner, endpoint, is_phone=True)
        for name, wanted in (("Ana", "green, says Ana"), ("Ben", "white, says Ben")):
            notes = own_notes(table, env, name)
            assert notes is not None
            assert notes.all() == {Card(0): wanted}
        assert own_notes(table, env, "Cleo") is None
        assert own_notes(table, replace(env, home=home, is_phone=False), "Ana") is None


@pytest.mark.usefixtures("no_code")
def test_damaged_notes_are_set_aside_and_reported(tmp_path: Path, short_game: Path) -> None:
    folder = played_here(Home(tmp_path / "ana"), short_game, 0, "red?")
    folder.notes.write_bytes(b"?")
    with in_review(tmp_path, short_game, "damaged") as (ana, _ben):
        say(ana, "share")
        until(ana, "You have written no notes in this game.")
    assert folder.notes.with_name("notes.damaged-1").read_bytes() == b"?"


async def test_the_full_screen_reports_damaged_notes(short_game: Path) -> None:
    told: list[str] = []

    async def follow(shown: ShownReplay[AnyView, AnyMove], _changed: object) -> None:
        told.append(shown.take_notice())

    scenes = SimpleNamespace(replay=lambda shown, _game: shown)
    screen = FullScreen(cast("SceneStage", SimpleNamespace(follow=follow)), cast("Scenes", scenes))
    alone = ReviewRoom(Seat(0), 1)
    review = SimpleNamespace(
        room=alone, changed=None, changed_by_anybody=None, do=lambda _own: None
    )
    port = SharedReviewPort(cast("SharedReview", review), ["Ana"], dict, trouble="It was damaged.")
    await screen.review(review_table.opened_game(short_game).played, port)
    assert told == ["It was damaged."]


def refused(path: Path) -> str:
    result = CliRunner().invoke(main, ["review", str(path), "--open", *LOOPBACK])
    assert result.exit_code != 0
    return " ".join(result.output.split())


def test_a_piped_game_is_refused_for_the_big_screen() -> None:
    """The first phone's program opens the file again."""
    result = CliRunner().invoke(main, ["review", "-", "--board", "--phones", "2"], input=b"")
    assert result.exit_code == 2
    assert "give the file of the game by its name" in " ".join(result.output.split())


def test_only_a_finished_game_is_accepted(tmp_path: Path, unfinished_game: Path) -> None:
    assert "has not ended" in refused(unfinished_game)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ben")
    assert "not a transcript" in refused(letter)
    assert "nowhere" in refused(tmp_path / "nowhere.p2ph")


def test_a_file_of_50_mb_is_refused(tmp_path: Path, short_game: Path) -> None:
    huge = tmp_path / "huge.p2ph"
    huge.write_bytes(short_game.read_bytes() + bytes(50_000_000))
    assert "too large to be sent" in refused(huge)


def test_an_unfinished_game_that_arrives_is_refused(unfinished_game: Path, tmp_path: Path) -> None:
    """What a dishonest host could send; the guest names it."""
    with pytest.raises(Failed) as failed:
        review_table._audited(unfinished_game.read_bytes(), "Mallory", Home(tmp_path))
    assert "Mallory" in failed.value.sentence
    assert "has not ended" in failed.value.sentence


def test_no_path_is_made_of_a_game_that_is_not_audited(short_game: Path, tmp_path: Path) -> None:
    data = short_game.read_bytes().replace(enc("hanabi"), enc("\0anabi"), 1)
    with pytest.raises(Failed, match="Mallory"):
        review_table._audited(data, "Mallory", Home(tmp_path))


def test_a_game_that_arrives_is_audited_once(
    short_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def counted(data: bytes, games: Any) -> Any:
        calls.append(len(data))
        return audited(data, games)

    monkeypatch.setattr(playback, "audited", counted)
    data = short_game.read_bytes()
    game = review_table._audited(data, "Ana", Home(tmp_path)).played
    assert calls == [len(data)]
    assert game.is_finished
    assert not list(tmp_path.iterdir())


def test_opening_a_review_costs_its_audit_alone(short_game: Path, tmp_path: Path) -> None:
    data = short_game.read_bytes()
    with counting() as alone:
        audited(data, RULES)
    with counting() as at_host:
        review_table.opened_game(short_game)
    with counting() as at_guest:
        review_table._audited(data, "Ana", Home(tmp_path))
    assert max(map(units, (at_host, at_guest))) < 1.2 * units(alone)


def test_lines_of_ones_own_game_are_kept_beside_ones_own_file(
    short_game: Path, tmp_path: Path
) -> None:
    home, data = Home(tmp_path), short_game.read_bytes()
    seating = read_transcript(data).seating
    own = home.transcript(seating.game, seating.table)
    write(own, data)
    game = review_table._audited(data, "Ana", home).played
    assert game.kept_at is not None
    assert (game.kept_at.path, game.kept_at.copied) == (own, None)


def test_a_file_that_is_replaced_meanwhile_is_read_once(
    short_game: Path, unfinished_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the digest that all sign could be that of one file, and the audit that of another."""
    path = tmp_path / "game.p2ph"
    shutil.copy(short_game, path)
    reading = input_file.read_input

    def swapping(*asked: Any) -> bytes:
        data = reading(*asked)
        shutil.copy(unfinished_game, path)
        return data

    monkeypatch.setattr(audit, "read_input", swapping)
    game = review_table.opened_game(path)
    assert game.data == short_game.read_bytes()
    assert game.played.kept_at is not None
    assert game.played.kept_at.game_digest == sha256(game.data).digest()


def test_a_table_for_a_review_is_checked(short_game: Path) -> None:
    config = review_table.review_config(review_table.opened_game(short_game), 2, "evening")
    check_config(config)
    assert possible_seats(config) == tuple(range(2, MAX_MEMBERS + 1))
    options = dict(config.options)
    for wrong in (
        replace(config, seats=9),
        replace(config, deck="other"),
        replace(config, options=tuple((options | {OPTION: (b"short", 5)}).items())),
        replace(config, options=tuple((options | {OPTION: (bytes(32), 1 << 30)}).items())),
        replace(config, options=((OPTION, options[OPTION]),)),
    ):
        with pytest.raises(BadOptions):
            check_config(wrong)
