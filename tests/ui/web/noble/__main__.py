"""Make `p2p_hanabi/ui/web/noble.js` from npm: `make noble`, or compare it: `make noble-check`.

npm installs exactly the versions and contents of `package-lock.json`; esbuild joins what `entry.js`
needs of them into one module. Nothing is shortened: the code can be compared with its source.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from p2p_hanabi.ui.web.shell import FOLDER

from .pinned import DIGEST, RECIPE, TARGET, digest, versions

MADE = FOLDER / "noble.js"
NPM = ("npm", "ci", "--silent", "--ignore-scripts", "--no-audit", "--no-fund")
BUNDLE = ("--bundle", "--format=esm", f"--target={TARGET}", "--legal-comments=none")
HEAD = """\
/*
{names}:
what noise.js needs of them, joined for {target} by esbuild {esbuild}; nothing is shortened.
Made by `make noble`, not edited by hand.

{licences}
*/

"""


def made() -> str:
    """Return the file."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name in ("package.json", "package-lock.json", "entry.js"):
            shutil.copy(RECIPE / name, folder)
        subprocess.run(NPM, check=True, cwd=folder)
        program = folder / "node_modules" / ".bin" / "esbuild"
        command = (str(program), "entry.js", *BUNDLE, "--log-level=error")
        body = subprocess.run(command, check=True, cwd=folder, capture_output=True, text=True)
        found = versions()
        head = HEAD.format(
            names=", ".join(f"{name} {found[name]}" for name in sorted(found) if name[0] == "@"),
            esbuild=found["esbuild"],
            target=TARGET.upper(),
            licences="\n\n".join(_licences(folder / "node_modules")),
        )
    return head + body.stdout


def _licences(folder: Path) -> list[str]:
    """Return the text of each licence, after the packages that have it."""
    texts: dict[str, list[str]] = {}
    for name in sorted(versions()):
        if name[0] == "@":
            text = (folder / name / "LICENSE").read_text("utf-8").strip()
            texts.setdefault(text, []).append(name)
    return [f"{' and '.join(names)}:\n\n{text}" for text, names in texts.items()]


def main(*arguments: str) -> int:
    now = made()
    if arguments == ("--check",):
        is_same = MADE.read_text("utf-8") == now
        sys.stdout.write(
            "noble.js is what npm and esbuild make\n" if is_same else "noble.js differs\n"
        )
        return 0 if is_same else 1
    MADE.write_text(now, "utf-8", newline="\n")
    DIGEST.write_text(f"{digest(MADE)}\n", "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
