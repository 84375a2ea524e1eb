"""Sentences on standard output and standard error, whoever chose the words in them."""

from __future__ import annotations

import contextlib
import shutil
import sys
import textwrap

import click

_JOINED = "\u00a0"
"""Where a row is never broken."""


def tell(words: str, *, err: bool = False, whole: str = "") -> None:
    """Print, without what a terminal would obey: files and other machines name things as they
    like. On a terminal no word is broken, nor the name of a file (`whole`), which may be copied."""
    from p2p_hanabi.ui.kit.style import as_text, clean, text  # slow to load, and seldom needed

    lines = [as_text(clean(text(line))) for line in words.split("\n")]
    if (sys.stderr if err else sys.stdout).isatty():
        columns = shutil.get_terminal_size().columns
        kept = whole.replace(" ", _JOINED)
        joined = (line.replace(whole, kept) if whole else line for line in lines)
        rows = (row for line in joined for row in folded(line, columns))
        lines = [row.replace(kept, whole) if whole else row for row in rows]
    click.echo("\n".join(lines), err=err)


def tell_owner(words: str) -> None:
    """Say on standard error what the owner of a bot may read. The table goes on if nobody reads it
    any more, or if the disk that it is kept on is full."""
    with contextlib.suppress(OSError):
        tell(words, err=True)


def folded(line: str, columns: int) -> list[str]:
    """Further rows stand a little to the right of the first; a path stays whole."""
    indent = line[: len(line) - len(line.lstrip())]
    rows = textwrap.wrap(
        line,
        columns,
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    return rows or [line]
