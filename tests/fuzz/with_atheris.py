"""Feed the targets with atheris, which looks for bytes that reach new branches.

    python -m pip install atheris
    python -m tests.fuzz.with_atheris --seconds 60
    python -m tests.fuzz.with_atheris --seconds 60 --target message

atheris is no dependency: it has no wheels for some systems. It ends the process by itself: with
code 0 when the time is up, with another when a target has failed; it then says with which bytes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

INSTRUMENTED = ["protocol", "p2p_hanabi.games"]


def atheris_or_exit() -> Any:
    try:
        return import_module("atheris")
    except ImportError:
        sys.exit("atheris is not installed: python -m pip install atheris")


def write_corpus(folder: Path, names: Sequence[str]) -> None:
    """What the targets take, each behind the byte that chooses its target."""
    targets = import_module("tests.fuzz.targets")
    for i, name in enumerate(names):
        for j, data in enumerate(targets.corpus(name)):
            (folder / f"{name}-{j}").write_bytes(bytes([i]) + data)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="fuzz with coverage")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--target", help="one of them; by default all")
    given = parser.parse_args(arguments)
    atheris = atheris_or_exit()
    with atheris.instrument_imports(include=INSTRUMENTED):
        targets = import_module("tests.fuzz.targets")
    if given.target not in (None, *targets.TARGETS):
        parser.error(f"the targets are {', '.join(targets.TARGETS)}")
    names = [given.target] if given.target else list(targets.TARGETS)

    def feed(data: bytes) -> None:
        if data:
            targets.TARGETS[names[data[0] % len(names)]](data[1:])

    with tempfile.TemporaryDirectory() as folder:
        write_corpus(Path(folder), names)
        limits = [f"-max_total_time={given.seconds}", "-max_len=20000", "-rss_limit_mb=1024"]
        artifacts = f"-artifact_prefix={tempfile.gettempdir()}/p2ph-"
        atheris.Setup([sys.argv[0], *limits, artifacts, folder], feed)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
