"""All of `make bench`: counts first, then processor time. A part: `python -m tests.bench.PART`."""

from __future__ import annotations

from tests.bench import counts, games, pages, peers, screen, seconds, standstill, start, threads
from tests.bench.clock import out


def main() -> None:
    for part in (counts, seconds, standstill, threads, peers, games, screen, start, pages):
        part.main()
        out()


if __name__ == "__main__":
    main()
