"""A demo of every game, with each of its options, at every number of players: each is audited.

One after the other, each with a process for every seat, over the real network code.

    python -m tests.demos [GAME ...]
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from p2p_hanabi.registry import OPTIONS
from p2p_hanabi.seam.options import Option, shown, spelled
from protocol.encoding import Value
from protocol.errors import BadOptions
from tests.any_game import RULES

TOGETHER = ("multicolour", "announce", "finale")
"""Variants of Hanabi that are also played all at once (D20)."""


def main(games: list[str]) -> int:
    rows = [row(game, seats, chosen) for game in games for seats, chosen in tables(game)]
    bad = [sentence for sentence, is_good in rows if not is_good]
    out(f"{len(rows)} demos, {len(bad)} of them not good", *bad)
    return 1 if bad else 0


def tables(game: str) -> Iterator[tuple[int, dict[str, Value]]]:
    """The usual game, each option by itself, and the variants together; where they are allowed."""
    choices: list[dict[str, Value]] = [{}]
    choices += [{option.key: value} for option in OPTIONS[game] for value in unusual(option)]
    if game == "hanabi":
        choices.append(dict.fromkeys(TOGETHER, True))
        choices.append({"finale": True, "stuck": "skip"})
    for chosen in choices:
        for seats in RULES[game].seats:
            if is_allowed(game, seats, chosen):
                yield seats, chosen


def unusual(option: Option) -> list[Value]:
    """Of who begins, one is enough."""
    if option.key == "first":
        return [1]
    return [value for value in option.allowed if value != option.default]


def is_allowed(game: str, seats: int, chosen: dict[str, Value]) -> bool:
    try:
        RULES[game].start(chosen, seats, bytes(32))
    except BadOptions:
        return False
    return True


def row(game: str, seats: int, chosen: dict[str, Value]) -> tuple[str, bool]:
    """Play one, and tell what the audit says; whether that is good."""
    options = [f"{key}={spelled(value)}" for key, value in shown(OPTIONS[game], chosen).items()]
    found = demo("--game", game, "--seats", str(seats), *(f"--option={each}" for each in options))
    is_good = bool(found.get("valid") and found.get("finished"))
    outcome = found.get("outcome") or {"reason": found.get("reason"), "score": None}
    sentence = (
        f"{game:<8} {seats}  {' '.join(options) or 'as usual':<40} "
        f"{'good' if is_good else 'NOT GOOD':<8}  {outcome['score']!s:>4}  {outcome['reason']}"
    )
    out(sentence)
    return sentence, is_good


def demo(*arguments: str) -> dict[str, Any]:
    """What `demo --json` prints; what it says instead, where it prints nothing."""
    done = subprocess.run(
        [sys.executable, "-m", "p2p_hanabi", "demo", "--json", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        found: dict[str, Any] = json.loads(done.stdout)
    except ValueError:
        return {"reason": done.stderr.strip() or f"exit code {done.returncode}"}
    return found


def out(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(RULES)))
