"""Print untrusted text safely on standard output and standard error."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import textwrap

import click

from p2p_hanabi.ui.words.i18n import _

_JOINED = "\u00a0"
"""A no-break space, at which lines are not wrapped."""


def echo(words: str, *, err: bool = False, whole: str = "") -> None:
    """Print without control characters: names from files and other machines may contain them. On a
    terminal, wrap lines, but never inside a word or the file name `whole`, so it can be copied."""
    from p2p_hanabi.ui.drawing.style import as_text, clean, text  # slow to load, seldom needed

    lines = [as_text(clean(text(line))) for line in words.split("\n")]
    if (sys.stderr if err else sys.stdout).isatty():
        columns = shutil.get_terminal_size().columns
        kept = whole.replace(" ", _JOINED)
        joined = (line.replace(whole, kept) if whole else line for line in lines)
        rows = (row for line in joined for row in folded(line, columns))
        lines = [row.replace(kept, whole) if whole else row for row in rows]
    click.echo("\n".join(lines), err=err)


def tell_owner(words: str) -> None:
    """Print a message for a bot's owner to standard error. The table continues even if stderr is
    closed or its disk is full."""
    with contextlib.suppress(OSError):
        echo(words, err=True)


def is_full(error: Exception) -> bool:
    """Return whether standard output is full. Errors of all other files contain their names."""
    from p2p_hanabi.faults import SystemFault, fault_of

    full = (SystemFault.NO_SPACE, SystemFault.QUOTA, SystemFault.FILE_SIZE)
    return isinstance(error, OSError) and not error.filename and fault_of(error).code in full


def report_full_stdout(error: OSError) -> None:
    """Report why standard output is full. Unwritten output is dropped, since Python would try to
    write it again at exit."""
    from p2p_hanabi.faults import fault_of
    from p2p_hanabi.ui.words.sentences_reasons import why

    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
    sentence = _("Cannot write {path}: {why}.")
    tell_owner(sentence.format(path=_("standard output"), why=why(fault_of(error))))


def folded(line: str, columns: int) -> list[str]:
    """Wrap a line with a hanging indent, never inside a path."""
    indent = line[: len(line) - len(line.lstrip())]
    rows = textwrap.wrap(
        line,
        columns,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return rows or [line]
