"""Why bots made their moves: kept back while their table goes on, told when it is over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from p2p_hanabi.commands.records.playback import open_playback
from p2p_hanabi.commands.records.why_file import (
    MAX_TEXT,
    MAX_WHYS_BYTES,
    WhyFile,
    move_key,
    whys_of,
)
from p2p_hanabi.games.hanabi.ui.words.words_whys import WHYS
from p2p_hanabi.games.hanabi.whys import HanabiWhy
from p2p_hanabi.paths import Home
from p2p_hanabi.ui.replay import narration
from p2p_hanabi.ui.replay.recording import Spectator
from protocol.game import Seat
from protocol.ledger.transcript import read_transcript
from tests.any_game import bare
from tests.commands.test_replay_command import replay

TABLE = bytes(32)
CODES = {code.code: code for code in WHYS}
PLAY = ("play", 3)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path))
    return Home(tmp_path)


def bot_at(home: Home, table: bytes = TABLE, name: str = "Wren") -> WhyFile:
    folder = Home(home.path / "bots" / name).table_folder(table)
    folder.path.mkdir(parents=True)
    return WhyFile(folder)


def test_they_are_kept_back_until_the_table_is_over(home: Home) -> None:
    file = bot_at(home)
    file.keep(7, PLAY, HanabiWhy.CHOP.reason())
    assert whys_of(home, TABLE, CODES) == {}
    file.show()
    assert whys_of(home, TABLE, CODES) == {(7, move_key(PLAY)): HanabiWhy.CHOP.reason()}


def test_nobody_reads_them_who_still_plays_at_that_table(home: Home) -> None:
    file = bot_at(home)
    file.keep(7, PLAY, HanabiWhy.CHOP.reason())
    file.show()
    home.table_folder(TABLE).path.mkdir(parents=True)
    home.table_folder(TABLE).seat.write_bytes(b"")
    assert whys_of(home, TABLE, CODES) == {}
    home.transcripts.mkdir()
    home.transcript("hanabi", TABLE).write_bytes(b"")
    assert len(whys_of(home, TABLE, CODES)) == 1


def test_they_are_for_their_owner_alone(home: Home) -> None:
    file = bot_at(home)
    file.keep(7, PLAY, "because")
    kept = Home(home.path / "bots" / "Wren").table_folder(TABLE).whys_kept_back
    assert kept.stat().st_mode & 0o77 == 0


def test_a_bot_that_gives_no_reasons_leaves_no_file(home: Home) -> None:
    file = bot_at(home)
    file.keep(7, PLAY, None)
    file.show()
    assert list(Home(home.path / "bots" / "Wren").table_folder(TABLE).path.iterdir()) == []


def test_words_of_a_bot_are_cut_off_and_facts_come_back(home: Home) -> None:
    file, reason = bot_at(home), HanabiWhy.TOLD.reason(seat=1, faces=32)
    file.keep(7, PLAY, "x" * 1000)
    file.keep(9, PLAY, reason)
    file.show()
    whys = whys_of(home, TABLE, CODES)
    assert whys == {(7, move_key(PLAY)): "x" * MAX_TEXT, (9, move_key(PLAY)): reason}


def test_truncated_lines_and_unknown_moves_are_left_out(home: Home) -> None:
    file = bot_at(home)
    folder = Home(home.path / "bots" / "Wren").table_folder(TABLE)
    rows = [
        {"v": 2, "round": 1, "move": ["play", 3], "text": "later"},
        {"v": 1, "round": 2, "move": ["play", 3], "text": "  "},
        {"v": 1, "round": 3, "move": ["play", 3], "why": ["why-unheard-of"]},
        {"v": 1, "round": 4, "move": ["play", 3]},
        {"v": 1, "round": 5, "move": ["play", 3], "why": ["why-told", "a", "b"]},
    ]
    folder.whys_kept_back.write_text("".join(f"\n{json.dumps(row)}" for row in rows) + '\n{"v":1,')
    file.keep(6, PLAY, "whole")
    file.show()
    assert whys_of(home, TABLE, CODES) == {(6, move_key(PLAY)): "whole"}


def test_a_disk_that_takes_none_is_no_reason_to_stop(home: Home) -> None:
    gone = WhyFile(home.table_folder(TABLE))  # there is no such folder
    gone.keep(7, PLAY, "because")
    gone.show()
    blocked = bot_at(home)
    blocked.keep(7, PLAY, "because")
    Home(home.path / "bots" / "Wren").table_folder(TABLE).whys.mkdir()
    blocked.show()


@pytest.mark.parametrize("content", [None, b"[" * 100_000, bytes(MAX_WHYS_BYTES + 1)])
def test_unreadable_reasons_are_left_out(home: Home, content: bytes | None) -> None:
    own, bots = home.table_folder(TABLE), bot_at(home)
    bots.keep(7, PLAY, "because")
    bots.show()
    if content is None:
        own.whys.mkdir(parents=True)
    else:
        own.path.mkdir(parents=True)
        own.whys.write_bytes(content)
    assert whys_of(home, TABLE, CODES) == {(7, move_key(PLAY)): "because"}


def test_failed_lookup_of_bots_is_the_only_report(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    (home.path / "bots").symlink_to("bots")
    assert whys_of(home, TABLE, CODES) == {}
    home.tables.symlink_to("tables")
    assert whys_of(home, TABLE, CODES) == {}
    sentence = capsys.readouterr().err
    assert sentence.startswith(f"Cannot read {home.tables}/")
    assert sentence.endswith(" symbolic links. Why bots made their moves is left out.\n")


def with_whys(home: Home, file: Path, why: str) -> None:
    """As if Wren's bot had made the first move of that file for this reason."""
    table = read_transcript(file.read_bytes()).seating.table
    game = open_playback(file)
    first = game.moments[1]
    robin = bot_at(home, table)
    for round_number in range(40):
        robin.keep(round_number, game.rules.pack(bare(first.move)), why)
        robin.keep(round_number, ("play", 99), "another move")
    robin.show()


def test_replay_shows_reasons_to_the_bots_view_and_the_full_view(
    home: Home, short_game: Path
) -> None:
    with_whys(home, short_game, "I felt like it.")
    game = open_playback(short_game)
    mover = game.moments[1].by
    assert mover is not None
    assert [game.why(n) for n in range(game.count)] == [None, "I felt like it.", None, None]
    sentence = replay(short_game, "--text").output
    assert sentence.count("Why: I felt like it.") == 1
    other = Seat((mover + 1) % len(game.names))
    seen = [narration.why_seen(game, 1, eyes) for eyes in narration.eyes_of(game)]
    assert len([why for why in seen if why]) == 2
    assert narration.why_seen(game, 1, other) is None
    assert narration.why_seen(game, 1, Spectator.PUBLIC) is None


def test_json_has_the_reason_with_its_move(home: Home, short_game: Path) -> None:
    with_whys(home, short_game, "I felt like it.")
    lines = replay(short_game, "--json", "--seat", "all").output.splitlines()
    whys = [json.loads(line).get("why") for line in lines]
    assert whys == [{"text": "I felt like it."}, None, None]
