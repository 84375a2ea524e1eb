"""`p2phanabi history` and `forget`: what was played here, and what will not be gone on with."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shlex
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from p2p_hanabi import program
from p2p_hanabi.commands.records import history_cache, history_list
from p2p_hanabi.commands.records.audit_sentence import verdict_on
from p2p_hanabi.commands.records.history_cache import Audited, HistoryCache, digest_of, mark_of
from p2p_hanabi.commands.records.history_processes import audited
from p2p_hanabi.net.links.certificate import LinkCertificate
from p2p_hanabi.net.table.journal import Header, Journal
from p2p_hanabi.net.table.seat import OwnSeat, unfinished
from p2p_hanabi.paths import Home, TableFolder, write, write_value
from p2p_hanabi.ui.drawing.style import as_text
from protocol.encoding import enc
from protocol.game import Seat
from protocol.identity.keys import fingerprint
from tests.command_line import run
from tests.fakes import NAMES
from tests.needs import need
from tests.warm import StartedAgain
from tests.worked_example import Example, example


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """Ben's, who sits at seat 1 of the example."""
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path / "home"))
    found = Home(tmp_path / "home")
    write(found.identity, enc(["p2ph identity", 1, "Ben", example().identities[1].seed]))
    return found


@pytest.fixture(autouse=True)
def warm_auditors(monkeypatch: pytest.MonkeyPatch) -> None:
    """How one is started is tested in `test_history_of_many.py`."""
    monkeypatch.setattr(program, "start", StartedAgain)


def keep(home: Home, game: Path, name: str, written: int = 1_800_000_000) -> Path:
    home.transcripts.mkdir(exist_ok=True)
    path = home.transcripts / name
    shutil.copy(game, path)
    os.utime(path, (written, written))
    return path


def claim(home: Home, path: Path, *, score: int) -> None:
    """As if an audit of the short game had found another score."""
    keys = [fingerprint(one.public_key) for one in example().identities]
    facts = {
        "valid": True,
        "game": "hanabi",
        "options": {},
        "unusual": {"red": "1"},
        "players": [
            {"seat": seat, "name": NAMES[seat], "fingerprint": key} for seat, key in enumerate(keys)
        ],
        "finished": True,
        "agreed": [],
        "outcome": {"score": score},
        "points": None,
    }
    found = Audited(mark_of(path.stat()), digest_of(path.read_bytes()), facts)
    history_cache.keep(home, found)


def test_a_game_is_listed_with_its_day_the_others_and_its_score(
    home: Home, short_game: Path
) -> None:
    keep(home, short_game, "one.p2ph")
    result = run("history")
    assert result.exit_code == 0
    assert result.stdout.startswith("  1  2027-01-1")
    sentence = "  Hanabi (red=1) with Ana and Chi: score 0  one.p2ph\n"
    assert result.stdout.endswith(sentence)


def test_the_last_game_comes_first_and_scripts_get_a_line_each(
    home: Home, short_game: Path, unfinished_game: Path
) -> None:
    keep(home, unfinished_game, "old.p2ph", 1_700_000_000)
    keep(home, short_game, "new.p2ph")
    new, old = map(json.loads, run("history", "--json").stdout.splitlines())
    assert (new["file"], old["file"]) == (
        str(home.transcripts / "new.p2ph"),
        str(home.transcripts / "old.p2ph"),
    )
    assert (new["when"], new["me"]) == ("2027-01-15T08:00:00+00:00", 1)
    assert new["outcome"] == {"reason": "third red token", "score": 0}
    assert (old["finished"], "outcome" in old) == (False, False)
    assert "not finished" in run("history").stdout


def test_games_of_the_big_screen_are_listed_and_found_too(
    home: Home, short_game: Path, unfinished_game: Path
) -> None:
    keep(home, unfinished_game, "mine.p2ph")
    board = Home(home.board)
    board.transcripts.mkdir(parents=True)
    for name in ("board.p2ph", "mine.p2ph"):  # the second is also this player's
        keep(board, short_game, name, 1_700_000_000)
    rows = [json.loads(row) for row in run("history", "--json").stdout.splitlines()]
    assert [(row["number"], row["file"]) for row in rows] == [
        (2, str(home.transcripts / "mine.p2ph")),
        (1, str(board.transcripts / "board.p2ph")),
    ]
    for typed in ("1", "board.p2ph"):
        assert run("replay", "--text", typed).stdout.startswith("Hanabi, played by Ana, Ben")


def test_unreadable_or_altered_file_is_named_and_skipped(home: Home, short_game: Path) -> None:
    keep(home, short_game, "good.p2ph")
    altered = keep(home, short_game, "altered.p2ph")
    data = bytearray(altered.read_bytes())
    data[len(data) // 2] ^= 1
    altered.write_bytes(data)
    (home.transcripts / "folder.p2ph").mkdir()
    result = run("history")
    assert result.exit_code == 0
    assert result.stdout.count("\n") == 1
    assert f"{altered} was skipped: NOT VALID in step" in result.stderr
    assert "folder.p2ph was skipped: is a directory." in result.stderr
    lines = [json.loads(line) for line in run("history", "--json").stdout.splitlines()]
    assert [line["valid"] for line in lines].count(False) == 2


def test_transcript_is_audited_once_and_again_when_changed(
    home: Home, short_game: Path, unfinished_game: Path
) -> None:
    path = keep(home, short_game, "one.p2ph")
    sentence = run("history").stdout
    assert home.history.stat().st_mode & 0o777 == 0o600
    claim(home, path, score=7)
    assert run("history").stdout == sentence.replace("score 0", "score 7")
    keep(home, unfinished_game, path.name)
    assert "not finished" in run("history").stdout


def test_games_are_numbered_and_a_number_stays_with_its_file(
    home: Home, short_game: Path, unfinished_game: Path, tmp_path: Path
) -> None:
    os.utime(keep(home, short_game, "old.p2ph"), (1_000, 1_000))
    keep(home, unfinished_game, "new.p2ph")
    rows = run("history").stdout.splitlines()
    assert [row.split()[0] for row in rows] == ["2", "1"]
    assert [row.split()[-1] for row in rows] == ["new.p2ph", "old.p2ph"]
    assert '"number": 1' in run("history", "--json").stdout.splitlines()[1]
    assert "new.p2ph" in run("audit").stdout
    assert "old.p2ph" in run("audit", "1").stdout
    assert run("replay", "1").stdout == run("replay", "old.p2ph").stdout
    assert run("replay").stdout == run("replay", "2").stdout != run("replay", "1").stdout
    os.utime(keep(home, short_game, "newest.p2ph"), (4_000_000_000, 4_000_000_000))
    assert "old.p2ph" in run("audit", "1").stdout
    assert "newest.p2ph" in run("audit", "3").stdout
    assert run("export", "2", "--out", str(tmp_path / "game.html")).exit_code == 0


def test_a_number_without_a_game_is_refused(home: Home, short_game: Path) -> None:
    for command in ("audit", "replay"):
        result = run(command)
        assert (result.exit_code, result.stderr) == (2, "No games played here yet.\n")
    keep(home, short_game, "one.p2ph")
    for number in ("0", "2", "9" * 30):
        result = run("replay", number)
        assert result.exit_code == 2
        assert result.stderr == f"There is no game {int(number)}: one game was played here.\n"


def test_a_file_with_a_number_as_its_name_is_that_file(
    home: Home, short_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(home, short_game, "one.p2ph")
    shutil.copy(short_game, tmp_path / "1")
    monkeypatch.chdir(tmp_path)
    assert run("audit", "1").stdout.startswith("1: ")


def test_unusual_options_stand_beside_the_game(home: Home, short_game: Path) -> None:
    keep(home, short_game, "one.p2ph")
    assert "Hanabi (red=1) with " in run("history").stdout


def test_a_copy_of_a_file_is_not_audited_again(home: Home, short_game: Path) -> None:
    claim(home, keep(home, short_game, "one.p2ph"), score=7)
    keep(home, short_game, "two.p2ph")
    assert run("history").stdout.count("score 7") == 2


def test_bad_transcript_is_audited_once_too(home: Home, short_game: Path) -> None:
    path = keep(home, short_game, "one.p2ph")
    no_game = {"valid": False, "reason": "NOT GOOD: for a test"}
    history_cache.keep(home, Audited(mark_of(path.stat()), "", no_game))
    assert "one.p2ph was skipped: NOT GOOD: for a test." in run("history").stderr
    assert '"reason": "NOT GOOD: for a test"' in run("history", "--json").stdout


def test_bad_transcript_of_another_version_is_audited_again(
    home: Home, short_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = keep(home, short_game, "one.p2ph")
    monkeypatch.setattr(history_cache, "__version__", "0")
    no_game = {"valid": False, "reason": "NOT GOOD: for a test"}
    history_cache.keep(home, Audited(mark_of(path.stat()), "", no_game))
    monkeypatch.setattr(history_cache, "__version__", "1")
    assert "score 0" in run("history").stdout


def test_bad_transcript_is_reported_in_each_language(home: Home, short_game: Path) -> None:
    path = keep(home, short_game, "one.p2ph")
    path.write_bytes(path.read_bytes()[:-1])
    assert "PAS VALABLE" in run("history", "--lang", "fr").stderr
    assert "NOT VALID in step" in run("history", "--lang", "en").stderr


def test_the_verdict_at_the_end_of_a_game_is_kept_for_the_list(
    home: Home, short_game: Path, tmp_path: Path
) -> None:
    path = keep(home, short_game, "one.p2ph")
    assert "everything is correct" in as_text(verdict_on(path))
    facts = HistoryCache(home).unchanged(path.stat())
    assert facts is not None
    assert facts["outcome"]["score"] == 0
    elsewhere = tmp_path / "two.p2ph"
    shutil.copy(short_game, elsewhere)
    verdict_on(elsewhere)
    assert HistoryCache(home).unchanged(elsewhere.stat()) is None


def test_a_pipe_among_the_transcripts_holds_up_nobody(home: Home) -> None:
    home.transcripts.mkdir()
    os.mkfifo(home.transcripts / "pipe.p2ph")
    assert "pipe.p2ph was skipped: it is not a file." in run("history").stderr


def test_the_name_of_a_file_adds_no_line(home: Home, short_game: Path) -> None:
    """It came from somebody else."""
    need("posix")
    keep(home, short_game, "one\n  7  2026-01-01 10:00  Hanabi with Zoe: score 25  two.p2ph")
    keep(home, Path(os.devnull), "no game\nall of them were deleted.p2ph")
    listed = run("history")
    assert len(listed.stdout.splitlines()) == len(listed.stderr.splitlines()) == 1


def test_only_the_file_that_cannot_be_examined_is_skipped(home: Home, short_game: Path) -> None:
    kept = keep(home, short_game, "one.p2ph")
    loop = home.transcripts / "loop.p2ph"
    loop.symlink_to(loop.name)  # which stops root too
    listed = run("history")
    assert kept.name in listed.stdout
    assert f"{loop} was skipped: " in listed.stderr


def test_first_unreadable_file_is_named_if_none_can_be_read(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = keep(home, Path(os.devnull), "one.p2ph")

    def refuse(path: Path) -> os.stat_result:
        raise PermissionError(errno.EACCES, "as in a folder without the right to search it", path)

    monkeypatch.setattr(history_list, "_status", refuse)
    for command in (["history"], ["audit"]):
        result = run(*command)
        assert result.exit_code == 2
        assert result.stderr == f"Cannot read {kept}: permission denied.\n"


@pytest.mark.parametrize("at", [-1e14, 1e14])
def test_a_file_of_a_day_that_no_calendar_has_is_listed(
    home: Home, monkeypatch: pytest.MonkeyPatch, at: float
) -> None:
    """Not every file system can keep such a day."""
    keep(home, Path(os.devnull), "strange.p2ph")
    kept = history_list._files
    monkeypatch.setattr(
        history_list,
        "_files",
        lambda home: [(path, at_day(status, at)) for path, status in kept(home)],
    )
    assert "strange.p2ph was skipped" in run("history").stderr


def at_day(status: os.stat_result, at: float) -> os.stat_result:
    """The same, of a file that was written then."""
    return os.stat_result(list(status)[:10], {"st_mtime": at, "st_mtime_ns": int(at) * 10**9})


def test_an_audit_that_breaks_off_holds_up_no_other(
    home: Home, short_game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder cannot be read by the auditor, which ends."""
    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    good = keep(home, short_game, "good.p2ph")
    with contextlib.closing(audited([home.transcripts, good])) as done:
        (first, broken), (second, found) = done
    assert (first, broken) == (home.transcripts, None)
    assert second == good
    assert found is not None
    assert found.facts["valid"]


def test_unreadable_folder_is_reported(home: Home) -> None:
    home.transcripts.symlink_to(home.transcripts.name)
    result = run("history")
    assert result.exit_code == 2
    assert result.stderr == (
        f"Cannot read {home.transcripts}: too many levels of symbolic links.\n"
    )


def test_empty_history_is_reported_on_standard_error() -> None:
    result = run("history")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "No games played here yet" in result.stderr
    assert run("history", "--json").stderr == ""


def test_listed_name_opens_its_game_from_any_folder(
    home: Home, short_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = keep(home, short_game, "one.p2ph")
    monkeypatch.chdir(tmp_path)
    listed = run("history").stdout.split()[-1]
    for name in (listed, str(kept)):
        assert run("audit", name).stdout.startswith(f"{kept}: ")
        assert run("replay", name, "--text").exit_code == 0
        assert run("export", name, "--out", "page.html", "--force").exit_code == 0
    refused = run("export", listed, "--html", "--out", str(kept), "--force")
    assert refused.stderr == f"Cannot write {kept}: it is the file being read.\n"


def test_a_file_that_is_here_comes_before_one_that_is_listed(
    home: Home, short_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(home, short_game, "one.p2ph")
    monkeypatch.chdir(tmp_path)
    Path("one.p2ph").write_bytes(b"rubbish")
    assert run("audit", "one.p2ph").stderr == "one.p2ph is not a transcript.\n"
    keep(home, short_game, "two.p2ph")
    assert run("audit", "./two.p2ph").stderr == "Cannot read two.p2ph: no such file or directory.\n"


# Forgetting.


@pytest.fixture
def table(home: Home) -> Example:
    """One that Ben has left unfinished."""
    made = example()
    sit(home, made)
    return made


def sit(home: Home, table: Example) -> TableFolder:
    folder = home.table_folder(table.seating.table)
    own = OwnSeat(table.seating, Seat(1), bytes(32), LinkCertificate(b"der", b"key"), ())
    write_value(folder.seat, own.value())
    Journal.create(folder.journal, Header(table.seating, table.history.signatures, Seat(1))).close()
    return folder


def beginning(table: Example) -> str:
    return table.seating.table.hex()[:6]


def test_without_an_id_unfinished_tables_are_listed(table: Example) -> None:
    assert run("forget").stdout == f"{table.seating.table.hex()[:16]}  Hanabi with Ana and Chi\n"


def test_nothing_to_forget_is_reported_on_standard_error() -> None:
    result = run("forget")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "There is no unfinished table here.\n"


@pytest.mark.parametrize(
    "command", [("resume", "--bot"), ("resume", "--bot", "--table"), ("forget", "--yes")]
)
def test_a_seat_that_cannot_be_read_is_named(
    command: tuple[str, ...], home: Home, table: Example
) -> None:
    seat = home.table_folder(table.seating.table).seat
    seat.write_bytes(b"damaged")
    which = () if command[-1] == "--bot" else (beginning(table),)
    result = run(*command, *which)
    assert result.exit_code == 2
    assert result.stderr == (
        f"Cannot read {seat}: it is not a seat at a table. "
        "Restore a copy: without this file you cannot take the seat again.\n"
    )


def test_a_table_that_never_began_is_not_called_damaged(home: Home, table: Example) -> None:
    folder = home.table_folder(table.seating.table)
    folder.seat.unlink()  # killed while it gave up its place
    assert "Cannot read" in run("resume", "--bot").stderr
    folder.journal.unlink()
    assert run("resume", "--bot").stderr == "There is no unfinished table here.\n"


def test_a_table_is_forgotten_with_the_seats_of_its_bots(home: Home, table: Example) -> None:
    bot = Home(home.path / "bots" / "Wren")
    sit(bot, table)
    result = run("forget", beginning(table), "--yes")
    assert result.exit_code == 0
    assert "was deleted" in result.stdout
    assert unfinished(home) == unfinished(bot) == ()
    assert list(home.tables.iterdir()) == list(bot.tables.iterdir()) == []


def test_nothing_is_forgotten_where_nobody_can_be_asked(home: Home, table: Example) -> None:
    result = run("forget", beginning(table))
    assert result.exit_code == 2
    assert "--yes" in result.stderr
    assert len(unfinished(home)) == 1


def typed(words: str, *arguments: str, before: str = "") -> str:
    """What the real program prints when this is typed at a terminal once it asks."""
    need("pseudo-terminals")
    keyboard, terminal = os.openpty()
    os.write(keyboard, before.encode())
    with subprocess.Popen(
        [sys.executable, "-m", "p2p_hanabi", *arguments],
        stdin=terminal,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdout is not None
        asked = process.stdout.readline()
        os.write(keyboard, words.encode())
        sentence = asked + process.stdout.read()
    os.close(keyboard)
    os.close(terminal)
    assert process.returncode == 0
    return sentence


def test_forgetting_asks_and_accepts_no(home: Home, table: Example) -> None:
    sentence = typed("n\n", "forget", beginning(table), before="forget\n")
    assert "You cannot take your seat again" in sentence
    assert "was kept" in sentence
    assert len(unfinished(home)) == 1
    assert "was kept" in typed("yes\n", "forget", beginning(table))
    assert "gardée" in typed("o\n", "forget", beginning(table), "--lang", "fr")
    assert "supprimée" in typed("oublier\n", "forget", beginning(table), "--lang", "fr")
    assert unfinished(home) == ()


def test_a_table_that_is_being_played_is_not_forgotten(home: Home, table: Example) -> None:
    bot = Home(home.path / "bots" / "Wren")
    sit(bot, table)
    journal, _ = Journal.reopen(home.table_folder(table.seating.table).journal)
    with closing(journal):
        result = run("forget", beginning(table), "--yes")
    assert result.exit_code == 2
    assert "Another process" in result.stderr
    assert len(unfinished(home)) == len(unfinished(bot)) == 1


def test_a_table_with_a_damaged_journal_is_forgotten_too(home: Home, table: Example) -> None:
    home.table_folder(table.seating.table).journal.write_bytes(b"rubbish")
    assert run("forget", beginning(table), "--yes").exit_code == 0
    assert unfinished(home) == ()


def test_another_id_is_refused_with_those_there_are(table: Example) -> None:
    result = run("forget", "zz", "--yes")
    assert result.exit_code == 2
    assert table.seating.table.hex()[:16] in result.stderr


def test_listed_names_can_be_pasted_into_a_shell(home: Home, short_game: Path) -> None:
    kept = keep(home, short_game, "Ana's game.p2ph")
    line = run("history").stdout.strip()
    *_rest, name = shlex.split(line)
    assert name == kept.name
    by_name = run("audit", name)
    assert by_name.stdout == run("audit", "1").stdout == run("audit").stdout
    assert by_name.stdout.startswith(f'"{kept}": ')
    out = home.path / "a page.html"
    sentence = run("export", "1", "--out", str(out)).stdout
    assert shlex.split(sentence.removesuffix(".\n"))[-1] == str(out)
