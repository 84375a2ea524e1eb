"""`p2phanabi desktop`: a menu entry, a manual page and completions, in the player's own folders."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from p2p_hanabi.desktop.files import FOR_A_PLAYER, ZSH, shared_files
from p2p_hanabi.folders import shared_folder
from p2p_hanabi.paths import make_folder, remove, write
from p2p_hanabi.program import path_of_command
from p2p_hanabi.systems import HAS_SHARED_FOLDERS
from p2p_hanabi.ui.words import i18n
from p2p_hanabi.ui.words.i18n import _

from .console.failures import Failed, storage_errors_as_failed
from .settings.localization import choose_language


def install(program: click.Group) -> Iterator[str]:
    """Write the files; yield the path of each, then what it is good for. Raise `Failed`."""
    folder = _folder()
    command = path_of_command()
    if command is None:
        raise Failed(_("p2phanabi is not installed as a command, so a menu could not start it."))
    files = _in_english(program, command)
    for name in FOR_A_PLAYER:
        with storage_errors_as_failed():
            make_folder((folder / name).parent)
            write(folder / name, files[name], is_private=False)
        yield str(folder / name)
    yield _("p2phanabi is in the menu now, and has a manual page and completions for your shell.")
    zsh = folder / Path(ZSH).parent
    yield _("For zsh, put this before `compinit` in ~/.zshrc: fpath+=({folder})").format(folder=zsh)


def uninstall() -> Iterator[str]:
    """Remove the files; yield the path of each that was there. Raise `Failed`."""
    folder = _folder()
    for name in FOR_A_PLAYER:
        if (folder / name).exists():
            with storage_errors_as_failed():
                remove(folder / name)
            yield str(folder / name)


def _folder() -> Path:
    if not HAS_SHARED_FOLDERS:
        raise Failed(_("Only the desktops of Linux and similar systems have this kind of menu."))
    return shared_folder()


def _in_english(program: click.Group, command: Path) -> dict[str, bytes]:
    """Return the files: a manual page without a language in its path is English, and a part of it
    is written by click."""
    own = i18n.language()
    choose_language("en")
    try:
        return shared_files(program, str(command))
    finally:
        choose_language(own)
