"""`p2phanabi export` and `import`: games for other programs, and from them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from p2p_hanabi.games import GAMES
from p2p_hanabi.ui import sentences_exchange as say
from p2p_hanabi.ui import sentences_failures as failures
from p2p_hanabi.ui.web.page import as_html

from . import hanab_live
from .failures import Failed
from .from_hanab_live import read_game
from .playback import open_playback
from .record import write_record

HANAB_LIVE = "hanab.live"


def export(path: Path, out: Path, form: str | None) -> None:
    """`Failed` if the form has no place for this game, or the file cannot be written."""
    if form is None:
        raise Failed(say.choose_a_form())
    game = open_playback(path)
    if form == HANAB_LIVE:
        text = json.dumps(hanab_live.to_hanab_live(game), indent=1) + "\n"
    else:
        text = as_html(game)
    _write(out, text.encode())
    click.echo(say.exported(out))


def bring_in(path: Path, out: Path) -> None:
    """Write what hanab.live exported as a game file of this program; `-` is standard input."""
    hanabi = GAMES["hanabi"]
    record, left_out = read_game(path, hanabi)
    _write(out, write_record(record, hanabi))
    click.echo(say.imported(out))
    if left_out:
        click.echo(say.left_out(left_out), err=True)


def _write(out: Path, content: bytes) -> None:
    try:
        out.write_bytes(content)
    except OSError as error:
        raise Failed(failures.cannot_write(out, _why(error))) from None


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
