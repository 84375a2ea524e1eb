"""Runs several command lines one after the other, in one process that loads the program once:
`python -m tests.commands.in_turn LINE...`, each a JSON list of words. Writes the exit codes to
standard error, each on a line of its own."""

from __future__ import annotations

import json
import sys

from p2p_hanabi.__main__ import main


def run(words: list[str]) -> int | str | None:
    sys.argv = ["p2phanabi", *words]
    try:
        main()
    except SystemExit as ended:
        return ended.code
    return None


if __name__ == "__main__":
    for line in sys.argv[1:]:
        code = run(json.loads(line))
        sys.stderr.write(f"\nexit code {code}\n")
