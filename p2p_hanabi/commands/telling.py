"""Sentences on standard output and standard error, whoever chose the words in them."""

from __future__ import annotations

import click


def tell(words: str, *, err: bool = False) -> None:
    """Print, without what a terminal would obey: files and other machines name things as they
    like."""
    from p2p_hanabi.ui.style import as_text, clean, text  # slow to load, and seldom needed

    lines = [as_text(clean(text(line))) for line in words.split("\n")]
    click.echo("\n".join(lines), err=err)
