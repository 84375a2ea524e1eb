"""All files for a desktop and a shell, by their paths in a folder such as /usr/share."""

from __future__ import annotations

import re
from pathlib import Path

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from .manual import manual

NAME = "p2phanabi"
MENU = f"applications/{NAME}.desktop"
MANUAL = f"man/man1/{NAME}.1"
ZSH = f"zsh/site-functions/_{NAME}"
METAINFO = f"metainfo/{NAME}.metainfo.xml"
"""Only for the catalogue of a whole system."""
ALREADY_THERE = {
    MENU: f"{NAME}.desktop",
    f"icons/hicolor/scalable/apps/{NAME}.svg": f"{NAME}.svg",
    METAINFO: f"{NAME}.metainfo.xml",
}
"""The files in this folder."""
SHELLS: dict[str, type[ShellComplete]] = {
    f"bash-completion/completions/{NAME}": BashComplete,
    f"fish/vendor_completions.d/{NAME}.fish": FishComplete,
    ZSH: ZshComplete,
}
FOR_A_PLAYER = (*(path for path in ALREADY_THERE if path != METAINFO), MANUAL, *SHELLS)
COMPLETE = "_P2PHANABI_COMPLETE"
"""The variable with which click is asked for completions."""
PATH_RESERVED = re.compile(r'["`$\\]')


def shared_files(program: click.Group, command: str = NAME) -> dict[str, bytes]:
    """Return the content of each file. `command` is the path of the program in the menu entry."""
    folder = Path(__file__).parent
    files = {path: (folder / name).read_bytes() for path, name in ALREADY_THERE.items()}
    files[MENU] = files[MENU].replace(b"Exec=p2phanabi", f"Exec={quoted(command)}".encode())
    files[MANUAL] = manual(program, NAME).encode()
    for path, shell in SHELLS.items():
        completes = shell(program, {}, NAME, COMPLETE)
        files[path] = (completes.source_template % completes.source_vars()).encode()
    return files


def quoted(command: str) -> str:
    """Quote a path for the key Exec, where `%` begins a code: first as an argument, then as a value
    of the file, which has escapes of its own. A name that needs no quotes stays as it is."""
    if re.fullmatch(r"[\w./+-]+", command):
        return command
    argument = PATH_RESERVED.sub(r"\\\g<0>", command).replace("%", "%%")
    return '"' + argument.replace("\\", "\\\\") + '"'
