"""`make ways`: run docs/drive-a-table.md in an environment made by each way of the README.

    python -m release.ways

Installs pipx and uv for itself, from PyPI, and with them and with pip a copy of this tree.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from release.building import ROOT, built, copy_tree, output_of

PAGE = ROOT / "docs" / "drive-a-table.md"
FILE = "drive.py"
LAST = "outcome"
"""What the last line that it prints contains."""


def program() -> str:
    """Return the code of the page, as printed."""
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    return "\n".join(blocks)


def commands() -> dict[str, str]:
    """Return how the page starts the program, by how p2phanabi was installed."""
    rows = re.findall(r"^\| (.+?) \| `(.+ drive\.py)` \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    return dict(rows)


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="p2phanabi-ways-") as temporary:
        folder = Path(temporary)
        for way in run_all(folder):
            print(f"{way}: runs as printed", flush=True)  # noqa: T201 - it is a command
    return 0


def run_all(folder: Path) -> Iterator[str]:
    """Install and run in each way; yield it. Raise `SystemExit` if one fails."""
    tools = folder / "tools"
    output_of(sys.executable, "-m", "venv", tools)
    output_of(tools / "bin" / "pip", "install", "-qq", "pipx", "uv")
    wheel, source = built(folder / "built")
    pip = f"{sys.executable} -m venv hanabi && hanabi/bin/pip install -qq"
    prepare = {
        "`hanabi/bin/pip install .`": f"{pip} .",
        "`make`": "make -s .venv/bin/.installed",
        "`pipx install .`": "pipx install --quiet .",
        "`uv tool install .`": "uv tool install --quiet .",
        "not at all, with uv": "true",
    }
    start = commands()
    assert prepare.keys() == start.keys(), start
    for package in (wheel, source):
        prepare[package.name] = f"mkdir outside && cd outside && {pip} {package} && cp ../{FILE} ."
        start[package.name] = f"hanabi/bin/python {FILE}"
    for number, (way, command) in enumerate(start.items()):
        home = folder / f"home-{number}"  # pipx and uv install into it
        tree = home / "tree"
        copy_tree(tree)
        (tree / FILE).write_text(program(), "utf-8")
        path = f"{tools / 'bin'}:/usr/bin:/bin"
        environment = {"PATH": path, "HOME": str(home), "PYTHON": sys.executable}
        printed = output_of(
            "sh", "-ec", f"{prepare[way]}\n{command}", at=tree, environment=environment
        )
        if LAST not in printed.splitlines()[-1]:
            raise SystemExit(f"{way}: {printed}")
        yield way


if __name__ == "__main__":
    sys.exit(main())
