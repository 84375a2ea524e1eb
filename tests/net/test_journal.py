"""The journal: on the disk before anything is sent, torn ends cut off, damage never guessed at."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import zlib
from contextlib import closing
from pathlib import Path

import msgpack
import pytest

from p2p_hanabi.net.table import journal as journals
from p2p_hanabi.net.table.journal import Header, InUse, Journal, JournalContent, OtherJournalVersion
from p2p_hanabi.paths import CannotRead, CannotStore
from protocol.encoding import dec_stream, enc
from protocol.game import Seat
from protocol.identity.seating import Place, Seating
from protocol.peer.effects import Persist
from tests.net.builders import identity
from tests.net.test_paths import is_private, no_file_over


def header() -> Header:
    places = tuple(
        Place(name, identity(name).public_key, name.encode() * 16, name.encode() * 8)
        for name in ("An", "Bo")
    )
    return Header(Seating("hanabi", (), "hanabi", 25, places), (bytes(64), b"1" * 64), Seat(1))


def written(path: Path, *records: bytes) -> bytes:
    with closing(Journal.create(path, header())) as journal:
        journal.append([Persist(record) for record in records])
    return path.read_bytes()


def contents(kept: JournalContent) -> list[bytes]:
    return [one.record for one in kept.records]


def test_appended_records_are_read_back_in_order(tmp_path: Path) -> None:
    written(tmp_path / "journal", b"one", b"two")
    journal, kept = Journal.reopen(tmp_path / "journal")
    journal.append([Persist(b"three")])
    journal.close()
    assert kept.header == header()
    assert (contents(kept), kept.truncated_bytes) == ([b"one", b"two"], 0)
    journal, kept = Journal.reopen(tmp_path / "journal")
    journal.close()
    assert contents(kept) == [b"one", b"two", b"three"]


def test_the_journal_is_for_its_owner_alone(tmp_path: Path) -> None:
    written(tmp_path / "journal")
    assert is_private(tmp_path / "journal")


def test_every_truncated_end_is_cut_off_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    whole = written(path, b"one", b"two" * 100)
    good = len(whole) - len(enc([b"two" * 100, 0xFFFFFFFF]))
    for cut in range(good + 1, len(whole)):
        path.write_bytes(whole[:cut])
        journal, kept = Journal.reopen(path)
        journal.close()
        assert (contents(kept), kept.truncated_bytes) == ([b"one"], cut - good)
        assert path.read_bytes() == whole[:good]


def test_last_record_of_zeros_counts_as_truncated(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    whole = written(path, b"one")
    path.write_bytes(whole + bytes(40))
    journal, kept = Journal.reopen(path)
    journal.close()
    assert (contents(kept), kept.truncated_bytes) == ([b"one"], 40)


def test_damage_before_the_end_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    whole = written(path, b"the first", b"the second")
    damaged = whole.replace(b"the first", b"the fIrst")
    path.write_bytes(damaged)
    with pytest.raises(CannotRead, match="journal-damaged"):
        Journal.reopen(path)
    assert path.read_bytes() == damaged


def test_journal_of_another_version_is_recognised(tmp_path: Path) -> None:
    record = enc(["p2ph journal", 2, "anything"])
    (tmp_path / "journal").write_bytes(enc([record, zlib.crc32(record)]))
    with pytest.raises(OtherJournalVersion) as caught:
        Journal.reopen(tmp_path / "journal")
    assert caught.value.version == 2


@pytest.mark.parametrize("content", [b"", b"\xc0", b"rubbish, and a good deal of it"])
def test_a_file_that_is_not_a_journal_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "journal").write_bytes(content)
    with pytest.raises(CannotRead):
        Journal.reopen(tmp_path / "journal")


def test_a_journal_with_records_is_not_started_again(tmp_path: Path) -> None:
    before = written(tmp_path / "journal", b"one")
    with pytest.raises(CannotRead, match="journal-exists"):
        Journal.create(tmp_path / "journal", header())
    assert (tmp_path / "journal").read_bytes() == before


def test_full_disk_raises_one_error_and_keeps_the_file(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with closing(Journal.create(path, header())) as journal:
        before = path.read_bytes()
        with no_file_over(len(before) + 100), pytest.raises(CannotStore, match="cannot write"):
            journal.append([Persist(b"small"), Persist(bytes(10_000))])
        assert path.read_bytes() == before
        with pytest.raises(CannotStore, match="journal-failed"):
            journal.append([Persist(b"and now there is room again")])


def test_journal_at_its_bound_accepts_no_more_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was refused is in the chain: a digest after it would hold for no reader."""
    path = tmp_path / "journal"
    with closing(Journal.create(path, header(), SECRET)) as journal:
        before = path.read_bytes()
        monkeypatch.setattr(journals, "MAX_JOURNAL_BYTES", len(before) + 100)
        with pytest.raises(CannotStore, match="larger"):
            journal.append([Persist(bytes(101), is_proven=True)])
        with pytest.raises(CannotStore, match="journal-failed"):
            journal.append([Persist(b"small", is_proven=True)])
    assert path.read_bytes() == before


def test_a_second_process_of_the_same_seat_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    second = (
        "import sys; from pathlib import Path; from p2p_hanabi.net.table.journal import *\n"
        "try: Journal.reopen(Path(sys.argv[1]))\n"
        "except InUse: sys.exit(7)"
    )
    with closing(Journal.create(path, header())):
        ended = subprocess.run([sys.executable, "-c", second, str(path)], check=False)
        with pytest.raises(InUse):
            Journal.reopen(path)
    assert ended.returncode == 7


# What need not be verified again.

SECRET = bytes(range(32))
RECORDS = tuple(Persist(name, is_proven=name != b"two") for name in (b"one", b"two", b"three"))


def proven(path: Path, secret: bytes | None) -> list[bool]:
    journal, kept = Journal.reopen(path, secret)
    journal.close()
    assert contents(kept) == [each.record for each in RECORDS]
    return [each.is_proven for each in kept.records]


def test_proven_record_is_proven_only_with_the_owners_secret(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    for each in RECORDS:  # even across several openings
        if path.exists():
            journal, _ = Journal.reopen(path, SECRET)
        else:
            journal = Journal.create(path, header(), SECRET)
        journal.append([each])
        journal.close()
    assert proven(path, SECRET) == [True, False, True]
    assert proven(path, bytes(32)) == [False, False, False]
    assert proven(path, None) == [False, False, False]


@pytest.mark.parametrize("number", range(3))
def test_forged_record_and_all_after_it_are_unproven(tmp_path: Path, number: int) -> None:
    """Its checksum is right: nobody can make the digest without the secret."""
    path = tmp_path / "journal"
    with closing(Journal.create(path, header(), SECRET)) as journal:
        start = path.stat().st_size
        journal.append(RECORDS)
    whole = path.read_bytes()
    values = [list(value) for value, _ in dec_stream(whole[start:])]  # type: ignore[arg-type] # each is a record
    values[number][0] = b"other"
    values[number][1] = zlib.crc32(b"other")
    path.write_bytes(whole[:start] + b"".join(enc(value) for value in values))
    journal, kept = Journal.reopen(path, SECRET)
    journal.close()
    was = [each.is_proven for each in RECORDS]
    assert [each.is_proven for each in kept.records] == [*was[:number], *[False] * (3 - number)]


def test_a_journal_is_opened_from_the_text_alone(tmp_path: Path) -> None:
    """docs/protocol.md, section 11, with nothing of ours: the digests are keyed with the table
    secret."""
    secret, path = bytes(range(32)), tmp_path / "journal"
    records = [Persist(b"first", is_proven=True), Persist(b"second"), Persist(b"third", True)]
    with closing(Journal.create(path, header(), secret)) as journal:
        journal.append(records)
    key = hashlib.blake2b(secret, person=b"journal").digest()
    rows, last = list(msgpack.Unpacker(io.BytesIO(path.read_bytes()))), b""
    for record, checksum, *digest in rows:
        assert checksum == zlib.crc32(record)
        state = last + (b"\x01" if digest else b"\x00") + record
        last = hashlib.blake2b(state, key=key, digest_size=16).digest()
        assert digest in ([], [last])
    assert [(row[0], len(row) == 3) for row in rows[1:]] == [
        (one.record, one.is_proven) for one in records
    ]
