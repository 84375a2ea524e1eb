"""Seed faults on purpose, one at a time: a test of `make test` must find each.

    python -m tests.seeded_faults                  all of them
    python -m tests.seeded_faults NAME...          some of them (`faults.toml` has the names)
    python -m tests.seeded_faults --every NAME...  with all tests at once, to see all that find it

Each is tried in a copy of what git knows of this folder: first with the tests that find it most
likely, which must pass without it, and with all of `make test` if none of these does. Fails if a
fault is not found.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Sequence
from pathlib import Path

from .fault import ROOT, Fault, all_faults

PYTEST = (
    *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not long"),
    "--timeout=100",  # a fault can make a test wait for ever
)
ALL = ("-n", "2", "--dist", "worksteal", "tests")
FOUND = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
ENOUGH = 5
"""So many failures are proof enough."""
BESIDE = "tests/seeded_faults"
"""Its own test fails at every fault: the place has changed."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="look for seeded faults that no test finds")
    parser.add_argument("names", nargs="*", help="of the faults; by default all")
    parser.add_argument("--every", action="store_true", help="run all tests at once")
    given = parser.parse_args(arguments)
    faults = {fault.name: fault for fault in all_faults()}
    if unknown := set(given.names) - faults.keys():
        parser.error(f"there is no fault {', '.join(sorted(unknown))}")
    chosen = [faults[name] for name in given.names or faults]
    os.nice(5)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        copy(tree)
        if not given.every and (broken := failures(tree, likely(chosen))):
            out(f"these fail without a fault: {' '.join(broken)}")
            return 1
        missed = [one.name for one in chosen if not is_found(one, tree, at_once=given.every)]
    out(f"{len(chosen) - len(missed)} of {len(chosen)} faults found")
    return 1 if missed else 0


def is_found(fault: Fault, tree: Path, *, at_once: bool) -> bool:
    """Try one fault, and report which tests find it."""
    began = time.monotonic()
    fault.sow(tree)
    try:
        found = [] if at_once else failures(tree, fault.tests)
        found = found or failures(tree, ALL)
    finally:
        shutil.copyfile(ROOT / fault.file, tree / fault.file)
    by = ", ".join(found[:ENOUGH]) or f"NOT FOUND: {fault.rule}"
    out(f"{fault.name:40} {time.monotonic() - began:4.0f} s  {by}")
    return bool(found)


def likely(faults: Sequence[Fault]) -> list[str]:
    return sorted({test for fault in faults for test in fault.tests})


def failures(tree: Path, what: Collection[str]) -> list[str]:
    """Run tests in a copy, and return those that fail; "..." if pytest itself does."""
    # the copy comes before the folder in which this environment has installed the program
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTEST_ADDOPTS": ""}
    words = [*PYTEST, f"--maxfail={ENOUGH}", f"--ignore={BESIDE}", *what]
    done = subprocess.run(
        words, cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    return FOUND.findall(done.stdout) or ([] if done.returncode == 0 else ["..."])


def copy(tree: Path) -> None:
    """Copy what git knows of this folder, as it is now."""
    known = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, known.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, tree / name)


def out(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
