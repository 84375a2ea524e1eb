"""All of `make bench`: counts first, then processor time. A part: `python -m tests.bench.PART`."""

from __future__ import annotations

from tests.bench import counts, games, screen, seconds
from tests.bench.clock import out


def main() -> None:
    for part in (counts, seconds, games, screen):
        part.main()
        out()


if __name__ == "__main__":
    main()
