"""The time that the counted work takes on this machine, in processor seconds and in units.

Set-up, moves and memory are those of a demo: every seat its own process on this machine, real
discovery, TLS and disk. The unit is measured before and after each.

    python -m tests.bench.seconds
"""

from __future__ import annotations

import math
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from nacl import bindings as sodium

from p2p_hanabi.commands.demo import BotReports, Demo, play
from p2p_hanabi.commands.settings.table_config import config
from protocol.audit.verdict import audit
from protocol.crypto.group import L
from tests.any_game import RULES
from tests.bench.clock import cost_s, interleaved, out, ratio, whole_run_s
from tests.bench.counting import OPERATIONS, units
from tests.bench.counts import read
from tests.bench.long_audit import cost_of_audit, long_transcript
from tests.bench.works import Game

ROUNDS = 3
PASSES = 9


def main() -> None:
    out(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores. Seconds are processor time.")
    out()
    operations()
    out()
    out("                set-up, all seats                a move,    memory,   audit")
    out("seats      s    units  counted   ratio    ms for each seat    MiB      ms for each KiB")
    for seats in (2, 3, 4, 5):
        row(seats)
    data = long_transcript()
    peak, seconds = cost_of_audit(data)
    out(f"an audit of {len(data) / 2**20:.2f} MiB   {seconds:.2f} s, {peak:.0f} MiB held")
    out()
    starts()


def operations() -> None:
    """Print the cost of each operation relative to a multiplication in the same run."""
    calls = given()
    costs = interleaved([lambda c=call: _pass(*c) for call in calls.values()], PASSES)  # type: ignore[misc]  # its type is that of `calls`
    mul = costs[list(calls).index("crypto_scalarmult_ed25519_noclamp")]
    out(f"a multiplication takes {min(mul) * 1e6:.1f} µs; the others relative to it, now and fixed")
    of = {name: ratio(cost, mul) for name, cost in zip(calls, costs, strict=True)}
    for name, operation in OPERATIONS.items():
        measured = ", ".join(f"{of[call]:.2f}" for call in operation.calls)
        out(f"  {name:<8} {measured:<12} {operation.hundredths / 100:.2f}  {operation.what}")


def row(seats: int) -> None:
    counted = units(read()[str(Game("hanabi", seats))]["set-up"])
    setups, in_units, moves, memory, audits = [], [], [], [], []
    for _ in range(ROUNDS):
        before = unit_s()
        reports, data = demo(seats)
        unit = (before + unit_s()) / 2
        setups.append(_of_all(reports, "agreed", "dealt"))
        in_units.append(setups[-1] / unit)
        moves.append(_of_all(reports, "dealt", "ended") / seats / len(reports.moves))
        memory.append(max(events["ended"]["max_rss_kib"] for events in reports.events) / 1024)
        audits.append(cost_s(lambda data=data: _audited(data)) / len(data) * 1024)  # type: ignore[misc]  # bytes
    setup, found = statistics.median(setups), statistics.median(in_units)
    out(
        f"{seats:>5}  {setup:5.2f}  {found:7,.0f}  {counted:7,.0f}  {found / counted:6.2f}"
        f"  {statistics.median(moves) * 1e3:15.1f}  {max(memory):10.1f}"
        f"  {statistics.median(audits) * 1e3:13.2f}"
    )


def _audited(data: bytes) -> None:
    report = audit(data, RULES)
    if not report.finished or not report.valid:
        raise SystemExit("the game of a demo fails its audit")


def demo(seats: int) -> tuple[BotReports, bytes]:
    """Play one game in processes; return what they reported, and the transcript."""
    with tempfile.TemporaryDirectory(prefix="p2phanabi-bench-") as folder:
        wanted = Demo(config("hanabi", (), seats, "bench"), (), None, as_json=True)
        reports = play(wanted, Path(folder), quiet=True)
        return reports, Path(reports.events[0]["ended"]["transcript"]).read_bytes()


def _of_all(reports: BotReports, first: str, last: str) -> float:
    """Return the seconds between two events of each seat, over all seats."""
    return math.fsum(events[last]["cpu"] - events[first]["cpu"] for events in reports.events)


def starts() -> None:
    """Compare with a Python that does nothing. `host` and `join`: see `tests.bench.screen`."""
    with tempfile.TemporaryDirectory(prefix="p2phanabi-bench-") as home:
        env = {"P2PHANABI_HOME": home, "LC_ALL": "C.UTF-8"}
        program = ("-m", "p2p_hanabi")
        rows: dict[str, Callable[[], float]] = {
            "python -c pass": lambda: whole_run_s("-c", "pass"),
            "--help": lambda: whole_run_s(*program, "--help", env=env),
            "history, of no games": lambda: whole_run_s(*program, "history", env=env),
        }
        costs = interleaved(list(rows.values()), PASSES)
    for name, cost in zip(rows, costs, strict=True):
        out(f"{name:<22} {min(cost):.3f} s, {ratio(cost, costs[0]):5.1f} of the first")


# The unit on this machine.


def unit_s() -> float:
    """Return the seconds for a multiplication, the minimum of several passes."""
    call = given()["crypto_scalarmult_ed25519_noclamp"]
    return min(_pass(*call) for _ in range(PASSES))


Given = tuple[Callable[..., object], list[tuple[bytes, ...]]]


def given() -> dict[str, Given]:
    """Return every call that is counted, with new arguments for it."""
    numbers = [int.from_bytes(os.urandom(40), "little") % L for _ in range(50)]
    scalars = [number.to_bytes(32, "little") for number in numbers]
    points = [sodium.crypto_scalarmult_ed25519_base_noclamp(s) for s in scalars]
    public, private = sodium.crypto_sign_seed_keypair(bytes(32))
    signed = sodium.crypto_sign(bytes(200), private)
    box = sodium.crypto_scalarmult_base(bytes([1] * 32))

    def sign(seed: bytes) -> None:
        sodium.crypto_sign(bytes(200), sodium.crypto_sign_seed_keypair(seed)[1])

    arguments: dict[str, list[tuple[bytes, ...]]] = {
        "crypto_scalarmult_ed25519_noclamp": list(zip(scalars, points, strict=True)),
        "crypto_scalarmult_ed25519_base_noclamp": [(s,) for s in scalars],
        "crypto_core_ed25519_add": list(zip(points, reversed(points), strict=True)),
        "crypto_core_ed25519_sub": list(zip(points, points[1:] + points[:1], strict=True)),
        "crypto_core_ed25519_from_uniform": [(s,) for s in scalars],
        "crypto_core_ed25519_is_valid_point": [(point,) for point in points],
        "crypto_box_beforenm": [(box, s) for s in scalars],
        "crypto_scalarmult_base": [(s,) for s in scalars],
        "crypto_sign_open": [(signed, public)] * 50,
        "crypto_sign": [(s,) for s in scalars],
    }
    calls = {name: getattr(sodium, name) for name in arguments} | {"crypto_sign": sign}
    return {name: (calls[name], arguments[name]) for name in arguments}


def _pass(call: Callable[..., object], arguments: list[tuple[bytes, ...]]) -> float:
    def all_of_them() -> None:
        for one in arguments:
            call(*one)

    return cost_s(all_of_them) / len(arguments)


if __name__ == "__main__":
    main()
