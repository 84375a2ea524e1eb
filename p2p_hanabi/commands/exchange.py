"""`p2phanabi export` and `import`: games for other programs, and from them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from p2p_hanabi.registry import RULES
from p2p_hanabi.ui.reports import sentences_exchange as say
from p2p_hanabi.ui.web.page import as_html

from . import hanab_live
from .failures import Failed
from .from_hanab_live import read_game
from .output_file import Out
from .playback import Title, open_playback
from .record import write_record

HANAB_LIVE, HTML = "hanab.live", "html"
OPTIONS = {HANAB_LIVE: "--hanab-live", HTML: "--html"}
ENDINGS = {".json": HANAB_LIVE, ".html": HTML, ".htm": HTML}


def export(path: Path, out: Out, asked: str | None) -> None:
    """`asked` is the form; absent (None) if the ending of the name says it. `Failed` if the form
    has no place for this game, or the file cannot be written."""
    form = form_of(out.path, asked)
    out.check(path)

    def check(title: Title) -> None:
        if form == HANAB_LIVE:
            hanab_live.check(title.game, title.options)

    game = open_playback(path, check)
    if form == HANAB_LIVE:
        text = json.dumps(hanab_live.to_hanab_live(game), indent=1) + "\n"
    else:
        text = as_html(game)
    out.write(text.encode(), path)
    click.echo(say.exported(out.path))


def form_of(out: Path, asked: str | None) -> str:
    """What is to be written; `Failed` if nothing says so, or the name says otherwise."""
    meant = ENDINGS.get(out.suffix.lower())
    form = asked or meant
    if form is None:
        raise Failed(say.choose_a_form())
    if meant not in (None, form):
        raise Failed(say.another_ending(out, OPTIONS[form], OPTIONS[meant]))
    return form


def bring_in(path: Path, out: Out) -> None:
    """Write what hanab.live exported as a game file of this program; `-` is standard input."""
    out.check(path)
    hanabi = RULES["hanabi"]
    record, left_out = read_game(path, hanabi)
    out.write(write_record(record, hanabi), path)
    click.echo(say.imported(out.path))
    if left_out:
        click.echo(say.left_out(left_out), err=True)
