"""What a seat stores about its table: it is read as it was written, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2p_hanabi.net.links.certificate import LinkCertificate
from p2p_hanabi.net.table.seat import OwnSeat, read_own_seat
from p2p_hanabi.paths import CannotRead, Home, TableFolder, write, write_value
from protocol.encoding import enc
from protocol.game import Seat
from tests.worked_example import example

OWN = OwnSeat(example().seating, Seat(1), bytes(32), LinkCertificate(b"der", b"key"), ())


@pytest.fixture
def folder(tmp_path: Path) -> TableFolder:
    return Home(tmp_path).table_folder(OWN.seating.table)


def test_every_damaged_byte_of_a_stored_seat_is_detected(folder: TableFolder) -> None:
    write_value(folder.seat, OWN.value())
    assert read_own_seat(folder) == OWN
    record = folder.seat.read_bytes()
    for place in range(len(record)):
        for bit in range(8):
            damaged = bytearray(record)
            damaged[place] ^= 1 << bit
            folder.seat.write_bytes(damaged)
            with pytest.raises(CannotRead, match=r"seat: no-seat-file"):
                read_own_seat(folder)


def test_a_seat_stored_before_there_were_checksums_is_read(folder: TableFolder) -> None:
    write(folder.seat, enc(OWN.value()))
    assert read_own_seat(folder) == OWN


def test_a_stored_seat_must_fit_the_table_of_its_folder(
    folder: TableFolder, tmp_path: Path
) -> None:
    elsewhere = Home(tmp_path).table_folder(bytes(32))
    none = OwnSeat(OWN.seating, Seat(9), OWN.secret, OWN.certificate, ())
    for each, own in ((elsewhere, OWN), (folder, none)):
        write_value(each.seat, own.value())
        with pytest.raises(CannotRead, match=r"seat: no-seat-file"):
            read_own_seat(each)
