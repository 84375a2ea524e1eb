"""Sentences on standard output and standard error, whoever chose the words in them."""

from __future__ import annotations

import shutil
import sys
import textwrap

import click


def tell(words: str, *, err: bool = False) -> None:
    """Print, without what a terminal would obey: files and other machines name things as they
    like. On a terminal no word is broken."""
    from p2p_hanabi.ui.kit.style import as_text, clean, text  # slow to load, and seldom needed

    lines = [as_text(clean(text(line))) for line in words.split("\n")]
    if (sys.stderr if err else sys.stdout).isatty():
        columns = shutil.get_terminal_size().columns
        lines = [row for line in lines for row in folded(line, columns)]
    click.echo("\n".join(lines), err=err)


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
