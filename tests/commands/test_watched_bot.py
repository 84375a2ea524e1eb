"""A bot that somebody has started at a terminal or a pipe, with no events asked for."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from p2p_hanabi.net.links.certificate import LinkCertificate
from p2p_hanabi.net.table.seat import OwnSeat
from p2p_hanabi.paths import Home, write_value
from protocol.game import Seat
from tests.commands.test_play_command import out_of, until
from tests.own_bots.test_bot_process import HOSTILE
from tests.warm import Warm
from tests.worked_example import example

HERE = ("--interface", "127.0.0.1", "--bot")


@contextmanager
def bot(home: Path, *arguments: str, **environment: str) -> Iterator[Warm]:
    """Ended at the end, come what may."""
    env = {**os.environ, "P2PHANABI_HOME": str(home), **environment}
    with Warm(["tests.lan.hasty", *arguments, *HERE], env, types=False) as process:
        try:
            yield process
        finally:
            process.kill()


def test_bot_owner_sees_invitation_joiners_and_result(tmp_path: Path) -> None:
    hosting = ("host", "--seats", "2", "--name", "Ana")
    with bot(tmp_path / "ana", *hosting) as ana:
        invitation = until(ana, "At the table: Ana (you, ready). One seat is free.")
        code = re.search(r"code is (\S+)", "\n".join(invitation))
        address = re.search(r"--connect (\S+)\"", "\n".join(invitation))
        assert code is not None
        assert address is not None
        joining = ("join", "--name", "Ben", "--connect", address[1])
        with bot(tmp_path / "ben", *joining, P2PHANABI_CODE=code[1]) as ben:
            theirs = out_of(ben)
        until(ana, "Ben has joined")
        until(ana, "The game starts.")
        own = out_of(ana)
    for sentences in (own, theirs):
        assert any(line.startswith("Score: ") for line in map(str.strip, sentences))
        assert any("All players have signed the result." in line for line in sentences)
    assert not any(code[1] in line for line in theirs)
    assert Path(own[-1]).read_bytes() == Path(theirs[-1]).read_bytes()


def test_its_owner_reads_what_a_phone_scans(tmp_path: Path) -> None:
    hosting = ("host", "--seats", "2", "--phones", "1", "--name", "Ana")
    with bot(tmp_path / "ana", *hosting) as ana:
        address = until(ana, "http://127.0.0.1:")[-1]
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/1/#[\w-]{48}", address)


def test_its_owner_reads_that_another_bot_cannot_come_and_why(tmp_path: Path) -> None:
    in_the_way = tmp_path / "bots"
    in_the_way.write_bytes(b"a file where the folder should be")
    with bot(tmp_path, "host", "--bots", "1", "--name", "Ana") as ana:
        sentence = until(ana, "The bot Wren could not join, so its seat is free.")[-1]
        assert sentence.endswith(f" Cannot write {in_the_way / 'Wren'}: not a directory.")


def test_its_owner_reads_that_it_looks_for_a_table(tmp_path: Path) -> None:
    with bot(tmp_path / "ben", "join") as ben:
        assert until(ben, "tables") == ["Looking for tables on the network..."]


def test_game_goes_on_when_the_owners_output_is_closed(tmp_path: Path) -> None:
    own_bot = shlex.join([sys.executable, str(HOSTILE), "dies"])
    seating = example().seating
    left = OwnSeat(seating, Seat(1), bytes(32), LinkCertificate(b"der", b"key"), ())
    write_value(
        Home(tmp_path).table_folder(seating.table).seat, left.value()
    )  # of which it is reminded
    hosting = ("host", "--bots", "1", "--interface", "127.0.0.1", "--name", "Ana")
    env = {**os.environ, "P2PHANABI_HOME": str(tmp_path)}
    nobody_reads, written = os.pipe()
    os.close(nobody_reads)
    words = ["tests.lan.hasty", *hosting, "--bot-command", own_bot]
    with Warm(words, env, types=False, stderr=written) as ana:
        os.close(written)
        (transcript,) = out_of(ana)
        assert ana.wait() == 0
    assert Path(transcript).exists()
