"""`make matrix`: install and use the packages with every Python of this machine.

    python -m release.matrix [--quick] [--newer] [VERSION...]

For each Python, or for those named (3.13), with the newest and with the lowest versions of the
dependencies: the wheel in a clean environment, outside the checkout, must play a demo of each game,
show its rules, and audit the files of the independent implementation. Then, except with --quick,
the tests of the protocol and of the rules run from the unpacked source distribution. With --newer
all of this is done with the Python of Debian testing instead (root, debootstrap).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

from p2p_hanabi.registry import GAMES
from release.building import ROOT, built, needed, output_of, unpack
from release.newer_python import in_a_newer_debian

FIRST, LAST = 11, 20
VECTORS = ROOT / "tests" / "independent_vectors"
FROM_SOURCE = ("tests/protocol", "tests/games", "tests/second_auditor", "tests/test_docs.py")
QUICK, NEWER = "--quick", "--newer"


def main(arguments: Sequence[str]) -> int:
    if NEWER in arguments:
        return in_a_newer_debian([word for word in arguments if word != NEWER])
    named = [word for word in arguments if not word.startswith("--")]
    chosen = pythons(named or [f"3.{minor}" for minor in range(FIRST, LAST)])
    if len(chosen) < len(named):
        raise SystemExit(f"of {', '.join(named)}, found only: {', '.join(map(str, chosen))}")
    with tempfile.TemporaryDirectory(prefix="p2phanabi-matrix-") as temporary:
        folder = Path(temporary)
        wheel, source = built(folder / "built")
        for python, is_lowest in product(chosen, (False, True)):
            cell = folder / f"{python.name}-{is_lowest}"
            environment = installed(cell, python, wheel, is_lowest=is_lowest)
            kind = description(is_lowest)
            print(f"{version(python)}, {kind}:", *used(environment, cell), flush=True)  # noqa: T201 - it is a command
            if QUICK not in arguments:
                passed = tested(environment, cell, source)
                print(f"    from the source distribution: {passed}", flush=True)  # noqa: T201 - it is a command
            shutil.rmtree(cell)
    return 0


def description(is_lowest: bool) -> str:
    return "lowest versions" if is_lowest else "newest versions"


def pythons(versions: Sequence[str]) -> list[Path]:
    """Find the oldest of each version, since "or newer" is promised: in PATH, and in the folders of
    pyenv and uv."""
    homes = [Path.home() / ".pyenv/versions", Path.home() / ".local/share/uv/python"]
    folders = [Path(folder) for folder in os.get_exec_path()]
    folders += [folder for home in homes for folder in home.glob("*/bin")]
    found = []
    for each in versions:
        candidates = [folder / f"python{each}" for folder in folders]
        numbered = [(number, path) for path in candidates if (number := working(path)) is not None]
        if numbered:
            found.append(min(numbered)[1])
    return found


def working(python: Path) -> tuple[int, ...] | None:
    """Return the number of its version, or None if it does not run: it may not exist, a shim of
    pyenv may be for a version that is not selected, and Debian's may lack what creates a `venv`."""
    if not python.is_file():
        return None
    asked = "import ensurepip, ssl, sys; print(*sys.version_info[:3])"
    done = subprocess.run([python, "-c", asked], check=False, capture_output=True, text=True)
    return tuple(map(int, done.stdout.split())) if done.returncode == 0 else None


def version(python: Path) -> str:
    return run(python, "--version").strip()


def installed(cell: Path, python: Path, wheel: Path, *, is_lowest: bool) -> Path:
    """Create an environment of this Python with the wheel; return its folder of commands."""
    run(python, "-m", "venv", cell / "venv")
    commands = cell / "venv" / "bin"
    pip = (commands / "python", "-m", "pip", "--quiet", "--disable-pip-version-check")
    lowest = [one.replace(">=", "==") for one in needed()] if is_lowest else []
    run(*pip, "install", wheel, *lowest)
    run(*pip, "check")
    return commands


def used(commands: Path, cell: Path) -> Iterator[str]:
    """Use the program as a player does; yield what succeeded."""
    program, home = commands / "p2phanabi", cell / "home"
    home.mkdir()
    for game in GAMES:
        demo = run(program, "demo", "--game", game, "--json", "--out", f"{game}.p2ph", at=home)
        assert json.loads(demo.splitlines()[-1])["valid"], demo
        assert run(program, "rules", game, at=home).startswith("# ")
    yield f"{len(GAMES)} demos,"
    good, broken = sorted(VECTORS.glob("*.p2ph")), sorted((VECTORS / "broken").glob("*.p2ph"))
    for path in good:
        run(program, "audit", path, at=home)
    for path in broken:
        assert judged(program, path, home) == 1, path
    yield f"{len(good)} good and {len(broken)} broken files"


def judged(program: Path, path: Path, home: Path) -> int:
    done = subprocess.run([program, "audit", path], check=False, capture_output=True, cwd=home)
    return done.returncode


def tested(commands: Path, cell: Path, source: Path) -> str:
    """Run tests with only the source distribution; return pytest's last line."""
    unpack(source, cell)
    (unpacked,) = cell.glob("p2p_hanabi-*")
    run(commands / "python", "-m", "pip", "uninstall", "--quiet", "--yes", "p2p-hanabi")
    run(commands / "python", "-m", "pip", "install", "--quiet", f"{unpacked}[dev]")
    words = ("-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *FROM_SOURCE)
    return run(commands / "python", *words, at=unpacked).strip().rpartition("\n")[2]


def run(*words: str | Path, at: Path | None = None) -> str:
    environment = {"P2PHANABI_HOME": str(at or ROOT), "LC_ALL": "C.UTF-8"}
    return output_of(*words, at=at, environment=environment)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
