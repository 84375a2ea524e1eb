"""The journal: on the disk before anything is said, torn ends cut off, damage never guessed at."""

from __future__ import annotations

import stat
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from p2p_hanabi.net.journal import Header, InUse, Journal, OtherJournalVersion
from p2p_hanabi.paths import CannotRead, CannotStore
from protocol.encoding import enc
from protocol.game import Seat
from protocol.identity.seating import Place, Seating
from tests.net.builders import identity
from tests.net.test_paths import no_file_over


def header() -> Header:
    places = tuple(
        Place(name, identity(name).public, name.encode() * 16, name.encode() * 8)
        for name in ("An", "Bo")
    )
    return Header(Seating("hanabi", (), "hanabi", 25, places), (bytes(64), b"1" * 64), Seat(1))


def written(path: Path, *records: bytes) -> bytes:
    with Journal.create(path, header()) as journal:
        journal.append(records)
    return path.read_bytes()


def test_what_was_appended_comes_back_in_order(tmp_path: Path) -> None:
    written(tmp_path / "journal", b"one", b"two")
    journal, kept = Journal.open(tmp_path / "journal")
    journal.append([b"three"])
    journal.close()
    assert kept.header == header()
    assert (kept.records, kept.torn_bytes) == ((b"one", b"two"), 0)
    journal, kept = Journal.open(tmp_path / "journal")
    journal.close()
    assert kept.records == (b"one", b"two", b"three")


def test_the_journal_is_for_its_owner_alone(tmp_path: Path) -> None:
    written(tmp_path / "journal")
    assert stat.S_IMODE((tmp_path / "journal").stat().st_mode) == 0o600


def test_every_torn_end_is_cut_off_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    whole = written(path, b"one", b"two" * 100)
    good = len(whole) - len(enc([b"two" * 100, 0xFFFFFFFF]))
    for cut in range(good + 1, len(whole)):
        path.write_bytes(whole[:cut])
        journal, kept = Journal.open(path)
        journal.close()
        assert (kept.records, kept.torn_bytes) == ((b"one",), cut - good)
        assert path.read_bytes() == whole[:good]


def test_a_last_record_of_zeros_is_torn(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    whole = written(path, b"one")
    path.write_bytes(whole + bytes(40))
    journal, kept = Journal.open(path)
    journal.close()
    assert (kept.records, kept.torn_bytes) == ((b"one",), 40)


def test_damage_before_the_end_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    whole = written(path, b"the first", b"the second")
    damaged = whole.replace(b"the first", b"the fIrst")
    path.write_bytes(damaged)
    with pytest.raises(CannotRead, match="damaged at byte"):
        Journal.open(path)
    assert path.read_bytes() == damaged


def test_a_journal_of_another_version_is_told_apart(tmp_path: Path) -> None:
    record = enc(["p2ph journal", 2, "anything"])
    (tmp_path / "journal").write_bytes(enc([record, zlib.crc32(record)]))
    with pytest.raises(OtherJournalVersion) as caught:
        Journal.open(tmp_path / "journal")
    assert caught.value.version == 2


@pytest.mark.parametrize("content", [b"", b"\xc0", b"rubbish, and a good deal of it"])
def test_a_file_that_is_no_journal_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "journal").write_bytes(content)
    with pytest.raises(CannotRead):
        Journal.open(tmp_path / "journal")


def test_a_journal_that_has_records_is_not_begun_again(tmp_path: Path) -> None:
    before = written(tmp_path / "journal", b"one")
    with pytest.raises(CannotRead, match="already"):
        Journal.create(tmp_path / "journal", header())
    assert (tmp_path / "journal").read_bytes() == before


def test_a_full_disk_is_one_sentence_and_the_file_ends_where_it_did(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal.create(path, header()) as journal:
        before = path.read_bytes()
        with no_file_over(len(before) + 100), pytest.raises(CannotStore, match="cannot write"):
            journal.append([b"small", bytes(10_000)])
        assert path.read_bytes() == before
        with pytest.raises(CannotStore, match="failed before"):
            journal.append([b"and now there is room again"])


def test_a_second_process_of_the_same_seat_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    second = (
        "import sys; from pathlib import Path; from p2p_hanabi.net.journal import *\n"
        "try: Journal.open(Path(sys.argv[1]))\n"
        "except InUse: sys.exit(7)"
    )
    with Journal.create(path, header()):
        ended = subprocess.run([sys.executable, "-c", second, str(path)], check=False)
        with pytest.raises(InUse):
            Journal.open(path)
    assert ended.returncode == 7
