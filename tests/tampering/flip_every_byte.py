"""Flip every byte of a whole five-seat game's transcript, one at a time; each must be found.

    python -m tests.tampering.flip_every_byte                all of them, on two cores
    python -m tests.tampering.flip_every_byte --sample 500   so many, spread over the file
    python -m tests.tampering.flip_every_byte --bits         each of a byte's eight bits

Prints how many were found, and the places of those that were not: there are none.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from functools import cache
from multiprocessing import Pool

from tests.any_game import BOTS, RULES
from tests.fakes import play_out, wire_for
from tests.tampering.track import Track

PROCESSES = 2
CHUNK = 200
ALL_BITS = tuple(1 << bit for bit in range(8))


@cache
def whole_game(seats: int = 5, seed: int = 1) -> bytes:
    """The transcript of a game of bots to its end."""
    wire = wire_for(RULES["hanabi"], seats, seed=seed)
    wire.open()
    play_out(wire, BOTS["hanabi"])
    return wire.nodes[0].table.transcript()


def spread(size: int, sample: int | None) -> Sequence[int]:
    """`sample` places, evenly spread from the first to the last; all of them without one."""
    if sample is None or sample >= size:
        return range(size)
    return sorted({i * (size - 1) // max(sample - 1, 1) for i in range(sample)})


def masks_at(place: int, *, every_bit: bool) -> tuple[int, ...]:
    """The bits to turn: one, another from byte to byte, or all eight in turn."""
    return ALL_BITS if every_bit else (ALL_BITS[place % 8],)


class _Worker:
    """One process's transcript."""

    track: Track
    every_bit: bool

    @classmethod
    def begin(cls, data: bytes, every_bit: bool) -> None:
        cls.track, cls.every_bit = Track(data), every_bit

    @classmethod
    def missed(cls, place: int) -> tuple[int, int, list[int]]:
        """The place, how many flips were tried there, and which were not found."""
        masks = masks_at(place, every_bit=cls.every_bit)
        missed = [mask for mask in masks if cls.track.fault_of_flip(place, mask) is None]
        return place, len(masks), missed


def flip(data: bytes, places: Sequence[int], *, every_bit: bool = False) -> tuple[int, list[int]]:
    """How many flips were tried, and the places where one was not found."""
    tried, missed = 0, []
    with Pool(PROCESSES, _Worker.begin, (data, every_bit)) as pool:
        for place, count, unfound in pool.imap_unordered(_Worker.missed, places, CHUNK):
            tried += count
            missed += [place] * bool(unfound)
    return tried, sorted(missed)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="flip the bytes of a transcript")
    parser.add_argument("--sample", type=int, help="so many bytes instead of all")
    parser.add_argument("--bits", action="store_true", help="each bit of each byte")
    parser.add_argument("--seats", type=int, default=5)
    given = parser.parse_args(arguments)
    data = whole_game(given.seats)
    places = spread(len(data), given.sample)
    began = time.monotonic()
    tried, missed = flip(data, places, every_bit=given.bits)
    seconds = time.monotonic() - began
    print(f"{tried} flips in {len(places)} of {len(data)} bytes: {len(missed)} not found")  # noqa: T201 - its purpose
    print(f"{seconds:.0f} s on {PROCESSES} cores")  # noqa: T201 - its purpose
    print(*missed[:100])  # noqa: T201 - its purpose
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
