"""What a seat keeps of its table: it is read as it was written, or not at all."""

from __future__ import annotations

from pathlib import Path

from p2p_hanabi.net.certificate import LinkCertificate
from p2p_hanabi.net.seat import OwnSeat, read_own_seat
from p2p_hanabi.paths import CannotRead, Home, write
from protocol.game import Seat
from tests.worked_example import example


def test_no_flipped_bit_leads_to_another_table_nor_to_a_seat_that_it_has_not(
    tmp_path: Path,
) -> None:
    own = OwnSeat(example().seating, Seat(1), bytes(32), LinkCertificate(b"der", b"key"), ())
    folder = Home(tmp_path).table(own.seating.table)
    record = own.record()
    write(folder.seat, record)
    assert read_own_seat(folder) == own
    refused = 0
    for place in range(len(record)):
        for bit in range(8):
            damaged = bytearray(record)
            damaged[place] ^= 1 << bit
            folder.seat.write_bytes(damaged)
            try:
                found = read_own_seat(folder)
            except CannotRead:
                refused += 1
            else:
                assert found.seating == own.seating
                assert found.seat in own.seating.seats
    assert refused > 4 * len(record)
