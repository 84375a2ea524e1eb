"""Where files are stored: owner only, whole or not at all, and every failure is one sentence."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from p2p_hanabi.paths import (
    CannotRead,
    CannotStore,
    Home,
    find_home,
    read,
    set_aside,
    write,
)
from p2p_hanabi.systems import is_open_to_others
from protocol.encoding import enc
from protocol.errors import BadEncoding, P2PError
from tests.needs import need


@contextmanager
def no_file_over(size: int) -> Iterator[None]:
    """The system refuses to let a file grow, as on a full disk."""
    need("posix")
    import resource

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def is_private(path: Path) -> bool:
    """Always true where the folder's permissions make a user's files private."""
    return os.name == "nt" or not stat.S_IMODE(path.stat().st_mode) & 0o077


def test_home_is_taken_from_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("P2PHANABI_HOME", str(tmp_path / "here"))
    assert find_home().path == tmp_path / "here"


def test_home_defaults_to_the_users_data_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("P2PHANABI_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert find_home().path.name == "p2phanabi"


def test_a_player_is_created_once_and_then_found_again(tmp_path: Path) -> None:
    home = Home(tmp_path / "data")
    made = home.player("Ana", lambda: b"1" * 32)
    found = home.player("somebody else", lambda: b"2" * 32)
    assert (found.name, found.identity.public_key) == ("Ana", made.identity.public_key)


def test_folders_and_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    home = Home(tmp_path / "data")
    home.player("Ana", lambda: b"1" * 32)
    assert is_private(home.path)
    assert is_private(home.identity)


@pytest.mark.parametrize(("mode", "is_open"), [(0o700, False), (0o750, True), (0o701, True)])
def test_a_folder_that_others_may_access_is_open_to_them(
    tmp_path: Path, mode: int, *, is_open: bool
) -> None:
    need("posix")
    tmp_path.chmod(mode)
    assert is_open_to_others(tmp_path) == is_open


def test_a_new_name_keeps_the_identity(tmp_path: Path) -> None:
    home = Home(tmp_path)
    made = home.player("Ana", lambda: b"1" * 32)
    assert home.rename("Anna") == home.known_player()
    assert home.known_player().identity == made.identity
    assert home.known_player().name == "Anna"


def test_a_name_that_cannot_sit_at_a_table_is_not_stored(tmp_path: Path) -> None:
    with pytest.raises(BadEncoding):
        Home(tmp_path).player("two\nlines", lambda: b"1" * 32)
    assert not (tmp_path / "identity").exists()


@pytest.mark.parametrize("content", [b"", b"rubbish", b"\x93\xadp2ph identity\x02\xa1A"])
def test_a_damaged_identity_is_named_and_left_alone(tmp_path: Path, content: bytes) -> None:
    home = Home(tmp_path)
    home.identity.write_bytes(content)
    with pytest.raises(CannotRead, match="identity"):
        home.player("Ana", lambda: b"1" * 32)
    assert home.identity.read_bytes() == content


def test_no_damaged_byte_yields_another_player(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.player("Ana", lambda: b"1" * 32)
    content = home.identity.read_bytes()
    for place in range(len(content)):
        damaged = bytearray(content)
        damaged[place] ^= 1
        home.identity.write_bytes(damaged)
        with pytest.raises(CannotRead, match=r"identity: no-identity"):
            home.known_player()


def test_an_identity_stored_before_there_were_checksums_is_read(tmp_path: Path) -> None:
    home = Home(tmp_path)
    made = home.player("Ana", lambda: b"1" * 32)
    write(home.identity, enc(["p2ph identity", 1, "Ana", made.identity.seed]))
    assert home.known_player() == made


def test_a_pipe_is_not_read_since_that_could_take_for_ever(tmp_path: Path) -> None:
    need("posix")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(CannotRead, match=r"pipe: no-file"):
        read(tmp_path / "pipe", 10)


def test_no_player_yet_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(CannotRead, match=r"cannot read .*identity: no-such-file"):
        Home(tmp_path).known_player()


def test_a_file_over_its_size_limit_is_not_read(tmp_path: Path) -> None:
    write(tmp_path / "file", bytes(11))
    with pytest.raises(CannotRead, match=r"file-larger \(most=10\)"):
        read(tmp_path / "file", 10)


def test_a_failed_write_leaves_the_old_file_and_no_rubbish(tmp_path: Path) -> None:
    write(tmp_path / "file", b"old")
    with no_file_over(1000), pytest.raises(CannotStore, match=r"cannot write .*file: "):
        write(tmp_path / "file", bytes(100_000))
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"old"


def test_a_folder_that_cannot_be_created_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_bytes(b"a file where the folder should be")
    with pytest.raises(CannotStore) as caught:
        Home(tmp_path / "data").player("Ana", lambda: b"1" * 32)
    assert isinstance(caught.value, P2PError)


def test_a_table_has_its_own_folder(tmp_path: Path) -> None:
    folder = Home(tmp_path).table_folder(b"\xab" * 32)
    assert folder.path == tmp_path / "tables" / ("ab" * 32)


def test_only_the_folders_of_tables_are_listed(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert home.known_tables() == ()
    write(home.table_folder(b"\x01" * 32).seat, b"seat")
    (home.tables / "lost+found").mkdir()
    assert home.known_tables() == (b"\x01" * 32,)


def test_a_table_of_another_user_is_listed_with_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a game played as root."""
    home = Home(tmp_path)
    for table in (b"\x01" * 32, b"\x02" * 32):
        write(home.table_folder(table).journal, b"journal")
    look = Path.stat

    def refuse(path: Path, **options: bool) -> os.stat_result:
        if path == home.table_folder(b"\x01" * 32).journal:
            raise PermissionError(errno.EACCES, "as in a folder without the right to search it")
        return look(path, **options)

    monkeypatch.setattr(Path, "stat", refuse)
    assert len(home.known_tables()) == 2


def test_a_symbolic_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    need("posix")  # Windows requires a privilege to create a link
    (tmp_path / "elsewhere").mkdir()
    link, target = tmp_path / "file", tmp_path / "elsewhere" / "target"
    link.symlink_to(target)
    for content in (b"first", b"second"):
        write(link, content)
        assert link.is_symlink()
        assert target.read_bytes() == content
        assert is_private(target)


def test_private_file_becomes_private_again_when_rewritten(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "file").chmod(0o644)
    write(tmp_path / "file", b"new")
    assert is_private(tmp_path / "file")


def test_unusable_file_is_renamed_and_nothing_is_overwritten(tmp_path: Path) -> None:
    for content in (b"one", b"two"):
        (tmp_path / "file").write_bytes(content)
        set_aside(tmp_path / "file")
    kept = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    assert kept == {"file.damaged-1": b"one", "file.damaged-2": b"two"}
